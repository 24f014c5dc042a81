import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

export const SUBSCRIPTION_TIERS = ['monthly', 'yearly'] as const;
export type SubscriptionTier = (typeof SUBSCRIPTION_TIERS)[number];

/** A row of `nemus_subscriptions`. */
export const subscriptionSchema = z.object({
  institution_id: z.string(),
  tier: z.enum(SUBSCRIPTION_TIERS),
  /** The payment provider's status (`active`, `past_due`, `canceled`, …); it may have others than this release. */
  status: z.string(),
  /** ISO 8601; null before the first payment. */
  current_period_end: z.string().nullable(),
  /** Cancelled by the customer, but paid until `current_period_end`. */
  cancel_at_period_end: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/**
 * The institution's subscription (S-12.8). Null when it never had one.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export async function fetchSubscription(client: DataClient): Promise<Subscription | null> {
  // `maybeSingle` returns null where `single` would fail with PGRST116 and leave a failed request in the log.
  return readRows(
    await client
      .from('nemus_subscriptions')
      .select('institution_id, tier, status, current_period_end, cancel_at_period_end')
      .maybeSingle(),
    subscriptionSchema.nullable(),
  );
}

export const subscriptionQuery = (client: DataClient, institutionId: string) =>
  queryOptions({
    queryKey: ['subscription', institutionId],
    queryFn: () => fetchSubscription(client),
  });
