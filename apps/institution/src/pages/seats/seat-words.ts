import { SEAT_STATES, type Seat, type SeatState } from '@nemus/data';
import { formatCount, formatDate, type Tone } from '@nemus/ui';

export const SEAT_STATE_WORDS: Readonly<Record<SeatState, { readonly label: string; readonly tone: Tone }>> = {
  free: { label: 'Frei', tone: 'warning' },
  unused: { label: 'Nicht begonnen', tone: 'neutral' },
  started: { label: 'Begonnen', tone: 'info' },
  completed: { label: 'Abgeschlossen', tone: 'success' },
  left: { label: 'Nicht mehr verbunden', tone: 'neutral' },
  cancelled: { label: 'Storniert', tone: 'neutral' },
};

export const SEAT_STATE_OPTIONS = SEAT_STATES.map((value) => ({ value, label: SEAT_STATE_WORDS[value].label }));

/** Whose place it is. */
export function holderOf({ name, own, state, places }: Seat): string {
  if (own) return name === null ? 'Eigenes Konto der Weiterbildungsstätte' : `${name}, Mitglied`;
  if (state === 'cancelled') return formatCount(places, 'Platz', 'Plätze');
  return name ?? 'Niemand';
}

/** When it was bought, and when its course begins. */
export function seatDates({ bought_at: bought, start_date: start, has_dates: hasDates }: Seat): string {
  const booked = `gebucht am ${formatDate(bought)}`;
  return start === null || hasDates ? booked : `ab ${formatDate(start)}, ${booked}`;
}
