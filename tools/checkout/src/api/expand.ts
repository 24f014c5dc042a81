import { ProviderError } from '../errors';
import { invoiceView, sessionView } from '../resources';
import type { Store } from '../store/store';

/** Cents; many contracts have none. */
const REFUND_FEE = 15;

/** The object with this id as the API shows it. */
function viewById(store: Store, id: string): object | undefined {
  const session = store.sessions.get(id);
  if (session) return sessionView(session);
  const invoice = store.invoices.get(id);
  if (invoice) return invoiceView(invoice);
  return (
    store.customers.get(id) ??
    store.subscriptions.get(id) ??
    store.paymentIntents.get(id) ??
    store.charges.get(id) ??
    store.prices.get(id) ??
    store.products.get(id) ??
    store.portalConfigurations.get(id)
  );
}

/** Fields that are left out unless requested. */
function hiddenPart(store: Store, target: Readonly<Record<string, unknown>>, field: string): unknown {
  const id = String(target['id']);
  if (field === 'line_items') return store.sessions.get(id)?.line_items;
  if (field === 'payments') return store.invoices.get(id)?.payments;
  if (field === 'balance_transaction') {
    const refund = store.refunds.get(id);
    if (refund) {
      const { amount, created } = refund;
      return {
        id: id.replace('re_', 'txn_'),
        object: 'balance_transaction',
        amount: -amount,
        created,
        fee: REFUND_FEE,
        net: -amount - REFUND_FEE,
      };
    }
    const charge = store.charges.get(id);
    if (charge?.status !== 'succeeded') return charge && null;
    const { amount, created } = charge;
    const fee = Math.round(amount * 0.015) + 25;
    return { id: id.replace('ch_', 'txn_'), object: 'balance_transaction', amount, created, fee, net: amount - fee };
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expandPath(store: Store, target: unknown, path: readonly string[], whole: string): unknown {
  const [field, ...rest] = path;
  if (field === undefined || target === null) return target;
  if (Array.isArray(target)) return target.map((item: unknown) => expandPath(store, item, path, whole));
  const refuse = () => new ProviderError(400, `This property cannot be expanded (${whole}).`, { param: 'expand' });
  if (!isRecord(target)) throw refuse();
  let value = field in target ? target[field] : hiddenPart(store, target, field);
  if (value === undefined) throw refuse();
  if (typeof value === 'string') {
    value = viewById(store, value);
    if (value === undefined) throw refuse();
  }
  return { ...target, [field]: expandPath(store, value, rest, whole) };
}

/**
 * Replaces ids with whole objects.
 *
 * @param paths such as `subscription` or, in lists, `data.latest_invoice`
 */
export function expand(store: Store, body: object, paths: readonly string[]): object {
  let expanded: unknown = body;
  for (const path of paths) expanded = expandPath(store, expanded, path.split('.'), path);
  return isRecord(expanded) ? expanded : body;
}
