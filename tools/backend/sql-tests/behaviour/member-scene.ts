import { freshAddress, giveCredits, invite, signUp, signUpInstitution } from '../accounts';
import { ask, SERVICE, signedIn, type Connection, type TestDatabase } from '../database/database';
import { fulfil, openCheckout } from './checkout';
import { addConfirmer, addEntry, linkTrainee, type Confirmer, type LogbookScene } from './logbook-scene';
import { COURSE_60, COURSE_85, text } from './values';

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

/** An institution with a member of each role, and something of everything that members look at and change. */
export interface MemberScene {
  readonly institution: string;
  readonly members: Readonly<Record<MemberRole, string>>;
  /** Was a member with all roles, and is none any more. */
  readonly removed: string;
  /** Administers another institution. */
  readonly stranger: string;
  /** Linked, with an entry that waits. */
  readonly trainee: string;
  readonly account: string;
  /** On the list, and invited. */
  readonly invited: string;
  /** Waits for an answer as a member. */
  readonly invitation: string;
  readonly booking: string;
  readonly confirmer: Confirmer;
}

export async function setMemberScene(database: TestDatabase): Promise<MemberScene> {
  const institution = await signUpInstitution(database);
  const stranger = await signUpInstitution(database, 'Klinik am See');
  await giveCredits(database, institution, 5000);
  const { account, trainee } = await linkTrainee(database, institution);
  const { trainee: invited } = await invite(database, institution, freshAddress());
  const booked = await ask(
    database,
    signedIn(institution),
    `select (nemus_book_course($1::text::uuid, array[$2::text::uuid], current_date + 60)).id::text as id`,
    [COURSE_60, trainee],
  );
  await fulfil(database, await openCheckout(database, institution, { kind: 'credits', credits: 100 }));
  await openCheckout(database, institution, { kind: 'subscription', tier: 'monthly' }, '1 day');
  await openCheckout(database, institution, { kind: 'course', course: COURSE_85, trainees: [invited] }, '1 day');
  const confirmer = await addConfirmer(database, institution, ['leader', 'supervision']);
  const deputy = await addConfirmer(database, institution, ['leader']);
  await database.query(
    `insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
     values ($1::text::uuid, $2::text::uuid, $3::text::uuid, current_date - 9, current_date + 9)`,
    [institution, confirmer.id, deputy.id],
  );
  const logbook: LogbookScene = { owner: account, trainee, institution, confirmer, deputy, stranger: account };
  await addEntry(database, logbook, 'submitted');
  const members = {
    administration: await addMember(database, institution, ['administration']),
    booking: await addMember(database, institution, ['booking']),
    billing: await addMember(database, institution, ['billing']),
    confirming: await addMember(database, institution, ['confirming']),
    reading: await addMember(database, institution, ['reading']),
  };
  const removed = await addMember(database, institution, ['administration']);
  await ask(database, signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [removed]);
  const { invitation } = await inviteMember(database, institution, freshAddress('offen'), ['reading']);
  await ask(database, signedIn(institution), 'select nemus_set_budget(array[$1::text::uuid], 5000)', [trainee]);
  return {
    institution,
    members,
    removed,
    stranger,
    trainee,
    account,
    invited,
    invitation,
    booking: text(booked, 'id'),
    confirmer,
  };
}
