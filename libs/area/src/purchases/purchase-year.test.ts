import type { Transaction } from '@nemus/data';
import { monthOf, MONTHS, ofYear, SHORT_MONTHS, summarizeYear, yearsOf } from './purchase-year';

const purchase = (change: Partial<Transaction>): Transaction => ({
  id: 'one',
  type: 'course',
  item_name: 'Kurs',
  occurred_at: '2026-06-14T08:30:00Z',
  amount_cents: 12_000,
  status: 'completed',
  payment_method: 'card',
  participants: 1,
  credits_amount: null,
  billing_period: null,
  service_from: null,
  service_until: null,
  parts: null,
  terms: null,
  is_sample: false,
  invoice: null,
  ...change,
});

it('counts by the clock in Berlin', () => {
  expect(monthOf('2026-12-31T23:30:00Z')).toEqual({ year: 2027, month: 1 });
  expect(monthOf('2026-07-31T22:30:00Z')).toEqual({ year: 2026, month: 8 });
});

it('offers the year at hand and every year with purchases, the latest first', () => {
  const bought = [purchase({ occurred_at: '2024-03-01T10:00:00Z' }), purchase({})];
  expect(yearsOf(bought, new Date('2026-11-21T10:00:00Z'))).toEqual([2026, 2024]);
  expect(yearsOf([], new Date('2026-11-21T10:00:00Z'))).toEqual([2026]);
  expect(ofYear(bought, 2024)).toHaveLength(1);
});

it('sums what is paid, minus refunds', () => {
  const summary = summarizeYear([
    purchase({}),
    purchase({ amount_cents: -2_000 }),
    purchase({ type: 'credits', amount_cents: 40_000, occurred_at: '2026-01-02T10:00:00Z' }),
    purchase({ type: 'credits', amount_cents: 20_000, status: 'failed' }),
    purchase({ amount_cents: 99_000, status: 'pending' }),
    purchase({ type: 'subscription', amount_cents: 29_900, billing_period: 'monthly' }),
  ]);
  expect(summary.total).toBe(79_900);
  expect(summary.byType).toEqual({ course: 10_000, credits: 40_000, subscription: 29_900 });
  expect(summary.byMonth[0]).toBe(40_000);
  expect(summary.byMonth[5]).toBe(39_900);
  expect(summary.byMonth.reduce((sum, cents) => sum + cents, 0)).toBe(summary.total);
});

it('names the months', () => {
  expect([SHORT_MONTHS[0], SHORT_MONTHS[11], MONTHS[2]]).toEqual(['Jan', 'Dez', 'März']);
});
