import { RateLimit } from './rate-limits';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

test('allows so many per key and window, then again in the next window', async () => {
  const limit = new RateLimit(2, 60_000);
  const ask = (key = 'a') => limit.refuses(key);
  expect([await ask(), await ask(), await ask()]).toEqual([null, null, 60]);
  expect(await ask('b')).toBeNull();
  jest.setSystemTime(45_500);
  // Further requests do not extend the wait.
  expect(await ask()).toBe(15);
  jest.setSystemTime(60_000);
  expect(await ask()).toBeNull();
});

test('counts what is asked at the same moment', async () => {
  const limit = new RateLimit(2, 60_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => limit.refuses('a')));
  expect(answers.filter((seconds) => seconds === null)).toHaveLength(2);
});

test('a window without a length limits nothing', async () => {
  const limit = new RateLimit(1, 0);
  expect([await limit.refuses('a'), await limit.refuses('a')]).toEqual([null, null]);
});
