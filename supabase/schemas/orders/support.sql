-- Support requests: what a subscription includes. Members with the role `billing` ask at /subscription while the
-- institution's subscription runs; staff with the role `people` answer.
-- - The yearly plan has priority: its open requests come first and are marked. Plan and status are read at each listing,
--   so that priority ends with the subscription and begins with it. A request that was asked is answered in any case.
-- - At most ten open requests. An answer is final and told to the institution; of two answers the first counts.

create table private.nemus_support_requests (
  id uuid primary key,
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  asked_by uuid references auth.users (id) on delete set null,
  subject text not null check (char_length(subject) between 3 and 150),
  message text not null check (char_length(message) between 3 and 4000),
  created_at timestamptz not null default now(),
  answer text check (char_length(answer) between 3 and 4000),
  answered_at timestamptz,
  answered_by uuid references auth.users (id) on delete set null,
  constraint answered_has_a_time check ((answer is null) = (answered_at is null))
);
alter table private.nemus_support_requests enable row level security;
create index nemus_support_requests_institution on private.nemus_support_requests (institution_id, created_at desc);
create index nemus_support_requests_open on private.nemus_support_requests (created_at) where answered_at is null;
create index nemus_support_requests_asked_by on private.nemus_support_requests (asked_by);
create index nemus_support_requests_answered_by on private.nemus_support_requests (answered_by);

/* The plan of an institution whose subscription runs now; null without one. */
create function private.nemus_running_plan(p_institution uuid) returns text
language sql stable security definer set search_path = '' as $$
  select s.tier from public.nemus_subscriptions s
  where s.institution_id = p_institution and s.status in ('active', 'trialing', 'past_due')
$$;

/*
 * Asks the academy. The same id is asked once. Raises 409 subscription_required, 409 support_requests_open {most},
 * 400 invalid_request, and the errors of private.nemus_require_member.
 */
create function public.nemus_ask_support(p_id uuid, p_subject text, p_message text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('billing');
  subject constant text := regexp_replace(btrim(coalesce(p_subject, '')), '\s+', ' ', 'g');
  message constant text := btrim(coalesce(p_message, ''), E' \t\r\n');
begin
  perform pg_advisory_xact_lock(hashtextextended('nemus_support:' || institution, 0));
  if exists (select from private.nemus_support_requests r where r.id = p_id and r.institution_id = institution) then
    return;
  end if;
  perform private.nemus_refuse(409, 'subscription_required') where private.nemus_running_plan(institution) is null;
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or char_length(subject) not between 3 and 150 or char_length(message) not between 3 and 4000;
  perform private.nemus_refuse(409, 'support_requests_open', '{"most": 10}')
    where (select count(*) from private.nemus_support_requests r where r.institution_id = institution and r.answered_at is null) >= 10;
  insert into private.nemus_support_requests (id, institution_id, asked_by, subject, message)
  values (p_id, institution, auth.uid(), subject, message);
end $$;

/*
 * Requests of the caller's institution, newest first: [{id, subject, message, created_at, answer, answered_at}], at most
 * 50. Empty without the role `billing`.
 */
create function public.nemus_own_support() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'subject', r.subject, 'message', r.message,
    'created_at', r.created_at, 'answer', r.answer, 'answered_at', r.answered_at) order by r.created_at desc, r.id), '[]')
  from (select * from private.nemus_support_requests q where q.institution_id = (select private.nemus_acts_for('billing'))
    order by q.created_at desc, q.id limit 50) r
$$;

/*
 * Requests for staff: [{id, institution_id, institution_name, subject, message, created_at, answer, answered_at,
 * is_priority}], at most 100: open ones with priority first, then the longest waiting; or the newest answered ones.
 * Raises 403 staff_required.
 */
create function public.nemus_staff_support(p_answered boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('people');
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (
    select q.id, q.institution_id, private.nemus_account_name(p) as institution_name, q.subject, q.message, q.created_at,
      q.answer, q.answered_at, y.is_priority,
      row_number() over (order by q.answered_at desc, y.is_priority desc, q.created_at, q.id) as place
    from private.nemus_support_requests q join public.nemus_profiles p on p.user_id = q.institution_id
    cross join lateral (select coalesce(private.nemus_running_plan(q.institution_id) = 'yearly', false) as is_priority) y
    where (q.answered_at is not null) = p_answered order by place limit 100) r);
end $$;

/* Answers a request. Raises 403 staff_required, 404 support_request_not_found, 409 support_answered, 400 invalid_request. */
create function public.nemus_answer_support(p_request uuid, p_answer text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := btrim(coalesce(p_answer, ''), E' \t\r\n');
  request private.nemus_support_requests;
begin
  perform private.nemus_require_staff('people');
  select * into request from private.nemus_support_requests r where r.id = p_request for update;
  perform private.nemus_refuse(404, 'support_request_not_found') where request.id is null;
  perform private.nemus_refuse(409, 'support_answered') where request.answered_at is not null;
  perform private.nemus_refuse(400, 'invalid_request') where char_length(said) not between 3 and 4000;
  update private.nemus_support_requests r set answer = said, answered_at = now(), answered_by = auth.uid()
  where r.id = p_request;
  perform private.nemus_note_act('answer_support', 'profiles', request.institution_id::text, null, null);
  perform private.nemus_notify_members(request.institution_id, '{billing}', 'support_answered',
    'support_answered:' || p_request, jsonb_build_object('title', request.subject), '/subscription');
end $$;
