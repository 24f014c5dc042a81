-- The export of an account as one JSON document (Art. 15 and 20 GDPR), requested by its owner.
-- Content: every row that belongs to the account by a foreign key `user_id` or `institution_id` on its profile or
-- login. Of tables in `public` all columns that the role `authenticated` may read; of `private` only the tables listed
-- below, without hashes, tokens, codes and secrets. A new table in `public` is included automatically. Release tables
-- are left out.
-- Exception: a founder who no longer administers the institution gets personal rows only.

/* Tables of the export, each with its owner column and the exported columns. */
create view private.nemus_exported_tables as
select c.oid::regclass as source, c.relname as name, owner.attname as owner_column,
  array(select a.attname from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and case when c.relnamespace = 'public'::regnamespace
        then has_column_privilege('authenticated', c.oid, a.attnum, 'select')
        else a.attname !~ 'hash|token|code|secret' end
    order by a.attnum) as columns
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_attribute owner on owner.attrelid = c.oid and owner.attnum = k.conkey[1]
where k.contype = 'f' and k.confrelid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
  and cardinality(k.conkey) = 1 and owner.attname in ('user_id', 'institution_id')
  -- A mail or SMS belongs to its recipient, even when an institution had it sent.
  and (c.relname <> 'nemus_notification_sendings' or owner.attname = 'user_id')
  and (c.relnamespace = 'public'::regnamespace or c.relname in ('nemus_trainee_letters', 'nemus_date_letters',
    'nemus_first_visits', 'nemus_blocked_accounts', 'nemus_withdrawals', 'nemus_logbook_steps', 'nemus_logbook_papers',
    'nemus_notification_sendings', 'nemus_sign_off_letters', 'nemus_code_attempts', 'nemus_recovery_attempts',
    'nemus_known_factors', 'nemus_taken_back', 'nemus_order_buyers'))
  and c.relname !~ 'release';

/*
 * All rows of the caller's account: {format, version, exported_at, account: {id, email, created_at}, tables: {name:
 * [row]}}. Table names are without prefix; tables without rows are left out. Raises 404 account_not_found.
 */
create function public.nemus_export_account() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  source record;
  found jsonb;
  -- A founder without the role administration: rows of the institution are left out.
  apart constant boolean := exists (select from public.nemus_profiles p where p.user_id = me and p.user_type = 'institution')
    and not exists (select from public.nemus_members m
      where m.institution_id = me and m.user_id = me and 'administration' = any (m.roles));
  tables jsonb := jsonb_build_object();
begin
  if me is null or not exists (select from public.nemus_profiles p where p.user_id = me) then
    perform private.nemus_refuse(404, 'account_not_found');
  end if;
  for source in select t.* from private.nemus_exported_tables t where cardinality(t.columns) > 0 order by t.name loop
    continue when apart and (source.owner_column = 'institution_id' or source.name in ('nemus_orders',
      'nemus_transactions', 'nemus_invoices', 'nemus_billing_addresses', 'nemus_provider_customers'));
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into found using me;
    if found is not null then
      tables := tables || jsonb_build_object(regexp_replace(source.name, '^nemus_', ''),
        coalesce(tables -> regexp_replace(source.name, '^nemus_', ''), '[]') || found);
    end if;
  end loop;
  return jsonb_build_object('format', 'nemus-account', 'version', 1, 'exported_at', now(),
    'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at)
      from auth.users u where u.id = me), 'tables', tables);
end $$;
