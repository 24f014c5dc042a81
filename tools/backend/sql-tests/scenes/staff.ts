import type { Connection } from '../database/database';
import { signUp } from './accounts';

/** An account with roles of staff. @returns its id */
export async function hireStaff(connection: Connection, roles: readonly string[]): Promise<string> {
  const id = await signUp(connection, { first: 'Ina', last: 'Falk' });
  await connection.query(`insert into nemus_staff (user_id, role) select $1::text::uuid, unnest($2::text::text[])`, [
    id,
    `{${roles.join(',')}}`,
  ]);
  return id;
}

/** An account that operates the portal. @returns its id */
export async function signUpOperator(connection: Connection): Promise<string> {
  const id = await signUp(connection);
  await connection.query('insert into nemus_release_operators (user_id) values ($1::text::uuid)', [id]);
  return id;
}
