import { ask, SERVICE, signedIn, type Connection } from '../database/database';
import { freshAddress, signUp } from './accounts';
import { text } from './rows';

/** The roles of an institution's members. */
export const MEMBER_ROLES = ['administration', 'booking', 'billing', 'confirming', 'reading'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Makes the link of an open invitation, as the function that mails it does. */
export async function memberToken(connection: Connection, invitation: string): Promise<string> {
  const letter = `select nemus_member_invitation_letter($1::text::uuid) ->> 'token' as token`;
  return text(await ask(connection, SERVICE, letter, [invitation]), 'token');
}

/** Invites an address to an institution, by its administration. @returns the invitation and its link's token */
export async function inviteMember(
  connection: Connection,
  by: string,
  email: string,
  roles: readonly MemberRole[],
): Promise<{ readonly invitation: string; readonly token: string }> {
  const made = await ask(
    connection,
    signedIn(by),
    `select nemus_invite_member($1, $2::text::text[]) ->> 'invitation_id' as id`,
    [email, `{${roles.join(',')}}`],
  );
  const invitation = text(made, 'id');
  return { invitation, token: await memberToken(connection, invitation) };
}

/** An account that signed up to be a member, and accepted. @returns its id */
export async function addMember(
  connection: Connection,
  by: string,
  roles: readonly MemberRole[],
  email = freshAddress('team'),
): Promise<string> {
  const account = await signUp(connection, { type: 'institution', first: 'Ina', last: 'Team', email });
  const { token } = await inviteMember(connection, by, email, roles);
  await ask(connection, signedIn(account), 'select nemus_accept_membership($1)', [token]);
  return account;
}
