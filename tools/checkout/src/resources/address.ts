import { z } from 'zod';

/** An address as the provider writes it. */
export const addressSchema = z.object({
  city: z.string().nullable(),
  /** ISO 3166-1. */
  country: z.string().nullable(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  postal_code: z.string().nullable(),
  state: z.string().nullable(),
});

/** What a customer entered on the page of a session. */
export const customerDetailsSchema = z.object({
  address: addressSchema.nullable(),
  business_name: z.string().nullable(),
  email: z.string().nullable(),
  individual_name: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  tax_exempt: z.literal('none').nullable(),
  tax_ids: z.array(z.object({ type: z.enum(['eu_vat', 'ch_vat']), value: z.string() })).nullable(),
});
