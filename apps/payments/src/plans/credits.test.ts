import { isBuyable, raiseCredits, readCredits } from './credits';

it.each([
  ['', 100],
  ['abc', 100],
  ['-50', 100],
  ['0', 100],
  ['99', 100],
  ['100', 100],
  ['101', 150],
  ['150', 150],
  ['1250', 1250],
  ['120.5', 150],
  ['1.000', 1000],
  ['1.010', 1050],
  ['1.000,00', 1000],
  ['100000', 100_000],
])('reads "%s" as %i credits', (typed, credits) => {
  expect(raiseCredits(typed)).toBe(credits);
  expect(isBuyable(credits)).toBe(true);
});

it.each(['1,000', '1,000.50', '12e3', '1.0000'])('does not guess the number of credits %s', (typed) => {
  expect([readCredits(typed), raiseCredits(typed)]).toEqual([null, null]);
});

it('does not cut amounts above the maximum', () => {
  expect(raiseCredits('999999')).toBe(999_999);
  expect(isBuyable(999_999)).toBe(false);
});

it.each([null, 0, 50, 99, 120, 100_050])('does not sell %s credits', (credits) => {
  expect(isBuyable(credits)).toBe(false);
});

it.each([
  ['150', 150],
  [' 150 ', 150],
  ['1.000', 1000],
  ['1e3', null],
  ['12.5', null],
  ['', null],
])('reads "%s" as %s', (typed, credits) => {
  expect(readCredits(typed)).toBe(credits);
});
