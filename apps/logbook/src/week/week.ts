import { addDays, berlinDay, daysBetween, weekdayOf } from '@nemus/area/calendar';
import { isDay } from '@nemus/ui';

/** Days are texts, `yyyy-MM-dd`: they have no zone, and compare as texts. */
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** The first day of an entry; the database has the same. */
export const FIRST_ENTRY_DAY = '2000-01-01';

/** Today where the portal is. */
export const today = (now = new Date()): string => berlinDay(now);

/** Whether a last day has passed; null is open. */
export const isOver = (until: string | null): boolean => until !== null && until < today();

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day));

/** The seven days of a week. */
export const daysOf = (monday: string): readonly string[] => Array.from({ length: 7 }, (_, n) => addDays(monday, n));

/** The ISO 8601 week of a Monday, `2026-W47`: that of its Thursday. */
export function weekName(monday: string): string {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  const first = mondayOf(`${year}-01-04`);
  const number = daysBetween(first, monday) / 7 + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/** The Monday of a week in an address; null if invalid. */
export function readWeek(text: string | null): string | null {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined || number === undefined) return null;
  const monday = addDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7);
  return weekName(monday) === text && addDays(monday, 6) >= FIRST_ENTRY_DAY ? monday : null;
}

/** The week as readers call it: `KW 47`. */
export const weekLabel = (monday: string): string => `KW ${Number(weekName(monday).slice(-2))}`;

let weekday: Intl.DateTimeFormat | undefined;

/** `Montag, 23.11.` */
export const dayLabel = (day: string): string => {
  weekday ??= new Intl.DateTimeFormat('de-DE', {
    timeZone: 'UTC',
    weekday: 'long',
    day: '2-digit',
    month: '2-digit',
  });
  return weekday.format(asDate(day));
};

/** Whether a text is a day whose week can be shown. */
export const hasWeek = (text: string): boolean => isDay(text) && text >= FIRST_ENTRY_DAY;
