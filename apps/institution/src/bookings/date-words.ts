import type { ChosenDate } from '@nemus/data';
import { formatDate, formatTime } from '@nemus/ui';

const ATTENDED = {
  present: ', teilgenommen',
  partial: ', teilweise teilgenommen',
  absent: ', nicht teilgenommen',
} as const;

/** Which date of a course a person has chosen, and their attendance. */
export function dateWords(date: ChosenDate | null): string {
  if (date === null) return 'Noch kein Termin gewählt';
  const when = `${formatDate(date.starts_at)}, ${formatTime(date.starts_at)} Uhr${date.parts === null ? '' : ` (${date.parts} Teile)`}`;
  if (date.status === 'waitlist') return `Warteliste für den ${when}, Platz ${date.waitlist_position ?? 1}`;
  return `Termin: ${when}${date.attendance === null ? '' : ATTENDED[date.attendance]}`;
}
