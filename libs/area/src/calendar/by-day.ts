import { addDays, berlinDay } from './berlin';

/** What has a place in a calendar. */
export interface CalendarItem {
  readonly id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Items by the days that they touch, `yyyy-MM-dd`. */
export type ItemsByDay<T> = ReadonlyMap<string, readonly T[]>;

/** Puts items under the days that they touch, in the time of Berlin. */
export function byDay<T extends CalendarItem>(items: readonly T[]): ItemsByDay<T> {
  const days = new Map<string, T[]>();
  for (const item of items) {
    const last = berlinDay(new Date(Date.parse(item.ends_at) - 1));
    for (let day = berlinDay(item.starts_at); day <= last; day = addDays(day, 1)) {
      days.set(day, [...(days.get(day) ?? []), item]);
    }
  }
  return days;
}
