import { ask, SERVICE, signedIn, type Connection } from '../database/database';
import { freshAddress, signUp } from './accounts';
import { text } from './rows';

/** An invitation as the mail function sees it: the link's token, and the row that the institution keeps. */
export interface SentInvitation {
  readonly token: string;
  readonly trainee: string;
}

/** Invites a trainee to an institution, and makes the link as its mail does. */
export async function invite(
  connection: Connection,
  institution: string,
  email: string,
  [first, last]: readonly [string, string] = ['Nora', 'Beck'],
): Promise<SentInvitation> {
  const [invited] = await ask(
    connection,
    signedIn(institution),
    `select i ->> 'invitation_id' as invitation, i ->> 'trainee_id' as trainee
     from nemus_invite_trainee($1, $2, $3, '+49 30 123456') as i`,
    [first, last, email],
  );
  return { token: await mintToken(connection, String(invited?.invitation)), trainee: String(invited?.trainee) };
}

/** Makes the link of an open invitation, as the function that mails it does. */
export async function mintToken(connection: Connection, invitation: string): Promise<string> {
  const letter = `select nemus_invitation_letter($1::text::uuid) ->> 'token' as token`;
  const [made] = await ask(connection, SERVICE, letter, [invitation]);
  if (typeof made?.token !== 'string') throw new Error('The invitation is not open.');
  return made.token;
}

/** Called by the invited account: $1 the token of the link. */
export const ACCEPT_INVITATION = 'select nemus_accept_invitation($1) as accepted';

/** A trainee with an account. */
export interface LinkedTrainee {
  readonly account: string;
  /** The row of the institution's list. */
  readonly trainee: string;
}

/**
 * A trainee with an account, who was invited by an institution and has accepted.
 *
 * @param first the name, which account and institution write in the same way; without it each has one of its own
 */
export async function linkTrainee(connection: Connection, institution: string, first?: string): Promise<LinkedTrainee> {
  const email = freshAddress();
  const account = await signUp(connection, { email, first });
  const { token, trainee } = await invite(connection, institution, email, [first ?? 'Nora', 'Beck']);
  await ask(connection, signedIn(account), ACCEPT_INVITATION, [token]);
  return { account, trainee };
}

/**
 * A trainee who is invited and has not answered.
 *
 * @param account is linked with the trainee, without an answer to the invitation
 * @returns the row of the institution's list
 */
export async function addTrainee(
  connection: Connection,
  institution: string,
  { account }: { readonly account?: string } = {},
): Promise<string> {
  const invited = await ask(
    connection,
    signedIn(institution),
    `select nemus_invite_trainee('Kim', 'Lang', $1) ->> 'trainee_id' as id`,
    [freshAddress('kim')],
  );
  const trainee = text(invited, 'id');
  if (account !== undefined) {
    await connection.query(
      'update nemus_trainees set user_id = $2::text::uuid, linked_at = now() where id = $1::text::uuid',
      [trainee, account],
    );
  }
  return trainee;
}

/** Sets a trainee inactive, as their institution does. */
export const SET_INACTIVE = `update nemus_trainees set status = 'inactive' where id = $1::text::uuid`;
