import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Roles of staff. */
export const STAFF_ROLES = ['catalogue', 'teaching', 'orders', 'people'] as const;
export const staffRoleSchema = z.enum(STAFF_ROLES);
export type StaffRole = z.infer<typeof staffRoleSchema>;

/** Which accounts a list shows. */
export const ACCOUNT_KINDS = ['piw', 'institution', 'staff', 'blocked'] as const;

const accountSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  user_type: z.enum(['piw', 'institution']),
  /** ISO 8601. */
  registered_at: z.string(),
  is_blocked: z.boolean(),
  roles: z.array(staffRoleSchema),
});
export type StaffAccountRow = z.infer<typeof accountSchema>;
const pageSchema = z.object({ rows: z.array(accountSchema), has_more: z.boolean() });
export type StaffAccounts = z.infer<typeof pageSchema>;

/** Filters of a list of accounts. */
export interface StaffAccountSelection {
  /** Words of the name or address, at least three letters. */
  readonly search: string;
  readonly kind: (typeof ACCOUNT_KINDS)[number] | null;
  /** Counts from 1; 50 a page. */
  readonly page: number;
}

/** Accounts for staff with the role `people`, the newest first. */
export async function fetchStaffAccounts(client: DataClient, selection: StaffAccountSelection): Promise<StaffAccounts> {
  const answer = await client.rpc('nemus_staff_accounts', {
    p_search: selection.search,
    ...(selection.kind && { p_kind: selection.kind }),
    p_page: selection.page,
  });
  return readRows(answer, pageSchema);
}

export const staffAccountsQuery = (client: DataClient, selection: StaffAccountSelection) =>
  queryOptions({
    queryKey: ['staff-accounts', selection],
    queryFn: () => fetchStaffAccounts(client, selection),
    placeholderData: keepPreviousData,
  });
