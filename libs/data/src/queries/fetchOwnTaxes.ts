import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Null: not sold to the account's address. */
const taxSchema = z.object({ category: z.string(), rate: z.number(), note: z.string().nullable() }).nullable();

const ownTaxesSchema = z.object({
  /** Country of the known invoice address (ISO 3166-1); null before the first one. */
  country: z.string().nullable(),
  /** Countries that the portal sells to. */
  countries: z.array(z.object({ country: z.string(), needs_vat_id: z.boolean() })),
  kinds: z.object({ course: taxSchema, credits: taxSchema, subscription: taxSchema }),
  /** Courses that are taxed differently from `kinds.course`, by id. */
  courses: z.record(z.string(), taxSchema),
});
export type OwnTaxes = z.infer<typeof ownTaxesSchema>;

/** How what the account may buy is taxed; the database decides (`private.nemus_tax_of`). */
export async function fetchOwnTaxes(client: DataClient): Promise<OwnTaxes> {
  return readRows(await client.rpc('nemus_own_taxes'), ownTaxesSchema);
}

export const ownTaxesQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['own-taxes', userId], queryFn: () => fetchOwnTaxes(client), staleTime: 300_000 });
