-- The ground that every table stands on: a schema that the API does not expose, settings, and the two functions that
-- nearly every table uses.

-- Functions name tables and functions of files that come later.
set check_function_bodies = off;

-- Closed unless granted: what a file forgets to grant, no role of the API reaches. Grants are in each folder's access.sql.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema if not exists private;
revoke all on schema private from public;

-- Policies call functions of this schema as the reader, so the reader needs to see it. Nothing in it is exposed by the
-- API (config.toml, [api].schemas), and every table and function in it is closed unless granted.
grant usage on schema private to authenticated, service_role;

/* Settings of an installation. `sample_data` (boolean): whether a new account receives the sample set. */
create table private.nemus_settings (
  key text primary key check (key ~ '^[a-z][a-z_]*$'),
  value jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_settings enable row level security;

/* Sets `updated_at` to the time of the transaction; by the database's clock, whatever the client sent. */
create function private.nemus_touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger touch before update on private.nemus_settings
  for each row execute function private.nemus_touch();

/*
 * Ends the transaction with an error of our own: a code and its values, never a sentence. What people read stands in
 * supabase/functions/_shared/texts (decision record 0081).
 * p_status HTTP status of the answer (PostgREST reads it from the errcode PTnnn)
 * p_code   arrives as `message` and `hint`
 * p_values what the sentence says besides, such as {"available": 3}; arrives as `details`. The caller reads it: nothing
 *          that the caller may not know
 */
create function private.nemus_refuse(p_status int, p_code text, p_values jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  if p_values is null then
    raise exception using errcode = 'PT' || p_status, message = p_code, hint = p_code;
  end if;
  raise exception using errcode = 'PT' || p_status, message = p_code, hint = p_code, detail = p_values::text;
end $$;

/* A count as people read it in German: `1.000`. */
create function private.nemus_count(p_count bigint) returns text
language sql immutable set search_path = '' as $$
  select replace(to_char(p_count, 'FM999,999,999,999'), ',', '.')
$$;

/*
 * Refuses every change of a row: for tables that only grow. But what the law had kept goes with its deleted account, once
 * nemus_forget_account deletes it (`nemus.forgets`) and its time is over.
 */
create function private.nemus_keep_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and exists (select from private.nemus_deleted_accounts d
    where d.user_id::text = current_setting('nemus.forgets', true)
      and d.keep_until < (now() at time zone 'Europe/Berlin')::date
      and d.user_id::text in (to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'institution_id',
        (select i.user_id::text from public.nemus_invoices i where i.id::text = to_jsonb(old) ->> 'invoice_id'))) then
    return old;
  end if;
  raise exception using errcode = 'PT405', message = 'append_only', hint = 'append_only', table = tg_table_name;
end $$;
