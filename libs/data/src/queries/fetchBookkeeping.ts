import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const bookkeepingSchema = z.object({
  settings: z.object({
    /** Numbers from the tax adviser; empty until an operator has filled them in. */
    consultant: z.string(),
    client: z.string(),
    account_length: z.number(),
    money_account: z.string(),
    /** Account by rate in percent. */
    revenue_accounts: z.record(z.string(), z.string()),
  }),
  lines: z.array(
    z.object({
      number: z.string(),
      issued_on: z.string(),
      service_on: z.string(),
      kind: z.enum(['invoice', 'cancellation']),
      cancels_number: z.string().nullable(),
      buyer: z.string(),
      category: z.enum(['S', 'E', 'AE', 'O']),
      rate: z.number(),
      /** Negative for corrections of an invoice. */
      gross_cents: z.number(),
    }),
  ),
});
export type Bookkeeping = z.infer<typeof bookkeepingSchema>;

/** Bookkeeping data of the portal's invoices, for staff with the role `orders`; both days `yyyy-MM-dd`, inclusive. */
export async function fetchBookkeeping(client: DataClient, from: string, until: string): Promise<Bookkeeping> {
  return readRows(await client.rpc('nemus_bookkeeping', { p_from: from, p_until: until }), bookkeepingSchema);
}
