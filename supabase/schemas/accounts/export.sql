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
  -- Whom it was for is whose it is, also where an institution wanted it sent.
  and (c.relname <> 'nemus_notification_sendings' or owner.attname = 'user_id')
  and (c.relnamespace = 'public'::regnamespace or c.relname in ('nemus_trainee_letters', 'nemus_date_letters',
    'nemus_first_visits', 'nemus_blocked_accounts', 'nemus_withdrawals', 'nemus_logbook_steps', 'nemus_logbook_papers',
    'nemus_notification_sendings', 'nemus_sign_off_letters', 'nemus_code_attempts', 'nemus_recovery_attempts',
    'nemus_known_factors', 'nemus_taken_back'))
  and c.relname !~ 'release';

/*
 * All rows of the caller's account, by table without its prefix, in the order of the columns; tables without a row are
 * left out. {format, version, exported_at, account: {id, email}, tables: {name: [row]}}. A new table is in it by
 * itself, as soon as its owner is a foreign key.
 */
create function public.nemus_export_account() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  source record;
  found jsonb;
  -- Who founded an institution and administers it no more takes along what is the person's, and nothing of the institution.
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
