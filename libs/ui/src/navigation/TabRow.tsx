import MuiTab, { tabClasses } from '@mui/material/Tab';
import MuiTabs, { tabsClasses } from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Text } from '../layout/primitives';
import { offPaper } from '../theme/print';
import { tabRowStyles, tabStyles } from './tab-styles';
import type { TabRowProps } from './TabsFrame';

const Row = styled(MuiTabs)(({ theme }) => ({
  ...tabRowStyles(theme),
  [`& .${tabsClasses.list}`]: { gap: 4 },
  // On a phone the row is wider than the screen: the next tab is partly visible as a hint.
  [`& .${tabsClasses.scroller}`]: { scrollPaddingInline: 48 },
  // The selected tab draws its own line: a measured and moved one would be wrong until the fonts have loaded.
  [`& .${tabsClasses.indicator}`]: { display: 'none' },
  // Tabs are useless on paper; the panel names its content.
  ...offPaper,
}));

const Tab = styled(MuiTab)(({ theme }) => ({
  ...tabStyles(theme, `.${tabClasses.selected}`),
  flexDirection: 'row',
  gap: 8,
  [`&.${tabClasses.disabled}`]: { opacity: 0.5 },
}));

/** The row of `Tabs`, whose code loads late. */
export function TabRow<V extends string>({ id, label, items, value, onChange }: TabRowProps<V>) {
  return (
    <Row
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      selectionFollowsFocus
      value={value ?? false}
      onChange={(_event, chosen: V) => onChange(chosen)}
    >
      {items.map((item) => (
        <Tab
          key={item.value}
          value={item.value}
          type="button"
          id={`${id}-tab-${item.value}`}
          aria-controls={item.value === value ? `${id}-panel` : undefined}
          disabled={item.disabled}
          label={
            <>
              {item.label}
              {item.count === undefined ? null : (
                <Text as="span" variant="caption" tone="muted" numeric>
                  {formatNumber(item.count)}
                </Text>
              )}
            </>
          }
        />
      ))}
    </Row>
  );
}
