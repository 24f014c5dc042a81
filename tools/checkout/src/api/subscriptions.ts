import { z } from 'zod';
import { noSuch, noSuchParam, ProviderError } from '../errors';
import { changeSubscription, endSubscription, setCancelAtPeriodEnd, switchPrice } from '../payments/subscriptions';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../resources';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { booleanParam, expandParam, metadataParam, pageParams } from './params';
import { page } from './paging';

const readSchema = z.strictObject({ expand: expandParam });
const listSchema = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  status: z.enum([...SUBSCRIPTION_STATUSES, 'all', 'ended']).optional(),
});
const updateSchema = z.strictObject({
  cancel_at_period_end: booleanParam.optional(),
  items: z
    .array(z.strictObject({ id: z.string(), price: z.string() }))
    .max(1)
    .optional(),
  metadata: metadataParam.optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice']).optional(),
  expand: expandParam,
});

const ENDED: readonly Subscription['status'][] = ['canceled', 'incomplete_expired'];

/** By default, the list leaves out canceled ones. */
function listed(status: Subscription['status'], wanted: z.infer<typeof listSchema>['status']): boolean {
  if (wanted === undefined) return status !== 'canceled';
  if (wanted === 'ended') return ENDED.includes(status);
  return wanted === 'all' || status === wanted;
}

export function subscriptionRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const find = (id: string) => {
    const subscription = store.subscriptions.get(id);
    if (!subscription) throw noSuch('subscription', id);
    return subscription;
  };
  const findRunning = (id: string) => {
    const subscription = find(id);
    if (ENDED.includes(subscription.status)) {
      throw new ProviderError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
    }
    return subscription;
  };
  return newRoutes()
    .get(
      '/subscriptions',
      handle(sandbox, listSchema, ({ customer, status, ...request }) =>
        page(
          store.subscriptions.filter(
            (subscription) =>
              (customer === undefined || subscription.customer === customer) && listed(subscription.status, status),
          ),
          request,
          '/v1/subscriptions',
        ),
      ),
    )
    .get(
      '/subscriptions/:id',
      handle(sandbox, readSchema, (_params, id) => find(id)),
    )
    .post(
      '/subscriptions/:id',
      handle(sandbox, updateSchema, ({ cancel_at_period_end: cancel, items, metadata }, id) => {
        let subscription = findRunning(id);
        const [move] = items ?? [];
        if (move) {
          const price = store.prices.get(move.price);
          if (!price) throw noSuchParam('price', move.price, 'items[0][price]');
          if (subscription.items.data[0]?.id !== move.id) {
            throw noSuchParam('subscription_item', move.id, 'items[0][id]');
          }
          subscription = switchPrice(sandbox, subscription, price);
        }
        if (cancel !== undefined && cancel !== subscription.cancel_at_period_end) {
          subscription = setCancelAtPeriodEnd(sandbox, subscription, cancel);
        }
        if (metadata) {
          subscription = changeSubscription(sandbox, subscription, {
            metadata: { ...subscription.metadata, ...metadata },
          });
        }
        return subscription;
      }),
    )
    .delete(
      '/subscriptions/:id',
      handle(sandbox, readSchema, (_params, id) => endSubscription(sandbox, findRunning(id))),
    );
}
