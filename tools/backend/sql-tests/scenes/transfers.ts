import { randomUUID } from 'node:crypto';
import { ask, signedIn, type Connection } from '../database/database';
import { signUpInstitution } from './institutions';
import { one } from './rows';

/** $1 the order's id, $2 credits, $3 the price that was shown. */
export const ORDER_BY_TRANSFER =
  'select nemus_order_credits_by_transfer($1::text::uuid, $2::text::int, $3::text::int) as r';
/** $1 the institution, $2 days, $3 limit in cents. */
export const SET_TERMS = 'select nemus_set_transfer_terms($1::text::uuid, $2::text::int, $3::text::int)';

/** Our account, without which no one can pay by transfer. */
export const openAccount = (connection: Connection) =>
  connection.query(`update private.nemus_settings set value =
    '{"holder": "Nemus GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001"}' where key = 'bank_account'`);

/** An institution that may pay by transfer. @returns its id */
export async function signUpTrusted(connection: Connection, staff: string, limit = 100_000): Promise<string> {
  const id = await signUpInstitution(connection);
  await ask(connection, signedIn(staff), SET_TERMS, [id, '14', String(limit)]);
  return id;
}

/** Orders credits by transfer. @returns the invoice as it is then */
export async function orderByTransfer(
  connection: Connection,
  institution: string,
  credits: number,
  order: string = randomUUID(),
): Promise<{
  invoice_id: string;
  order_id: string;
  number: string;
  due_on: string;
  open_cents: number;
  state: string;
}> {
  const values = [order, String(credits), String(credits * 200)];
  return Object(one(await ask(connection, signedIn(institution), ORDER_BY_TRANSFER, values)).r);
}
