import { z } from 'zod';
import { priceSchema } from './catalog';
import { head, instantSchema, listOf, metadataSchema } from './list';

const subscriptionItemSchema = z.object({
  id: z.string(),
  object: z.literal('subscription_item'),
  created: instantSchema,
  current_period_end: instantSchema,
  current_period_start: instantSchema,
  metadata: metadataSchema,
  price: priceSchema,
  quantity: z.int().positive(),
  subscription: z.string(),
});

const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled', 'incomplete', 'incomplete_expired'] as const;

export const subscriptionSchema = z.object({
  ...head('subscription'),
  billing_cycle_anchor: instantSchema,
  cancel_at: instantSchema.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: instantSchema.nullable(),
  collection_method: z.literal('charge_automatically'),
  currency: z.string(),
  customer: z.string(),
  ended_at: instantSchema.nullable(),
  items: listOf(subscriptionItemSchema),
  latest_invoice: z.string().nullable(),
  metadata: metadataSchema,
  start_date: instantSchema,
  status: z.enum(SUBSCRIPTION_STATUSES),
});
export type Subscription = z.infer<typeof subscriptionSchema>;
