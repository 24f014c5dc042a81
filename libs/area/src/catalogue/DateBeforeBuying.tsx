import type { ReactNode } from 'react';
import { Box, formatNumber, Select, Stack, Text } from '@nemus/ui';
import { daysOf, partTimes, placeOf } from './date-words';
import { useDateBeforeBuying, useIsSavingDate } from './useCourseOffer';

/** Chooses the date of a course before it is bought, for the account or for the people of a booking. */
export function DateBeforeBuying({
  courseId,
  seats = 1,
  later,
}: {
  courseId: string;
  /** How many people get a place. */
  seats?: number;
  /** What happens without a choice. */
  later: string;
}) {
  const { dates, chosenId, choose } = useDateBeforeBuying(courseId);
  if (dates.length === 0) return null;
  const shownId = choose.isPending ? choose.variables : chosenId;
  const chosen = dates.find(({ id }) => id === shownId);
  return (
    <Stack gap={0.75}>
      <Select
        label="Termin"
        placeholder={later}
        options={dates.map((date) => ({
          value: date.id,
          label: `${daysOf(date)} · ${placeOf(date)} · ${date.free_places > 0 ? `${formatNumber(date.free_places)} frei` : 'Warteliste'}`,
        }))}
        value={shownId ?? ''}
        onChange={({ target }) => choose.mutate(target.value || null)}
      />
      {chosen?.parts && (
        <Stack as="ol" gap={0.25} aria-label="Teile" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
          {partTimes(chosen).map((times) => (
            <Text as="li" variant="small" numeric key={times}>
              {times}
            </Text>
          ))}
        </Stack>
      )}
      {chosen && (
        <Text variant="small" tone="muted" role="status">
          {chosen.free_places === 0
            ? 'Dieser Termin ist ausgebucht: Mit dem Kauf beginnt die Warteliste.'
            : chosen.free_places >= seats
              ? 'Der Platz wird mit dem Kauf vergeben, solange einer frei ist; danach gilt die Warteliste.'
              : `Nur ${formatNumber(chosen.free_places)} von ${formatNumber(seats)} Personen ${chosen.free_places === 1 ? 'bekommt' : 'bekommen'} sofort einen Platz, die anderen stehen auf der Warteliste.`}
        </Text>
      )}
    </Stack>
  );
}

/** The buttons that buy with the chosen date: disabled, also those of another area, while the choice is being saved. */
export function WithSavedDate({ courseId, children }: { courseId: string; children: ReactNode }) {
  return (
    <Box component="fieldset" role="presentation" disabled={useIsSavingDate(courseId)} sx={{ display: 'contents' }}>
      {children}
    </Box>
  );
}
