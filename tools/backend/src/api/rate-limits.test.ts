import { RateLimit } from './rate-limits';

test('allows so many per key and window, then again in the next window', () => {
  let now = 0;
  const limit = new RateLimit(2, 60_000, () => now);
  expect([limit.allows('a'), limit.allows('a'), limit.allows('a')]).toEqual([true, true, false]);
  expect(limit.allows('b')).toBe(true);
  now = 45_500;
  expect(limit.secondsLeft('a')).toBe(15);
  now = 60_000;
  expect(limit.allows('a')).toBe(true);
});
