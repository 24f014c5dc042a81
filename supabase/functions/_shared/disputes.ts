import type Stripe from 'stripe';
import { z } from 'zod';
import type { Desk } from './desk.ts';
import { disputeMail } from './dispute-mail.ts';
import { Failure } from './failure.ts';
import { sendMail } from './mail.ts';
import { askOrNull, idOf } from './provider.ts';
import { settledSchema, type SettledDispute } from './settled-dispute.ts';
import { isOurs, subscriptionPayment } from './subscriptions.ts';

/**
 * Brings the database to what a dispute says at the provider now: what the payment bought goes while the money is away,
 * and comes back when the dispute is won. Tells the operator once when it opens and once when it ends.
 *
 * @throws {Failure} `order_not_found` while the payment is not granted yet: the dispute overtook it and has to come
 *   again. Disputes of what this portal did not sell are none of its business.
 * @throws {Error} when the operator cannot be told; the event then comes again
 */
export async function settleDispute(desk: Desk, disputeId: string): Promise<boolean> {
  const { database, stripe } = desk;
  const askedAt = new Date().toISOString();
  const dispute = await askOrNull(stripe.disputes.retrieve(disputeId, { expand: ['charge'] }));
  const charge = typeof dispute?.charge === 'object' ? dispute.charge : null;
  const paymentId = idOf(dispute?.payment_intent) ?? idOf(charge?.payment_intent);
  if (!dispute || !charge || !paymentId) return false;
  const settle = (isRenewal: boolean) =>
    database.call(
      'nemus_settle_dispute',
      {
        p_dispute_id: dispute.id,
        p_payment_id: paymentId,
        p_amount_cents: dispute.amount,
        p_reason: dispute.reason,
        p_status: dispute.status,
        p_asked_at: askedAt,
        p_is_renewal: isRenewal,
      },
      settledSchema,
    );
  let settled: SettledDispute;
  try {
    settled = await settle(false);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'order_not_found') || isOurs(charge)) throw error;
    const payment = await subscriptionPayment(stripe, paymentId);
    if (payment === 'first') throw error;
    if (payment === null) return false;
    settled = await settle(true);
  }
  await tellOperator(desk, dispute, settled);
  return true;
}

async function tellOperator({ environment, database }: Desk, dispute: Stripe.Dispute, settled: SettledDispute) {
  const { supportEmail, siteUrl } = environment;
  if (settled.tell === null) return;
  if (supportEmail === undefined) {
    console.error(`Dispute ${dispute.id} is ${dispute.status}, and SUPPORT_EMAIL has no address to notify.`);
    return;
  }
  try {
    await sendMail(environment, disputeMail(siteUrl, supportEmail, dispute, settled));
  } catch (error) {
    await database.call('nemus_untell_dispute', { p_dispute_id: dispute.id }, z.unknown());
    throw error;
  }
}
