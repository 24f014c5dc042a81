import { dayFrom } from './days';

afterEach(() => jest.useRealTimers());

it.each([
  ['late on a day, the longest one behind it', '2026-11-24T22:30:00Z', ['2026-11-24', '2026-10-25', '2026-10-24']],
  ['early on a day, the shortest one behind it', '2026-04-26T22:30:00Z', ['2026-04-27', '2026-03-28', '2026-03-27']],
])('days follow each other %s', (_, now, days) => {
  jest.useFakeTimers({ now: new Date(now) });
  expect([dayFrom(), dayFrom(-30), dayFrom(-31)]).toEqual(days);
});
