import type { Interval } from '../resources';

const DAY_SECONDS = 86_400;

/**
 * The same moment one or more intervals later, in UTC. A day that the month does not have becomes its last: 31 January
 * plus one month is the end of February.
 *
 * @param instant seconds since 1970
 */
export function addInterval(instant: number, interval: Interval, count: number): number {
  if (interval === 'day') return instant + count * DAY_SECONDS;
  if (interval === 'week') return instant + 7 * count * DAY_SECONDS;
  const from = new Date(instant * 1000);
  const months = from.getUTCMonth() + (interval === 'year' ? 12 * count : count);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const to = Date.UTC(
    from.getUTCFullYear(),
    months,
    Math.min(from.getUTCDate(), lastDay),
    from.getUTCHours(),
    from.getUTCMinutes(),
    from.getUTCSeconds(),
  );
  return Math.floor(to / 1000);
}
