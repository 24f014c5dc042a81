import { z } from 'zod';
import { amountSchema, head, metadataSchema } from './list';

export const productSchema = z.object({
  ...head('product'),
  active: z.boolean(),
  metadata: metadataSchema,
  name: z.string(),
});
export type Product = z.infer<typeof productSchema>;

export const intervalSchema = z.enum(['month', 'year']);
export type Interval = z.infer<typeof intervalSchema>;

export const priceSchema = z.object({
  ...head('price'),
  active: z.boolean(),
  billing_scheme: z.literal('per_unit'),
  currency: z.string(),
  lookup_key: z.string().nullable(),
  metadata: metadataSchema,
  product: z.string(),
  recurring: z
    .object({
      interval: intervalSchema,
      interval_count: z.literal(1),
      meter: z.null(),
      trial_period_days: z.null(),
      usage_type: z.literal('licensed'),
    })
    .nullable(),
  tax_behavior: z.literal('inclusive'),
  type: z.enum(['one_time', 'recurring']),
  unit_amount: amountSchema.nonnegative(),
});
export type Price = z.infer<typeof priceSchema>;
