import type { CatalogueDate } from '@nemus/data';
import { formatCount, formatNumber, Stack, Text } from '@nemus/ui';
import { daysOf, placeOf } from './date-words';

/** When and where the next date takes place, with whom, and how many places are free; nothing without one. */
export function CourseDateLine({
  next,
  more,
}: {
  next: CatalogueDate | null;
  /** How many further dates there are. */
  more: number;
}) {
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
        {more > 0 && ` · ${formatCount(more, 'weiterer Termin', 'weitere Termine')}`}
      </Text>
    </Stack>
  );
}
