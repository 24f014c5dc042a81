import { Secret, TOTP } from 'otpauth';
import { makeSecret, stepOf } from './totp';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** The middle of a step. */
const NOW = 1_800_000_015_000;
const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp });
const step = Math.floor(NOW / 30_000);

it.each([
  ['of the current step', 0, step],
  ['of the step before', -30_000, step - 1],
  ['of the next step', 30_000, step + 1],
  ['of a minute ago', -60_000, null],
  ['of a minute later', 60_000, null],
])('a code %s', async (_when, distance, expected) => {
  expect(await stepOf(codeAt(NOW + distance), SECRET, NOW)).toBe(expected);
});

it.each(['', '12345', '1234567', ' 23456', '１２３４５６', '12345a'])('%j is no code', async (code) => {
  expect(await stepOf(code, SECRET, NOW)).toBeNull();
});

it('two secrets have nothing in common, and 160 bits', async () => {
  const [first, second] = [await makeSecret('localhost', 'a@b.de'), await makeSecret('localhost', 'a@b.de')];
  expect(first.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(second.secret).not.toBe(first.secret);
  expect(decodeURIComponent(new URL(first.uri).pathname)).toContain('a@b.de');
});
