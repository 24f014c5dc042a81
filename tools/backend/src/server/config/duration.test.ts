import { durationSchema } from './duration';

test.each([
  ['60s', 60_000],
  ['1m30s', 90_000],
  ['24h', 86_400_000],
  ['250ms', 250],
])('%s is %d ms', (text, milliseconds) => {
  expect(durationSchema.parse(text)).toBe(milliseconds);
});

test.each(['60', '', 's', '1 d'])('"%s" is refused', (text) => {
  expect(durationSchema.safeParse(text).success).toBe(false);
});
