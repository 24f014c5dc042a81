import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

export const paymentStatusSchema = z.object({ success: z.boolean(), message: z.string() });
/** `success`: paid and granted, now or before. The message is German, for the user. */
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

/**
 * Checks whether a checkout is paid, and grants what was bought if that has not happened yet (`check-payment-status`,
 * S-12.13). Repeating it grants nothing twice.
 *
 * @throws {DataError} `payment_not_found` (404, also for another account's session), `provider_unavailable` (502), …
 */
export function checkPaymentStatus(client: DataClient, sessionId: string): Promise<PaymentStatus> {
  return invokeFunction(client, 'check-payment-status', { sessionId }, paymentStatusSchema);
}
