import { logError } from './log.ts';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Desk } from './desk.ts';
import { dueOf, disputeMail } from './dispute-mail.ts';
import { Failure } from './failure.ts';
import { sendMail } from './mail.ts';
import { noteFee } from './payment-record.ts';
import { askOrNull, idOf } from './provider.ts';
import { settledSchema, type SettledDispute } from './settled-dispute.ts';
import { isOurs, subscriptionPayment } from './subscriptions.ts';

/**
 * Brings the database to a dispute's current state at the provider: what the payment bought is withdrawn while the
 * money is away, and returns when the dispute is won. Notifies the operator once when it opens and once when it ends.
 *
 * @throws {Failure} `order_not_found` while the payment is not granted yet: the dispute overtook it and must be
 *   delivered again. Disputes about other sales are ignored.
 * @throws {Error} when the operator cannot be notified; the event is then delivered again
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
        p_due_at: dueOf(dispute)?.toISOString() ?? null,
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
  for (const booked of dispute.balance_transactions) await noteFee(database, booked.id, booked);
  await tellOperator(desk, dispute, settled);
  return true;
}

async function tellOperator({ environment, database }: Desk, dispute: Stripe.Dispute, settled: SettledDispute) {
  const { supportEmail, siteUrl } = environment;
  if (settled.tell === null) return;
  if (supportEmail === undefined) {
    logError(`Dispute ${dispute.id} is ${dispute.status}, and SUPPORT_EMAIL has no address to notify.`);
    return;
  }
  try {
    await sendMail(environment, disputeMail(siteUrl, supportEmail, dispute, settled));
  } catch (error) {
    await database.call('nemus_untell_dispute', { p_dispute_id: dispute.id }, z.unknown());
    throw error;
  }
}
