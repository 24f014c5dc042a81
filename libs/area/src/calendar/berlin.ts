import { TIME_ZONE } from '@nemus/ui';

/** Days and hours in Berlin, wherever the reader is; created on first use, since each costs a start 5 ms. */
let days: Intl.DateTimeFormat | undefined;
let clock: Intl.DateTimeFormat | undefined;

/** The day of a moment in Berlin, `yyyy-MM-dd`. */
export const berlinDay = (moment: string | Date): string => {
  days ??= new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE });
  return days.format(new Date(moment));
};

/** The time of a moment in Berlin, `HH:MM`. */
export const berlinClock = (moment: string | Date): string => {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' });
  return clock.format(new Date(moment));
};

/** Adds days to a day, both `yyyy-MM-dd`, regardless of clock changes. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Number of days between two days, both `yyyy-MM-dd`. */
export const daysBetween = (day: string, later: string): number =>
  Math.round((Date.parse(`${later}T12:00:00Z`) - Date.parse(`${day}T12:00:00Z`)) / 86_400_000);

/** Adds months to a month, both `yyyy-MM`. */
export function addMonths(month: string, months: number): string {
  const moment = new Date(`${month}-01T12:00:00Z`);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  return moment.toISOString().slice(0, 7);
}

/** The moment when a day begins in Berlin. */
export function berlinMidnight(day: string): string {
  // Berlin is one or two hours ahead of UTC: use the offset for which the clock says midnight.
  const [winter, summer] = [1, 2].map((hours) => new Date(Date.parse(`${day}T00:00:00Z`) - hours * 3_600_000));
  if (winter === undefined || summer === undefined) throw new RangeError(`No day: ${day}`);
  return (berlinDay(summer) === day && berlinClock(summer) === '00:00' ? summer : winter).toISOString();
}

/** Monday is 0, Sunday 6. */
export const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
