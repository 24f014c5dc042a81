import type Stripe from 'stripe';
import { z } from 'zod';
import type { Desk } from './desk.ts';
import { tellFailure } from './failure-mail.ts';
import { Failure } from './failure.ts';
import type { CheckoutState } from './messages.ts';
import {
  closeCheckout,
  findCheckout,
  fulfilCheckout,
  type Checkout,
  type Fulfilment,
  type Kind,
  type Payment,
} from './orders.ts';
import { noteBuyer, notePayment, readPayment } from './payment-record.ts';
import { payBack } from './pay-back.ts';
import { askOrNull, idOf, toInstant } from './provider.ts';
import { sendPurchaseLetters } from './purchase-letters.ts';
import { tellTrainees } from './trainee-letters.ts';
import { logError } from './log.ts';

/** Everything about a session that fulfilment needs, in one request. */
const EXPAND = ['payment_intent', 'subscription', 'invoice.payments'];

/** The state of a checkout after the check. */
export type Settlement =
  | { readonly state: 'paid'; readonly fulfilment: Fulfilment; readonly amountCents: number }
  /** `fulfilment` for a paid checkout for which nothing could be granted. */
  | { readonly state: Exclude<CheckoutState, 'paid'>; readonly fulfilment?: Fulfilment };

/** The object, when the provider expanded it. */
const expanded = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'object' ? reference : null;

/** The first period of a subscription. */
function periodOf(session: Stripe.Checkout.Session): Stripe.SubscriptionItem | undefined {
  const subscription = expanded(session.subscription);
  return subscription && 'items' in subscription ? subscription.items.data[0] : undefined;
}

/** A subscription is paid through its first invoice, everything else directly. */
function paymentIdOf(session: Stripe.Checkout.Session): string | null {
  const invoice = expanded(session.invoice);
  const first = invoice && 'payments' in invoice ? invoice.payments?.data[0]?.payment.payment_intent : undefined;
  return idOf(session.payment_intent) ?? idOf(first);
}

function paymentOf(session: Stripe.Checkout.Session): Payment {
  const periodEnd = periodOf(session)?.current_period_end;
  return {
    sessionId: session.id,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentId: paymentIdOf(session),
    subscriptionId: idOf(session.subscription),
    periodEnd: periodEnd === undefined ? null : toInstant(periodEnd),
  };
}

/** A completed session without its money: still under way, or failed for good. */
function unpaidState(session: Stripe.Checkout.Session): 'pending' | 'failed' {
  const intent = expanded(session.payment_intent);
  if (intent && 'status' in intent) return intent.status === 'processing' ? 'pending' : 'failed';
  const subscription = expanded(session.subscription);
  return subscription && 'status' in subscription && subscription.status === 'active' ? 'pending' : 'failed';
}

/**
 * Reads a session of the provider and acts on it: grants a paid order, records a failed one. Any caller may call it at
 * any time: the database grants once.
 *
 * @throws {Failure} `payment_not_found`, `order_not_found`, `provider_unavailable`
 */
export async function settleCheckout(desk: Desk, sessionId: string): Promise<Settlement> {
  const { database, stripe } = desk;
  const session = await askOrNull(stripe.checkout.sessions.retrieve(sessionId, { expand: EXPAND }));
  if (!session) throw new Failure('payment_not_found');
  if (session.status === 'open') return { state: 'open' };
  if (session.status === 'complete') {
    const method = await readPayment(database, stripe, paymentIdOf(session));
    await noteBuyer(database, session);
    await notePayment(database, { sessionId, method, serviceFrom: periodOf(session)?.current_period_start });
  }
  if (session.status === 'complete' && session.payment_status !== 'unpaid') {
    const payment = paymentOf(session);
    const fulfilment = await fulfilCheckout(database, payment);
    const checkout = await findCheckout(database, sessionId);
    if (checkout) await sendPurchaseLetters(desk, checkout.user_id);
    if (fulfilment.kind === 'course') await tellTrainees(desk, { sessionId });
    return fulfilment.status === 'paid'
      ? { state: 'paid', fulfilment, amountCents: payment.amountCents }
      : { state: fulfilment.status, fulfilment };
  }
  const state = session.status === 'complete' ? unpaidState(session) : 'expired';
  await closeCheckout(database, sessionId, state);
  if (state === 'failed') await tellFailure(desk, sessionId);
  return { state };
}

/**
 * The same for accounts that may see the checkout: its buyer, or a member of the institution that bought. Pays back at
 * once what could not be granted. Sessions of other accounts are reported as unknown.
 *
 * @throws {Failure} `payment_not_found`, `provider_unavailable`
 */
export async function settleOwnCheckout(
  desk: Desk,
  userId: string,
  sessionId: string,
): Promise<Settlement & { readonly kind: Kind }> {
  const checkout = await findCheckout(desk.database, sessionId);
  if (!checkout || !(await paysFor(desk, userId, checkout))) throw new Failure('payment_not_found');
  const { kind, status } = checkout;
  if (status === 'disputed') return { state: status, kind };
  const settled = await settleCheckout(desk, sessionId);
  // The refund stays due, and the next call tries again; the buyer is informed either way.
  if (settled.fulfilment) await payBack(desk, sessionId).catch((error: unknown) => logError(error));
  return { ...settled, kind };
}

const payerSchema = z.object({ account_id: z.uuid().nullable() });

/** Whether a checkout is the account's own, or one of the institution that it acts for with a billing role. */
async function paysFor({ database }: Desk, userId: string, checkout: Checkout): Promise<boolean> {
  const roles = checkout.kind === 'course' ? ['booking', 'billing'] : ['billing'];
  const payer = await database.call('nemus_paying_account', { p_user: userId, p_roles: roles }, payerSchema.nullable());
  return payer?.account_id === checkout.user_id;
}
