import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const turnoverSchema = z.object({
  rows: z.array(
    z.object({
      /** `yyyy-MM` of the documents. */
      month: z.string(),
      kind: z.enum(['course', 'credits', 'subscription']),
      course_id: z.string().nullable(),
      /** Of the course today; null for others. */
      title: z.string().nullable(),
      category: z.enum(['S', 'E', 'AE', 'O']),
      rate: z.number(),
      net_cents: z.int(),
      tax_cents: z.int(),
      /** With the rounding amount of older documents. */
      gross_cents: z.int(),
      documents: z.int(),
    }),
  ),
  /** Payments and returned money without a document (yet), and their sum. */
  open: z.int(),
  open_cents: z.int(),
});
/** Turnover of a period, in cents. */
export type Turnover = z.infer<typeof turnoverSchema>;

/** Turnover by month, product and tax, for staff with the role `orders`; both days `yyyy-MM-dd`, inclusive. */
export async function fetchTurnover(client: DataClient, from: string, until: string): Promise<Turnover> {
  return readRows(await client.rpc('nemus_turnover', { p_from: from, p_until: until }), turnoverSchema);
}

export const turnoverQuery = (client: DataClient, from: string, until: string) =>
  queryOptions({ queryKey: ['turnover', from, until], queryFn: () => fetchTurnover(client, from, until) });
