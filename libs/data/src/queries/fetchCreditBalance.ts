import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A row of `nemus_credit_balances`. Credits are whole and held per institution; its id is the account's user id. */
export const creditBalanceSchema = z.object({
  institution_id: z.string(),
  total_credits: z.number(),
  used_credits: z.number(),
  available_credits: z.number(),
});
export type CreditBalance = z.infer<typeof creditBalanceSchema>;

/**
 * The institution's credits (S-12.8). Null as long as none were ever bought.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export async function fetchCreditBalance(client: DataClient): Promise<CreditBalance | null> {
  // `maybeSingle` returns null where `single` would fail with PGRST116 and leave a failed request in the log.
  return readRows(
    await client
      .from('nemus_credit_balances')
      .select('institution_id, total_credits, used_credits, available_credits')
      .maybeSingle(),
    creditBalanceSchema.nullable(),
  );
}

export const creditBalanceQuery = (client: DataClient, institutionId: string) =>
  queryOptions({
    queryKey: ['credit-balance', institutionId],
    queryFn: () => fetchCreditBalance(client),
  });
