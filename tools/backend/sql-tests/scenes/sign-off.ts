import { ask, refusal, SERVICE, signedIn, type Connection, type Refusal, type Row } from '../database/database';
import { freshAddress } from './accounts';
import { addConfirmer, addEntry, type EntryOf, type LogbookScene } from './logbook';
import { one } from './rows';

/** Called by the person who confirms: $1 a list of entries, $2 `confirm` or `return`, $3 the reason. */
export const DECIDE_ENTRIES = 'select nemus_decide_entries($1::text::uuid[], $2, $3) as decided';

/** A person without an account decides by link: $1 its token, $2 a list of entries, $3 and $4 as above. */
export const DECIDE_BY_LINK = 'select nemus_decide_by_link($1, $2::text::uuid[], $3, $4) as answer';

/** An institution gives a person a role: $1 the person, $2 the role, $3 and $4 its days, $5 its one trainee. */
export const SAVE_ROLE = `select nemus_save_confirmer_role($1::text::uuid, $2, $3::text::date, $4::text::date, '',
  $5::text::uuid)::text as id`;

/** An institution hands over one person's open entries to another. */
export const HAND_OVER = 'select nemus_hand_over_entries($1::text::uuid, $2::text::uuid) as answer';

/** Called by a trainee: the week of today. */
export const THIS_WEEK = `select nemus_logbook_week(date_trunc('week', now() at time zone 'Europe/Berlin')::date) as week`;

/** Confirms entries, or returns them with a reason. */
export const decide = (
  connection: Connection,
  account: string,
  ids: readonly string[],
  decision: 'confirm' | 'return' = 'confirm',
  reason: string | null = null,
): Promise<readonly Row[]> =>
  ask(connection, signedIn(account), DECIDE_ENTRIES, [`{${ids.join(',')}}`, decision, reason]);

/** Why entries are neither confirmed nor returned; null when they are. */
export const decisionRefused = (
  connection: Connection,
  account: string,
  ids: readonly string[],
  decision = 'confirm',
  reason: string | null = null,
): Promise<Refusal | null> =>
  refusal(connection, signedIn(account), DECIDE_ENTRIES, [`{${ids.join(',')}}`, decision, reason]);

/** Called by the sender of mails to people who confirm. */
export const CLAIM_SIGN_OFF_LETTERS = 'select nemus_claim_sign_off_letters() as letters';
export const NOTE_SIGN_OFF_LETTER = 'select nemus_note_sign_off_letter($1::text::uuid, $2::text::boolean)';

/** A mail to a person who confirms, as its sender gets it. */
export interface SignOffLetter {
  readonly letter_id: string;
  readonly kind: string;
  readonly token: string;
  readonly email: string;
  readonly entries: number;
}

/** A person without an account, as leader and supervisor. */
export async function addOutsider(connection: Connection, institution: string): Promise<{ id: string; email: string }> {
  const { id, account } = await addConfirmer(connection, institution, ['leader', 'supervision']);
  const email = freshAddress('link');
  await connection.query(
    'update nemus_confirmers set user_id = null, accepted_at = null, email = $2 where id = $1::text::uuid',
    [id, email],
  );
  await connection.query('delete from auth.users where id = $1::text::uuid', [account]);
  return { id, email };
}

/** A submitted entry, as returned by the change of its state. */
export async function submitTo(
  connection: Connection,
  scene: LogbookScene,
  confirmer: string,
  of: EntryOf = {},
): Promise<string> {
  const named = { ...scene, confirmer: { id: confirmer, account: scene.confirmer.account } };
  const id = await addEntry(connection, named, 'draft', of);
  await connection.query(
    `update nemus_logbook_entries set state = 'submitted', submitted_at = now(), institution_id = $2::text::uuid
     where id = $1::text::uuid`,
    [id, scene.institution],
  );
  return id;
}

/** Due letters to an address, as the sending function gets them; other letters count as sent. */
export async function claimFor(connection: Connection, email: string): Promise<readonly SignOffLetter[]> {
  const { letters } = one(await ask(connection, SERVICE, CLAIM_SIGN_OFF_LETTERS));
  const all = letters as readonly SignOffLetter[];
  for (const letter of all) await ask(connection, SERVICE, NOTE_SIGN_OFF_LETTER, [letter.letter_id, 'true']);
  return all.filter((letter) => letter.email === email);
}
