import { z } from 'zod';
import { noSuch } from '../errors';
import { invoiceView, sessionView } from '../resources';
import type { Sandbox } from '../sandbox';
import type { Store } from '../store/store';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, pageParams } from './params';
import { page } from './paging';

/** One kind of object: its path, its name in errors, and how it is found. */
type Readable = readonly [path: string, kind: string, find: (store: Store, id: string) => object | undefined];

const viewed = <T, V>(found: T | undefined, view: (found: T) => V): V | undefined => found && view(found);

const READABLE: readonly Readable[] = [
  ['/charges', 'charge', (store, id) => store.charges.get(id)],
  ['/checkout/sessions', 'checkout.session', (store, id) => viewed(store.sessions.get(id), sessionView)],
  ['/customers', 'customer', (store, id) => store.customers.get(id)],
  ['/disputes', 'dispute', (store, id) => store.disputes.get(id)],
  ['/invoices', 'invoice', (store, id) => viewed(store.invoices.get(id), invoiceView)],
  ['/payment_intents', 'payment_intent', (store, id) => store.paymentIntents.get(id)],
  ['/prices', 'price', (store, id) => store.prices.get(id)],
  ['/refunds', 'refund', (store, id) => store.refunds.get(id)],
  ['/subscriptions', 'subscription', (store, id) => store.subscriptions.get(id)],
];

interface Item {
  readonly id: string;
}

/** A list: its path, its objects, and the fields by which a caller may narrow it down. */
type Listed = readonly [path: string, all: (store: Store) => readonly Item[], filters: readonly string[]];

const LISTED: readonly Listed[] = [
  ['/billing_portal/configurations', (store) => store.portalConfigurations.all(), ['active', 'is_default']],
  ['/checkout/sessions', (store) => store.sessions.all().map(sessionView), ['customer', 'payment_intent']],
  ['/customers', (store) => store.customers.all(), ['email']],
  ['/disputes', (store) => store.disputes.all(), ['charge', 'payment_intent']],
  ['/events', (store) => store.events.all(), ['type']],
  ['/invoices', (store) => store.invoices.all().map(invoiceView), ['customer']],
  ['/refunds', (store) => store.refunds.all(), ['charge', 'payment_intent']],
  // As the provider's, without canceled ones.
  ['/subscriptions', (store) => store.subscriptions.filter(({ status }) => status !== 'canceled'), ['customer']],
];

const readSchema = z.strictObject({ expand: expandParam });

/** What is only read: single objects, and lists of one kind. */
export function readRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const routes = newRoutes();
  for (const [path, kind, find] of READABLE) {
    const read = handle(sandbox, readSchema, (_params, id) => {
      const found = find(store, id);
      if (!found) throw noSuch(kind, id);
      return found;
    });
    routes.get(`${path}/:id`, read);
  }
  for (const [path, all, filters] of LISTED) {
    const schema = z
      .strictObject({ ...pageParams, ...Object.fromEntries(filters.map((name) => [name, z.string().optional()])) })
      .transform(({ limit, expand, ...wanted }) => ({ limit, expand, wanted: Object.entries(wanted) }));
    const list = handle(sandbox, schema, ({ limit, wanted }) => {
      const isWanted = (item: Item) => wanted.every(([name, value]) => String(Reflect.get(item, name)) === value);
      return page(all(store).filter(isWanted), limit, `/v1${path}`);
    });
    routes.get(path, list);
  }
  return routes;
}
