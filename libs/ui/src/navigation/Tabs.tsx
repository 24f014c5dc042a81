import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Text } from '../layout/primitives';
import { offPaper } from '../theme/print';
import { typeStyles } from '../theme/theme';

const List = styled('div')(({ theme }) => ({
  // What the tabs' own offsets count from.
  position: 'relative',
  display: 'flex',
  gap: 4,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // Room for the focus ring inside the scrolled box.
  padding: '3px 3px 0',
  margin: '-3px -3px 0',
  boxShadow: `inset 0 -1px 0 ${theme.tokens.color.border}`,
  // Nobody changes a view on paper; the panel says what it holds.
  ...offPaper,
}));

const Tab = styled(ButtonBase)(({ theme }) => ({
  ...typeStyles('label'),
  flex: 'none',
  gap: 8,
  minHeight: 44,
  paddingInline: 12,
  borderRadius: `${theme.tokens.radius.small}px ${theme.tokens.radius.small}px 0 0`,
  borderBottom: '2px solid transparent',
  color: theme.tokens.color.textMuted,
  '&:hover': { color: theme.tokens.color.text },
  '&:focus-visible': { outlineOffset: -3 },
  '&[aria-selected="true"]': {
    color: theme.tokens.color.tone.primary.main,
    borderBottomColor: theme.tokens.color.tone.primary.main,
  },
  '&.Mui-disabled': { opacity: 0.5 },
  '@media (forced-colors: active)': {
    borderBottomColor: 'Canvas',
    '&[aria-selected="true"]': { borderBottomColor: 'Highlight' },
  },
}));

const Panel = styled('div')({ minWidth: 0, paddingBlockStart: 20, '&:focus-visible': { outlineOffset: 4 } });

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** How many things the tab holds. */
  readonly count?: number;
  readonly disabled?: boolean;
}

/**
 * Views of one thing beside each other. The chosen value lives with the caller, usually in the address; replace the
 * address rather than adding to the history. Arrow keys, Home and End move and choose. Only the chosen panel exists.
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
  const list = useRef<HTMLDivElement>(null);
  const current = items.some((item) => item.value === value) ? value : items[0]?.value;

  // On a phone the row is wider than the screen: the chosen tab is in it, also when an address chose it, and when the
  // counts have come and moved it.
  const counts = items.map(({ count }) => count ?? '').join(' ');
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [current, counts]);

  const move = (event: KeyboardEvent) => {
    const enabled = items.filter((item) => item.disabled !== true);
    const at = enabled.findIndex((item) => item.value === current);
    const last = enabled.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const index = steps[event.key];
    const next = index === undefined ? undefined : enabled[index];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };

  return (
    <div>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={move}>
        {items.map((item) => {
          const selected = item.value === current;
          return (
            <Tab
              key={item.value}
              role="tab"
              type="button"
              id={`${id}-tab-${item.value}`}
              data-value={item.value}
              aria-selected={selected}
              aria-controls={selected ? `${id}-panel` : undefined}
              tabIndex={selected ? 0 : -1}
              disabled={item.disabled}
              onClick={() => onChange(item.value)}
            >
              {item.label}
              {item.count === undefined ? null : (
                <Text as="span" variant="caption" tone="muted" numeric>
                  {formatNumber(item.count)}
                </Text>
              )}
            </Tab>
          );
        })}
      </List>
      <Panel role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current ?? ''}`} tabIndex={0}>
        {children}
      </Panel>
    </div>
  );
}
