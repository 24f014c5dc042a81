import { freeMonths, isRunning, plansOf } from './plans';

const PRICES = { credit: 200, monthly: 29_900, yearly: 299_000 };

it('offers a year for ten months, marked as popular, with priority support', () => {
  const [monthly, yearly] = plansOf(PRICES);
  expect(monthly).toMatchObject({ tier: 'monthly', cents: 29_900, popular: false });
  expect(yearly).toMatchObject({ tier: 'yearly', cents: 299_000, popular: true });
  expect(yearly?.points).toEqual(expect.arrayContaining(['Zwei Monate gratis', 'Priority-Support']));
});

it.each([
  [29_900, 299_000, 2],
  [29_900, 328_900, 1],
  [29_900, 340_000, 0],
  [29_900, 400_000, 0],
])('counts the free months of %i and %i: %i', (monthly, yearly, months) => {
  expect(freeMonths({ monthly, yearly })).toBe(months);
});

it('does not promise missing free months', () => {
  const [, yearly] = plansOf({ ...PRICES, yearly: 358_800 });
  expect(yearly?.points.join()).not.toContain('gratis');
});

it.each([
  ['active', true],
  ['trialing', true],
  ['past_due', true],
  ['canceled', false],
  ['incomplete_expired', false],
])('a subscription that is %s prevents another one: %s', (status, running) => {
  expect(isRunning({ status })).toBe(running);
});

it('without a subscription one can begin', () => {
  expect(isRunning(null)).toBe(false);
});
