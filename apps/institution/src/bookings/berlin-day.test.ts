import { dayFromNow } from './berlin-day';

it('counts days by the calendar in Berlin', () => {
  expect(dayFromNow(new Date('2026-11-20T23:30:00Z'), 0)).toBe('2026-11-21');
  expect(dayFromNow(new Date('2026-11-21T10:00:00Z'), 14)).toBe('2026-12-05');
});
