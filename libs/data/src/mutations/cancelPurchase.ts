import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

const cancellationSchema = z.object({ cancelled: z.boolean(), message: z.string() });
/** `cancelled` is false when the money arrived first, or is on its way. The message is German, for the user. */
export type Cancellation = z.infer<typeof cancellationSchema>;

/**
 * Cancels an unpaid purchase, and closes its page at the provider.
 *
 * @throws {DataError} `payment_not_found` (404, also for another account's order), `provider_unavailable` (502), …
 */
export function cancelPurchase(client: DataClient, orderId: string): Promise<Cancellation> {
  return invokeFunction(client, 'cancel-purchase', { orderId }, cancellationSchema);
}
