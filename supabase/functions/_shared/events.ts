import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Desk } from './desk.ts';
import { settleDispute } from './disputes.ts';
import { attachCheckout, findCheckout } from './orders.ts';
import { payBack } from './pay-back.ts';
import { tellRefunds } from './refund-mail.ts';
import { chargeOfRefund, refundCharge } from './refunds.ts';
import { settleCheckout } from './settlement.ts';
import { isOurs, recordInvoice, syncSubscription } from './subscriptions.ts';

/** The part of an event that is used: its subject. The current state is requested from the provider. */
const subjectSchema = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullable().default(null),
});

/**
 * Ties a session to the order that it names, if that was cut short: the session was made, but the function ended
 * before the database knew of it.
 */
async function adoptCheckout(database: Database, { id, metadata }: z.infer<typeof subjectSchema>): Promise<void> {
  const orderId = metadata?.['order_id'];
  if (orderId === undefined || (await findCheckout(database, id))) return;
  await attachCheckout(database, { orderId, sessionId: id, customerId: null, expiresAt: null, url: null });
}

/**
 * Handles an event of the provider. Events come late, twice and in any order, so only their subject is read from them.
 *
 * @returns false for events without a subject here
 */
export async function handleEvent(desk: Desk, event: Stripe.Event): Promise<boolean> {
  const { database, stripe } = desk;
  const subject = subjectSchema.parse(event.data.object);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      if (!isOurs(subject)) return false;
      await adoptCheckout(database, subject);
      await settleCheckout(desk, subject.id);
      await payBack(desk, subject.id);
      return true;
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.updated':
    case 'refund.failed': {
      const chargeId = event.type === 'charge.refunded' ? subject.id : await chargeOfRefund(stripe, subject.id);
      const paymentId = chargeId && (await refundCharge(database, stripe, chargeId));
      if (paymentId) await tellRefunds(desk, paymentId);
      return true;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return settleDispute(desk, subject.id);
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      await syncSubscription(database, stripe, subject.id);
      return true;
    case 'invoice.paid':
      await recordInvoice(desk, subject.id);
      return true;
    default:
      return false;
  }
}

/** Remembers an event; false when it was finished before. */
export function beginEvent(database: Database, event: Stripe.Event): Promise<boolean> {
  const args = {
    p_event_id: event.id,
    p_type: event.type,
    p_created: new Date(event.created * 1000).toISOString(),
  };
  return database.call('nemus_begin_event', args, z.boolean());
}

/** Marks an event as finished, or records why it is not. */
export async function finishEvent(database: Database, event: Stripe.Event, error: string | null): Promise<void> {
  await database.call('nemus_finish_event', { p_event_id: event.id, p_error: error }, z.unknown());
}
