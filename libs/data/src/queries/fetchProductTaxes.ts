import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { TRANSACTION_TYPES } from './fetchTransactions';

/** How buyers of a country are taxed; a country without a row is not sold to. */
export const COUNTRY_RULES = ['as_product', 'reverse_charge', 'outside_scope', 'refused'] as const;
export type CountryRule = (typeof COUNTRY_RULES)[number];
/** Taxed when sold, or when redeemed (§ 3 (13) to (15) UStG). */
export const CREDIT_VOUCHERS = ['single_purpose', 'multi_purpose'] as const;
export type CreditVoucher = (typeof CREDIT_VOUCHERS)[number];

const productTaxesSchema = z.object({
  /** Current tax of a kind; `treatment` is null where the operator's setting decides. */
  kinds: z.array(
    z.object({
      kind: z.enum(TRANSACTION_TYPES),
      treatment: z.string().nullable(),
      tax: z.object({ rate: z.number(), note: z.string().nullable() }),
    }),
  ),
  /** Courses; `treatment` is null where that of all courses applies. */
  courses: z.array(z.object({ course_id: z.string(), title: z.string(), treatment: z.string().nullable() })),
  treatments: z.array(z.object({ code: z.string(), rate: z.number(), legal_text: z.string().nullable() })),
  countries: z.array(z.object({ country: z.string(), is_business: z.boolean(), rule: z.enum(COUNTRY_RULES) })),
  credits_are: z.enum(CREDIT_VOUCHERS),
  /** How many taxes the offered courses have: more than one makes credits multi-purpose vouchers. */
  course_taxes: z.int(),
});
export type ProductTaxes = z.infer<typeof productTaxesSchema>;

/** How products are taxed, for staff with the role `orders`. */
export const productTaxesQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['product-taxes'],
    queryFn: async () => readRows(await client.rpc('nemus_product_tax_desk'), productTaxesSchema),
  });
