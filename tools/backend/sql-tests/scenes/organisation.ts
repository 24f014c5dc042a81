import { ask, signedIn, type Connection } from '../database/database';
import { freshAddress } from './accounts';
import { BOOK_FROM } from './bookings';
import { buy, openCheckout } from './checkouts';
import { COURSE_60, COURSE_85 } from './courses';
import { dayFrom } from './days';
import { giveCredits, signUpInstitution } from './institutions';
import { addConfirmer, addEntry, type Confirmer, type LogbookScene } from './logbook';
import { addMember, inviteMember, type MemberRole } from './members';
import { text } from './rows';
import { invite, linkTrainee } from './trainees';

/** An institution with a member of each role, and something of everything that members look at and change. */
export interface Organisation {
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

/** Makes an {@link Organisation}. */
export async function setOrganisation(connection: Connection): Promise<Organisation> {
  const institution = await signUpInstitution(connection);
  const stranger = await signUpInstitution(connection, 'Klinik am See');
  await giveCredits(connection, institution, 5000);
  const { account, trainee } = await linkTrainee(connection, institution);
  const { trainee: invited } = await invite(connection, institution, freshAddress());
  const booked = await ask(connection, signedIn(institution), BOOK_FROM, [COURSE_60, `{${trainee}}`, dayFrom(60)]);
  await buy(connection, institution, { kind: 'credits', credits: 100 });
  await openCheckout(connection, institution, { kind: 'subscription', tier: 'monthly' }, '1 day');
  await openCheckout(connection, institution, { kind: 'course', course: COURSE_85, trainees: [invited] }, '1 day');
  const confirmer = await addConfirmer(connection, institution, ['leader', 'supervision']);
  const deputy = await addConfirmer(connection, institution, ['leader']);
  await connection.query(
    `insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
     values ($1::text::uuid, $2::text::uuid, $3::text::uuid, current_date - 9, current_date + 9)`,
    [institution, confirmer.id, deputy.id],
  );
  const logbook: LogbookScene = { owner: account, trainee, institution, confirmer, deputy, stranger: account };
  await addEntry(connection, logbook, 'submitted');
  const members = {
    administration: await addMember(connection, institution, ['administration']),
    booking: await addMember(connection, institution, ['booking']),
    billing: await addMember(connection, institution, ['billing']),
    confirming: await addMember(connection, institution, ['confirming']),
    reading: await addMember(connection, institution, ['reading']),
  };
  const removed = await addMember(connection, institution, ['administration']);
  await ask(connection, signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [removed]);
  const { invitation } = await inviteMember(connection, institution, freshAddress('offen'), ['reading']);
  await ask(connection, signedIn(institution), 'select nemus_set_budget(array[$1::text::uuid], 5000)', [trainee]);
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
