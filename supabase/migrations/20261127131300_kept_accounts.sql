-- What stays of a deleted account goes when the law asks for it no more; and what leaves the portal is in an account's file.

/*
 * Refuses every change of a row: for tables that only grow. But what the law had kept goes with its deleted account, once
 * nemus_forget_account deletes it (`nemus.forgets`) and its time is over.
 */
create or replace function private.nemus_keep_rows() returns trigger
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
revoke all on function private.nemus_keep_rows() from public;

/* Deletes what was left of one deleted account: its rows of money, by who refers to whom, and the account. */
create function private.nemus_forget_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('nemus.forgets', p_user::text, true);
  delete from private.nemus_withdrawals w where w.user_id = p_user;
  delete from private.nemus_refunds r using public.nemus_orders o where o.id = r.order_id and o.user_id = p_user;
  delete from private.nemus_disputes d using public.nemus_orders o where o.id = d.order_id and o.user_id = p_user;
  delete from private.nemus_provider_subscriptions s where s.institution_id = p_user;
  delete from public.nemus_invoice_files f using public.nemus_invoices i where i.id = f.invoice_id and i.user_id = p_user;
  delete from public.nemus_invoices i where i.user_id = p_user and i.cancels_id is not null;
  delete from public.nemus_invoices i where i.user_id = p_user;
  delete from public.nemus_transactions t where t.user_id = p_user;
  delete from public.nemus_orders o where o.user_id = p_user;
  delete from public.nemus_credit_entries c where c.institution_id = p_user and c.reverses_id is not null;
  delete from public.nemus_credit_entries c where c.institution_id = p_user;
  delete from public.nemus_credit_balances b where b.institution_id = p_user;
  delete from auth.users u where u.id = p_user;
  perform set_config('nemus.forgets', '', true);
end $$;

/*
 * Removes deleted accounts whose invoices need not be kept any more (nemus_deleted_accounts): orders, invoices and credits
 * with them. An invoice that was written after the deletion, such as one that cancels another, keeps all of them until
 * eight years after its own year. The 100 oldest at a time; returns how many.
 */
create function private.nemus_forget_deleted_accounts() returns int
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  account uuid;
  forgotten int := 0;
begin
  for account in
    select d.user_id from private.nemus_deleted_accounts d
    where d.keep_until < today and not exists (select from public.nemus_invoices i where i.user_id = d.user_id
      and not i.is_sample and make_date(extract(year from i.issued_on)::int + 8, 12, 31) >= today)
    order by d.keep_until, d.user_id limit 100 for update skip locked
  loop
    perform private.nemus_forget_account(account);
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end $$;

revoke all on function private.nemus_forget_account(uuid), private.nemus_forget_deleted_accounts()
  from public, anon, authenticated, service_role;
insert into private.nemus_jobs (name, schedule, command) values
  ('nemus-forget-deleted-accounts', '37 3 * * *', 'select private.nemus_forget_deleted_accounts()');

/*
 * Tables beside the exposed ones whose rows belong to an account: what the portal keeps about it and no page reads.
 * Each is given without the columns that would open something, such as a hash of a token.
 */
create or replace view private.nemus_exported_tables as
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
