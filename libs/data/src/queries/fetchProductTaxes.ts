import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { TRANSACTION_TYPES } from './fetchTransactions';

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
});
export type ProductTaxes = z.infer<typeof productTaxesSchema>;

/** How products are taxed, for staff with the role `orders`. */
export const productTaxesQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['product-taxes'],
    queryFn: async () => readRows(await client.rpc('nemus_product_tax_desk'), productTaxesSchema),
  });
