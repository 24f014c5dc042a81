import type { CsvColumn } from '@nemus/area';
import type { DateParticipant, DatePart } from '@nemus/data';
import { ATTENDANCE_LABELS } from './ParticipantRow';

/** How a person takes part. */
export function stateOf({
  status,
  lost,
  waitlist_position: position,
  is_enrolled: isEnrolled,
}: DateParticipant): string {
  if (lost !== null) return lost === 'waiting' ? 'Warteliste (abgesagt)' : 'Platz (abgesagt)';
  if (status === 'waitlist') return `Warteliste, Stelle ${position ?? ''}`;
  return isEnrolled ? 'Platz' : 'Nicht mehr eingeschrieben';
}

/** Columns of the list of a date as a table; for a date in parts with the attendance at each. */
export const participantColumns = (parts: readonly DatePart[] | null): readonly CsvColumn<DateParticipant>[] => [
  { header: 'Name', value: ({ name }) => name },
  { header: 'E-Mail', value: ({ email }) => email },
  { header: 'Telefon', value: ({ phone }) => phone ?? '' },
  { header: 'Stand', value: stateOf },
  {
    header: 'Anwesenheit',
    value: ({ attendance }) => (attendance === null ? '' : ATTENDANCE_LABELS[attendance]),
  },
  { header: 'UE', value: ({ attended_units: units }) => units ?? '' },
  ...(parts ?? []).flatMap(({ id }, place): CsvColumn<DateParticipant>[] => [
    {
      header: `Anwesenheit Teil ${place + 1}`,
      value: ({ part_marks: marks }) => {
        const mark = marks?.[id];
        return mark === undefined ? '' : ATTENDANCE_LABELS[mark.attendance];
      },
    },
    { header: `UE Teil ${place + 1}`, value: ({ part_marks: marks }) => marks?.[id]?.units ?? '' },
  ]),
  { header: 'Bescheinigung', value: ({ certificate }) => certificate ?? '' },
];
