-- The export of an account as one JSON document (Art. 15 and 20 GDPR), requested by its owner with a fresh second factor
-- if the account has one (sessions/fresh_factors.sql).
-- Content: nemus_exported_tables names every table and the column of its owner. Tables in `public` are read under the
-- policies of the caller, in the columns granted to it: the file has nothing that its pages would not show. Personal
-- rows of tables without policies for their owner are read by nemus_begin_export, in named columns, without hashes, tokens,
-- codes and secrets. A new table is not exported until it is named here; a test asks for each table with an owner.
-- Rows of an institution are exported for the account that founded it, as far as its roles as a member go. Entries of
-- trainees' logbooks are the trainees': they are in no institution's file.

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
 * Begins an export of the caller's account: {account: {id, email, created_at}, tables: {name: [row]}} with the rows that
 * only the portal reads. Raises 403 factor_required, 404 account_not_found.
 */
create function private.nemus_begin_export() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  source record;
  own jsonb;
  tables jsonb := jsonb_build_object();
begin
  if me is null or not exists (select from public.nemus_profiles p where p.user_id = me) then
    perform private.nemus_refuse(404, 'account_not_found');
  end if;
  perform private.nemus_require_fresh_factor();
  for source in select t.* from private.nemus_exported_tables() t where t.is_personal order by t.name loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into own using me;
    if own is not null then
      tables := tables || jsonb_build_object(source.name, own);
    end if;
  end loop;
  return jsonb_build_object('account', (select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at)
    from auth.users u where u.id = me), 'tables', tables);
end $$;

/*
 * Exported rows of the caller's account: {format, version, exported_at, account: {id, email, created_at}, tables: {name:
 * [row]}}. Table names are without schema and prefix; tables without rows are left out. Raises 403 factor_required, 404
 * account_not_found. Runs as the caller, so that the policies of every table apply.
 */
create function public.nemus_export_account() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  begun constant jsonb := private.nemus_begin_export();
  tables jsonb := begun -> 'tables';
  source record;
  own jsonb;
begin
  for source in select t.* from private.nemus_exported_tables() t where not t.is_personal
    order by t.name, t.owner_column loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into own using auth.uid();
    if own is not null then
      tables := tables || jsonb_build_object(source.name, coalesce(tables -> source.name, '[]') || own);
    end if;
  end loop;
  return jsonb_build_object('format', 'nemus-account', 'version', 1, 'exported_at', now(), 'account', begun -> 'account',
    'tables', tables);
end $$;
