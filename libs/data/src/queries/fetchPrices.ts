import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError, readRows } from '../errors';

const rowsSchema = z.array(
  z.object({ item: z.enum(['credit', 'monthly', 'yearly']), amount_cents: z.int().positive() }),
);

/** Current prices, gross and in cents: one credit, and a period of each subscription. */
export interface Prices {
  readonly credit: number;
  readonly monthly: number;
  readonly yearly: number;
}

/** Prices of credits and subscriptions (`nemus_prices`), from the rows that also determine an order's price. */
export async function fetchPrices(client: DataClient): Promise<Prices> {
  const rows = await readRows(await client.from('nemus_prices').select('item, amount_cents'), rowsSchema);
  const priceOf = (name: keyof Prices): number => {
    const row = rows.find(({ item }) => item === name);
    if (!row) throw new DataError('malformed', 'Die Antwort des Servers war unvollständig.', 200);
    return row.amount_cents;
  };
  return { credit: priceOf('credit'), monthly: priceOf('monthly'), yearly: priceOf('yearly') };
}

export const pricesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['prices'], queryFn: () => fetchPrices(client), staleTime: 300_000 });
