import { ask, SERVICE, type Connection } from '../database/database';
import { one } from './rows';

/** Called by the functions. */
export const START_PHONE_CHECK = 'select nemus_start_phone_check($1::text::uuid, $2, $3) as id';
export const CLAIM_SMS = 'select nemus_claim_sms() as list';
export const NOTE_SMS = 'select nemus_note_sms($1::text::uuid, $2, $3::text::int, $4)';

/** An account enters the code of an SMS. */
export const CHECK_PHONE = 'select nemus_check_phone($1) as answer';

/** What the function that sends gets. */
export interface ClaimedSms {
  readonly sms_id: string;
  readonly kind: string;
  readonly number: string;
  readonly code: string | null;
  readonly path: string | null;
}

let last = 0;
/** A fresh number: limits count per number. */
export const freshNumber = () => {
  last += 1;
  return `+4915${String(100_000_000 + ((Date.now() * 100 + last) % 900_000_000))}`;
};

/** Asks for a code and takes it from the SMS, as the one that has the number reads it. */
export async function askForCode(connection: Connection, account: string, number: string): Promise<string> {
  await ask(connection, SERVICE, START_PHONE_CHECK, [account, number, '2026-11']);
  const { list } = one(await ask(connection, SERVICE, CLAIM_SMS));
  const all = list as readonly ClaimedSms[];
  for (const sms of all) await ask(connection, SERVICE, NOTE_SMS, [sms.sms_id, 'sent', '1', 'x']);
  const code = all.find((sms) => sms.number === number)?.code;
  if (!code) throw new Error('There is no code.');
  return code;
}

/** Gives an account a number that is proved. */
export async function giveNumber(connection: Connection, account: string, number = freshNumber()): Promise<string> {
  await connection.query(
    `insert into nemus_phones (user_id, number, consent_version, consented_at, checked_at)
     values ($1::text::uuid, $2, '2026-11', now(), now())`,
    [account, number],
  );
  return number;
}
