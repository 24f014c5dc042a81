import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import { Failure } from './failure.ts';
import { refundCheckout } from './orders.ts';
import { noteFee } from './payment-record.ts';
import { ask, askOrNull, idOf } from './provider.ts';
import { isOurs, subscriptionPayment } from './subscriptions.ts';

/** The debt that a refund was made for (`pay-back.ts`); null for refunds by hand. */
const debtOf = ({ metadata }: Stripe.Refund): string | null => z.uuid().safeParse(metadata?.['refund_id']).data ?? null;

/** Whether the money of a refund did not arrive. */
export const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

/** The charge whose money a refund sends back; null when the provider knows none. */
export const chargeOfRefund = async (stripe: Stripe, refundId: string): Promise<string | null> =>
  idOf((await askOrNull(stripe.refunds.retrieve(refundId)))?.charge);

/** All refunds of a payment, failed ones too: one answer, so that their sum never falls. */
async function refundsOf(stripe: Stripe, payment: string): Promise<readonly Stripe.Refund[]> {
  const { data, has_more: more } = await ask(
    stripe.refunds.list({ payment_intent: payment, limit: 100, expand: ['data.balance_transaction'] }),
  );
  if (more) throw new Error(`Payment ${payment} has more than 100 refunds.`);
  return data;
}

/**
 * Withdraws what a refunded charge paid for, and owes again what failed.
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
    const refunds = await refundsOf(stripe, paymentId);
    await refundCheckout(database, paymentId, {
      cents: refunds.reduce((sum, { amount }) => sum + amount, 0),
      failed: refunds.filter(hasFailed).map((refund) => ({
        id: refund.id,
        amount_cents: refund.amount,
        refund_id: debtOf(refund),
        reason: refund.failure_reason ?? refund.status ?? 'failed',
      })),
      paid: refunds.filter((refund) => !hasFailed(refund)).flatMap((refund) => debtOf(refund) ?? []),
    });
    for (const { id, balance_transaction: booked } of refunds) await noteFee(database, id, booked);
  } catch (error) {
    const unknown = error instanceof Failure && error.code === 'order_not_found';
    if (!unknown || isOurs(charge) || (await subscriptionPayment(stripe, paymentId)) === 'first') throw error;
  }
  return paymentId;
}
