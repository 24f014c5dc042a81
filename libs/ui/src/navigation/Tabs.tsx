import { useId, type ReactNode } from 'react';
import MuiTab, { tabClasses } from '@mui/material/Tab';
import MuiTabs, { tabsClasses } from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Text } from '../layout/primitives';
import { offPaper } from '../theme/print';
import { typeStyles } from '../theme/theme';

const Row = styled(MuiTabs)(({ theme }) => ({
  minHeight: 0,
  // Room for the focus ring inside the scrolled box.
  padding: '3px 3px 0',
  margin: '-3px -3px 0',
  boxShadow: `inset 0 -1px 0 ${theme.tokens.color.border}`,
  [`& .${tabsClasses.list}`]: { gap: 4 },
  // On a phone the row is wider than the screen: the next tab is partly visible as a hint.
  [`& .${tabsClasses.scroller}`]: { scrollPaddingInline: 48 },
  // The selected tab draws its own line: a measured and moved one would be wrong until the fonts have loaded.
  [`& .${tabsClasses.indicator}`]: { display: 'none' },
  // Tabs are useless on paper; the panel names its content.
  ...offPaper,
}));

const Tab = styled(MuiTab)(({ theme }) => ({
  ...typeStyles('label'),
  flexDirection: 'row',
  gap: 8,
  minWidth: 0,
  minHeight: 44,
  padding: '0 12px',
  borderRadius: `${theme.tokens.radius.small}px ${theme.tokens.radius.small}px 0 0`,
  borderBottom: '2px solid transparent',
  color: theme.tokens.color.textMuted,
  '&:hover': { color: theme.tokens.color.text },
  '&:focus-visible': { outlineOffset: -3 },
  [`&.${tabClasses.selected}`]: {
    color: theme.tokens.color.tone.primary.main,
    borderBottomColor: theme.tokens.color.tone.primary.main,
  },
  [`&.${tabClasses.disabled}`]: { opacity: 0.5 },
  '@media (forced-colors: active)': {
    borderBottomColor: 'Canvas',
    [`&.${tabClasses.selected}`]: { borderBottomColor: 'Highlight' },
  },
}));

const Panel = styled('div')({ minWidth: 0, paddingBlockStart: 20, '&:focus-visible': { outlineOffset: 4 } });

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Number of items in the tab. */
  readonly count?: number;
  readonly disabled?: boolean;
}

/**
 * Alternative views of one thing. The caller holds the selected value, usually in the address; replace the address
 * rather than adding to the history. Arrow keys, Home and End move and choose. Only the chosen panel exists.
 */
export function Tabs<V extends string>({
  label,
  items,
  value,
  onChange,
  children,
}: {
  /** Accessible name of the row of tabs. */
  label: string;
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Content of the chosen tab. */
  children: ReactNode;
}) {
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
