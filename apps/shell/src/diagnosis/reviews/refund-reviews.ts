import { z } from 'zod';
import { readRows, type DataClient } from '@nemus/data';
import { withTimeout } from '../../browser/with-timeout';

const reviewsSchema = z.array(
  z.object({
    refund_id: z.string(),
    order_id: z.string(),
    buyer: z.string(),
    email: z.string(),
    title: z.string(),
    /** What goes back, in cents. */
    amount_cents: z.number(),
    reason: z.string(),
    /** Who could not be booked; null for the account itself. */
    people: z.string().nullable(),
    attempts: z.number(),
    last_error: z.string().nullable(),
    created_at: z.string(),
    /** Null: the money is not back yet. */
    refunded_at: z.string().nullable(),
  }),
);
/** Money that went back by itself, or still has to. */
export type RefundReview = z.infer<typeof reviewsSchema>[number];

/** Refunds that the portal made by itself, open ones first; at most 200. For operators alone. */
export async function readRefundReviews(client: DataClient): Promise<readonly RefundReview[]> {
  return readRows(await withTimeout(client.rpc('nemus_refund_reviews')), reviewsSchema);
}
