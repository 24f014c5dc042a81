import { z } from 'zod';
import { openDatabase, openDatabaseAs, type Database } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { sendMail } from '../_shared/mail.ts';
import { MEMBER_ROLES } from '../_shared/texts/member-roles.ts';
import { memberInvitationMail } from './member-invitation-mail.ts';

const roles = z.array(z.enum(MEMBER_ROLES)).min(1).max(5);
const bodySchema = z.union([
  z.strictObject({ email: z.string().max(255), roles }),
  /** Again, or because the first mail did not leave. */
  z.strictObject({ invitationId: z.uuid() }),
]);
type Body = z.infer<typeof bodySchema>;

const invitationSchema = z.object({ invitation_id: z.string(), email: z.string(), expires_at: z.string() });
const letterSchema = z.object({
  token: z.string(),
  email: z.string(),
  roles,
  institution_name: z.string().nullable(),
  inviter: z.string().nullable(),
  expires_at: z.string(),
});

/**
 * Invites a person to act for the caller's institution: `{ email, roles }`, or `{ invitationId }` for an open
 * invitation → `{ invitation_id, email, expires_at }`. The database refuses callers without the right, and calls beyond
 * the limits. The token of the link is made for its mail alone.
 *
 * @throws {Failure} refusals of the database; `mail_unavailable`: the invitation is valid, and can be sent again
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const invitation = await invite(openDatabaseAs(environment, caller), body);
  const letter = await openDatabase(environment).call(
    'nemus_member_invitation_letter',
    { p_invitation: invitation.invitation_id },
    letterSchema.nullable(),
  );
  // Withdrawn meanwhile.
  if (letter === null) throw new Failure('invitation_invalid');
  await sendMail(
    environment,
    memberInvitationMail(environment.siteUrl, {
      email: letter.email,
      token: letter.token,
      roles: letter.roles,
      institutionName: letter.institution_name,
      inviter: letter.inviter,
      expiresAt: letter.expires_at,
    }),
  );
  return invitation;
});

function invite(database: Database, body: Body) {
  return 'email' in body
    ? database.call('nemus_invite_member', { p_email: body.email, p_roles: body.roles }, invitationSchema)
    : database.call('nemus_resend_member_invitation', { p_invitation: body.invitationId }, invitationSchema);
}
