/**
 * Compile-time check: every object of the sandbox fits the type of the SDK that the functions use. A release of the SDK
 * that renames or retypes a field fails the type check here.
 */
import type Stripe from 'stripe';
import type { Customer } from './customer';
import type { Price, Product } from './catalog';
import type { InvoicePayment, StoredInvoice } from './invoice';
import type { Charge, Dispute, PaymentIntent, Refund } from './payment';
import type { PortalSession } from './portal';
import type { LineItem, Session } from './session';
import type { Subscription } from './subscription';

/** The fields that both know must fit; every field of the sandbox must be one of the provider's. */
type Speaks<
  Theirs,
  Ours extends Pick<Theirs, keyof Theirs & keyof Ours> & Record<Exclude<keyof Ours, keyof Theirs>, never>,
> = Ours;

/** The SDK adds methods to nested lists and turns nested prices into its own class; those are checked one by one. */
type WithoutNested<T, Keys extends PropertyKey> = Omit<T, Keys & keyof T>;

export type Conforming = {
  readonly customer: Speaks<WithoutNested<Stripe.Customer, 'tax_ids'>, WithoutNested<Customer, 'tax_ids'>>;
  readonly product: Speaks<Stripe.Product, Product>;
  readonly price: Speaks<Stripe.Price, Price>;
  readonly lineItem: Speaks<WithoutNested<Stripe.LineItem, 'price'>, WithoutNested<LineItem, 'price'>>;
  readonly session: Speaks<Stripe.Checkout.Session, Session>;
  readonly paymentIntent: Speaks<Stripe.PaymentIntent, PaymentIntent>;
  readonly charge: Speaks<Stripe.Charge, Charge>;
  readonly refund: Speaks<Stripe.Refund, Refund>;
  readonly dispute: Speaks<
    WithoutNested<Stripe.Dispute, 'balance_transactions'>,
    WithoutNested<Dispute, 'balance_transactions'>
  >;
  readonly subscription: Speaks<WithoutNested<Stripe.Subscription, 'items'>, WithoutNested<Subscription, 'items'>>;
  readonly invoice: Speaks<
    WithoutNested<Stripe.Invoice, 'lines' | 'payments'>,
    WithoutNested<StoredInvoice, 'lines' | 'payments'>
  >;
  readonly invoicePayment: Speaks<WithoutNested<Stripe.InvoicePayment, 'status_transitions'>, InvoicePayment>;
  readonly portalSession: Speaks<Stripe.BillingPortal.Session, PortalSession>;
};
