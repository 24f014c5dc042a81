import type { CategoryHours, MonthMinutes, HourCategory } from '@nemus/data';
import { forecastOf, forecastOfAll } from './forecast';
import { plannedEndWords } from './forecast-words';

const TODAY = '2026-11-23';

const hours = (category: HourCategory, required: number | null, done: number): CategoryHours => ({
  category,
  title: '',
  required_units: required,
  unit_minutes: 45,
  done_minutes: done,
  submitted_minutes: 0,
  draft_minutes: 0,
  planned_minutes: 0,
});

/** So many minutes in each of the months before November 2026, the newest last. */
function before(category: HourCategory, minutes: readonly number[]): MonthMinutes[] {
  return minutes.map((each, index) => {
    const month = 2026 * 12 + 10 - (minutes.length - index);
    const text = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
    return { month: text, category, minutes: each };
  });
}

it('continues at the pace of the last twelve whole months', () => {
  const months = before(
    'practice',
    Array.from({ length: 12 }, () => 450),
  );
  // 300 units are missing, 10 units are done each month.
  expect(forecastOf(hours('practice', 420, 120 * 45), months, TODAY)).toEqual({
    kind: 'expected',
    month: '2029-05',
    earliest: '2029-05',
    latest: '2029-05',
  });
});

it('has its range from the last three and the last twenty-four months', () => {
  const months = before('practice', [
    ...Array.from({ length: 12 }, () => 225),
    ...Array.from({ length: 9 }, () => 450),
    ...Array.from({ length: 3 }, () => 900),
  ]);
  const forecast = forecastOf(hours('practice', 500, 400 * 45), months, TODAY);
  // 100 units are missing: 20 a month lately, 12.5 within a year, 8.75 within two.
  expect(forecast).toEqual({ kind: 'expected', month: '2027-07', earliest: '2027-04', latest: '2027-11' });
});

it('leaves the range open when nothing was done lately, and the whole when nothing was within a year', () => {
  const paused = before('practice', [...Array.from({ length: 9 }, () => 450), 0, 0, 0]);
  expect(forecastOf(hours('practice', 100, 0), paused, TODAY)).toMatchObject({ kind: 'expected', latest: null });
  const stopped = before('practice', [450, ...Array.from({ length: 12 }, () => 0)]);
  expect(forecastOf(hours('practice', 100, 0), stopped, TODAY)).toEqual({ kind: 'open' });
});

it('makes no forecast below three whole months, and ignores the current month', () => {
  const young = [
    ...before('practice', [450, 450]),
    { month: '2026-11-01', category: 'practice', minutes: 4500 } as const,
  ];
  expect(forecastOf(hours('practice', 100, 0), young, TODAY)).toEqual({ kind: 'too_little' });
  expect(forecastOf(hours('practice', 100, 0), [], TODAY)).toEqual({ kind: 'too_little' });
});

it('uses the months since the first counted entry if there are fewer than twelve', () => {
  const months = before('practice', [450, 450, 450, 450]);
  expect(forecastOf(hours('practice', 50, 40 * 45), months, TODAY)).toMatchObject({ month: '2026-12' });
});

it('has nothing to wait for where nothing is missing, or no figure is named', () => {
  expect(forecastOf(hours('theory', 10, 450), [], TODAY)).toEqual({ kind: 'done' });
  expect(forecastOf(hours('self_experience', null, 0), [], TODAY)).toEqual({ kind: 'done' });
});

it('is complete with its last category', () => {
  const months = [
    ...before(
      'practice',
      Array.from({ length: 12 }, () => 450),
    ),
    ...before(
      'theory',
      Array.from({ length: 12 }, () => 90),
    ),
  ];
  const categories = [hours('practice', 30, 20 * 45), hours('theory', 30, 10 * 45), hours('elearning', 1, 45)];
  expect(forecastOfAll(categories, months, TODAY)).toMatchObject({ kind: 'expected', month: '2027-09' });
  expect(forecastOfAll([...categories, hours('supervision', 5, 0)], months, TODAY)).toEqual({ kind: 'open' });
  expect(forecastOfAll([hours('elearning', 1, 45)], months, TODAY)).toEqual({ kind: 'done' });
});

it.each([
  ['2027-06-30', 'Ihr geplantes Ende laut Profil: Juni 2027. Die Prognose liegt später.'],
  ['2027-12-01', 'Ihr geplantes Ende laut Profil: Dezember 2027. Das liegt in der Spanne der Prognose.'],
  ['2028-04-01', 'Ihr geplantes Ende laut Profil: April 2028. Die Prognose liegt früher.'],
])('compares the planned end %s with the range of the forecast', (plannedEnd, words) => {
  const forecast = { kind: 'expected', month: '2027-10', earliest: '2027-08', latest: '2028-03' } as const;
  expect(plannedEndWords(forecast, plannedEnd)).toBe(words);
  expect(plannedEndWords({ kind: 'open' }, plannedEnd)).toMatch(/\d{4}\.$/);
  expect(plannedEndWords(forecast, null)).toBeNull();
});
