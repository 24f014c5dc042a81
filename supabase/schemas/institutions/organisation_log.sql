-- Who of an institution did what: one line for each row of the institution that a person changes, read by who administers
-- it. What nobody did (a payment that came in, a job of the clock) is not in it.

create table private.nemus_organisation_log (
  id bigint generated always as identity primary key,
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  -- A member, and the name of the account then. Of staff and of trainees it says that it was one of them, and not who.
  actor_id uuid,
  actor_name text not null,
  actor_kind text not null check (actor_kind in ('member', 'trainee', 'staff')),
  action text not null check (action in ('insert', 'update', 'delete')),
  -- A table without its prefix, and the row's key.
  subject text not null check (char_length(subject) between 1 and 60),
  subject_id text not null check (char_length(subject_id) between 1 and 200),
  -- Of a change what is different; of a row that came or went all of it. Never an account, a token, or how a trainee is
  -- reached: that such a field changed is all it says.
  before jsonb,
  after jsonb
);
alter table private.nemus_organisation_log enable row level security;
create index nemus_organisation_log_newest on private.nemus_organisation_log (institution_id, id desc);

/* Lines stay as they are; they go with their institution. */
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
 * For the trigger `organisation_log` of a table of institutions; its arguments name the column of the institution and
 * those of the key. Writes a line when a person stands behind the transaction: the caller, or whom a function of the
 * service acts for (`nemus.actor`). Samples are nobody's doing.
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
  -- Of an account that buys for itself, and of one that is being deleted, there is no institution to tell.
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
    -- A member whose account goes this very moment.
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
 * Lines of the log of the institution that the caller administers, the newest first: {lines: [{id, at, actor_id,
 * actor_name, actor_kind, action, subject, subject_id, before, after}], next}; `next` is `before` of the next page, null
 * at the end. p_filters {subject, actor, from, to, before, limit}, all optional: a subject, an account's id, points in
 * time, a line's id, and how many (50; at most 500). Raises 403 as nemus_require_member, 400 invalid_request.
 */
create function public.nemus_organisation_lines(p_filters jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
  filters constant jsonb := coalesce(p_filters, '{}');
  most int;
  lines jsonb;
begin
  begin
    most := least(greatest(coalesce((filters ->> 'limit')::int, 50), 1), 500);
    select jsonb_agg(to_jsonb(l) order by l.id desc) into lines from (
      select x.id, x.created_at as at, x.actor_id, x.actor_name, x.actor_kind, x.action, x.subject, x.subject_id, x.before,
        x.after
      from private.nemus_organisation_log x
      where x.institution_id = institution
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
