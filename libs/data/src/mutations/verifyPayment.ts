import { z } from 'zod';
import type { DataClient } from '../client';
import { SUBSCRIPTION_TIERS } from '../queries/fetchSubscription';
import { invokeFunction } from './invokeFunction';

/** State of a checkout. `pending`: completed, but the money is on its way, for instance by direct debit. */
export const PAYMENT_STATES = [
  'paid',
  'open',
  'pending',
  'returning',
  'failed',
  'expired',
  'refunded',
  'disputed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The result of a payment (S-12.14). Fields that do not apply to what was bought are null. */
export const paymentVerificationSchema = z.object({
  success: z.boolean(),
  /** An earlier call delivered the result to the account. */
  already_processed: z.boolean(),
  /** German, for the user. */
  message: z.string(),
  credits_added: z.number().nullable(),
  available_credits: z.number().nullable(),
  total_credits: z.number().nullable(),
  subscription_tier: z.enum(SUBSCRIPTION_TIERS).nullable(),
  /** Gross amount in cents; null while nothing is paid. */
  payment_details: z.object({ amount_paid: z.number().nullable() }),
  /** Beyond the fields of S-12.14: why `success` is false. */
  status: z.enum(PAYMENT_STATES),
  /** Beyond the fields of S-12.14: what was bought. */
  kind: z.enum(['course', 'credits', 'subscription']),
});
export type PaymentVerification = z.infer<typeof paymentVerificationSchema>;

/**
 * Verifies a checkout for the result page, and grants what was bought if that has not happened yet (`verify-payment`,
 * S-12.14). Repeating it grants nothing twice.
 *
 * @throws {DataError} `payment_not_found` (404, also for another account's session), `provider_unavailable` (502), …
 */
export function verifyPayment(client: DataClient, sessionId: string): Promise<PaymentVerification> {
  return invokeFunction(client, 'verify-payment', { session_id: sessionId }, paymentVerificationSchema);
}
