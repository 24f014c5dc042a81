import type Stripe from 'stripe';
import type { Database } from './database.ts';
import { Failure } from './failure.ts';
import { refundCheckout } from './orders.ts';
import { askOrNull, idOf } from './provider.ts';
import { isOurs, subscriptionPayment } from './subscriptions.ts';

/**
 * Withdraws what a refunded charge paid for.
 *
 * @returns the payment; null when the provider knows none
 * @throws {Failure} `order_not_found` while the order is not granted yet: the refund overtook the payment and must be
 *   delivered again. Refunds of renewals, and of other sales, are ignored.
 */
export async function refundCharge(database: Database, stripe: Stripe, chargeId: string): Promise<string | null> {
  const charge = await askOrNull(stripe.charges.retrieve(chargeId));
  const paymentId = idOf(charge?.payment_intent);
  if (!charge || !paymentId) return null;
  try {
    await refundCheckout(database, paymentId, charge.amount_refunded);
  } catch (error) {
    const unknown = error instanceof Failure && error.code === 'order_not_found';
    if (!unknown || isOurs(charge) || (await subscriptionPayment(stripe, paymentId)) === 'first') throw error;
  }
  return paymentId;
}
