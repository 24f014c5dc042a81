import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { memberRoleSchema } from '../rows/member';

/** An invitation to act for an institution, as the page behind its link shows it. */
const invitationPageSchema = z.object({
  institution_name: z.string().nullable(),
  roles: z.array(memberRoleSchema),
  /** Masked for an account that cannot accept. */
  email: z.string(),
  /** ISO 8601. */
  expires_at: z.string(),
  /** Who invites; null when the account has no name or is gone. */
  inviter: z.string().nullable().default(null),
  /** Whether the caller can accept it, or why not. The database checks again. */
  acceptance: z.enum(['signed_out', 'possible', 'other_address', 'trainee_account', 'already_member']),
});
export type MemberInvitationPage = z.infer<typeof invitationPageSchema>;

/** The invitation behind a link's token; null when it is no longer valid. Works without a session. */
export async function fetchMemberInvitation(client: DataClient, token: string): Promise<MemberInvitationPage | null> {
  return readRows(await client.rpc('nemus_member_invitation', { p_token: token }), invitationPageSchema.nullable());
}
