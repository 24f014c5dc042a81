import type { CategoryHours, MonthMinutes } from '@nemus/data';

/** How many whole months the pace is taken from, and those that the range is taken from. */
const PACE_MONTHS = 12;
const RANGE_MONTHS = [3, 24] as const;
/** Minimum number of whole months for a forecast. */
const LEAST_MONTHS = 3;

/**
 * When all hours will be complete at the current pace. done: nothing is missing · too_little: not enough months · open:
 * no progress in a missing category in the last twelve months · expected: in `month`, between `earliest` and `latest`;
 * no `latest` without progress in one of the periods of the range. Months are `yyyy-MM`.
 */
export type Forecast =
  | { readonly kind: 'done' }
  | { readonly kind: 'too_little' }
  | { readonly kind: 'open' }
  | { readonly kind: 'expected'; readonly month: string; readonly earliest: string; readonly latest: string | null };

/** Months since year 0, so that they can be counted. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Minutes that a category lacks; none where the set names no figure. */
export const missingMinutes = ({
  required_units: required,
  unit_minutes: length,
  done_minutes: done,
}: CategoryHours): number => (required === null ? 0 : Math.max(0, required * length - done));

/** When a category is full at a pace: null for never. */
function monthOf(missing: number, minutes: number, months: number, present: number): number | null {
  return minutes <= 0 ? null : present + Math.ceil((missing * months) / minutes);
}

/**
 * The forecast of one category. The pace is the mean of the last twelve whole months, or of all since the first counted
 * entry; the range comes from the paces of the last three, twelve and twenty-four. The current month is incomplete and
 * ignored.
 */
export function forecastOf(category: CategoryHours, months: readonly MonthMinutes[], today: string): Forecast {
  const missing = missingMinutes(category);
  if (missing === 0) return { kind: 'done' };
  const present = monthNumber(today);
  const begun = Math.min(present, ...months.map(({ month }) => monthNumber(month)));
  const known = present - begun;
  if (known < LEAST_MONTHS) return { kind: 'too_little' };
  const finish = (wanted: number): number | null => {
    const span = Math.min(wanted, known);
    const minutes = months
      .filter(({ month, category: of }) => {
        const number = monthNumber(month);
        return of === category.category && number < present && number >= present - span;
      })
      .reduce((sum, { minutes: done }) => sum + done, 0);
    return monthOf(missing, minutes, span, present);
  };
  const middle = finish(PACE_MONTHS);
  if (middle === null) return { kind: 'open' };
  const ends = [middle, ...RANGE_MONTHS.map(finish)];
  const reached = ends.filter((end) => end !== null);
  return {
    kind: 'expected',
    month: monthText(middle),
    earliest: monthText(Math.min(...reached)),
    latest: reached.length < ends.length ? null : monthText(Math.max(...reached)),
  };
}

const latest = (texts: readonly string[]): string => texts.reduce((last, text) => (text > last ? text : last));

/** The forecast of the whole training: that of its last category. */
export function forecastOfAll(
  categories: readonly CategoryHours[],
  months: readonly MonthMinutes[],
  today: string,
): Forecast {
  const all = categories.map((category) => forecastOf(category, months, today)).filter(({ kind }) => kind !== 'done');
  if (all.length === 0) return { kind: 'done' };
  for (const kind of ['too_little', 'open'] as const) {
    if (all.some((forecast) => forecast.kind === kind)) return { kind };
  }
  const expected = all.filter((forecast) => forecast.kind === 'expected');
  const ends = expected.map((forecast) => forecast.latest).filter((end) => end !== null);
  return {
    kind: 'expected',
    month: latest(expected.map(({ month }) => month)),
    earliest: latest(expected.map(({ earliest }) => earliest)),
    latest: ends.length < expected.length ? null : latest(ends),
  };
}
