import { z } from 'zod';
import type { Database } from '../database/database';

const matchSchema = z.array(z.object({ matches: z.boolean().nullable() }));

/** Whether this is the account's password; false for an address without an account. */
export async function passwordMatches(database: Database, email: string, password: string): Promise<boolean> {
  const rows = await database.query(
    `select extensions.crypt($2, regexp_replace(encrypted_password, '^\\$2b\\$', '$2a$')) =
       regexp_replace(encrypted_password, '^\\$2b\\$', '$2a$') as matches
     from auth.users where lower(email) = lower($1)`,
    [email, password],
  );
  return matchSchema.parse(rows)[0]?.matches ?? false;
}
