import { randomUUID } from 'node:crypto';
import { ask, SERVICE, signedIn, type Connection } from '../database/database';
import { freshAddress, signUp } from './accounts';
import { dayFrom } from './days';
import { signUpInstitution } from './institutions';
import { text } from './rows';
import { linkTrainee } from './trainees';

/** A person whom an institution has named to confirm. */
export interface Confirmer {
  /** Of the person on the institution's list. */
  readonly id: string;
  /** The account of that person. */
  readonly account: string;
}

/** A trainee, the institution, and all people with or without a part in an entry. */
export interface LogbookScene {
  readonly owner: string;
  /** Of the trainee on the institution's list. */
  readonly trainee: string;
  readonly institution: string;
  /** Leader and supervision, for a year and without an end. */
  readonly confirmer: Confirmer;
  /** That person's deputy today. */
  readonly deputy: Confirmer;
  /** Another trainee of the same institution. */
  readonly stranger: string;
}

/** A person of an institution who has accepted to confirm, in these roles. */
export async function addConfirmer(
  connection: Connection,
  institution: string,
  roles: readonly string[],
  { from = dayFrom(-365), until = null }: { readonly from?: string; readonly until?: string | null } = {},
): Promise<Confirmer> {
  const email = freshAddress('lehr');
  const account = await signUp(connection, { email, first: 'Ada', last: 'Lehr' });
  const id = text(
    await connection.query(
      `insert into nemus_confirmers (institution_id, name, email, user_id, accepted_at)
       values ($1::text::uuid, 'Ada Lehr', $2, $3::text::uuid, now()) returning id::text`,
      [institution, email, account],
    ),
    'id',
  );
  for (const role of roles) {
    await connection.query(
      `insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from, valid_until)
       values ($1::text::uuid, $2::text::uuid, $3, $4::text::date, $5::text::date)`,
      [id, institution, role, from, until],
    );
  }
  return { id, account };
}

/** One institution with two trainees, a person who confirms, and today's deputy. */
export async function setLogbookScene(connection: Connection): Promise<LogbookScene> {
  const institution = await signUpInstitution(connection);
  const { account: owner, trainee } = await linkTrainee(connection, institution);
  const { account: stranger } = await linkTrainee(connection, institution);
  const confirmer = await addConfirmer(connection, institution, ['leader', 'supervision']);
  const deputy = await addConfirmer(connection, institution, ['leader', 'supervision']);
  await connection.query(
    `insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
     values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::date, $4::text::date)`,
    [institution, confirmer.id, deputy.id, dayFrom()],
  );
  return { owner, trainee, institution, confirmer, deputy, stranger };
}

/** The states of an entry. */
export const ENTRY_STATES = ['draft', 'submitted', 'returned', 'confirmed'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** An entry in a state, past the functions. @returns its id */
export async function addEntry(
  connection: Connection,
  { owner, institution, confirmer }: Pick<LogbookScene, 'owner' | 'institution' | 'confirmer'>,
  state: EntryState,
  { category = 'practice', minutes = 90, day = dayFrom(-1) }: EntryOf = {},
): Promise<string> {
  const id = randomUUID();
  const decided = state === 'confirmed' || state === 'returned';
  await connection.query(
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

/** Called by a trainee. */
export const SAVE_ENTRY = 'select nemus_save_entry($1::text::jsonb) as saved';
export const SUBMIT_ENTRIES = 'select nemus_submit_entries($1::text::uuid[]) as n';
export const DELETE_ENTRY = 'select nemus_delete_entry($1::text::uuid)';
export const TAKE_BACK_ENTRY = 'select nemus_take_back_entry($1::text::uuid)';
export const CORRECT_ENTRY = 'select nemus_correct_entry($1::text::uuid)::text as id';
export const SAVE_SITE = 'select nemus_save_site($1::text::jsonb)::text as id';

/** An entry as the form of the portal sends it. */
export const entryForm = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: randomUUID(),
  revision: null,
  done_on: dayFrom(-1),
  category: 'practice',
  minutes: 45,
  competency: 'fachliche_kompetenz',
  level: 'action',
  note: '',
  site_id: null,
  case_id: null,
  confirmer_id: null,
  ...fields,
});

/** Called by a trainee: $1 the type of the file, $2 its size. */
export const BEGIN_CERTIFICATE = `select f ->> 'id' as id, f ->> 'path' as path
  from nemus_begin_certificate_upload($1, $2::text::bigint, 'Zertifikat.pdf') f`;

/** A certificate's file of an account, uploaded and checked. @returns its id and path */
export async function addFile(
  connection: Connection,
  owner: string,
  sha256 = randomUUID().replaceAll('-', '').repeat(2),
): Promise<{ readonly id: string; readonly path: string }> {
  const [begun] = await ask(connection, signedIn(owner), BEGIN_CERTIFICATE, ['application/pdf', '1000']);
  const sent = text([begun ?? {}], 'path');
  const file = { id: text([begun ?? {}], 'id'), path: sent.replace('incoming/', '') };
  await ask(connection, signedIn(owner), `insert into storage.objects (bucket_id, name) values ('logbook', $1)`, [
    sent,
  ]);
  // As the function that checks it.
  await connection.query(`update storage.objects set name = $2 where name = $1`, [sent, file.path]);
  await ask(connection, SERVICE, 'select nemus_confirm_upload($1::text::uuid, $2)', [file.id, sha256]);
  return file;
}

/** A certificate as the form of the portal sends it. */
export const certificateForm = (file: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  ...entryForm({
    category: 'theory',
    minutes: 16 * 45,
    competency: null,
    level: null,
    note: 'Traumatherapie, Grundkurs',
    ...fields,
  }),
  issuer: fields.issuer ?? 'Akademie am Park',
  started_on: fields.started_on ?? null,
  file_id: file,
});
