import type { Interval } from '../resources';

/**
 * The same moment one interval later, in UTC. A day that the month does not have becomes its last: 31 January
 * plus one month is the end of February.
 *
 * @param instant seconds since 1970
 */
export function addInterval(instant: number, interval: Interval): number {
  const from = new Date(instant * 1000);
  const months = from.getUTCMonth() + (interval === 'year' ? 12 : 1);
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
