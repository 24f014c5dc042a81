import { randomUUID } from 'node:crypto';
import { freshAddress, invite, signUp, signUpInstitution } from '../accounts';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from './days';
import { text } from './values';

/** Somebody whom an institution has named to confirm. */
export interface Confirmer {
  /** Of the person on the institution's list. */
  readonly id: string;
  /** The account of that person. */
  readonly account: string;
}

/** A trainee, the institution, and everybody who has something to do with an entry, or nothing. */
export interface LogbookScene {
  readonly owner: string;
  /** Of the trainee on the institution's list. */
  readonly trainee: string;
  readonly institution: string;
  /** Leader and supervision, since a year and without an end. */
  readonly confirmer: Confirmer;
  /** Stands in for that person today. */
  readonly deputy: Confirmer;
  /** Another trainee of the same institution. */
  readonly stranger: string;
}

/** A trainee who is linked with an institution. @returns account and row of the institution's list */
export async function linkTrainee(
  database: TestDatabase,
  institution: string,
): Promise<{ readonly account: string; readonly trainee: string }> {
  const email = freshAddress();
  const account = await signUp(database, { email });
  const { token, trainee } = await invite(database, institution, email);
  await ask(database, signedIn(account), 'select nemus_accept_invitation($1)', [token]);
  return { account, trainee };
}

/** A person of an institution who has accepted to confirm, in these roles. */
export async function addConfirmer(
  database: TestDatabase,
  institution: string,
  roles: readonly string[],
  { from = dayFrom(-365), until = null }: { readonly from?: string; readonly until?: string | null } = {},
): Promise<Confirmer> {
  const email = freshAddress('lehr');
  const account = await signUp(database, { email, first: 'Ada', last: 'Lehr' });
  const id = text(
    await database.query(
      `insert into nemus_confirmers (institution_id, name, email, user_id, accepted_at)
       values ($1::text::uuid, 'Ada Lehr', $2, $3::text::uuid, now()) returning id::text`,
      [institution, email, account],
    ),
    'id',
  );
  for (const role of roles) {
    await database.query(
      `insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from, valid_until)
       values ($1::text::uuid, $2::text::uuid, $3, $4::text::date, $5::text::date)`,
      [id, institution, role, from, until],
    );
  }
  return { id, account };
}

/** One institution with two trainees, somebody who confirms, and who stands in for them today. */
export async function setLogbookScene(database: TestDatabase): Promise<LogbookScene> {
  const institution = await signUpInstitution(database);
  const { account: owner, trainee } = await linkTrainee(database, institution);
  const { account: stranger } = await linkTrainee(database, institution);
  const confirmer = await addConfirmer(database, institution, ['leader', 'supervision']);
  const deputy = await addConfirmer(database, institution, ['leader', 'supervision']);
  await database.query(
    `insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
     values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::date, $4::text::date)`,
    [institution, confirmer.id, deputy.id, dayFrom()],
  );
  return { owner, trainee, institution, confirmer, deputy, stranger };
}

export const STATES = ['draft', 'submitted', 'returned', 'confirmed'] as const;
export type EntryState = (typeof STATES)[number];

/** An entry in a state, past the functions. @returns its id */
export async function addEntry(
  database: TestDatabase,
  { owner, institution, confirmer }: Pick<LogbookScene, 'owner' | 'institution' | 'confirmer'>,
  state: EntryState,
  { category = 'practice', minutes = 90, day = dayFrom(-1) }: EntryOf = {},
): Promise<string> {
  const id = randomUUID();
  const decided = state === 'confirmed' || state === 'returned';
  await database.query(
    `insert into nemus_logbook_entries (id, user_id, category, minutes, done_on, competency, level, confirmer_id, institution_id, state,
       submitted_at, decided_by, decided_role, confirmed_at, confirmed_by, returned_at, returned_by, return_reason)
     values ($1::text::uuid, $2::text::uuid, $3, $4::text::int, $5::text::date, 'fachliche_kompetenz', 'action', $6::text::uuid,
       case when $8 <> 'draft' then $7::text::uuid end, $8, case when $8 <> 'draft' then now() end, $9::text::uuid,
       case when $8 = 'confirmed' then 'leader' end, case when $8 = 'confirmed' then now() end,
       case when $8 = 'confirmed' then 'Ada Lehr' end, case when $8 = 'returned' then now() end,
       case when $8 = 'returned' then 'Ada Lehr' end, case when $8 = 'returned' then 'Das Datum stimmt nicht.' end)`,
    [id, owner, category, String(minutes), day, confirmer.id, institution, state, decided ? confirmer.account : null],
  );
  return id;
}

/** What of an entry matters to a test. */
export interface EntryOf {
  readonly category?: string;
  readonly minutes?: number;
  /** `yyyy-MM-dd` */
  readonly day?: string;
}
