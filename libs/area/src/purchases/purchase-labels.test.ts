import { purchaseStatus } from './purchase-labels';

it.each<[Parameters<typeof purchaseStatus>[0], string]>([
  [{ status: 'completed', amount_cents: 12_000, parts: null }, 'Bezahlt'],
  [{ status: 'completed', amount_cents: -12_000, parts: null }, 'Erstattet'],
  [{ status: 'completed', amount_cents: -12_000, parts: [] }, 'Gutgeschrieben'],
  [{ status: 'pending', amount_cents: 12_000, parts: null }, 'Ausstehend'],
  [{ status: 'failed', amount_cents: 12_000, parts: null }, 'Fehlgeschlagen'],
])('%j is called %s', (purchase, label) => expect(purchaseStatus(purchase).text).toBe(label));
