import type { SeminarDate } from '@nemus/data';
import { formatCount, formatDate, formatNumber, formatTime } from '@nemus/ui';
import { formatPeriod } from '../appointments/parts';

/** How many places are left, or how many wait. */
export function placesLeft({ free_places, capacity, waiting }: SeminarDate): string {
  if (free_places > 0) return `${formatNumber(free_places)} von ${formatCount(capacity, 'Platz', 'Plätzen')} frei`;
  return waiting === 0 ? 'Ausgebucht' : `Ausgebucht, ${formatNumber(waiting)} auf der Warteliste`;
}

/** Until when a date can be chosen, changed and left. */
export function deadlineOf({ change_until, starts_at }: SeminarDate): string {
  const until = change_until ?? starts_at;
  return `${formatDate(until)}, ${formatTime(until)} Uhr`;
}

/** Place and teacher. */
export const whereAndWho = ({ type, format, location, instructor }: SeminarDate): string =>
  [type, format, location, instructor].filter(Boolean).join(' · ');

/** Confirmation before a date is chosen, with the consequences for the previous one. */
export function questionOf(date: SeminarDate, held: SeminarDate | null, waited: SeminarDate | null) {
  const free = date.free_places > 0;
  const title = free ? (held ? 'Termin ändern?' : 'Diesen Termin wählen?') : 'Auf die Warteliste?';
  const confirmLabel = free ? (held ? 'Termin ändern' : 'Termin wählen') : 'Auf die Warteliste';
  const lines = [
    `${formatPeriod(date)}.`,
    free ? '' : 'Dieser Termin ist ausgebucht. Sie rücken nach, sobald ein Platz frei wird.',
    held && free ? `Ihr Platz am ${formatPeriod(held)} wird frei.` : '',
    held && !free ? `Ihren Platz am ${formatPeriod(held)} behalten Sie, bis Sie nachrücken.` : '',
    waited ? `Auf der Warteliste für den ${formatPeriod(waited)} stehen Sie dann nicht mehr.` : '',
    `Ändern können Sie das bis ${deadlineOf(date)}.`,
  ];
  return { title, confirmLabel, text: lines.filter(Boolean).join(' ') };
}
