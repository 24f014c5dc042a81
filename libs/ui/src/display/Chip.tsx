import type { ElementType, MouseEventHandler, ReactNode } from 'react';
import MuiChip, { chipClasses } from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { typeStyles } from '../theme/theme';
import type { Tone } from '../theme/tokens';

/** Props that the styled chip excludes from its types. */
interface Element {
  component: ElementType;
}

const Pill = styled(MuiChip, { shouldForwardProp: (prop) => prop !== 'tone' })<Element & { tone: Tone }>(
  ({ theme, tone }) => ({
    ...typeStyles('caption'),
    fontWeight: 560,
    gap: 5,
    // One line wherever the row has room for it. Longer text wraps: an ellipsis would hide its meaning.
    width: 'max-content',
    maxWidth: '100%',
    flexShrink: 0,
    height: 'auto',
    minHeight: 24,
    paddingInline: 9,
    paddingBlock: 2,
    borderRadius: theme.tokens.radius.pill,
    // Only visible in forced colours, where fills disappear.
    border: '1px solid transparent',
    backgroundColor: theme.tokens.color.tone[tone].soft,
    color: theme.tokens.color.tone[tone].onSoft,
    verticalAlign: 'baseline',
    [`& .${chipClasses.label}`]: { padding: 0, overflow: 'visible', whiteSpace: 'normal' },
    [`& .${chipClasses.icon}`]: { margin: 0, color: 'inherit', fontSize: 'inherit' },
  }),
);

/** A short word about a thing: its topic, its difficulty. Not clickable; for that, use `FilterChip`. */
export function Chip({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  const sign = icon === undefined ? undefined : <Icon name={icon} size={14} />;
  return <Pill component="span" tone={tone} icon={sign} label={children} />;
}

const Dot = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  width: 8,
  height: 8,
  flex: 'none',
  borderRadius: '50%',
  backgroundColor: theme.tokens.color.tone[tone].main,
  '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
}));

/** A status ("Bestätigt", "Ausstehend"). The word carries the meaning, the colour supports it. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Pill component="span" tone={tone} icon={<Dot tone={tone} aria-hidden />} label={children} />;
}

const Toggle = styled(MuiChip)<Element & { nativeButton: true; type: 'button' }>(({ theme }) => {
  const { color, radius } = theme.tokens;
  return {
    ...typeStyles('label'),
    gap: 8,
    height: 'auto',
    minHeight: 36,
    paddingInline: 14,
    borderRadius: radius.pill,
    border: `1px solid ${color.borderStrong}`,
    backgroundColor: color.surface,
    color: color.text,
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    '&:hover': { backgroundColor: color.sunken },
    '&[aria-pressed="true"]': {
      backgroundColor: color.tone.primary.soft,
      borderColor: color.tone.primary.main,
      color: color.tone.primary.onSoft,
    },
    '&:active': { boxShadow: 'none' },
    '&.Mui-disabled': { opacity: 0.55 },
    [`& .${chipClasses.icon}`]: { margin: 0, color: 'inherit' },
    [`& .${chipClasses.label}`]: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 8,
      padding: 0,
      overflow: 'visible',
      whiteSpace: 'normal',
    },
    '@media (forced-colors: active)': { '&[aria-pressed="true"]': { outline: '2px solid Highlight' } },
  };
});

const Count = styled('span')({ fontWeight: 450, fontVariantNumeric: 'tabular-nums', opacity: 0.85 });

/** Switches a filter on and off and shows the number of its results. */
export function FilterChip({
  selected,
  onToggle,
  count,
  disabled = false,
  children,
}: {
  selected: boolean;
  onToggle: (selected: boolean) => void;
  count?: number;
  disabled?: boolean;
  children: ReactNode;
}) {
  const onClick: MouseEventHandler = () => onToggle(!selected);
  return (
    <Toggle
      component="button"
      nativeButton
      type="button"
      aria-pressed={selected}
      onClick={onClick}
      disabled={disabled}
      icon={selected ? <Icon name="check" size={16} /> : undefined}
      label={
        <>
          {children}
          {count === undefined ? null : <Count>{formatNumber(count)}</Count>}
        </>
      }
    />
  );
}
