import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StartRefused } from '../refusal';
import { CRON } from './cron';
import type { Database } from './database';
import { NET } from './net';

/**
 * Roles, schemas and helper functions as a hosted project has them. Runs whenever lite makes its own, since that
 * rewrites its helpers. Tables get no privileges here, as in new hosted projects (2026): a table, view or function without an explicit
 * grant is closed, here as there.
 */
const BOOTSTRAP = `
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit%s', wanted,
        case when wanted = 'service_role' then ' bypassrls' else '' end);
    end if;
  end loop;
end $$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- How a session came to be, as the auth server of a hosted project notes it.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`;

/** Tables of second factors; the tests of the migrations build on them too. */
const FACTORS = readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), 'factors.sql'), 'utf8');

/** What {@link bootstrapDatabase} runs. */
export const BOOTSTRAPPED = BOOTSTRAP + FACTORS + CRON + NET;

const foundSchema = z.array(z.object({ found: z.boolean() }));

/**
 * Refuses a database that belongs to a Supabase project: it has an auth server of its own, and two of them on the same
 * tables destroy each other's.
 */
export async function refuseForeignDatabase(database: Database): Promise<void> {
  const rows = await database.query(`select to_regclass('auth.schema_migrations') is not null as found`);
  if (foundSchema.parse(rows)[0]?.found) {
    throw new StartRefused(
      'DB_URL points at the database of a Supabase project.',
      'Point the portal at that project instead (its URL and publishable key), or use an empty database.',
    );
  }
}

/** Brings roles, schemas and helper functions to where a hosted project has them. */
export async function bootstrapDatabase(database: Database): Promise<void> {
  await database.script(BOOTSTRAPPED);
}
