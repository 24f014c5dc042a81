import { addDays, berlinDay } from '@nemus/area/calendar';

/** How far ahead a course can begin, in days; the database allows two years. */
const LONGEST_LEAD = 730;

/** The day in Berlin some days from now, `yyyy-MM-dd`. */
export const dayFromNow = (now: Date, days: number): string => addDays(berlinDay(now), days);

/** The first and the last day on which a course can begin, as seen from now, `yyyy-MM-dd`. */
export function firstDays(now: Date): { readonly first: string; readonly last: string } {
  return { first: dayFromNow(now, 0), last: dayFromNow(now, LONGEST_LEAD) };
}
