-- The log of an institution: one line per row that a person changed, read by `administration`, never changed, deleted
-- with the institution. Triggers `organisation_log` below (and in invoices/electronic_invoices.sql,
-- notifications/weekly_reports.sql) write it for members, settings, trainees, invitations, bookings, orders, credits,
-- confirming people and budgets.
-- Exceptions: changes without a person (incoming payments, jobs) and sample rows are not logged; staff and trainees
-- appear without name; addresses and phone numbers of trainees are masked. Acts of staff as such are in the audit log
-- (staff/staff.sql).

create table private.nemus_organisation_log (
  id bigint generated always as identity primary key,
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Member with the account's name at that time. For staff and trainees only the kind.
  actor_id uuid,
  actor_name text not null,
  actor_kind text not null check (actor_kind in ('member', 'trainee', 'staff')),
  action text not null check (action in ('insert', 'update', 'delete')),
  -- Table without prefix, and the row's key.
  subject text not null check (char_length(subject) between 1 and 60),
  subject_id text not null check (char_length(subject_id) between 1 and 200),
  -- Changed fields, or the whole row of an insert or delete. Account ids and tokens are left out, contact data of
  -- trainees is masked.
  before jsonb,
  after jsonb
);
alter table private.nemus_organisation_log enable row level security;
create index nemus_organisation_log_newest on private.nemus_organisation_log (institution_id, id desc);
create index nemus_organisation_log_actor on private.nemus_organisation_log (institution_id, actor_id, id desc);

/* Trigger function: lines never change, and are deleted only with their institution. Raises 405 append_only. */
create function private.nemus_keep_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and (not exists (select from public.nemus_profiles p where p.user_id = old.institution_id)
    or exists (select from private.nemus_deleted_accounts d where d.user_id = old.institution_id)) then
    return old;
  end if;
  raise exception using errcode = 'PT405', message = 'append_only', hint = 'append_only', table = tg_table_name;
end $$;

create trigger keep_rows before update or delete on private.nemus_organisation_log
  for each row execute function private.nemus_keep_lines();

/*
 * Trigger function of `organisation_log`. Arguments: the column of the institution, then the columns of the key. Logs
 * only changes by a person: the caller, or the person an Edge Function acts for (`nemus.actor`). Samples are skipped.
 */
create function private.nemus_log_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant uuid := coalesce(auth.uid(), nullif(current_setting('nemus.actor', true), '')::uuid);
  hidden constant text[] := array['updated_at', 'created_at', 'search_text', 'sort_name', 'chosen_at', 'since',
    'user_id', 'checkout_session_id', 'checkout_url', 'payment_id', 'enrollment_id'];
  masked constant text[] := case when tg_table_name in ('nemus_trainees', 'nemus_invitations')
    then array['email', 'phone', 'account_email'] else '{}'::text[] end;
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  known constant jsonb := to_jsonb(coalesce(new, old));
  institution uuid;
  by_staff constant boolean := coalesce(current_setting('nemus.staff', true), '') <> '';
  kind text;
begin
  if actor is null then
    return null;
  end if;
  if known ->> 'is_sample' = 'true' or known ->> 'origin' = 'sample' then
    return null;
  end if;
  institution := (known ->> tg_argv[0])::uuid;
  -- The payer is a trainee, or an account being deleted: no institution to log for.
  if not exists (select from public.nemus_profiles p where p.user_id = institution and p.user_type = 'institution')
    or exists (select from private.nemus_deleted_accounts d where d.user_id = institution) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(c.key, c.value), jsonb_object_agg(c.key, after -> c.key) into before, after
    from jsonb_each(before) c where c.value is distinct from after -> c.key;
    if before is null then
      return null;
    end if;
  end if;
  select before || coalesce(jsonb_object_agg(m, '•••'), '{}') into before from unnest(masked) m where before ? m;
  select after || coalesce(jsonb_object_agg(m, '•••'), '{}') into after from unnest(masked) m where after ? m;
  kind := case when by_staff then 'staff'
    when exists (select from public.nemus_profiles p where p.user_id = actor and p.user_type = 'institution') then 'member'
    -- A member whose account is being deleted right now.
    when tg_table_name = 'nemus_members' and known ->> 'user_id' = actor::text then 'member'
    else 'trainee' end;
  insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id,
    before, after)
  values (institution, case when kind = 'member' then actor end, case when kind = 'member' then coalesce(private.nemus_member_name(actor), '') else '' end,
    kind, lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
    (select string_agg(known ->> key, ':' order by place) from unnest(tg_argv[1:]) with ordinality as keys (key, place)),
    before, after);
  return null;
end $$;

create trigger organisation_log after insert or update or delete on public.nemus_members
  for each row execute function private.nemus_log_row('institution_id', 'user_id');
create trigger organisation_log after insert or update or delete on public.nemus_member_invitations
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after update on public.nemus_institution_settings
  for each row execute function private.nemus_log_row('institution_id', 'institution_id');
create trigger organisation_log after insert or update or delete on public.nemus_billing_addresses
  for each row execute function private.nemus_log_row('user_id', 'user_id');
create trigger organisation_log after insert or update or delete on public.nemus_trainees
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or update or delete on public.nemus_invitations
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or update or delete on public.nemus_course_bookings
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or delete on public.nemus_booking_participants
  for each row execute function private.nemus_log_row('institution_id', 'booking_id', 'trainee_id');
create trigger organisation_log after insert or update of status on public.nemus_orders
  for each row execute function private.nemus_log_row('user_id', 'id');
create trigger organisation_log after insert on public.nemus_credit_entries
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or update or delete on public.nemus_confirmers
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or update or delete on public.nemus_confirmer_roles
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or update or delete on public.nemus_confirmer_deputies
  for each row execute function private.nemus_log_row('institution_id', 'id');
create trigger organisation_log after insert or update or delete on public.nemus_trainee_budgets
  for each row execute function private.nemus_log_row('institution_id', 'trainee_id');
create trigger organisation_log after insert or update on public.nemus_spending_limits
  for each row execute function private.nemus_log_row('institution_id', 'institution_id');
create trigger organisation_log after insert or update on public.nemus_booking_requests
  for each row execute function private.nemus_log_row('institution_id', 'id');

/*
 * Log of the institution that the caller administers, newest first: {lines: [{id, at, actor_id, actor_name, actor_kind,
 * action, subject, subject_id, about, before, after}], next}. about: as private.nemus_log_about; next: value of `before`
 * for the next page, null at the end. p_filters {search, subject, actor, from, to, before, limit}, all optional; search:
 * words of `about` or of the actor's name; limit 50, at most 500.
 * Raises 403 as nemus_require_member, 400 invalid_request.
 */
create function public.nemus_organisation_lines(p_filters jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
  filters constant jsonb := coalesce(p_filters, '{}');
  words constant text[] := private.nemus_search_patterns(filters ->> 'search');
  most int;
  lines jsonb;
begin
  begin
    most := least(greatest(coalesce((filters ->> 'limit')::int, 50), 1), 500);
    select jsonb_agg(to_jsonb(l) order by l.id desc) into lines from (
      select x.id, x.created_at as at, x.actor_id, x.actor_name, x.actor_kind, x.action, x.subject, x.subject_id, y.about,
        x.before, x.after
      from private.nemus_organisation_log x
      cross join lateral (select private.nemus_log_about(x.subject, x.subject_id, x.before, x.after, institution) as about offset 0) y
      where x.institution_id = institution
        and private.nemus_search_text(y.about || ' ' || x.actor_name) like all (words)
        and (filters ->> 'subject' is null or x.subject = filters ->> 'subject')
        and (filters ->> 'actor' is null or x.actor_id = (filters ->> 'actor')::uuid)
        and (filters ->> 'from' is null or x.created_at >= (filters ->> 'from')::timestamptz)
        and (filters ->> 'to' is null or x.created_at < (filters ->> 'to')::timestamptz)
        and (filters ->> 'before' is null or x.id < (filters ->> 'before')::bigint)
      order by x.id desc limit most + 1) l;
  exception when data_exception then
    perform private.nemus_refuse(400, 'invalid_request');
  end;
  lines := coalesce(lines, '[]');
  return jsonb_build_object(
    'lines', (select coalesce(jsonb_agg(line.value order by line.place), '[]')
      from jsonb_array_elements(lines) with ordinality as line (value, place) where line.place <= most),
    'next', case when jsonb_array_length(lines) > most then lines -> (most - 1) -> 'id' end);
end $$;
