import type { Transaction } from '@nemus/data';
import { purchaseStatus, withdrawalAddress } from './purchase-labels';

it.each<[Parameters<typeof purchaseStatus>[0], string]>([
  [{ status: 'completed', amount_cents: 12_000, parts: null }, 'Bezahlt'],
  [{ status: 'completed', amount_cents: -12_000, parts: null }, 'Erstattet'],
  [{ status: 'completed', amount_cents: -12_000, parts: [] }, 'Gutgeschrieben'],
  [{ status: 'pending', amount_cents: 12_000, parts: null }, 'Ausstehend'],
  [{ status: 'failed', amount_cents: 12_000, parts: null }, 'Fehlgeschlagen'],
])('%j is called %s', (purchase, label) => expect(purchaseStatus(purchase).text).toBe(label));

describe('the way to a withdrawal', () => {
  const bought: Transaction = {
    id: 'p1',
    type: 'course',
    item_name: 'Ethik & Recht',
    occurred_at: new Date(Date.now() - 14 * 86_400_000).toISOString(),
    amount_cents: 23_000,
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
    invoice: { id: 'i1', number: 'NE-2026-000003', kind: 'invoice' },
  };

  it('names the contract as the invoice does', () => {
    const [path, search] = withdrawalAddress(bought)?.split('?') ?? [];
    expect(path).toBe('/widerruf');
    expect(new URLSearchParams(search).get('vertrag')).toMatch(
      /^Ethik & Recht vom \d{2}\.\d{2}\.\d{4}, Rechnung NE-2026-000003$/,
    );
    expect(withdrawalAddress({ ...bought, invoice: null })).not.toContain('Rechnung');
  });

  it.each<[string, Partial<Transaction>]>([
    ['older', { occurred_at: new Date(Date.now() - 16 * 86_400_000).toISOString() }],
    ['refunded', { amount_cents: -23_000 }],
    ['unpaid', { status: 'pending' }],
    ['invented', { is_sample: true }],
    ['no course', { type: 'credits' }],
  ])('is not offered for what is %s', (_name, changed) => {
    expect(withdrawalAddress({ ...bought, ...changed })).toBeNull();
  });
});
