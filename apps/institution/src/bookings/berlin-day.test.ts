import { dayFromNow, firstDays } from './berlin-day';

it('counts days by the calendar in Berlin', () => {
  expect(dayFromNow(new Date('2026-11-20T23:30:00Z'), 0)).toBe('2026-11-21');
  expect(dayFromNow(new Date('2026-11-21T10:00:00Z'), 14)).toBe('2026-12-05');
});

it('lets a course begin from today on, and at most two years ahead', () => {
  expect(firstDays(new Date('2026-11-22T23:30:00Z'))).toEqual({ first: '2026-11-23', last: '2028-11-22' });
});
