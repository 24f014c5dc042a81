import { addInterval } from './periods';

const at = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-01-15T10:00:00Z', 'month', '2026-02-15T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 'month', '2026-02-28T10:00:00Z'],
  ['2028-01-31T23:59:59Z', 'month', '2028-02-29T23:59:59Z'],
  ['2026-12-31T10:00:00Z', 'month', '2027-01-31T10:00:00Z'],
  ['2028-02-29T10:00:00Z', 'year', '2029-02-28T10:00:00Z'],
] as const)('%s plus a %s is %s', (from, interval, to) => {
  expect(addInterval(at(from), interval)).toBe(at(to));
});
