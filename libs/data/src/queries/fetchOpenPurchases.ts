import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const openPurchaseSchema = z.object({
  /** Null for another account's purchase. */
  order_id: z.string().nullable(),
  kind: z.enum(['course', 'credits', 'subscription']),
  course_id: z.string().nullable(),
  /** The trainees that an institution buys the course for; empty: the account itself. */
  trainee_ids: z.array(z.string()),
  title: z.string(),
  /** Gross, in cents; null for another account's purchase. */
  amount_cents: z.number().nullable(),
  /** `open`: the provider's page can still be paid; `pending`: the money is on its way; `failed`: it did not arrive. */
  state: z.enum(['open', 'pending', 'failed']),
  /** False: an institution is buying a place for the account. */
  is_own: z.boolean(),
  session_id: z.string().nullable(),
  /** The provider's page. */
  url: z.url({ protocol: /^https?$/ }).nullable(),
  /** ISO 8601. */
  begun_at: z.string(),
});
/** An undecided purchase, or a failed one that the account was not told about yet. */
export type OpenPurchase = z.infer<typeof openPurchaseSchema>;

/** The account's running purchases, and those that others make for it; newest first. */
export async function fetchOpenPurchases(client: DataClient): Promise<OpenPurchase[]> {
  return readRows(await client.rpc('nemus_open_purchases'), z.array(openPurchaseSchema));
}

export const openPurchasesQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['open-purchases', userId], queryFn: () => fetchOpenPurchases(client) });
