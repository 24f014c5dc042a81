import { z } from 'zod';
import { contactSchema } from './customers.ts';
import type { Database } from './database.ts';
import { RETURN_REASONS, type ReturnReason } from './texts/purchases.ts';

export const KINDS = ['course', 'credits', 'subscription'] as const;
export type Kind = (typeof KINDS)[number];
export const TIERS = ['monthly', 'yearly'] as const;
/** How something is taxed, as the database decides it. */
export const taxSchema = z.object({ category: z.string(), rate: z.number(), note: z.string().nullish() });
export type Tier = (typeof TIERS)[number];

const orderSchema = contactSchema.extend({
  order_id: z.uuid(),
  kind: z.enum(KINDS),
  /** Of a subscription. */
  tier: z.enum(TIERS).nullable(),
  /** How many times the price of one place is charged. */
  places: z.int().positive(),
  /** The payer: a member of an institution buys for the institution. */
  account_id: z.uuid(),
  /** Gross, in cents. */
  amount_cents: z.int().nonnegative(),
  currency: z.string(),
  /** What the buyer reads on the provider's page. */
  title: z.string(),
  /** How it is taxed for the known address. */
  tax: taxSchema,
  /** Countries that are sold to. */
  countries: z.array(z.object({ country: z.string(), needs_vat_id: z.boolean() })),
});
export type Order = z.infer<typeof orderSchema>;

/** The total that the buyer's page showed, in cents, optional in every body; another price is refused. */
export const shownSchema = z.int().nonnegative().nullable().default(null);
type Shown = { readonly p_shown_cents: number | null };

/**
 * The functions of the database that write an order, by kind of item. The database reads the price from its own rows.
 */
export type OrderCall =
  | readonly [
      'nemus_order_course',
      { p_course_id: string; p_trainee_ids: readonly string[]; p_start: string | null } & Shown,
    ]
  | readonly ['nemus_order_credits', { p_credits: number } & Shown]
  | readonly ['nemus_order_subscription', { p_tier: Tier } & Shown];

/**
 * Writes the order before any checkout.
 *
 * @throws {Failure} what the function of the database refuses: `supabase/schemas/orders/orders.sql`
 */
export function createOrder(database: Database, userId: string, [name, args]: OrderCall): Promise<Order> {
  return database.call(name, { p_user_id: userId, ...args }, orderSchema);
}

interface OpenedCheckout {
  readonly orderId: string;
  readonly sessionId: string;
  readonly customerId: string | null;
  /** ISO 8601; null when unknown. */
  readonly expiresAt: string | null;
  /** The provider's page; null when unknown. */
  readonly url: string | null;
}

/**
 * Links the provider's session to the order, and its customer to the account. Idempotent.
 *
 * @throws {Failure} `order_not_found`: no such order, or it has another session
 */
export async function attachCheckout(database: Database, checkout: OpenedCheckout): Promise<void> {
  await database.call(
    'nemus_attach_checkout',
    {
      p_order_id: checkout.orderId,
      p_session_id: checkout.sessionId,
      p_customer_id: checkout.customerId,
      p_expires_at: checkout.expiresAt,
      p_url: checkout.url,
    },
    z.unknown(),
  );
}

const givenUpSchema = z.object({ session_id: z.string().nullable(), status: z.string() });

/**
 * Cancels an order whose page was never opened; others stay as they are. Returns the session whose page is to be
 * closed, and the order's state; null for another account's order.
 */
export function giveUpOrder(
  database: Database,
  userId: string,
  orderId: string,
): Promise<z.infer<typeof givenUpSchema> | null> {
  const args = { p_user_id: userId, p_order_id: orderId };
  return database.call('nemus_give_up_order', args, givenUpSchema.nullable());
}

const checkoutSchema = z.object({
  order_id: z.uuid(),
  user_id: z.uuid(),
  kind: z.enum(KINDS),
  status: z.enum(['open', 'pending', 'paid', 'returning', 'failed', 'expired', 'refunded', 'disputed']),
  amount_cents: z.int(),
  currency: z.string(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** The order behind a session; null when no order has it. */
export function findCheckout(database: Database, sessionId: string): Promise<Checkout | null> {
  return database.call('nemus_checkout', { p_session_id: sessionId }, checkoutSchema.nullable());
}

/** Records that the buyer got the result of a payment. True for the first delivery, also when the webhook granted it. */
export const deliverResult = (database: Database, sessionId: string): Promise<boolean> =>
  database.call('nemus_deliver_result', { p_session_id: sessionId }, z.boolean());

/** The paid amounts, according to the provider. */
export interface Payment {
  readonly sessionId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly paymentId: string | null;
  readonly subscriptionId: string | null;
  /** ISO 8601; end of the first period of a subscription. */
  readonly periodEnd: string | null;
}

/** Why something that was paid could not be granted, by its code. */
export const returnReasonSchema = z.custom<ReturnReason>(
  (value) => typeof value === 'string' && Object.hasOwn(RETURN_REASONS, value),
);

const fulfilmentSchema = z.object({
  status: z.enum(['paid', 'returning', 'refunded', 'disputed']),
  already_processed: z.boolean(),
  kind: z.enum(KINDS),
  credits_added: z.int().nullable(),
  available_credits: z.int().nullable(),
  total_credits: z.int().nullable(),
  subscription_tier: z.enum(TIERS).nullable(),
  /** The automatic refund of what could not be granted, in cents; 0 when all was granted. */
  returning_cents: z.int(),
  return_reason: returnReasonSchema.nullable(),
});
export type Fulfilment = z.infer<typeof fulfilmentSchema>;

/** Grants a paid order, once: a second call learns that it is done. If it cannot be granted, a refund is due. */
export function fulfilCheckout(database: Database, payment: Payment): Promise<Fulfilment> {
  return database.call(
    'nemus_fulfil_checkout',
    {
      p_session_id: payment.sessionId,
      p_amount_cents: payment.amountCents,
      p_currency: payment.currency,
      p_payment_id: payment.paymentId,
      p_subscription_id: payment.subscriptionId,
      p_period_end: payment.periodEnd,
    },
    fulfilmentSchema,
  );
}

/** Records that a checkout failed, or is still waiting for its money. A granted order stays granted. */
export async function closeCheckout(
  database: Database,
  sessionId: string,
  status: 'pending' | 'failed' | 'expired',
): Promise<void> {
  await database.call('nemus_close_checkout', { p_session_id: sessionId, p_status: status }, z.unknown());
}

/** The refunds of a payment, as the provider lists them. */
interface Refunds {
  /** Sum of all refunds so far, failed ones too. */
  readonly cents: number;
  readonly failed: readonly {
    readonly id: string;
    readonly amount_cents: number;
    /** The debt it was to pay. */
    readonly refund_id: string | null;
    readonly reason: string;
  }[];
  /** The debts that the others pay. */
  readonly paid: readonly string[];
}

/**
 * Takes back what a refunded payment bought.
 *
 * @throws {Failure} `order_not_found`: no granted order was paid with this payment
 */
export async function refundCheckout(database: Database, paymentId: string, refunds: Refunds): Promise<void> {
  const args = { p_refunded_cents: refunds.cents, p_failed: refunds.failed, p_paid: refunds.paid };
  await database.call('nemus_refund_checkout', { p_payment_id: paymentId, ...args }, z.unknown());
}
