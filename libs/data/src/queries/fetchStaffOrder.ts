import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { staffOrderRowSchema } from './fetchStaffOrders';

const eventSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  what: z.enum([
    'ordered',
    'paid',
    'purchase',
    'refund',
    'invoice',
    'owed',
    'refund_failed',
    'told',
    'failure_told',
    'confirmed',
    'payment_failed',
    'dispute',
    'withdrawal',
    'act',
  ]),
  amount_cents: z.int().nullable(),
  words: z.string().nullable(),
  who: z.string().nullable(),
});
/** An event of an order. */
export type OrderEvent = z.infer<typeof eventSchema>;

const orderSchema = staffOrderRowSchema.extend({
  user_id: z.string(),
  user_type: z.enum(['piw', 'institution']),
  /** Places for trainees; 0: for the account itself. */
  people: z.int(),
  credits: z.int().nullable(),
  /** The account's current credits. */
  credits_left: z.int().nullable(),
  tier: z.enum(['monthly', 'yearly']).nullable(),
  disputed_cents: z.int(),
  owed_cents: z.int(),
  /** Refunds that failed at the provider and wait for staff. */
  held: z.array(z.object({ refund_id: z.string(), amount_cents: z.int(), last_error: z.string().nullable() })),
  refundable_cents: z.int(),
  /** What was refunded or is owed: sent with a refund, so that it happens once. */
  sum_before_cents: z.int(),
  /** From this sum on, a second person looks at a refund that leaves the access. */
  almost_all_cents: z.int(),
  /** Bought by the caller or the caller's institution: another person refunds it. */
  is_own: z.boolean(),
  session_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  /** `invoice`: by bank transfer; null: unknown. */
  payment_method: z.string().nullable().default(null),
  terms_version: z.string(),
  /** The provider can be asked for its state. */
  can_ask: z.boolean(),
  /** Certificates for the purchase, which people keep. */
  certificates: z.int(),
  /** Newest first. */
  history: z.array(eventSchema),
});
/** One order with its history, as staff sees it. */
export type StaffOrder = z.infer<typeof orderSchema>;

/** One order for staff with the role `orders`. Fails with `order_not_found`. */
export async function fetchStaffOrder(client: DataClient, orderId: string): Promise<StaffOrder> {
  return readRows(await client.rpc('nemus_staff_order', { p_order: orderId }), orderSchema);
}

export const staffOrderQuery = (client: DataClient, orderId: string) =>
  queryOptions({ queryKey: ['staff-order', orderId], queryFn: () => fetchStaffOrder(client, orderId) });
