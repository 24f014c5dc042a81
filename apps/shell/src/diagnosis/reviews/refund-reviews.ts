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
    /** The refund, in cents. */
    amount_cents: z.number(),
    reason: z.string(),
    /** The trainee who could not be booked; null for the account itself. */
    people: z.string().nullable(),
    attempts: z.number(),
    last_error: z.string().nullable(),
    created_at: z.string(),
    /** Null: not refunded yet. */
    refunded_at: z.string().nullable(),
  }),
);
/** An automatic refund, done or pending. */
export type RefundReview = z.infer<typeof reviewsSchema>[number];

/** Automatic refunds, open ones first; at most 200. For operators only. */
export async function readRefundReviews(client: DataClient): Promise<readonly RefundReview[]> {
  return readRows(await withTimeout(client.rpc('nemus_refund_reviews')), reviewsSchema);
}
