import type { Appointment, DatePart } from '@nemus/data';
import { formatDate, formatTime } from '@nemus/ui';

type InParts = Pick<Appointment, 'starts_at' | 'ends_at' | 'parts'>;

/** The part that runs or comes next, the last one once all are over; with a single part the date itself. */
export function partAt(date: InParts, now: number): Pick<DatePart, 'starts_at' | 'ends_at'> {
  return date.parts?.find(({ ends_at }) => Date.parse(ends_at) > now) ?? date.parts?.at(-1) ?? date;
}

/** The number of parts with such attendance. */
const countMarks = ({ parts, part_marks: marks }: Appointment, ...attendances: readonly string[]): number =>
  (parts ?? []).filter(({ id }) => attendances.includes(marks?.[id]?.attendance ?? '')).length;

/** Whether enough parts were attended for the certificate; null for a date with a single part. */
export const hasEnoughParts = (date: Appointment): boolean | null =>
  date.parts && countMarks(date, 'present', 'partial') >= (date.parts_needed ?? date.parts.length);

/** Whether so many parts were attended wholly that a seminar with these units is complete. */
export const hasWholeParts = (date: Appointment): boolean =>
  date.parts !== null && countMarks(date, 'present') >= (date.parts_needed ?? date.parts.length);

/** Whether attendance is recorded, for each of its parts. */
export const isMarked = ({ parts, part_marks: marks, attendance }: Appointment): boolean =>
  parts === null ? attendance !== null : parts.every(({ id }) => marks?.[id] !== undefined);

/**
 * From when to when, in German: `01.03.2027, 14:00 – 15:30 Uhr`. The day is written twice only when it changes. A date in
 * parts has its days and their number: `01.03.2027 – 22.03.2027 (3 Teile)`.
 */
export function formatPeriod({
  starts_at,
  ends_at,
  parts,
}: Pick<InParts, 'starts_at' | 'ends_at'> & { readonly parts?: readonly unknown[] | number | null }): string {
  const [startDay, endDay] = [formatDate(starts_at), formatDate(ends_at)];
  const number = typeof parts === 'number' ? parts : (parts?.length ?? 1);
  if (number > 1) return `${startDay === endDay ? startDay : `${startDay} – ${endDay}`} (${number} Teile)`;
  const end = startDay === endDay ? formatTime(ends_at) : `${endDay}, ${formatTime(ends_at)}`;
  return `${startDay}, ${formatTime(starts_at)} – ${end} Uhr`;
}
