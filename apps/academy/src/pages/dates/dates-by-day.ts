import { addDays, berlinDay } from '@nemus/area/calendar';
import type { TeachingDate } from '@nemus/data';

/** Dates by the days that they touch, `yyyy-MM-dd`. */
export type DatesByDay = ReadonlyMap<string, readonly TeachingDate[]>;

/** Puts dates under the days that they touch, in the time of Berlin. */
export function byDay(dates: readonly TeachingDate[]): DatesByDay {
  const days = new Map<string, TeachingDate[]>();
  for (const date of dates) {
    const last = berlinDay(new Date(Date.parse(date.ends_at) - 1));
    for (let day = berlinDay(date.starts_at); day <= last; day = addDays(day, 1)) {
      days.set(day, [...(days.get(day) ?? []), date]);
    }
  }
  return days;
}
