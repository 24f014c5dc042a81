import { useId, type ReactNode } from 'react';
import CircularProgress, { circularProgressClasses } from '@mui/material/CircularProgress';
import LinearProgress, { linearProgressClasses } from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { formatPercent } from '../formats/formats';
import { Box, Row, Stack, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';
import type { Tone } from '../theme/tokens';

interface Look {
  tone: Tone;
  thin: boolean;
}

const Bar = styled(LinearProgress, { shouldForwardProp: (prop) => prop !== 'tone' && prop !== 'thin' })<Look>(
  ({ theme, tone, thin }) => ({
    height: thin ? 6 : 8,
    borderRadius: 999,
    backgroundColor: theme.tokens.color.track,
    [`& .${linearProgressClasses.bar}`]: {
      borderRadius: 999,
      backgroundColor: theme.tokens.color.tone[tone].main,
      transition: 'transform 320ms ease-out',
    },
    '@media (forced-colors: active)': {
      border: '1px solid CanvasText',
      [`& .${linearProgressClasses.bar}`]: { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
    },
    '@media print': { [`& .${linearProgressClasses.bar}`]: { printColorAdjust: 'exact' } },
  }),
);

/** The circle is drawn in a viewBox of 44 units at any size. */
const RING_UNITS = 44;

const Circle = styled(CircularProgress, { shouldForwardProp: (prop) => prop !== 'tone' })<{
  tone: Tone;
  value: number;
}>(({ theme, tone, value }) => ({
  display: 'block',
  color: theme.tokens.color.tone[tone].main,
  [`& .${circularProgressClasses.circle}`]: {
    transition: 'stroke-dashoffset 320ms ease-out',
    // A round cap on an empty ring would be a dot.
    strokeLinecap: value > 0 ? 'round' : 'butt',
  },
  [`& .${circularProgressClasses.track}`]: { stroke: theme.tokens.color.track, opacity: 1 },
  '@media (forced-colors: active)': {
    [`& .${circularProgressClasses.circle}`]: { stroke: 'Highlight' },
    [`& .${circularProgressClasses.track}`]: { stroke: 'GrayText' },
  },
}));

/** A share of 0 to 100, clamped; NaN counts as 0. */
export function clampPercent(value: number): number {
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;
}

export interface ProgressBarProps {
  /** What progresses; also the accessible name. */
  label: string;
  /** 0 to 100, or `value` of `max`. */
  value: number;
  /** When given, `value` is relative to it, and both are shown instead of the percentage. */
  max?: number;
  /** Text on the right, when the default ("65 %" or "325 / 500") does not fit: "325 von 500 UE". */
  valueText?: string;
  tone?: Tone;
  /** The label is shown elsewhere: only the bar is visible. */
  bare?: boolean;
  thin?: boolean;
}

/** A progress bar. Read as "label, value text". */
export function ProgressBar({
  label,
  value,
  max,
  valueText,
  tone = 'primary',
  bare = false,
  thin = false,
}: ProgressBarProps) {
  const id = useId();
  const percent = clampPercent(max === undefined ? value : max > 0 ? (value / max) * 100 : 0);
  const text = valueText ?? (max === undefined ? formatPercent(percent) : `${value} / ${max}`);
  const bar = (
    <Bar
      variant="determinate"
      value={percent}
      tone={tone}
      thin={thin}
      aria-label={bare ? label : undefined}
      aria-labelledby={bare ? undefined : id}
      aria-valuetext={text}
    />
  );
  if (bare) return bar;
  return (
    <Stack gap={0.75}>
      <Row justify="between" align="baseline" wrap={false} gap={2}>
        <Text as="span" variant="small" id={id}>
          {label}
        </Text>
        <Text as="span" variant="small" tone="muted" numeric sx={{ flex: 'none' }}>
          {text}
        </Text>
      </Row>
      {bar}
    </Stack>
  );
}

/** One share as a ring with the number inside, for the head of a page. Use bars to compare several. */
export function ProgressRing({
  label,
  value,
  size = 96,
  tone = 'primary',
  children,
}: {
  label: string;
  /** 0 to 100. */
  value: number;
  /** Edge in px. */
  size?: number;
  tone?: Tone;
  /** Shown inside the ring instead of the percentage. */
  children?: ReactNode;
}) {
  const percent = clampPercent(value);
  const stroke = size < 72 ? 6 : 8;
  const text = formatPercent(percent);
  return (
    <Box sx={{ position: 'relative', width: size, height: size, flex: 'none' }}>
      <Circle
        variant="determinate"
        enableTrackSlot
        value={percent}
        size={size}
        thickness={(RING_UNITS * stroke) / size}
        tone={tone}
        aria-label={label}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={text}
      />
      <Box
        aria-hidden
        sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', textAlign: 'center' }}
      >
        {children ?? (
          <Text as="span" variant={size < 72 ? 'caption' : 'heading'} strong numeric>
            {text}
          </Text>
        )}
      </Box>
      <VisuallyHidden>{text}</VisuallyHidden>
    </Box>
  );
}
