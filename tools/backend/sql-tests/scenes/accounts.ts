import { randomUUID } from 'node:crypto';
import type { Connection } from '../database/database';

export interface Person {
  readonly type?: string;
  readonly first?: string;
  readonly last?: string;
  readonly institution?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Without it one of its own. */
  readonly email?: string;
}

/** A fresh address: limits count per address. */
export const freshAddress = (name = 'nora', domain = 'x.example') => `${name}.${randomUUID()}@${domain}`;

/** Signs an account up as the auth server does, and confirms its address. @returns the account's id */
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
