import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import { ask, idOf, toInstant } from './provider.ts';

/** Payment methods of the checkout: those that invoices and lists have words for. */
export const PAYMENT_METHODS = ['card', 'sepa_debit'] as const;

/** A payment's method, in the provider's words; null before the first attempt. */
export async function paymentMethodOf(stripe: Stripe, paymentId: string | null): Promise<string | null> {
  if (paymentId === null) return null;
  const { latest_charge: charge } = await ask(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }));
  return typeof charge === 'object' ? (charge?.payment_method_details?.type ?? null) : null;
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

/** What a line of a subscription's invoice is for. */
export const priceOf = (line: Stripe.InvoiceLineItem): string | null => idOf(line.pricing?.price_details?.price);
