import type { DataClient } from '../client';
import { invokeFunction, pageAddressSchema, type PageAddress } from './invokeFunction';

/**
 * Requests the page on which an institution manages its subscription (`customer-portal`, S-12.12).
 *
 * @throws {DataError} `institution_required` (403),
 *   `provider_unavailable` (502), `network`, …
 */
export function openCustomerPortal(client: DataClient): Promise<PageAddress> {
  return invokeFunction(client, 'customer-portal', undefined, pageAddressSchema);
}
