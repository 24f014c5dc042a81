import type { Transaction } from '@nemus/data';
import type { PurchaseView } from './purchase-address';

/** The purchases of a tab, in the view's order. */
export function selectPurchases(
  transactions: readonly Transaction[],
  { tab, sort, descending }: PurchaseView,
): readonly Transaction[] {
  const sign = descending ? -1 : 1;
  return transactions
    .filter(({ type }) => tab === 'all' || type === tab)
    .toSorted((one, other) =>
      sort === 'amount'
        ? sign * (one.amount_cents - other.amount_cents)
        : sign * (Date.parse(one.occurred_at) - Date.parse(other.occurred_at)),
    );
}
