/**
 * Prints the SQL of what a hosted Supabase project has before our first migration: roles, the schemas of auth and
 * storage, and its old default grants. With them a table or function that some migration forgets to close is open, so
 * that a test can see it. A process of its own, because lite is an ECMAScript module and the tests run as CommonJS.
 */
import { readFileSync } from 'node:fs';

const factors = readFileSync(new URL('../../src/server/database/factors.sql', import.meta.url), 'utf8');

globalThis.WebSocket ??= class {};
const { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } = await import('@supabase/lite');

process.stdout.write(`
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit%s', wanted,
        case when wanted = 'service_role' then ' bypassrls' else '' end);
    end if;
  end loop;
end $$;
${getAuthSchemaSql(false)}
${factors}
${getStorageSchemaSql(false)}
${SUPABASE_AUTH_HELPERS_SQL}
grant usage on schema public, auth, storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`);
