import { z } from 'zod';
import { addressSchema } from './address';
import { head, metadataSchema } from './list';

export const customerSchema = z.object({
  ...head('customer'),
  /** Cents; negative: what counts towards the next invoices. */
  balance: z.int().default(0),
  address: addressSchema.nullable().default(null),
  email: z.string().nullable(),
  metadata: metadataSchema,
  name: z.string().nullable(),
  tax_ids: z
    .array(z.object({ id: z.string(), object: z.literal('tax_id'), type: z.string(), value: z.string() }))
    .default([]),
});
export type Customer = z.infer<typeof customerSchema>;
