import { CompiledQuery, type Kysely } from 'kysely';
import { z } from 'zod';

const varsSchema = z.object({
  auth: z
    .object({
      uid: z.string().nullish(),
      role: z.string().nullish(),
      jwt: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
  storage: z.object({ operation: z.string().nullish() }).nullish(),
});

const STATEMENT = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true),
  set_config('storage.operation', $4, true)`;

/**
 * Puts role and claims of a request into the open transaction. lite sends six statements for it, this is one: of the
 * eleven round trips of a request five are saved.
 */
export async function applySessionContext(transaction: Kysely<unknown>, vars: unknown): Promise<void> {
  const { auth, storage } = varsSchema.parse(vars);
  await transaction.executeQuery(
    CompiledQuery.raw(STATEMENT, [
      auth?.role ?? 'anon',
      auth?.uid ?? '',
      auth?.jwt ? JSON.stringify(auth.jwt) : '',
      storage?.operation ?? '',
    ]),
  );
}
