import { z } from 'zod';
import type { Desk } from './desk.ts';
import { sendMail } from './mail.ts';
import { ask, askOrNull, idempotencyKey, idOf } from './provider.ts';
import { stuckRefundMail, tellRefunds } from './refund-mail.ts';
import { hasFailed, refundCharge } from './refunds.ts';
import { logError } from './log.ts';

const debtSchema = z.object({
  refund_id: z.uuid(),
  order_id: z.uuid(),
  payment_id: z.string().nullable(),
  amount_cents: z.int().positive(),
  /** A subscription that must not go on when its money is back. */
  subscription_id: z.string().nullable(),
});
type Debt = z.infer<typeof debtSchema>;

/** After this many failed attempts, support is notified, once. */
const TELL_AFTER = 3;

/**
 * Pays due refunds for orders that could not be granted. Safe to repeat, also concurrently: a refund carries the debt's
 * id, and the provider carries it out once. The refunded amount is then read from the provider.
 *
 * @param sessionId the debts of this checkout; null: all those whose last attempt is a while ago
 * @throws {Failure} of the last attempt that failed, after all were tried; the debt stays, with the reason
 */
export async function payBack(desk: Desk, sessionId: string | null): Promise<void> {
  const debts = await desk.database.call('nemus_open_refunds', { p_session_id: sessionId }, z.array(debtSchema));
  let failure: unknown = null;
  for (const debt of debts) {
    try {
      await payDebt(desk, debt);
    } catch (error) {
      failure = error;
      await noteFailure(desk, debt, error);
    }
  }
  if (failure !== null) throw failure;
}

async function payDebt(desk: Desk, debt: Debt): Promise<void> {
  const { database, stripe } = desk;
  const { refund_id: id, order_id: orderId, payment_id: payment, subscription_id: subscriptionId } = debt;
  if (payment === null) throw new Error(`Order ${orderId} has no known payment.`);
  if (subscriptionId !== null) {
    const subscription = await askOrNull(stripe.subscriptions.retrieve(subscriptionId));
    if (subscription && subscription.status !== 'canceled') await ask(stripe.subscriptions.cancel(subscriptionId));
  }
  const intent = await ask(stripe.paymentIntents.retrieve(payment));
  const chargeId = idOf(intent.latest_charge);
  if (chargeId === null) throw new Error(`Payment ${payment} has no charge.`);
  const charge = await ask(stripe.charges.retrieve(chargeId));
  // Support may have refunded something manually meanwhile.
  const left = charge.amount_captured - charge.amount_refunded;
  const { data: made } = await ask(stripe.refunds.list({ payment_intent: payment, limit: 100 }));
  const own = made.filter(({ metadata }) => metadata?.['refund_id'] === id);
  const failed = own.filter(hasFailed);
  if (own.length === failed.length && left > 0) {
    await ask(
      stripe.refunds.create(
        {
          payment_intent: payment,
          amount: Math.min(debt.amount_cents, left),
          metadata: { refund_id: id, order_id: orderId },
        },
        { idempotencyKey: await idempotencyKey('refund', id, String(failed.length)) },
      ),
    );
  }
  await refundCharge(database, stripe, chargeId);
  // The money is back: a mail failure must not trigger a second payment.
  await tellRefunds(desk, payment).catch((error: unknown) => logError(error));
}

/** Records why an attempt failed, and notifies support when it is not the first. */
async function noteFailure({ environment, database }: Desk, debt: Debt, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const args = { p_refund: debt.refund_id, p_error: reason };
  const attempts = await database.call('nemus_note_refund_failure', args, z.int().nullable());
  if (attempts !== TELL_AFTER || environment.supportEmail === undefined) return;
  const mail = stuckRefundMail(environment.siteUrl, environment.supportEmail, debt, reason);
  await sendMail(environment, mail).catch((error: unknown) => logError(error));
}
