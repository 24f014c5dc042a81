import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const ownWithdrawalSchema = z.object({
  transaction_id: z.string(),
  order_id: z.string(),
  /** Last day to withdraw, `yyyy-MM-dd`. */
  until: z.string(),
  /** It can still be declared. */
  is_open: z.boolean(),
  /** The first that names the order. */
  withdrawal: z
    .object({
      reference: z.string(),
      /** ISO 8601. */
      received_at: z.string(),
      /** Last day to pay back, `yyyy-MM-dd`. */
      due_on: z.string(),
      handled_at: z.string().nullable(),
    })
    .nullable(),
});
/** The right to withdraw from a purchase, and what was declared. */
export type OwnWithdrawal = z.infer<typeof ownWithdrawalSchema>;

/** Rights of withdrawal of the courses that the account bought for itself. */
export async function fetchOwnWithdrawals(client: DataClient): Promise<OwnWithdrawal[]> {
  return readRows(await client.rpc('nemus_own_withdrawals'), z.array(ownWithdrawalSchema));
}

export const ownWithdrawalsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['own-withdrawals', userId], queryFn: () => fetchOwnWithdrawals(client) });
