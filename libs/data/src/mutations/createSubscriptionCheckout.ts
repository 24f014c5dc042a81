import type { DataClient } from '../client';
import type { SubscriptionTier } from '../queries/fetchSubscription';
import { invokeFunction, pageAddressSchema, type PageAddress } from './invokeFunction';

/**
 * Starts a subscription (`create-subscription`, S-12.12).
 *
 * @param shownCents the price that the page shows; another one is refused
 * @throws {DataError} `institution_required` (403), `already_subscribed`, `price_changed` (409), `provider_unavailable` (502), `network`, …
 */
export function createSubscriptionCheckout(
  client: DataClient,
  tier: SubscriptionTier,
  shownCents?: number,
): Promise<PageAddress> {
  return invokeFunction(client, 'create-subscription', { tier, shownCents }, pageAddressSchema);
}
