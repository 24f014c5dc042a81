import { transactionSchema, type Transaction } from '@nemus/data';
import { purchaseTerms } from './purchase-labels';

const bought = (changed: Partial<Record<keyof Transaction, unknown>>): Transaction =>
  transactionSchema.parse({
    id: 't1',
    type: 'course',
    item_name: 'Trauer begleiten',
    occurred_at: '2026-11-20T10:00:00+00:00',
    amount_cents: 8950,
    status: 'completed',
    payment_method: 'card',
    participants: 1,
    credits_amount: null,
    billing_period: null,
    service_from: null,
    service_until: null,
    parts: null,
    invoice: null,
    ...changed,
  });
const TERMS = {
  price_euros: 89.5,
  credit_cost: 45,
  theory_units: 8,
  practical_units: 6,
  elearning_units: 0,
  zfu_number: '7310122',
};

// A number and its unit do not break.
const plain = (text: string | null) => text?.replace(/\u00A0/g, ' ');

it('lists units, price and number as sold', () => {
  expect(plain(purchaseTerms(bought({ terms: TERMS })))).toBe(
    '14 UE (8 Theorie, 6 Praxis) · 89,50 € je Platz · ZFU-Nummer 7310122',
  );
  expect(
    plain(purchaseTerms(bought({ terms: { ...TERMS, zfu_number: null }, payment_method: 'credits', amount_cents: 0 }))),
  ).toBe('14 UE (8 Theorie, 6 Praxis) · 45 Credits je Platz');
});

it('is empty for purchases before terms were stored', () => {
  expect(purchaseTerms(bought({}))).toBeNull();
});
