import { z } from 'zod';
import { noSuch, noSuchParam, ProviderError } from '../errors';
import { changeSubscription, endSubscription, setCancelAtPeriodEnd, switchPrice } from '../payments/subscriptions';
import type { Subscription } from '../resources';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { booleanParam, expandParam, metadataParam } from './params';

const cancelSchema = z.strictObject({ expand: expandParam });
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

export function subscriptionRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const findRunning = (id: string) => {
    const subscription = store.subscriptions.get(id);
    if (!subscription) throw noSuch('subscription', id);
    if (ENDED.includes(subscription.status)) {
      throw new ProviderError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
    }
    return subscription;
  };
  return newRoutes()
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
      handle(sandbox, cancelSchema, (_params, id) => endSubscription(sandbox, findRunning(id))),
    );
}
