import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** State of an account's second factors. */
const factorStateSchema = z.object({
  /** Number of unused recovery codes. */
  codes_left: z.int(),
  codes_made_at: z.string().nullable(),
  /** A recovery code removed the factor, and there is no new one yet. */
  is_recovered: z.boolean(),
  /** Name of an institution that requires a factor from its members; null without one. */
  required_by: z.string().nullable(),
  /** Rights of staff, operators or release teams require a factor of the account. */
  rights_require: z.boolean().default(false),
});
export type FactorState = z.infer<typeof factorStateSchema>;

/** Recovery codes of the signed-in account, and what requires a second factor. */
export async function fetchFactorState(client: DataClient): Promise<FactorState> {
  return readRows(await client.rpc('nemus_factor_state'), factorStateSchema);
}

export const factorStateQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['factor-state', userId], queryFn: () => fetchFactorState(client) });
