import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { withdrawalSchema } from '../rows/withdrawal';

const staffWithdrawalSchema = withdrawalSchema.extend({
  /** ISO 8601; null until the receipt was sent. */
  receipt_sent_at: z.string().nullable(),
  /** ISO 8601; null until handled. */
  handled_at: z.string().nullable(),
  handled_note: z.string().nullable(),
});
/** A declared withdrawal, and how it was handled. */
export type StaffWithdrawal = z.infer<typeof staffWithdrawalSchema>;

const pageSchema = z.object({ rows: z.array(staffWithdrawalSchema), has_more: z.boolean() });

/** Filters of the declared withdrawals. */
export interface WithdrawalSelection {
  /** Words of the reference, name, address or contract. */
  readonly search: string;
  readonly open: boolean;
  /** Counts from 1; 50 a page. */
  readonly page: number;
}

/** Declared withdrawals for staff with the role `orders`, all or only open ones, newest first. */
export async function fetchStaffWithdrawals(
  client: DataClient,
  { search, open, page }: WithdrawalSelection,
): Promise<z.infer<typeof pageSchema>> {
  const asked = { p_page: page, p_open: open, ...(search !== '' && { p_search: search }) };
  return readRows(await client.rpc('nemus_staff_withdrawals', asked), pageSchema);
}

export const staffWithdrawalsQuery = (client: DataClient, selection: WithdrawalSelection) =>
  queryOptions({
    queryKey: ['staff-withdrawals', selection],
    queryFn: () => fetchStaffWithdrawals(client, selection),
    placeholderData: keepPreviousData,
  });
