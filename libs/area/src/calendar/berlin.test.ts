import { addDays, addMonths, berlinClock, berlinDay, berlinMidnight, daysBetween, weekdayOf } from './berlin';

it('returns day and time in Berlin, in summer and in winter', () => {
  expect([berlinDay('2026-07-01T22:30:00Z'), berlinClock('2026-07-01T22:30:00Z')]).toEqual(['2026-07-02', '00:30']);
  expect([berlinDay('2026-11-22T23:30:00Z'), berlinClock('2026-11-22T23:30:00Z')]).toEqual(['2026-11-23', '00:30']);
});

it('counts days and months of the calendar, through the change of the clocks and over a year', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(addMonths('2026-11', 3)).toBe('2027-02');
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([0, 6]);
});

it.each([
  ['2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['2026-11-23', '2026-11-22T23:00:00.000Z'],
  // On days of a clock change, midnight still has the previous day's offset.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
])('knows when %s begins', (day, moment) => expect(berlinMidnight(day)).toBe(moment));
