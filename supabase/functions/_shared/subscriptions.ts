import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Desk } from './desk.ts';
import { logError } from './log.ts';
import { PAYMENT_METHODS, priceOf, readPayment } from './payment-record.ts';
import { tierOf } from './plans.ts';
import { ask, askOrNull, idOf, toInstant } from './provider.ts';
import { sendPurchaseLetters } from './purchase-letters.ts';

/** Whether this portal sold it: the provider's account may sell other things as well. */
export const isOurs = ({ metadata }: { readonly metadata: Stripe.Metadata | null }): boolean =>
  metadata?.['order_id'] !== undefined;

/** Which payment of a subscription that this portal sold it was: the first, or a renewal; null for any other. */
export async function subscriptionPayment(stripe: Stripe, paymentId: string): Promise<'first' | 'renewal' | null> {
  const payment = { type: 'payment_intent', payment_intent: paymentId } as const;
  const { data } = await ask(stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }));
  const invoice = data[0]?.invoice;
  if (typeof invoice !== 'object' || !('billing_reason' in invoice)) return null;
  const details = invoice.parent?.subscription_details;
  if (!details || !isOurs(details)) return null;
  return invoice.billing_reason === 'subscription_create' ? 'first' : 'renewal';
}

/** Has the provider mail renewals, which open no purchase here, to the present address of letters. */
async function keepMailbox(stripe: Stripe, customer: Stripe.Subscription['customer'], email: string | null) {
  if (email === null || typeof customer === 'string' || customer.deleted || customer.email === email) return;
  await ask(stripe.customers.update(customer.id, { email }));
}

/**
 * Brings the database to a subscription's current state at the provider. An event may be outdated when it arrives, so
 * the state is requested, and has the time of the request: of two concurrent ones, the later one stays.
 */
export async function syncSubscription(database: Database, stripe: Stripe, subscriptionId: string): Promise<void> {
  const askedAt = new Date().toISOString();
  const subscription = await askOrNull(stripe.subscriptions.retrieve(subscriptionId, { expand: ['customer'] }));
  if (!subscription || !isOurs(subscription)) return;
  const [item] = subscription.items.data;
  const email = await database.call(
    'nemus_sync_subscription',
    {
      p_subscription_id: subscription.id,
      p_status: subscription.status,
      p_tier: item ? tierOf(item.price) : null,
      p_period_end: item ? toInstant(item.current_period_end) : null,
      // The provider's portal may give the end as a date instead of as a period.
      p_cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
      p_event_at: askedAt,
    },
    z.string().nullable(),
  );
  await keepMailbox(stripe, subscription.customer, email).catch((error: unknown) => logError(error));
}

/** What an invoice charges and credits, line by line. */
async function partsOf(stripe: Stripe, invoice: Stripe.Invoice) {
  return Promise.all(
    invoice.lines.data.map(async (line) => {
      const priceId = priceOf(line);
      const price = priceId === null ? null : await askOrNull(stripe.prices.retrieve(priceId));
      return {
        tier: price && tierOf(price),
        amount_cents: line.amount,
        starts_at: toInstant(line.period.start),
        ends_at: toInstant(line.period.end),
      };
    }),
  );
}

/** The payment method of an invoice; `balance` when nothing was left to pay. */
async function methodOf(database: Database, stripe: Stripe, invoice: Stripe.Invoice): Promise<string | null> {
  if (invoice.amount_paid === 0) return 'balance';
  const method = await readPayment(database, stripe, idOf(invoice.payments?.data[0]?.payment.payment_intent));
  return method === null || isKnown(method) ? method : 'other';
}
const isKnown = (method: string) => PAYMENT_METHODS.some((known) => known === method);

/**
 * Writes down that a subscription was renewed, or its plan changed, and mails it to its institution. The first invoice
 * belongs to the checkout.
 */
export async function recordInvoice(desk: Desk, invoiceId: string) {
  const { database, stripe } = desk;
  const invoice = await askOrNull(stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
  const details = invoice?.parent?.subscription_details;
  if (!invoice || !details || !isOurs(details) || invoice.billing_reason === 'subscription_create') return;
  const subscriptionId = idOf(details.subscription);
  const paidAt = invoice.status_transitions.paid_at;
  if (!subscriptionId || paidAt === null) return;
  await syncSubscription(database, stripe, subscriptionId);
  const institution = await database.call(
    'nemus_record_invoice',
    {
      p_subscription_id: subscriptionId,
      p_invoice_id: invoice.id,
      p_amount_cents: invoice.total,
      p_currency: invoice.currency,
      p_paid_at: toInstant(paidAt),
      p_payment_method: await methodOf(database, stripe, invoice),
      p_balance_cents: Math.max(0, invoice.total - invoice.amount_paid),
      p_parts: await partsOf(stripe, invoice),
    },
    z.uuid(),
  );
  await sendPurchaseLetters(desk, institution);
}
