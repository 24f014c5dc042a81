import { Stack, Surface, Text, TIME_ZONE } from '@nemus/ui';

let leaf: Intl.DateTimeFormat | undefined;

/** The parts of a calendar leaf, from one formatter, created on first use. */
function partsOf(moment: string): Intl.DateTimeFormatPart[] {
  leaf ??= new Intl.DateTimeFormat('de-DE', {
    timeZone: TIME_ZONE,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return leaf.formatToParts(new Date(moment));
}

/** A calendar leaf, to find a day visually. Decorative: the full date is next to it. */
export function DateBlock({ moment, past = false }: { moment: string; past?: boolean }) {
  const found = partsOf(moment);
  const part = (wanted: 'weekday' | 'day' | 'month') => found.find(({ type }) => type === wanted)?.value;
  return (
    <Surface
      kind={past ? 'sunken' : 'primary'}
      padding="none"
      aria-hidden
      sx={{ width: '3.75rem', flex: 'none', paddingBlock: 0.75 }}
    >
      <Stack gap={0} align="center">
        <Text as="span" variant="caption" tone="inherit">
          {part('weekday')}
        </Text>
        <Text as="span" variant="heading" tone="inherit" numeric>
          {part('day')}
        </Text>
        <Text as="span" variant="caption" tone="inherit">
          {part('month')}
        </Text>
      </Stack>
    </Surface>
  );
}
