import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** What stands beside an account's second factors. */
const factorStateSchema = z.object({
  /** Recovery codes that are still good. */
  codes_left: z.int(),
  codes_made_at: z.string().nullable(),
  /** A recovery code took the factor away, and there is none yet. */
  is_recovered: z.boolean(),
  /** Name of an institution that asks for a factor from all who act for it; null without one. */
  required_by: z.string().nullable(),
});
export type FactorState = z.infer<typeof factorStateSchema>;

/** Recovery codes of the signed-in account, and who asks for a second factor. */
export async function fetchFactorState(client: DataClient): Promise<FactorState> {
  return readRows(await client.rpc('nemus_factor_state'), factorStateSchema);
}

export const factorStateQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['factor-state', userId], queryFn: () => fetchFactorState(client) });
