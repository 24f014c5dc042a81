import { Stack, Surface, Text, TIME_ZONE } from '@nemus/ui';

const month = new Intl.DateTimeFormat('de-DE', { timeZone: TIME_ZONE, month: 'short' });
const day = new Intl.DateTimeFormat('de-DE', { timeZone: TIME_ZONE, day: 'numeric' });
const weekday = new Intl.DateTimeFormat('de-DE', { timeZone: TIME_ZONE, weekday: 'short' });

/** A calendar's leaf, to find a day by eye. Decoration: the whole date stands beside it. */
export function DateBlock({ moment, past = false }: { moment: string; past?: boolean }) {
  const date = new Date(moment);
  return (
    <Surface
      kind={past ? 'sunken' : 'primary'}
      padding="none"
      aria-hidden
      sx={{ width: '3.75rem', flex: 'none', paddingBlock: 0.75 }}
    >
      <Stack gap={0} align="center">
        <Text as="span" variant="caption" tone="inherit">
          {weekday.format(date)}
        </Text>
        <Text as="span" variant="heading" tone="inherit" numeric>
          {day.format(date)}
        </Text>
        <Text as="span" variant="caption" tone="inherit">
          {month.format(date)}
        </Text>
      </Stack>
    </Surface>
  );
}
