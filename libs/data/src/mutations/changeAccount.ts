import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError, readRows } from '../errors';
import type { StaffRole } from '../queries/fetchStaffAccounts';
import { invokeFunction } from './invokeFunction';

/** Blocks an account at once. Fails with `own_account`, `note_missing`. */
export async function blockAccount(client: DataClient, userId: string, reason: string): Promise<void> {
  await readRows(await client.rpc('nemus_block_account', { p_user: userId, p_reason: reason }), z.unknown());
}

/** Unblocks an account. */
export async function unblockAccount(client: DataClient, userId: string): Promise<void> {
  await readRows(await client.rpc('nemus_unblock_account', { p_user: userId }), z.unknown());
}

/** Grants or revokes a staff role. Fails with `own_role`, `account_is_blocked`. */
export async function setStaffRole(client: DataClient, userId: string, role: StaffRole, has: boolean): Promise<void> {
  const args = { p_user: userId, p_role: role };
  await readRows(await (has ? client.rpc('nemus_grant_role', args) : client.rpc('nemus_take_role', args)), z.unknown());
}

/** Ends the link between a person and an institution, by staff. */
export async function endLink(client: DataClient, traineeId: string): Promise<void> {
  await readRows(await client.rpc('nemus_end_link', { p_trainee: traineeId }), z.unknown());
}

const resultsSchema = z.object({
  results: z.array(z.object({ code: z.string().nullable(), message: z.string().nullable() })).min(1),
});

/** Resends an institution's invitation, by staff. Fails with the code of the limit or of the mail. */
export async function resendForInstitution(client: DataClient, traineeId: string): Promise<void> {
  const { results } = await invokeFunction(client, 'send-invitations', { traineeId, asStaff: true }, resultsSchema);
  const [first] = results;
  if (first?.code) throw new DataError(first.code, first.message ?? first.code, 200);
}

/** Approves an institution under the name that was shown. Fails with `institution_renamed`. */
export async function approveInstitution(client: DataClient, institutionId: string, name: string): Promise<void> {
  await readRows(
    await client.rpc('nemus_approve_institution', { p_institution: institutionId, p_name: name }),
    z.unknown(),
  );
}

/** Withdraws an approval. */
export async function withdrawApproval(client: DataClient, institutionId: string): Promise<void> {
  await readRows(await client.rpc('nemus_withdraw_approval', { p_institution: institutionId }), z.unknown());
}
