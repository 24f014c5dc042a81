import { randomUUID } from 'node:crypto';
import { ask, SERVICE, signedIn, type Connection } from './database/database';

export interface Person {
  readonly type?: string;
  readonly first?: string;
  readonly last?: string;
  readonly institution?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Without it one of its own. */
  readonly email?: string;
}

/** An address that nobody has or was written to: limits count per address. */
export const freshAddress = (name = 'nora', domain = 'x.example') => `${name}.${randomUUID()}@${domain}`;

/** Signs somebody up as the auth server does it, and confirms the address. @returns the account's id. */
export async function signUp(connection: Connection, person: Person = {}): Promise<string> {
  const id = randomUUID();
  const { type = 'piw', first = 'Eva', last = 'Test', institution } = person;
  const metadata = {
    user_type: type,
    first_name: first,
    last_name: last,
    ...(institution ? { institution_name: institution } : {}),
    ...person.metadata,
  };
  await connection.query(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
     values ($1::text::uuid, $2, $3::text::jsonb, now())`,
    [id, person.email ?? `${id}@nemus.example`, JSON.stringify(metadata)],
  );
  await giveBillingAddress(connection, id);
  return id;
}

/** Where invoices go, as it is asked for at the first purchase. */
async function giveBillingAddress(connection: Connection, id: string, recipient = 'Eva Test'): Promise<void> {
  await connection.query(
    `insert into nemus_billing_addresses (user_id, recipient, street, postal_code, city)
     select user_id, $2, 'Weg 1', '10115', 'Berlin' from nemus_profiles where user_id = $1::text::uuid
     on conflict (user_id) do update set recipient = excluded.recipient`,
    [id, recipient],
  );
}

/** An institution that an operator has looked at. */
export async function signUpInstitution(connection: Connection, institution = 'Ambulanz am Park'): Promise<string> {
  const id = await signUp(connection, { type: 'institution', institution });
  await connection.query(
    `insert into nemus_institution_approvals (institution_id, approved_name) values ($1::text::uuid, $2)
     on conflict (institution_id) do nothing`,
    [id, institution],
  );
  return id;
}

/** Gives credits to an institution. */
export async function giveCredits(connection: Connection, institution: string, credits: number): Promise<void> {
  await connection.query(
    `insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
     values ($1::text::uuid, 'grant', $2::text::int, gen_random_uuid()::text)`,
    [institution, String(credits)],
  );
}

/** Switches the sample set for new accounts on or off. */
export async function setSampleData(connection: Connection, on: boolean): Promise<void> {
  await connection.query(
    `insert into private.nemus_settings (key, value) values ('sample_data', $1::text::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [String(on)],
  );
}

/** An invitation as the mail function sees it: the link's token, and the row that the institution keeps. */
export interface SentInvitation {
  readonly token: string;
  readonly trainee: string;
}

/** Invites somebody to an institution, and makes the link as the function that mails it does. */
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

/** Somebody who runs the training. @returns the account's id. */
export async function hireStaff(connection: Connection, roles: readonly string[]): Promise<string> {
  const id = await signUp(connection, { first: 'Ina', last: 'Falk' });
  await connection.query(`insert into nemus_staff (user_id, role) select $1::text::uuid, unnest($2::text::text[])`, [
    id,
    `{${roles.join(',')}}`,
  ]);
  return id;
}
