-- Accounts that are members of somebody else's institution: no institution of their own that waits for approval, and what
-- stands in the way of deleting one.

/*
 * Whether an account of type institution stands for an institution: not one that was made to be a member of another, whose
 * own was never used, or which is invited and has no name yet.
 */
create function private.nemus_is_own_institution(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_members m where m.institution_id = p_user)
    and not exists (select from public.nemus_profiles p
      join public.nemus_member_invitations i on lower(i.email) = lower(p.email) and i.is_open and i.expires_at > now()
      where p.user_id = p_user and p.institution_name is null)
$$;
revoke all on function private.nemus_is_own_institution(uuid) from public, anon, authenticated, service_role;

/*
 * {drafts, coming, unticked, orders, institutions}: seminars nobody has published; dates of the next 14 days; dates that
 * are over and whose list lacks somebody; orders that somebody has to look at; institutions that wait for approval. Each
 * null for whoever lacks the role that it is for. Raises 403 staff_required for whoever has none.
 */
create or replace function private.nemus_academy_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('catalogue', 'teaching', 'orders', 'people') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.ends_at < now() and exists (select from public.nemus_appointment_participations p
          where p.appointment_id = a.id and p.status = 'confirmed' and p.attendance is null)) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from public.nemus_orders o where o.attention is not null or o.status = 'returning') end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` changes nothing beside a primary key: it keeps the planner from reading all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $$;

/*
 * Institutions as staff or an operator looks through them, at most 200: those that wait first, the longest wait at the
 * top, then the others, the newest decision at the top. [{institution_id, name, approved_name, email, website, address,
 * registered_at, approved_at, withdrawn_at, state}], state one of `waiting`, `renamed` (approved under another name,
 * which its mails still carry), `approved`, `withdrawn`. Whoever has not confirmed the address yet is left out.
 * Raises 403 operator_required.
 */
create or replace function private.nemus_institution_reviews() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('people') then
    perform private.nemus_require_operator();
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(listed) order by listed.place), '[]')
    from (
      select found.*, row_number() over (order by found.state not in ('waiting', 'renamed'),
        case when found.state in ('waiting', 'renamed') then found.registered_at end,
        greatest(found.approved_at, found.withdrawn_at) desc, found.institution_id) as place
      from (
        select p.user_id as institution_id, coalesce(p.institution_name, '') as name, a.approved_name, p.email,
          s.institution_website as website, s.institution_address as address, p.created_at as registered_at,
          a.approved_at, a.withdrawn_at,
          case when a.institution_id is null then 'waiting' when a.withdrawn_at is not null then 'withdrawn'
            when a.approved_name <> coalesce(p.institution_name, '') then 'renamed' else 'approved' end as state
        from public.nemus_profiles p
        -- `limit 1` changes nothing beside a primary key: it keeps the planner from reading all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        join public.nemus_institution_settings s on s.institution_id = p.user_id
        left join public.nemus_institution_approvals a on a.institution_id = p.user_id
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and (a.institution_id is not null or private.nemus_is_own_institution(p.user_id))
      ) found
      order by place limit 200
    ) listed);
end $$;

/*
 * What deleting the caller's account means: {purchases, keep_until, credits, places, trainees}; and what keeps it from
 * being deleted: blocked_by, one of `institution_has_members`,
 * `last_administrator`, `subscription_running`, `purchase_waiting`, `last_staff`, or null.
 */
create or replace function private.nemus_deletion_terms() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  last_invoice date;
  purchases constant boolean := exists (select from public.nemus_orders o where o.user_id = me)
    or exists (select from public.nemus_invoices i where i.user_id = me and not i.is_sample)
    or exists (select from public.nemus_credit_entries c where c.institution_id = me);
begin
  if me is null or not exists (select from public.nemus_profiles p where p.user_id = me) then
    perform private.nemus_refuse(404, 'account_not_found');
  end if;
  select max(i.issued_on) into last_invoice from public.nemus_invoices i where i.user_id = me and not i.is_sample;
  return jsonb_build_object('purchases', purchases,
    'keep_until', case when purchases
      then make_date(extract(year from coalesce(last_invoice, now()::date))::int + 8, 12, 31) end,
    'credits', coalesce((select b.available_credits from public.nemus_credit_balances b where b.institution_id = me), 0),
    'places', (select count(*) from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = me and p.status in ('confirmed', 'waitlist') and a.starts_at > now() and not a.is_sample),
    'trainees', (select count(*) from public.nemus_trainees t where t.institution_id = me and t.user_id is not null),
    'blocked_by', case
      when exists (select from public.nemus_members m where m.institution_id = me and m.user_id <> me)
        then 'institution_has_members'
      when exists (select from public.nemus_members m where m.user_id = me and m.institution_id <> me
          and 'administration' = any (m.roles) and not exists (select from public.nemus_members o
            where o.institution_id = m.institution_id and o.user_id <> me and 'administration' = any (o.roles)))
        then 'last_administrator'
      when exists (select from public.nemus_subscriptions s where s.institution_id = me and s.status in ('active',
        'trialing', 'past_due') and not s.cancel_at_period_end) then 'subscription_running'
      when exists (select from public.nemus_orders o where o.user_id = me and private.nemus_is_waiting(o, me)) then 'purchase_waiting'
      when exists (select from public.nemus_staff s where s.user_id = me and s.role = 'people')
        and not exists (select from public.nemus_staff s where s.user_id <> me and s.role = 'people') then 'last_staff'
    end);
end $$;

/*
 * Deletes the caller's account for good. One that never bought anything is gone with all its rows; of any other its
 * orders, invoices and credits stay, under nobody's name but that on the invoices, which the law has kept.
 * Raises 403 sign_in_again, 409 institution_has_members, last_administrator, subscription_running, purchase_waiting, last_staff.
 */
create or replace function private.nemus_delete_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Nobody takes the last role, buys or is promoted meanwhile without being seen here.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  -- So does nobody become a member meanwhile.
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := private.nemus_deletion_terms();
  case terms ->> 'blocked_by'
    when 'institution_has_members' then perform private.nemus_refuse(409, 'institution_has_members');
    when 'last_administrator' then perform private.nemus_refuse(409, 'last_administrator');
    when 'subscription_running' then perform private.nemus_refuse(409, 'subscription_running');
    when 'purchase_waiting' then perform private.nemus_refuse(409, 'purchase_waiting');
    when 'last_staff' then perform private.nemus_refuse(409, 'last_staff');
    else
  end case;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $$;

/*
 * Removes what the sample set gave to the caller's account, all or nothing; what the account did itself stays, also in a
 * course that the sample set had begun. An invented trainee for whom something was bought or is being bought stays as an
 * entry of the institution. Safe to repeat. Returns how many entries went.
 */
create or replace function private.nemus_remove_sample_data() returns int
language plpgsql security definer set search_path = '' as $$
declare
  me uuid;
  given uuid[];
  courses text[];
  removed int := 0;
  counted int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('administration') else auth.uid() end;
  -- One after the other: of two clicks the second finds nothing left.
  perform from public.nemus_profiles p where p.user_id = me for no key update;

  -- Locked in the order of the ids, as whoever cancels locks them one by one.
  select array_agg(a.id) into given from (
    select a.id from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = me
    where a.is_sample order by a.id for update of a) as a;
  delete from public.nemus_appointment_participations p where p.user_id = me and p.appointment_id = any (given);
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_appointments a where a.id = any (given)
    and not exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id);
  delete from public.nemus_certificates c where c.user_id = me and c.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;

  with gone as (
    delete from public.nemus_module_progress p where p.user_id = me and p.is_sample returning p.module_id)
  select array_agg(distinct m.course_id), count(*) into courses, counted
  from gone join public.nemus_learning_modules m on m.id = gone.module_id;
  removed := removed + counted;
  perform private.nemus_count_course(me, c) from unnest(courses) as c order by c;
  perform private.nemus_count_enrolment(me, c.seminar_id, true)
  from public.nemus_learning_courses c where c.id = any (courses) and c.seminar_id is not null order by c.seminar_id;
  delete from public.nemus_learning_progress p
  where p.user_id = me and p.course_id = any (courses) and p.status = 'not_started';

  delete from public.nemus_competency_targets t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_logbook_entries e where e.user_id = me and e.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;

  delete from public.nemus_course_bookings b where b.institution_id = me and b.origin = 'sample';
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Locked first: nobody books or orders for them meanwhile without being seen here.
  perform from public.nemus_trainees t where t.institution_id = me and t.is_sample order by t.id for update;
  update public.nemus_trainees t set is_sample = false
  where t.institution_id = me and t.is_sample and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id)
    or exists (select from public.nemus_orders o where o.user_id = me and t.id = any (o.trainee_ids)
      and o.status not in ('failed', 'expired')));
  delete from public.nemus_trainees t where t.institution_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_transactions t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  return removed + counted;
end $$;

/*
 * All rows of the caller's account, by table without its prefix, in the order of the columns; tables without a row are
 * left out. {format, version, exported_at, account: {id, email}, tables: {name: [row]}}. A new table is in it by
 * itself, as soon as its owner is a foreign key.
 */
create or replace function private.nemus_export_account() returns jsonb
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
