import {
  invoiceView,
  nestedList,
  type BillingReason,
  type PaymentIntent,
  type Price,
  type StoredInvoice,
  type Subscription,
} from '../resources';
import type { Desk } from '../sandbox';
import { newId } from '../store/ids';
import { receivePayment, type Payable } from './intents';

/** An invoice of the subscription. Its payments have no metadata, as with the provider. */
export function payableOf(subscription: Subscription, amount: number): Payable {
  return {
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    description: 'Subscription',
    metadata: {},
  };
}

interface InvoiceRequest {
  readonly subscription: Subscription;
  readonly reason: BillingReason;
  /** Cents that are to be paid. */
  readonly amount: number;
  /** Null: there is nothing to pay. */
  readonly payment: PaymentIntent | null;
  /** Its charges and credits; by default the amount for the current period. */
  readonly lines?: readonly BilledLine[];
}

/** One charge or credit, for a period. */
export interface BilledLine {
  readonly price: Price;
  /** Cents; negative for a credit. */
  readonly amount: number;
  /** Seconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Writes the invoice of a subscription's current period; it is paid when its payment is. */
export function writeInvoice(
  { store }: Desk,
  { subscription, reason, amount, payment, lines }: InvoiceRequest,
): StoredInvoice {
  const head = store.head('in', 'invoice');
  const { id, created: now } = head;
  const paid = payment === null || payment.status === 'succeeded';
  const [item] = subscription.items.data;
  const period = { start: item?.current_period_start ?? now, end: item?.current_period_end ?? now };
  const billed = lines ?? (item ? [{ price: item.price, amount, ...period }] : []);
  const total = billed.reduce((sum, line) => sum + line.amount, 0);
  const number = `NEMUS-${String(store.invoices.all().length + 1).padStart(4, '0')}`;
  return store.invoices.put({
    ...head,
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    billing_reason: reason,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: nestedList(
      billed.map((line) => ({
        id: newId('il'),
        object: 'line_item' as const,
        amount: line.amount,
        currency: subscription.currency,
        description: null,
        livemode: false as const,
        period: { start: line.start, end: line.end },
        pricing: {
          price_details: { price: line.price.id, product: line.price.product },
          type: 'price_details' as const,
          unit_amount_decimal: null,
        },
        quantity: 1,
        subscription: subscription.id,
      })),
      `/v1/invoices/${id}/lines`,
    ),
    metadata: {},
    number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payments: nestedList(
      payment === null
        ? []
        : [
            {
              ...store.head('inpay', 'invoice_payment'),
              amount_paid: paid ? amount : null,
              amount_requested: amount,
              currency: subscription.currency,
              invoice: id,
              is_default: true,
              payment: { type: 'payment_intent' as const, payment_intent: payment.id },
              status: paid ? ('paid' as const) : ('open' as const),
            },
          ],
      `/v1/invoice_payments?invoice=${id}`,
    ),
    period_end: period.end,
    period_start: period.start,
    status: paid ? 'paid' : 'open',
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: paid ? now : null,
      voided_at: null,
    },
    subtotal: total,
    total,
  });
}

/**
 * Bills a running subscription and takes the money immediately. Credits beyond the charges of a change count towards
 * the next invoices of the customer.
 */
export function billSubscription(
  desk: Desk,
  subscription: Subscription,
  reason: BillingReason,
  lines: readonly BilledLine[],
): StoredInvoice {
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const customer = desk.store.customers.get(subscription.customer);
  const due = total + (customer?.balance ?? 0);
  if (customer) desk.store.customers.put({ ...customer, balance: Math.min(0, due) });
  const amount = Math.max(0, due);
  const payment = amount === 0 ? null : receivePayment(desk, payableOf(subscription, amount));
  const invoice = writeInvoice(desk, { subscription, reason, amount, payment, lines });
  desk.outbox.record('invoice.paid', invoiceView(invoice));
  return invoice;
}

/** The payment of an open invoice has arrived. */
export function settleInvoice({ store, outbox }: Desk, invoice: StoredInvoice): StoredInvoice {
  const settled = store.invoices.put({
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: store.clock.now() },
    payments: {
      ...invoice.payments,
      data: invoice.payments.data.map((payment) => ({
        ...payment,
        amount_paid: payment.amount_requested,
        status: 'paid' as const,
      })),
    },
  });
  outbox.record('invoice.paid', invoiceView(settled));
  return settled;
}
