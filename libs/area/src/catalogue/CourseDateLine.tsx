import type { CatalogueDate } from '@nemus/data';
import { formatCount, formatNumber, Stack, Text } from '@nemus/ui';
import { daysOf, placeOf } from './date-words';

/** When and where the next of these dates takes place, with whom, and how many places are free; nothing without any. */
export function CourseDateLine({ dates }: { dates: readonly CatalogueDate[] }) {
  const [next] = dates;
  if (!next) return null;
  const { instructor, capacity, free_places } = next;
  return (
    <Stack gap={0.25}>
      <Text variant="small" strong numeric>
        {daysOf(next)}
      </Text>
      <Text variant="small" tone="muted">
        {[placeOf(next), instructor].filter(Boolean).join(' · ')}
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
