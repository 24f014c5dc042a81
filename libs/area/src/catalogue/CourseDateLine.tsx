import type { CatalogueDate } from '@nemus/data';
import { formatCount, formatDate, formatDays, formatNumber, formatTime, Stack, Text } from '@nemus/ui';
import { berlinDay } from '../calendar/berlin';

/** When and where the next of these dates takes place, with whom, and how many places are free; nothing without any. */
export function CourseDateLine({ dates }: { dates: readonly CatalogueDate[] }) {
  const [next] = dates;
  if (!next) return null;
  const { starts_at, ends_at, format, location, instructor, capacity, free_places } = next;
  const days =
    berlinDay(starts_at) === berlinDay(ends_at)
      ? formatDate(starts_at)
      : formatDays(berlinDay(starts_at), berlinDay(ends_at));
  return (
    <Stack gap={0.25}>
      <Text variant="small" strong numeric>
        {days}, {formatTime(starts_at)} Uhr
      </Text>
      <Text variant="small" tone="muted">
        {[location === '' || format === 'Online' ? format : location, instructor].filter(Boolean).join(' · ')}
      </Text>
      <Text variant="small" tone="muted" numeric>
        {free_places > 0
          ? `${formatNumber(free_places)} von ${formatCount(capacity, 'Platz', 'Plätzen')} frei`
          : 'Ausgebucht, mit Warteliste'}
        {dates.length > 1 && ` · ${formatCount(dates.length - 1, 'weiterer Termin', 'weitere Termine')}`}
      </Text>
    </Stack>
  );
}
