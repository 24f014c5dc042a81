import { addDays, berlinDay } from './berlin';

/** What has a place in a calendar. */
export interface CalendarItem {
  readonly id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly parts?: readonly { readonly starts_at: string; readonly ends_at: string }[] | null;
}

/** Items by the days that they touch, `yyyy-MM-dd`. */
export type ItemsByDay<T> = ReadonlyMap<string, readonly T[]>;

/** Puts items under the days that they or their parts touch, in the time of Berlin. */
export function byDay<T extends CalendarItem>(items: readonly T[]): ItemsByDay<T> {
  const days = new Map<string, T[]>();
  const entries = items.flatMap(
    (item) => item.parts?.map(({ starts_at, ends_at }) => ({ ...item, starts_at, ends_at })) ?? item,
  );
  for (const item of entries) {
    const last = berlinDay(new Date(Date.parse(item.ends_at) - 1));
    for (let day = berlinDay(item.starts_at); day <= last; day = addDays(day, 1)) {
      days.set(day, [...(days.get(day) ?? []), item]);
    }
  }
  return days;
}
