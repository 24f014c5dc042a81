import { dayFromNow, firstDays } from './first-days';

it('counts days by the calendar in Berlin', () => {
  expect(dayFromNow(new Date('2026-11-20T23:30:00Z'), 0)).toBe('2026-11-21');
  expect(dayFromNow(new Date('2026-11-21T10:00:00Z'), 14)).toBe('2026-12-05');
  // Half past midnight in summer; fourteen times 24 hours later it is half past eleven of the day before.
  expect(dayFromNow(new Date('2026-10-18T22:30:00Z'), 14)).toBe('2026-11-02');
});

it('lets a course begin from today on, and at most two years ahead', () => {
  expect(firstDays(new Date('2026-11-22T23:30:00Z'))).toEqual({ first: '2026-11-23', last: '2028-11-22' });
});
