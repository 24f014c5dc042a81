-- Deletion of the caller's own account (Art. 17 GDPR), with a sign-in of the last ten minutes. An account without
-- purchases is deleted with all its rows. Otherwise the account is emptied, and orders, invoices and credits stay until
-- `keep_until`: eight years from the end of the year of the last invoice, as the law demands (accounts/retention.sql
-- deletes them).
-- Blocked while the own institution has other members, another one would lose its last administrator, a subscription
-- runs, a payment is pending, an invoice waits for its transfer, or the account is the last one with the staff role `people`.
-- Every table with a foreign key to nemus_profiles or auth.users is emptied automatically; exceptions are in nemus_is_kept. Freed
-- places and removed logbook entries fire dates/choosing_dates.sql and logbook/entries.sql.

/* Deleted accounts with purchases. Nothing personal is left except what invoices and orders need. */
create table private.nemus_deleted_accounts (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Last day of the retention: eight years from the end of the year of the last invoice.
  keep_until date not null
);
alter table private.nemus_deleted_accounts enable row level security;

/* Tables whose rows stay with a deleted account that has purchases. */
create function private.nemus_is_kept(p_table regclass) returns boolean
language sql immutable set search_path = '' as $$
  select p_table::text in ('nemus_orders', 'nemus_transactions', 'nemus_invoices', 'nemus_credit_balances',
    'nemus_credit_entries', 'nemus_subscriptions', 'public.nemus_orders', 'public.nemus_transactions',
    'public.nemus_invoices', 'public.nemus_credit_balances', 'public.nemus_credit_entries', 'public.nemus_subscriptions',
    'private.nemus_provider_customers', 'private.nemus_provider_subscriptions', 'private.nemus_withdrawals',
    'private.nemus_deleted_accounts', 'private.nemus_order_entries')
$$;

/*
 * Checks that the caller owns the account: a sign-in within the last ten minutes with the password or a mailed link (an
 * open session or a code alone is not enough), and a fresh second factor if the account has one. Raises 403
 * sign_in_again, factor_required.
 */
create function private.nemus_require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'sign_in_again')
    where not exists (select from jsonb_array_elements(coalesce(private.nemus_token() -> 'amr', '[]')) way
      where way ->> 'method' in ('password', 'otp', 'magiclink')
        and to_timestamp((way ->> 'timestamp')::bigint) > now() - interval '10 minutes');
  perform private.nemus_require_fresh_factor();
end $$;

/*
 * Why an account cannot be deleted now: `institution_has_members`, `last_administrator`, `subscription_running`,
 * `purchase_waiting`, `invoice_open`, `last_staff` (people who are blocked do not count), or null.
 */
create function private.nemus_deletion_bar(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  code text;
begin
  if exists (select from public.nemus_members m where m.institution_id = p_user and m.user_id <> p_user) then
    code := 'institution_has_members';
  elsif exists (select from public.nemus_members m where m.user_id = p_user and m.institution_id <> p_user
          and 'administration' = any (m.roles) and not exists (select from public.nemus_members o
            where o.institution_id = m.institution_id and o.user_id <> p_user and 'administration' = any (o.roles)
              and not private.nemus_is_blocked(o.user_id))) then
    code := 'last_administrator';
  elsif exists (select from public.nemus_subscriptions s where s.institution_id = p_user and s.status in ('active',
        'trialing', 'past_due', 'unpaid', 'paused') and not s.cancel_at_period_end) then
    code := 'subscription_running';
  elsif exists (select from public.nemus_orders o where o.user_id = p_user and private.nemus_is_waiting(o, p_user)) then
    code := 'purchase_waiting';
  elsif exists (select from private.nemus_transfers(p_user) t where t.open_cents > 0) then
    code := 'invoice_open';
  elsif exists (select from public.nemus_staff s where s.user_id = p_user and s.role = 'people')
        and not exists (select from public.nemus_staff s where s.user_id <> p_user and s.role = 'people'
          and not private.nemus_is_blocked(s.user_id)) then
    code := 'last_staff';
  end if;
  return code;
end $$;

/*
 * What deleting the caller's account means: {purchases, keep_until, credits, places, trainees, blocked_by}. blocked_by:
 * as private.nemus_deletion_bar.
 * Raises 404 account_not_found.
 */
create function public.nemus_deletion_terms() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  last_invoice date;
  purchases constant boolean := exists (select from public.nemus_orders o where o.user_id = me)
    or exists (select from public.nemus_invoices i where i.user_id = me and not i.is_sample)
    or exists (select from public.nemus_credit_entries c where c.institution_id = me);
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  select max(i.issued_on) into last_invoice from public.nemus_invoices i where i.user_id = me and not i.is_sample;
  return jsonb_build_object('purchases', purchases,
    'keep_until', case when purchases
      then make_date(extract(year from coalesce(last_invoice, now()::date))::int + 8, 12, 31) end,
    'credits', coalesce((select b.available_credits from public.nemus_credit_balances b where b.institution_id = me), 0),
    'places', (select count(*) from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = me and p.status in ('confirmed', 'waitlist') and a.starts_at > now() and not a.is_sample),
    'trainees', (select count(*) from public.nemus_trainees t where t.institution_id = me and t.user_id is not null),
    'blocked_by', private.nemus_deletion_bar(me));
end $$;

/* Empties an account that stays for its invoices: deletes all rows outside nemus_is_kept, its name and its sign-in. */
create function private.nemus_empty_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owned record;
  factors constant regclass := to_regclass('auth.mfa_factors');
begin
  -- Rows referred to by other rows go first, and places before letters, because a freed place writes letters.
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = p_user;
  -- Fires bookings/bookings.
  delete from public.nemus_course_bookings b where b.institution_id = p_user;
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e where e.user_id = p_user;
  for owned in
    select k.conrelid::regclass as source, a.attname as owner, k.confdeltype = 'n' as emptied
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
      and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and cardinality(k.conkey) = 1
      and k.conrelid <> 'public.nemus_profiles'::regclass and not private.nemus_is_kept(k.conrelid::regclass)
    order by k.conrelid::regclass::text
  loop
    if owned.emptied then
      execute format('update %s set %I = null where %2$I = $1', owned.source, owned.owner) using p_user;
    else
      execute format('delete from %s where %I = $1', owned.source, owned.owner) using p_user;
    end if;
  end loop;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.is_sample;
  delete from public.nemus_transactions t where t.user_id = p_user and t.is_sample;
  delete from private.nemus_set_aside s where s.item = p_user::text;
  delete from auth.sessions s where s.user_id = p_user;
  delete from auth.identities i where i.user_id = p_user;
  -- Other tables of the sign-in service are left to it. Not every sign-in service has second factors.
  if factors is not null then
    execute format('delete from %s f where f.user_id = $1', factors) using p_user;
  end if;
  -- Fires accounts/profiles.
  update auth.users u set email = p_user || '@geloescht.invalid', encrypted_password = '', raw_user_meta_data = '{}',
    email_change = '', email_change_token_new = '', email_change_token_current = '', recovery_token = '',
    banned_until = now() + interval '100 years' where u.id = p_user;
  -- Fires accounts/name_requests, accounts/profiles, certificates/certificates, trainees/trainees.
  update public.nemus_profiles p set first_name = '', last_name = '', institution_name = null where p.user_id = p_user;
end $$;

/* Forgets what jobs set aside for an account (jobs/set_aside.sql) with the account. */
create function private.nemus_forget_set_aside() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.nemus_set_aside s where s.item = old.user_id::text;
  return null;
end $$;
create trigger forget_set_aside after delete on public.nemus_profiles
  for each row execute function private.nemus_forget_set_aside();

/*
 * Deletes the caller's account for good; with purchases it is emptied instead, and only the invoices keep the name.
 * Raises 403 sign_in_again, factor_required, 404 account_not_found, 409 as private.nemus_deletion_bar.
 */
create function public.nemus_delete_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  perform private.nemus_refuse(409, terms ->> 'blocked_by') where terms ->> 'blocked_by' is not null;
  -- What an institution booked is used up once begun or past its notice: no money comes back, and no one else gets the place.
  -- Fires bookings/booked_seminars.
  update public.nemus_booking_participants p set used_at = now() from public.nemus_course_enrollments e
  where e.user_id = me and p.enrollment_id = e.id and (private.nemus_is_begun(e)
    or private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date);
  -- The same for what a dispute has taken meanwhile, and may give back.
  delete from private.nemus_taken_back t where t.user_id = me and t.trainee_id is null;
  update private.nemus_taken_back t set used_at = now() from public.nemus_orders o
  where t.user_id = me and o.id = t.order_id and (t.status is distinct from 'not_started'
    or private.nemus_is_begun(jsonb_populate_record(null::public.nemus_course_enrollments,
      jsonb_build_object('user_id', me, 'course_id', o.course_id, 'status', t.status))));
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $$;
