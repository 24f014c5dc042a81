import { randomUUID } from 'node:crypto';
import { signedIn, type Caller, type Connection } from '../database/database';

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

/** A second factor, finished unless said otherwise, as the sign-in service writes it. @returns its id */
export async function addFactor(
  connection: Connection,
  user: string,
  status = 'verified',
  name = 'Telefon',
): Promise<string> {
  const id = randomUUID();
  await connection.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     values ($1::text::uuid, $2::text::uuid, $4, 'totp', $3, 'GEHEIM')`,
    [id, user, status, name],
  );
  return id;
}

/** A sign-in of an account. @returns its id */
export async function openSession(connection: Connection, user: string): Promise<string> {
  const id = randomUUID();
  await connection.query('insert into auth.sessions (id, user_id) values ($1::text::uuid, $2::text::uuid)', [id, user]);
  return id;
}

/** An account that signed in a minute ago and gave no second factor. */
export const withoutFactor = (user: string): Caller => ({ ...signedIn(user), aal: 'aal1', signedInAt: minutesAgo(1) });

/** An account that gave its second factor some minutes ago. */
export const withFactor = (user: string, minutes = 1): Caller => ({
  ...withoutFactor(user),
  aal: 'aal2',
  factorAt: minutesAgo(minutes),
});

/** Asks whether the caller may call functions at all. */
export const CHECK_CALLER = 'select private.nemus_check_caller()';
