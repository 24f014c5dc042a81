import { randomUUID } from 'node:crypto';
import type { Connection } from './database/database';

export interface Person {
  readonly type?: string;
  readonly first?: string;
  readonly last?: string;
  readonly institution?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

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
    [id, `${id}@nemus.example`, JSON.stringify(metadata)],
  );
  return id;
}

export const signUpInstitution = (connection: Connection, institution = 'Ambulanz am Park') =>
  signUp(connection, { type: 'institution', institution });

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
