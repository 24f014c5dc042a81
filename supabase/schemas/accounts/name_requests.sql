-- Names on proofs (S-1.31). Once a certificate, a confirmed hour or a printed logbook has a person's name, the
-- name changes by a request alone: the person gives a reason, staff with the role `people` decides. Requests stay with
-- the account as the history; nemus_verify_certificate (certificates/validity.sql) shows that a name changed since.
-- An approved institution requests a correction for a trainee linked with it; the person is notified and can withdraw it,
-- and it cannot be accepted once link or approval has ended.
-- Guaranteed: one open request for each account, five in 30 days; no one decides on their own, or their institution's; the new name is the one
-- that staff read. Changes by staff are logged (staff/staff.sql). Institutions: a new name is used once an operator
-- approved it (institutions/approvals.sql).

create table public.nemus_name_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- The name at the time of the request.
  old_name text not null check (char_length(old_name) <= 201),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  reason text not null check (char_length(reason) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  decided_at timestamptz,
  -- Shown to the person.
  answer text check (char_length(answer) between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An institution that requested the correction, and its name then. Null: the person.
  institution_id uuid references public.nemus_profiles (user_id) on delete set null,
  asked_by text check (char_length(asked_by) <= 200),
  constraint decision_has_a_time check ((state = 'open') = (decided_at is null)),
  constraint refusal_has_an_answer check (state <> 'declined' or answer is not null)
);
alter table public.nemus_name_requests enable row level security;
create unique index nemus_name_requests_open on public.nemus_name_requests (user_id) where state = 'open';
create index nemus_name_requests_waiting on public.nemus_name_requests (created_at, id) where state = 'open';
create index nemus_name_requests_user on public.nemus_name_requests (user_id, created_at desc);
create index nemus_name_requests_institution on public.nemus_name_requests (institution_id);
create trigger touch before update on public.nemus_name_requests for each row execute function private.nemus_touch();
create trigger printable_names before insert on public.nemus_name_requests
  for each row execute function private.nemus_check_names('first_name', 'last_name');
create trigger audit after update on public.nemus_name_requests for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id', '-old_name', '-first_name',
    '-last_name', '-reason', '-answer');

/* Whether a proof has the account's name. Samples prove nothing. */
create function private.nemus_has_proofs(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_certificates c where c.user_id = p_user and not c.is_sample)
    or exists (select from public.nemus_logbook_entries e
      where e.user_id = p_user and e.state = 'confirmed' and not e.is_sample)
    or exists (select from private.nemus_logbook_papers l where l.user_id = p_user)
$$;

/* Whether the caller's name changes by a request alone. */
create function public.nemus_name_is_proved() returns boolean
language sql stable security definer set search_path = '' as $$ select private.nemus_has_proofs(auth.uid()) $$;

/*
 * Raises 409 name_is_proved. Withdraws an open request, which was about the earlier name. After `issue_before_rename`:
 * certificates that are due have the earlier name.
 */
create function private.nemus_keep_proved_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- No confirmation meanwhile.
  perform private.nemus_lock_logbook(old.user_id);
  if auth.uid() = old.user_id then
    perform private.nemus_refuse(409, 'name_is_proved') where private.nemus_has_proofs(old.user_id);
    update public.nemus_name_requests r set state = 'withdrawn', decided_at = now()
    where r.user_id = old.user_id and r.state = 'open';
  end if;
  return new;
end $$;
create trigger keep_proved_name before update of first_name, last_name on public.nemus_profiles
  for each row when (new.first_name is distinct from old.first_name or new.last_name is distinct from old.last_name)
  execute function private.nemus_keep_proved_name();

/*
 * Requests another name for the caller, or for a trainee linked with the caller's institution; returns the request's id.
 * Raises 400 invalid_field, 403 piw_required and as nemus_require_member and nemus_require_approval, 404 trainee_not_found, 409 name_unchanged,
 * name_request_open, 429 name_request_limit.
 */
create function public.nemus_request_name(p_first text, p_last text, p_reason text, p_trainee uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := jsonb_build_object('first_name', p_first, 'last_name', p_last, 'reason', p_reason);
  profile public.nemus_profiles;
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('booking') end;
  made uuid;
begin
  select * into profile from public.nemus_profiles p where p.user_id = case when p_trainee is null then auth.uid()
    else (select t.user_id from public.nemus_trainees t where t.id = p_trainee and t.institution_id = institution) end
  for no key update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}') where p_trainee is not null and not found;
  perform private.nemus_require_approval(institution) where institution is not null;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  perform private.nemus_refuse(409, 'name_request_open', case when institution is null then '{}' else '{"of": "trainee"}' end::jsonb)
    where exists (select from public.nemus_name_requests r where r.user_id = profile.user_id and r.state = 'open');
  perform private.nemus_refuse(429, 'name_request_limit')
    where (select count(*) from public.nemus_name_requests r where r.user_id = profile.user_id
        and r.institution_id is not distinct from institution and r.created_at > now() - interval '30 days') >= 5;
  insert into public.nemus_name_requests (user_id, old_name, first_name, last_name, reason, institution_id, asked_by)
  values (profile.user_id, btrim(profile.first_name || ' ' || profile.last_name),
    private.nemus_text_field(fields, 'first_name', 100, true), private.nemus_text_field(fields, 'last_name', 100, true),
    private.nemus_text_field(fields, 'reason', 1000, true), institution,
    case when institution is not null then coalesce(private.nemus_inviting_name(institution), '–') end)
  returning id into made;
  perform private.nemus_refuse(409, 'name_unchanged')
    where exists (select from public.nemus_name_requests r where r.id = made
      and (r.first_name, r.last_name) = (profile.first_name, profile.last_name));
  if institution is not null then
    perform private.nemus_notify(profile.user_id, 'name_requested', 'name_requested:' || made, jsonb_build_object(
      'name', (select r.first_name || ' ' || r.last_name from public.nemus_name_requests r where r.id = made),
      'institution', coalesce(private.nemus_inviting_name(institution), '–')), '/account/name');
  end if;
  return made;
end $$;

/* Withdraws the caller's open request. Raises 404 name_request_not_found. */
create function public.nemus_withdraw_name_request() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_name_requests r set state = 'withdrawn', decided_at = now()
  where r.user_id = auth.uid() and r.state = 'open';
  perform private.nemus_refuse(404, 'name_request_not_found') where not found;
end $$;

/*
 * Open requests, oldest first, then the decided ones, newest first, at most 200: [{id, user_id, old_name, first_name,
 * last_name, email, reason, state, answer, created_at, decided_at, asked_by, certificates, hours, papers}]. certificates,
 * hours, papers (printed logbooks): proofs with an earlier name. Raises 403 staff_required.
 */
create function public.nemus_name_requests() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('people');
  return (select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select r.id, r.user_id, r.old_name, r.first_name, r.last_name, p.email, r.reason, r.state, r.answer, r.created_at,
      r.decided_at, r.asked_by, (select count(*) from public.nemus_certificates c where c.user_id = r.user_id and not c.is_sample)
      as certificates, (select count(*) from public.nemus_logbook_entries e
        where e.user_id = r.user_id and e.state = 'confirmed' and not e.is_sample) as hours,
      (select count(*) from private.nemus_logbook_papers l where l.user_id = r.user_id) as papers,
      row_number() over (order by r.state <> 'open', case when r.state = 'open' then r.created_at end, r.decided_at desc, r.id)
      as place
    from public.nemus_name_requests r join public.nemus_profiles p on p.user_id = r.user_id
    where r.state <> 'withdrawn' order by place limit 200) l);
end $$;

/*
 * Accepts or declines a request. p_answer: shown to the person, required to decline.
 * Raises 400 invalid_field, 403 staff_required, factor_required, 404 name_request_not_found, 409 name_request_decided,
 * name_request_unlinked, own_request.
 */
create function public.nemus_decide_name_request(p_request uuid, p_accept boolean, p_answer text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() or exists (select from public.nemus_members m
    where m.institution_id = request.institution_id and m.user_id = auth.uid()) then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id)
      or not private.nemus_is_approved(request.institution_id);
  end if;
  if p_accept then
    -- Before the time of the decision: waits for a paper that is being printed with the earlier name.
    -- Fires accounts/profiles, certificates/certificates, trainees/trainees.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end,
    decided_at = clock_timestamp(), answer = given where r.id = p_request;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'person', request.old_name, 'reason', case when exists (
          select from public.nemus_trainees t
          where t.institution_id = request.institution_id and t.user_id = request.user_id) then given end)), '/piw-management');
  end if;
end $$;
