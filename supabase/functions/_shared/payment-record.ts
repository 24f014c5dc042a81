import type Stripe from 'stripe';
import { z } from 'zod';
import { isVatType } from './customers.ts';
import type { Database } from './database.ts';
import { ask, idOf, toInstant } from './provider.ts';

/** Payment methods of the checkout: those that invoices and lists have words for. */
export const PAYMENT_METHODS = ['card', 'sepa_debit'] as const;

/**
 * Reads a payment: records the fee that the provider keeps, for bookkeeping, and returns the method in the provider's
 * words; null before the first attempt.
 */
export async function readPayment(
  database: Database,
  stripe: Stripe,
  paymentId: string | null,
): Promise<string | null> {
  if (paymentId === null) return null;
  const expand = ['latest_charge.balance_transaction'];
  const { latest_charge: charge } = await ask(stripe.paymentIntents.retrieve(paymentId, { expand }));
  if (typeof charge !== 'object' || charge === null) return null;
  const { balance_transaction: booked, payment_method_details: details } = charge;
  // Slow methods have no fee before their money arrives.
  await noteFee(database, paymentId, booked);
  return details?.type ?? null;
}

/** Records the fee in a booking of the provider, for a payment, refund or dispute, once; nothing without one. */
export async function noteFee(
  database: Database,
  id: string,
  booked: string | Pick<Stripe.BalanceTransaction, 'fee' | 'created'> | null | undefined,
): Promise<void> {
  if (typeof booked !== 'object' || booked === null || booked.fee === 0) return;
  const fee = { p_payment_id: id, p_fee_cents: booked.fee, p_charged_at: toInstant(booked.created) };
  await database.call('nemus_note_fee', fee, z.unknown());
}

interface PaymentRecord {
  readonly sessionId: string;
  readonly method: string | null;
  /** Seconds since 1970, when a period is paid. */
  readonly serviceFrom: number | undefined;
}

/** Records the provider's data of a checkout's payment, before its purchase is listed. */
export async function notePayment(
  database: Database,
  { sessionId, method, serviceFrom }: PaymentRecord,
): Promise<void> {
  await database.call(
    'nemus_note_payment',
    {
      p_session_id: sessionId,
      p_payment_method: method,
      p_service_from: serviceFrom === undefined ? null : toInstant(serviceFrom),
    },
    z.unknown(),
  );
}

/** One line without control characters, at most `longest` characters. */
const lineOf = (text: string | null | undefined, longest: number): string =>
  (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();

/** The recipient of the invoice, as entered on the provider's page; null without a usable address. */
function buyerOf({ customer_details: given }: Stripe.Checkout.Session) {
  const { line1, line2, postal_code: code, city, country } = given?.address ?? {};
  const [street, extra] = [lineOf(line1, 200), lineOf(line2, 200)];
  const buyer = {
    business: lineOf(given?.business_name, 200),
    name: lineOf(given?.name, 200),
    street: street || extra,
    extra_line: street && extra,
    postal_code: lineOf(code, 20),
    city: lineOf(city, 200),
    country: /^[A-Z]{2}$/.test(country ?? '') ? (country ?? '') : '',
    vat_id: lineOf(given?.tax_ids?.find(({ type }) => isVatType(type))?.value, 20),
  };
  return buyer.street && buyer.city && buyer.country ? buyer : null;
}

/** Records the buyer of a completed checkout, before its invoice is written. */
export async function noteBuyer(database: Database, session: Stripe.Checkout.Session): Promise<void> {
  const buyer = buyerOf(session);
  if (buyer) await database.call('nemus_note_buyer', { p_session_id: session.id, p_buyer: buyer }, z.unknown());
}

/** What a line of a subscription's invoice is for. */
export const priceOf = (line: Stripe.InvoiceLineItem): string | null => idOf(line.pricing?.price_details?.price);
