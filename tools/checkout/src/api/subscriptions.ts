import { z } from 'zod';
import { noSuch, ProviderError } from '../errors';
import { endSubscription } from '../payments/subscriptions';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam } from './params';

const cancelSchema = z.strictObject({ expand: expandParam });

/** Ends subscriptions; customers change them on the portal's page. */
export function subscriptionRoutes(sandbox: Sandbox): SandboxRoutes {
  return newRoutes().delete(
    '/subscriptions/:id',
    handle(sandbox, cancelSchema, (_params, id) => {
      const subscription = sandbox.store.subscriptions.get(id);
      if (!subscription) throw noSuch('subscription', id);
      if (subscription.status === 'canceled') {
        throw new ProviderError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
      }
      return endSubscription(sandbox, subscription);
    }),
  );
}
