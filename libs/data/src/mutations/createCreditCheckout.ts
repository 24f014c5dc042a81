import type { DataClient } from '../client';
import { invokeFunction, pageAddressSchema, type PageAddress } from './invokeFunction';

/**
 * Starts the purchase of credits (`create-credit-purchase`, S-12.12).
 *
 * @param credits at least 100, in steps of 50
 * @param shownCents the total that the page shows; another price is refused
 * @throws {DataError} `invalid_request` (400), `price_changed` (409), `institution_required` (403), `provider_unavailable` (502), `network`, …
 */
export function createCreditCheckout(client: DataClient, credits: number, shownCents?: number): Promise<PageAddress> {
  return invokeFunction(client, 'create-credit-purchase', { credits, shownCents }, pageAddressSchema);
}
