import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Connection } from '../../../backend/sql-tests/database/database';
import { INSTITUTION, STAFF } from '../../../backend/sql-tests/plans/crowd';

export type Role = 'trainee' | 'institution' | 'staff';

/** A signed-in person, and the ids that their pages are opened with. */
export interface Person {
  readonly id: string;
  readonly token: string;
  /** The trainee whose pages are opened; empty for roles without one. */
  readonly trainee: string;
  readonly booking: string;
  readonly order: string;
  /** A course of the catalogue. */
  readonly course: string;
}

/** The id of what `gatherCrowd` numbers. */
export function idOf(name: string): string {
  const hash = createHash('md5').update(name).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as the sign-in makes it; signing 192 people in by their passwords would measure the hashing alone. */
function tokenOf(id: string, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const iss = 'http://localhost/auth/v1';
  const claims = {
    iss,
    sub: id,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    iat: now,
    exp: now + 86_400,
  };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/**
 * Additions to the crowd of the plans' tests for many people: every institution has a hundred linked trainees like the
 * first, and many accounts are staff.
 */
export async function employCrowd(connection: Connection, people: number): Promise<void> {
  for (const statement of [
    'alter table nemus_trainees disable trigger user',
    `update nemus_trainees t set user_id = md5('u' || substr(t.first_name, 2)::int / 100 * 10 + 1)::uuid
     where t.user_id is null and t.first_name ~ '^V[0-9]+$' and substr(t.first_name, 2)::int between 100 and 9999`,
    `insert into nemus_staff (user_id, role)
     select md5('u' || 10 * n + 3)::uuid, role from generate_series(1, ${people}) n,
       unnest(array['catalogue', 'teaching', 'orders', 'people']) role`,
    'analyze nemus_trainees, nemus_staff',
  ]) {
    await connection.query(statement);
  }
}

const foundSchema = z.array(z.object({ id: z.uuid() }));

async function first(connection: Connection, statement: string): Promise<string> {
  return foundSchema.parse(await connection.query(`${statement} order by 1 limit 1`))[0]?.id ?? '';
}

/** People of a kind, each with a separate account. */
export async function gatherPeople(
  connection: Connection,
  role: Role,
  count: number,
  secret: string,
): Promise<Person[]> {
  const people: Person[] = [];
  // One of the seed: pages only send valid ids, and the crowd's hashes are none.
  const course = await first(connection, `select id from nemus_courses where is_active and title not like 'Kurs %'`);
  for (let number = 0; number < count; number += 1) {
    const [id, of] = accountOf(role, number);
    const own = role === 'institution';
    people.push({
      id,
      token: tokenOf(id, secret),
      trainee: own
        ? await first(
            connection,
            `select id from nemus_trainees where institution_id = '${of}' and user_id is not null`,
          )
        : '',
      booking: own
        ? await first(connection, `select id from nemus_course_bookings where institution_id = '${of}'`)
        : '',
      course,
      order: role === 'staff' ? await first(connection, `select id from nemus_orders where user_id is not null`) : '',
    });
  }
  return people;
}

function accountOf(role: Role, number: number): readonly [id: string, institution: string] {
  if (role === 'trainee') return [idOf(`u${10 * (number + 1) + 1}`), ''];
  if (role === 'staff') return [number === 0 ? STAFF : idOf(`u${10 * number + 3}`), ''];
  const id = number === 0 ? INSTITUTION : idOf(`u${10 * number + 2}`);
  return [id, id];
}
