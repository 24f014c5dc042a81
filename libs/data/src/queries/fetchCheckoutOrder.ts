import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * State of an order. `open`: the provider's page can still be paid; `pending`: the money is on its way; `returning`:
 * nothing could be granted, and the money is refunded. */
export const ORDER_STATES = [
  'open',
  'pending',
  'paid',
  'returning',
  'failed',
  'expired',
  'refunded',
  'disputed',
] as const;

export const checkoutOrderSchema = z.object({
  id: z.string(),
  checkout_session_id: z.string(),
  status: z.enum(ORDER_STATES),
  /** Credits that the order buys; null when it buys something else. */
  credits: z.number().nullable(),
  /** When the provider closes the page of its own accord; null when unknown. */
  expires_at: z.string().nullable(),
  updated_at: z.string(),
});
/** The order behind a page of the payment provider. */
export type CheckoutOrder = z.infer<typeof checkoutOrderSchema>;

/** Whether an expired order was given up: its page was closed before its time, by a person and not by the clock. */
export const isGivenUp = ({ status, expires_at: end, updated_at: at }: CheckoutOrder): boolean =>
  status === 'expired' && end !== null && Date.parse(at) < Date.parse(end);

/** How many orders to search for the page of a new checkout. */
const LATEST = 20;

/**
 * The account's order behind a page of the payment provider: the latest one whose session the address names. Null when
 * there is none. Only reads rows; `checkPaymentStatus` asks the provider.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export async function fetchCheckoutOrder(client: DataClient, pageUrl: string): Promise<CheckoutOrder | null> {
  const orders = await readRows(
    await client
      .from('nemus_orders')
      .select('id, checkout_session_id, status, credits, expires_at, updated_at')
      .not('checkout_session_id', 'is', null)
      .order('created_at', { ascending: false })
      .limit(LATEST),
    z.array(checkoutOrderSchema),
  );
  return orders.find(({ checkout_session_id: id }) => pageUrl.includes(id)) ?? null;
}
