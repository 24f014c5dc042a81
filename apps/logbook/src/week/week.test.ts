import { addDays } from '@nemus/area/calendar';
import { dayLabel, daysOf, hasWeek, mondayOf, readWeek, today, weekLabel, weekName } from './week';

it('counts weeks as ISO 8601 does, over the turn of a year', () => {
  expect(weekName('2026-11-16')).toBe('2026-W47');
  expect(weekName('2025-12-29')).toBe('2026-W01');
  expect(weekName('2026-12-28')).toBe('2026-W53');
  expect(weekName('2027-01-04')).toBe('2027-W01');
  expect(weekLabel('2027-01-04')).toBe('KW 1');
});

it('reads from an address what it has written, for every week of ten years', () => {
  for (let monday = '2020-01-06'; monday < '2030-01-01'; monday = addDays(monday, 7)) {
    expect(readWeek(weekName(monday))).toBe(monday);
  }
});

it.each([[null], [''], ['2026-47'], ['2026-W00'], ['2026-W54'], ['2025-W53'], ['1999-W10'], ['2026-W47x']])(
  'rejects %j as a week',
  (text) => {
    expect(readWeek(text)).toBeNull();
  },
);

it('begins a week on Monday, and has seven days of it through the change of the clocks', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  expect(daysOf('2026-10-19').at(-1)).toBe('2026-10-25');
  expect(daysOf('2026-03-23')).toHaveLength(7);
  expect(dayLabel('2026-11-22')).toBe('Sonntag, 22.11.');
});

it('knows what day it is in Berlin', () => {
  expect(today(new Date('2026-11-22T23:30:00Z'))).toBe('2026-11-23');
});

it('shows the weeks of entries only', () => {
  expect(['2026-02-28', '2000-01-01', '1999-12-31', '0026-02-01', '2026-02-30', ''].map(hasWeek)).toEqual([
    true,
    true,
    ...Array<boolean>(4).fill(false),
  ]);
  expect(readWeek(weekName(mondayOf('2000-01-01')))).toBe('1999-12-27');
});
