import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { MemberRole } from '../texts';
import { invokeFunction } from './invokeFunction';

/**
 * Invites a person by mail to act for the institution; after a second invitation the new roles apply. Fails with
 * `already_member`, `too_many`, `invalid_role`, or the code of a limit.
 */
export async function inviteMember(client: DataClient, email: string, roles: readonly MemberRole[]): Promise<void> {
  await invokeFunction(client, 'send-member-invitation', { email, roles }, z.unknown());
}

/** Sends an open invitation again; the earlier link stops working. Fails as {@link inviteMember}. */
export async function resendMemberInvitation(client: DataClient, invitationId: string): Promise<void> {
  await invokeFunction(client, 'send-member-invitation', { invitationId }, z.unknown());
}

/** Withdraws an open invitation; its link stops working. */
export async function revokeMemberInvitation(client: DataClient, invitationId: string): Promise<void> {
  await readRows(await client.rpc('nemus_revoke_member_invitation', { p_invitation: invitationId }), z.unknown());
}

/** Gives a member other roles, at once. Fails with `last_administrator`, `founder_stays`, `member_not_found`. */
export async function changeMember(client: DataClient, userId: string, roles: readonly MemberRole[]): Promise<void> {
  await readRows(await client.rpc('nemus_change_member', { p_user: userId, p_roles: [...roles] }), z.unknown());
}

/** Removes a member at once. Fails with `last_administrator`, `founder_stays`. */
export async function removeMember(client: DataClient, userId: string): Promise<void> {
  await readRows(await client.rpc('nemus_remove_member', { p_user: userId }), z.unknown());
}

/** The caller stops acting for an institution. Fails with `last_administrator`. */
export async function leaveMembership(client: DataClient, institutionId: string): Promise<void> {
  await readRows(await client.rpc('nemus_leave_membership', { p_institution: institutionId }), z.unknown());
}

/** Chooses the institution that the caller acts for from now on, in all its windows. */
export async function chooseInstitution(client: DataClient, institutionId: string): Promise<void> {
  await readRows(await client.rpc('nemus_choose_institution', { p_institution: institutionId }), z.unknown());
}

const acceptedSchema = z.object({ institution_name: z.string().nullable() });

/**
 * Accepts an invitation to be a member: the caller acts for the institution from now on. Fails with
 * `member_is_no_institution`, `already_member`, `invitation_for_other`, `invitation_invalid`. @returns its name
 */
export async function acceptMembership(client: DataClient, token: string): Promise<string | null> {
  const accepted = await readRows(await client.rpc('nemus_accept_membership', { p_token: token }), acceptedSchema);
  return accepted.institution_name;
}

/** Declines an invitation to be a member, which the institution sees. Fails as {@link acceptMembership}. */
export async function declineMembership(client: DataClient, token: string): Promise<void> {
  await readRows(await client.rpc('nemus_decline_membership', { p_token: token }), z.unknown());
}
