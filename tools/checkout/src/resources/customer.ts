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
});
export type Customer = z.infer<typeof customerSchema>;
