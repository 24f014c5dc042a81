import { z } from 'zod';
import { invoiceView, sessionView, type PaymentIntent, type StoredSession } from '../resources';
import type { Desk } from '../sandbox';
import { awaitPayment, receivePayment, refusePayment, type Payable } from './intents';
import { payableOf, settleInvoice, writeInvoice } from './invoices';
import { beginSubscription, changeSubscription } from './subscriptions';

const payableSession = (session: StoredSession): Payable => ({
  amount: session.amount_total,
  currency: session.currency,
  customer: session.customer,
  description: session.handover.paymentDescription,
  metadata: session.handover.paymentMetadata,
});

/** Ids of what a completed session brought about. */
type Outcome = Pick<StoredSession, 'payment_intent' | 'subscription' | 'invoice'>;

function beginPaidSubscription(desk: Desk, session: StoredSession, pay: (payable: Payable) => PaymentIntent): Outcome {
  const [line] = session.line_items.data;
  if (!line || !session.customer) throw new Error(`Session ${session.id} has no price or no customer.`);
  const { price, quantity } = line;
  const metadata = session.handover.subscriptionMetadata;
  const begun = beginSubscription(desk, { customer: session.customer, price, quantity, metadata });
  const payment = pay(payableOf(begun, session.amount_total));
  const invoice = writeInvoice(desk, {
    subscription: begun,
    reason: 'subscription_create',
    amount: session.amount_total,
    payment,
  });
  const subscription = desk.store.subscriptions.put({ ...begun, latest_invoice: invoice.id });
  desk.outbox.record('customer.subscription.created', subscription);
  if (invoice.status === 'paid') desk.outbox.record('invoice.paid', invoiceView(invoice));
  return { payment_intent: null, subscription: subscription.id, invoice: invoice.id };
}

/** What a buyer enters on the page, as far as the session asks for it. */
export const buyerSchema = z.strictObject({
  name: z.string(),
  line1: z.string(),
  line2: z.string().default(''),
  postalCode: z.string(),
  city: z.string(),
  country: z.string().length(2),
  vatId: z.string().default(''),
});
export type Buyer = z.infer<typeof buyerSchema>;

/** Takes over what the buyer entered to the session, and to its customer where the caller allowed that. */
function enter({ store }: Desk, session: StoredSession, buyer: Buyer): StoredSession {
  const customer = session.customer ? store.customers.get(session.customer) : undefined;
  const address = {
    city: buyer.city,
    country: buyer.country,
    line1: buyer.line1,
    line2: buyer.line2 || null,
    postal_code: buyer.postalCode,
    state: null,
  };
  if (customer) {
    const { keepAddress, keepName } = session.handover;
    store.customers.put({ ...customer, ...(keepAddress && { address }), ...(keepName && { name: buyer.name }) });
  }
  return store.sessions.put({
    ...session,
    customer_details: {
      address,
      business_name: buyer.vatId ? buyer.name : null,
      email: customer?.email ?? null,
      individual_name: null,
      name: buyer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: buyer.vatId
        ? [{ type: buyer.vatId.startsWith('CHE') ? ('ch_vat' as const) : ('eu_vat' as const), value: buyer.vatId }]
        : [],
    },
  });
}

function complete(desk: Desk, opened: StoredSession, paid: boolean, buyer: Buyer | null): StoredSession {
  const session = buyer ? enter(desk, opened, buyer) : opened;
  const pay = (payable: Payable) => (paid ? receivePayment(desk, payable) : awaitPayment(desk, payable));
  const outcome =
    session.mode === 'subscription'
      ? beginPaidSubscription(desk, session, pay)
      : { payment_intent: pay(payableSession(session)).id, subscription: null, invoice: null };
  const completed = desk.store.sessions.put({
    ...session,
    ...outcome,
    payment_status: paid ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  });
  desk.outbox.record('checkout.session.completed', sessionView(completed));
  return completed;
}

/** Pays an open session by card. A session that is no longer open stays as it is. */
export function payByCard(desk: Desk, session: StoredSession, buyer: Buyer | null = null): StoredSession {
  return session.status === 'open' ? complete(desk, session, true, buyer) : session;
}

/** Completes an open session with a payment that arrives, or fails, later. */
export function payLater(desk: Desk, session: StoredSession, buyer: Buyer | null = null): StoredSession {
  return session.status === 'open' ? complete(desk, session, false, buyer) : session;
}

/** The card is declined: the session stays open for another attempt. */
export function declineCard(desk: Desk, session: StoredSession): void {
  if (session.status === 'open') refusePayment(desk, payableSession(session));
}

/** True while the promised payment of a completed session has neither arrived nor failed. */
export function isPaymentPending({ store }: Desk, session: StoredSession): boolean {
  return session.status === 'complete' && pendingIntent(store, session) !== undefined;
}

function pendingIntent(store: Desk['store'], session: StoredSession): PaymentIntent | undefined {
  const invoice = session.invoice ? store.invoices.get(session.invoice) : undefined;
  const id = session.payment_intent ?? invoice?.payments.data[0]?.payment.payment_intent;
  const intent = id ? store.paymentIntents.get(id) : undefined;
  return intent?.status === 'processing' ? intent : undefined;
}

/** The promised payment arrives (`succeeded`) or does not. Anything else than a pending session stays as it is. */
export function settleLater(desk: Desk, session: StoredSession, outcome: 'succeeded' | 'failed'): StoredSession {
  const { store, outbox } = desk;
  const intent = pendingIntent(store, session);
  if (session.status !== 'complete' || !intent) return session;
  const invoice = session.invoice ? store.invoices.get(session.invoice) : undefined;
  if (outcome === 'succeeded') {
    receivePayment(desk, intent);
    if (invoice) settleInvoice(desk, invoice);
    const paid = store.sessions.put({ ...session, payment_status: 'paid' });
    outbox.record('checkout.session.async_payment_succeeded', sessionView(paid));
    return paid;
  }
  refusePayment(desk, intent);
  const subscription = session.subscription ? store.subscriptions.get(session.subscription) : undefined;
  if (invoice) outbox.record('invoice.payment_failed', invoiceView(invoice));
  if (subscription) changeSubscription(desk, subscription, { status: 'past_due' });
  outbox.record('checkout.session.async_payment_failed', sessionView(session));
  return session;
}

/** Closes an open session; its address no longer takes a payment. */
export function expireSession({ store, outbox }: Desk, session: StoredSession): StoredSession {
  const expired = store.sessions.put({ ...session, status: 'expired', url: null });
  outbox.record('checkout.session.expired', sessionView(expired));
  return expired;
}
