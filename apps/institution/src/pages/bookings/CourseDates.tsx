import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { DateBeforeBuying } from '@nemus/area/catalogue';
import { seminarDatesQuery, type Course } from '@nemus/data';
import { formatDate, formatNumber, formatTime, SkeletonText, Stack, Text } from '@nemus/ui';

/** How many dates are listed. */
const SHOWN = 5;

/** The date for all people of the booking, or that each chooses one; with the next ones and their free places. */
export function CourseDates({ course, people }: { course: Course; people: number }) {
  const dates = useQuery(seminarDatesQuery(useDataClient(), course.id));
  return (
    <Stack gap={1.5}>
      <Text variant="small">
        Ohne Termin wählen Ihre PiW selbst einen, sobald sie angemeldet sind; ändern können sie ihn bis zu seiner Frist.
        Wer welchen hat, sehen Sie in der Buchung.
      </Text>
      <DateBeforeBuying courseId={course.id} seats={people} later="Ihre PiW wählen selbst" />
      <QueryPart query={dates} title="Termine dieses Kurses" loading={<SkeletonText lines={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Text variant="small" tone="muted">
              Zurzeit stehen keine Termine fest.
            </Text>
          ) : (
            <Stack as="ul" gap={0.5} aria-label="Nächste Termine" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
              {rows.slice(0, SHOWN).map(({ id, starts_at, parts, free_places, location, format }) => (
                <Text as="li" variant="small" numeric key={id}>
                  {parts === null
                    ? `${formatDate(starts_at)}, ${formatTime(starts_at)} Uhr`
                    : `${parts.length} Teile: ${parts.map((part) => formatDate(part.starts_at)).join(', ')}`}
                  , {location || format}:{' '}
                  {free_places > 0 ? `${formatNumber(free_places)} frei` : 'ausgebucht, mit Warteliste'}
                </Text>
              ))}
            </Stack>
          )
        }
      </QueryPart>
    </Stack>
  );
}
