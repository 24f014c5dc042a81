import { useId, type ReactNode } from 'react';
import MuiTab, { tabClasses } from '@mui/material/Tab';
import MuiTabs, { tabsClasses } from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Text } from '../layout/primitives';
import { offPaper } from '../theme/print';
import { panelStyles, tabRowStyles, tabStyles } from './tab-styles';

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

const Panel = styled('div')(panelStyles);

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Number of items in the tab. */
  readonly count?: number;
  readonly disabled?: boolean;
}

export interface TabsProps<V extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Content of the chosen tab. */
  children: ReactNode;
}

/** `Tabs` of the package, which loads this; the shell's sign-in has it in its own file. */
export function Tabs<V extends string>({ label, items, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const current = items.some((item) => item.value === value) ? value : items[0]?.value;
  return (
    <div>
      <Row
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        selectionFollowsFocus
        value={current ?? false}
        onChange={(_event, chosen: V) => onChange(chosen)}
      >
        {items.map((item) => (
          <Tab
            key={item.value}
            value={item.value}
            type="button"
            id={`${id}-tab-${item.value}`}
            aria-controls={item.value === current ? `${id}-panel` : undefined}
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
      <Panel role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current ?? ''}`} tabIndex={0}>
        {children}
      </Panel>
    </div>
  );
}
