import { formatUnitsOf, wholeUnits, type CategoryHours } from '@nemus/data';
import { Box, formatNumber, Row, Stack, Text } from '@nemus/ui';
import { missingMinutes } from './forecast';

/** Parts of the bar in order, each with its own pattern, so that they differ by more than colour. */
const PARTS = [
  { key: 'done_minutes', label: 'angerechnet', pattern: 'none' },
  { key: 'submitted_minutes', label: 'eingereicht', pattern: 'dots' },
  { key: 'planned_minutes', label: 'geplant', pattern: 'lines' },
] as const;

const PATTERNS = {
  dots: { backgroundImage: 'radial-gradient(currentColor 1.5px, transparent 1.6px)', backgroundSize: '6px 6px' },
  lines: { backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 7px)' },
} as const;

/** Style of a part: counted hours are solid, pending ones a pattern. */
const lookOf = (pattern: (typeof PARTS)[number]['pattern']) => ({
  color: 'primary.main',
  ...(pattern === 'none' ? { backgroundColor: 'primary.main' } : PATTERNS[pattern]),
  // Paper leaves backgrounds out otherwise.
  printColorAdjust: 'exact',
  '@media (forced-colors: active)': {
    color: 'CanvasText',
    forcedColorAdjust: 'none',
    ...(pattern === 'none' && { backgroundColor: 'Highlight' }),
  },
});

/** Hours of one category in words: done of required, pending, missing. */
function hoursInWords(hours: CategoryHours): string {
  const { required_units: required, unit_minutes: length, done_minutes: done, submitted_minutes: submitted } = hours;
  const units = (minutes: number) => formatUnitsOf(wholeUnits(minutes, length), length);
  const parts = [
    required === null
      ? `${units(done)} angerechnet, keine Vorgabe`
      : `${formatNumber(wholeUnits(done, length))} von ${formatUnitsOf(required, length)}`,
    submitted > 0 && `${units(submitted)} eingereicht`,
    hours.planned_minutes > 0 && `${units(hours.planned_minutes)} geplant`,
    hours.draft_minutes > 0 && `${units(hours.draft_minutes)} in Entwürfen`,
    required !== null && missingMinutes(hours) > 0
      ? `es fehlen ${formatUnitsOf(Math.ceil(missingMinutes(hours) / length), length)}`
      : required !== null && 'erfüllt',
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** Done, submitted and planned hours of one category on one bar, and the same in words below it. */
export function HoursBar({ label, hours, note }: { label: string; hours: CategoryHours; note?: string }) {
  const { required_units: required, unit_minutes: length } = hours;
  const sum = PARTS.reduce((all, { key }) => all + hours[key], 0);
  const whole = Math.max(1, required === null ? sum : required * length);
  const words = hoursInWords(hours);
  // The surplus is not shown on the bar.
  const shares = PARTS.map(({ key }, place) => {
    const before = PARTS.slice(0, place).reduce((all, part) => all + hours[part.key], 0);
    return Math.min(hours[key], Math.max(0, whole - before)) / whole;
  });
  return (
    <Stack gap={0.75}>
      <Text as="h3" variant="label" strong>
        {label}
      </Text>
      <Box
        role="img"
        aria-label={`${label}: ${words}`}
        sx={{
          display: 'flex',
          height: 12,
          borderRadius: 999,
          overflow: 'hidden',
          backgroundColor: 'divider',
          '@media (forced-colors: active)': { border: '1px solid CanvasText' },
          '@media print': { printColorAdjust: 'exact' },
        }}
      >
        {PARTS.map(({ key, pattern }, place) => (
          <Box key={key} sx={{ width: `${(shares[place] ?? 0) * 100}%`, ...lookOf(pattern) }} />
        ))}
      </Box>
      <Text variant="small" tone="muted" numeric aria-hidden>
        {words}
      </Text>
      {note !== undefined && (
        <Text variant="small" tone="muted">
          {note}
        </Text>
      )}
    </Stack>
  );
}

/** Legend of the bars. */
export function HoursLegend() {
  return (
    <Row gap={2} aria-hidden>
      {PARTS.map(({ key, label, pattern }) => (
        <Row key={key} gap={0.75} wrap={false}>
          <Box sx={{ width: 20, height: 12, borderRadius: '3px', border: '1px solid', ...lookOf(pattern) }} />
          <Text as="span" variant="small" tone="muted">
            {label}
          </Text>
        </Row>
      ))}
    </Row>
  );
}
