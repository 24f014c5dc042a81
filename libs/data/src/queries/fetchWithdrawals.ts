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

/** Declared withdrawals for staff with the role `orders`, all or only open ones, newest first; fifty per page. */
export const staffWithdrawalsQuery = (client: DataClient, page: number, open: boolean) =>
  queryOptions({
    queryKey: ['staff-withdrawals', page, open],
    queryFn: async () =>
      readRows(await client.rpc('nemus_staff_withdrawals', { p_page: page, p_open: open }), pageSchema),
    placeholderData: keepPreviousData,
  });
