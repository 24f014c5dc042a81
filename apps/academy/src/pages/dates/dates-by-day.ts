import { addDays, berlinDay } from '@nemus/area/calendar';
import type { TeachingDate } from '@nemus/data';

/** Dates by the days that they touch, `yyyy-MM-dd`. */
export type DatesByDay = ReadonlyMap<string, readonly TeachingDate[]>;

/** Puts dates under the days that they or their parts touch, in the time of Berlin. */
export function byDay(dates: readonly TeachingDate[]): DatesByDay {
  const days = new Map<string, TeachingDate[]>();
  const entries = dates.flatMap(
    (date) => date.parts?.map(({ starts_at, ends_at }) => ({ ...date, starts_at, ends_at })) ?? date,
  );
  for (const date of entries) {
    const last = berlinDay(new Date(Date.parse(date.ends_at) - 1));
    for (let day = berlinDay(date.starts_at); day <= last; day = addDays(day, 1)) {
      days.set(day, [...(days.get(day) ?? []), date]);
    }
  }
  return days;
}
