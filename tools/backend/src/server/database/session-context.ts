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

/** The function that PostgREST calls before every request, as a migration has set it for its role. */
const PRE_REQUEST = `select substring(setting from '=(.*)$') as name
  from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) as setting
  where d.datname = current_database() and s.setrole = (select oid from pg_roles where rolname = 'authenticator')
    and setting like 'pgrst.db_pre_request=%'`;
const preRequestSchema = z.array(z.object({ name: z.string().regex(/^[a-z_]+\.[a-z_]+$/) })).max(1);

/** Sets role and claims of a request in the open transaction. */
export type ApplySessionContext = (transaction: Kysely<unknown>, vars: unknown) => Promise<void>;

/**
 * lite sends six statements to set role and claims in a transaction, this is one: of the eleven round trips of a
 * request five are saved. The same statement calls PostgREST's pre-request function, which lite does not know; it is
 * looked up with the first request, when every migration has run.
 */
export function createSessionContext(): ApplySessionContext {
  let statement: string | null = null;
  return async (transaction, vars) => {
    if (statement === null) {
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(PRE_REQUEST));
      const [preRequest] = preRequestSchema.parse(rows);
      // As a subquery: the settings are made before it is called.
      statement = preRequest
        ? `with context as materialized (${STATEMENT}) select ${preRequest.name}() from context`
        : STATEMENT;
    }
    const { auth, storage } = varsSchema.parse(vars);
    await transaction.executeQuery(
      CompiledQuery.raw(statement, [
        auth?.role ?? 'anon',
        auth?.uid ?? '',
        auth?.jwt ? JSON.stringify(auth.jwt) : '',
        storage?.operation ?? '',
      ]),
    );
  };
}

const REQUEST = `select set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', $1, true), set_config('request.path', $2, true), set_config('request.headers', $3, true)`;
const requestSchema = z.object({
  method: z.string(),
  path: z.string(),
  requestHeaders: z.record(z.string(), z.string()).default({}),
});

/** What a function may read of its request; lite sends five statements. */
export async function applyRequest(transaction: Kysely<unknown>, request: unknown): Promise<void> {
  const { method, path, requestHeaders } = requestSchema.parse(request);
  await transaction.executeQuery(CompiledQuery.raw(REQUEST, [method, path, JSON.stringify(requestHeaders)]));
}
