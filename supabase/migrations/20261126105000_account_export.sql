-- What the portal stores about an account, as one document (Art. 15 and 20 GDPR).

/*
 * Tables beside the exposed ones whose rows belong to an account: what the portal keeps about it and no page reads.
 * Each is given without the columns that would open something, such as a hash of a token.
 */
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
  and (c.relnamespace = 'public'::regnamespace or c.relname in ('nemus_trainee_letters', 'nemus_date_letters',
    'nemus_first_visits', 'nemus_blocked_accounts', 'nemus_withdrawals', 'nemus_logbook_steps'))
  and c.relname !~ 'release';
revoke all on private.nemus_exported_tables from public, anon, authenticated, service_role;

/*
 * All rows of the caller's account, by table without its prefix, in the order of the columns; tables without a row are
 * left out. {format, version, exported_at, account: {id, email}, tables: {name: [row]}}. A new table is in it by
 * itself, as soon as its owner is a foreign key.
 */
create function private.nemus_export_account() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  source record;
  found jsonb;
  tables jsonb := jsonb_build_object();
begin
  if me is null or not exists (select from public.nemus_profiles p where p.user_id = me) then
    perform private.nemus_refuse(404, 'account_not_found');
  end if;
  for source in select t.* from private.nemus_exported_tables t where cardinality(t.columns) > 0 order by t.name loop
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

create function public.nemus_export_account() returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_export_account() $$;
revoke all on function private.nemus_export_account(), public.nemus_export_account()
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_export_account(), public.nemus_export_account() to authenticated;
