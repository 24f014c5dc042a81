import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { memberRoleSchema } from '../rows/member';

/** A member of the institution that the caller administers. Points in time are ISO 8601. */
const memberSchema = z.object({
  user_id: z.string(),
  /** The person's name, or the address without one. */
  name: z.string(),
  email: z.string(),
  roles: z.array(memberRoleSchema),
  since: z.string(),
  /** The account that founded the institution: only it can remove itself. */
  is_founder: z.boolean(),
  /** The caller. */
  is_own: z.boolean(),
  /** Blocked by staff: keeps its roles, but can do nothing. */
  is_blocked: z.boolean(),
});
export type OrganisationMember = z.infer<typeof memberSchema>;

/** An open invitation to be a member. */
const invitationSchema = z.object({
  invitation_id: z.string(),
  email: z.string(),
  roles: z.array(memberRoleSchema),
  expires_at: z.string(),
  last_sent_at: z.string(),
  sent_count: z.number(),
  state: z.enum(['open', 'expired', 'declined']),
});
export type MemberInvitation = z.infer<typeof invitationSchema>;

const membersSchema = z.object({ members: z.array(memberSchema), invitations: z.array(invitationSchema) });
export type OrganisationMembers = z.infer<typeof membersSchema>;

/** Members of the institution and open invitations, for administrators. */
export async function fetchMembers(client: DataClient): Promise<OrganisationMembers> {
  return readRows(await client.rpc('nemus_member_list'), membersSchema);
}

/** @param userId whose institution the cache holds; the database uses the session */
export const membersQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['members', userId], queryFn: () => fetchMembers(client) });
