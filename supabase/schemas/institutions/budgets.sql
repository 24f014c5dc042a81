-- Where an institution's money is limited: a budget per trainee and calendar year (Europe/Berlin), in credits and in
-- cents paid by card, and a limit per booking above which `administration` has to approve. Both are checked where the
-- purchase is written: nemus_check_spending for bookings with credits (bookings/bookings.sql) and by card
-- (orders/orders.sql), nemus_check_budgets for seats (bookings/seats.sql), nemus_refuse_above_limit for the
-- institution's own enrolments (credits/credits.sql, orders/orders.sql).
-- Members with `booking` request, `administration` decides: credits are booked with the approval, a card payment is
-- possible for 14 days after it, while the person who approved is still an administrator. Exceptions: `administration` is not bound by the limit, but by budgets; cancelled
-- bookings, samples and past years do not count.
-- Changing budgets and limits needs a fresh second factor (sessions/fresh_factors.sql); all changes are logged
-- (institutions/organisation_log.sql).

create table public.nemus_trainee_budgets (
  trainee_id uuid primary key,
  institution_id uuid not null,
  -- Credits, and cents paid by card; null: no limit.
  credits_per_year int check (credits_per_year between 0 and 1000000),
  cents_per_year int check (cents_per_year between 0 and 100000000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (trainee_id, institution_id) references public.nemus_trainees (id, institution_id) on delete cascade,
  constraint limits_something check (num_nonnulls(credits_per_year, cents_per_year) > 0)
);
alter table public.nemus_trainee_budgets enable row level security;
create index nemus_trainee_budgets_institution on public.nemus_trainee_budgets (institution_id, trainee_id);
create index nemus_trainee_budgets_trainee on public.nemus_trainee_budgets (trainee_id, institution_id);
create trigger touch before update on public.nemus_trainee_budgets for each row execute function private.nemus_touch();

create table public.nemus_spending_limits (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- Most expensive booking without approval; null: no limit.
  credits int check (credits between 0 and 1000000),
  cents int check (cents between 0 and 100000000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_spending_limits enable row level security;
create trigger touch before update on public.nemus_spending_limits for each row execute function private.nemus_touch();

create table public.nemus_booking_requests (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  requested_by uuid references public.nemus_profiles (user_id) on delete set null,
  course_id uuid not null references public.nemus_courses (id) on delete cascade,
  course_name text not null check (char_length(course_name) between 1 and 200),
  trainee_ids uuid[] not null check (cardinality(trainee_ids) between 1 and 200),
  starts_on date,
  payment text not null check (payment in ('credits', 'card')),
  -- Total cost; the other unit is 0.
  credits int not null default 0 check (credits >= 0),
  cents int not null default 0 check (cents >= 0),
  note text not null default '' check (char_length(note) <= 500),
  -- approved: by card, not paid yet · booked: with credits, at the approval
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'booked', 'declined', 'withdrawn')),
  decided_by uuid references public.nemus_profiles (user_id) on delete set null,
  decided_at timestamptz,
  reason text not null default '' check (char_length(reason) <= 500),
  -- Last moment to pay an approved request by card.
  expires_at timestamptz,
  booking_id uuid references public.nemus_course_bookings (id) on delete set null,
  order_id uuid references public.nemus_orders (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Chosen by the requester; null: none.
  date_id uuid references public.nemus_appointments (id) on delete set null
);
create index nemus_booking_requests_date on public.nemus_booking_requests (date_id);
alter table public.nemus_booking_requests enable row level security;
create trigger touch before update on public.nemus_booking_requests for each row execute function private.nemus_touch();
create index nemus_booking_requests_newest on public.nemus_booking_requests (institution_id, created_at desc, id);
create index nemus_booking_requests_requested_by on public.nemus_booking_requests (requested_by);
create index nemus_booking_requests_decided_by on public.nemus_booking_requests (decided_by);
create index nemus_booking_requests_course on public.nemus_booking_requests (course_id);
create index nemus_booking_requests_booking on public.nemus_booking_requests (booking_id);
create index nemus_booking_requests_order on public.nemus_booking_requests (order_id);

/* Serializes budget checks of an institution, so that two bookings cannot both take the rest of a budget. */
create function private.nemus_lock_spending(p_institution uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_spending ' || p_institution, 0))
$$;

/*
 * Spending on a trainee in this calendar year (Europe/Berlin), without cancelled bookings: credits, and cents paid by
 * card or in an open order.
 */
create function private.nemus_spent(p_institution uuid, p_trainee uuid, out credits bigint, out cents bigint)
language sql stable security definer set search_path = '' as $$
  with years as (
    select date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' as begun),
  booked as (
    select b.credits_spent / greatest(b.participants, 1) as credits,
      case when b.order_id is not null then b.price_cents / greatest(b.participants, 1) else 0 end as cents
    from public.nemus_booking_participants p join public.nemus_course_bookings b on b.id = p.booking_id, years
    where p.trainee_id = p_trainee and b.institution_id = p_institution and b.status <> 'cancelled'
      and b.origin = 'portal' and b.created_at >= years.begun
    union all
    select 0, o.amount_cents / cardinality(o.trainee_ids)
    from public.nemus_orders o, years
    where o.user_id = p_institution and o.kind = 'course' and p_trainee = any (o.trainee_ids)
      and o.status in ('open', 'pending') and private.nemus_is_waiting(o, p_institution) and o.created_at >= years.begun)
  select coalesce(sum(booked.credits), 0), coalesce(sum(booked.cents), 0) from booked
$$;

/*
 * Refuses a booking that exceeds a trainee's budget. p_credits, p_cents: price of one place.
 * Raises 409 budget_exceeded {name, credits} or {name, cents}: the rest of this year's budget.
 */
create function private.nemus_check_budgets(p_institution uuid, p_trainees uuid[], p_credits int, p_cents int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short record;
begin
  perform private.nemus_lock_spending(p_institution);
  select t.first_name || ' ' || t.last_name as name,
    case when p_credits > 0 then 'credits' else 'cents' end as unit,
    greatest(case when p_credits > 0 then b.credits_per_year - s.credits else b.cents_per_year - s.cents end, 0) as rest
  into short
  from public.nemus_trainee_budgets b
  join public.nemus_trainees t on t.id = b.trainee_id
  cross join lateral private.nemus_spent(p_institution, b.trainee_id) s
  where b.institution_id = p_institution and b.trainee_id = any (p_trainees)
    and ((p_credits > 0 and s.credits + p_credits > b.credits_per_year)
      or (p_cents > 0 and s.cents + p_cents > b.cents_per_year))
  order by t.sort_name, t.id limit 1;
  perform private.nemus_refuse(409, 'budget_exceeded',
      jsonb_build_object('name', short.name, short.unit, short.rest))
    where found;
end $$;

/* Whether an account administers an institution and acts for it now. */
create function private.nemus_administers(p_user uuid, p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.nemus_acting_institution(p_user, 'administration') = p_institution, false)
$$;

/* Whether a booking is above the institution's limit and needs approval. p_credits, p_cents: total price. */
create function private.nemus_is_above_limit(p_institution uuid, p_credits int, p_cents int) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_spending_limits l
    where l.institution_id = p_institution and (p_credits > l.credits or p_cents > l.cents))
$$;

/*
 * Refuses a price above the limit, unless the account administers the institution. Raises 409 booking_needs_approval.
 */
create function private.nemus_refuse_above_limit(p_institution uuid, p_user uuid, p_credits int, p_cents int) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'booking_needs_approval')
    where private.nemus_is_above_limit(p_institution, p_credits, p_cents)
      and not private.nemus_administers(p_user, p_institution);
end $$;

/*
 * Checks a booking before it is written: within every budget, and below the limit or approved. p_credits, p_cents:
 * price of one place. Returns the approved request that the booking uses, or null. Raises 409 budget_exceeded,
 * booking_needs_approval.
 */
create function private.nemus_check_spending(p_institution uuid, p_user uuid, p_course uuid, p_trainees uuid[], p_start date,
  p_credits int, p_cents int) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  places constant int := cardinality(p_trainees);
  request uuid;
begin
  perform private.nemus_check_budgets(p_institution, p_trainees, p_credits, p_cents);
  if not private.nemus_is_above_limit(p_institution, p_credits * places, p_cents * places)
    or private.nemus_administers(p_user, p_institution) then
    return null;
  end if;
  select r.id into request from public.nemus_booking_requests r
  where r.institution_id = p_institution and r.state = 'approved' and r.expires_at > now() and p_cents > 0
    and r.payment = 'card' and r.course_id = p_course and r.starts_on is not distinct from p_start
    and r.cents >= p_cents * places and r.trainee_ids @> p_trainees and r.trainee_ids <@ p_trainees
    and private.nemus_answers_for(r.decided_by, p_institution)
    and not exists (select from public.nemus_orders o where o.id = r.order_id
      and (o.status in ('paid', 'returning', 'refunded', 'disputed') or private.nemus_is_waiting(o, p_institution)))
  order by r.created_at limit 1 for update;
  perform private.nemus_refuse(409, 'booking_needs_approval') where request is null;
  return request;
end $$;

/*
 * Sets the yearly budget of trainees, from the next booking on. p_credits, p_cents: null for no limit; both null: no
 * budget. p_trainees: 1 to 500. Raises 403 as nemus_require_member, 400 invalid_budget, 404 trainee_not_found.
 */
create function public.nemus_set_budget(p_trainees uuid[], p_credits int default null, p_cents int default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) t);
begin
  perform private.nemus_refuse(400, 'invalid_budget')
    where cardinality(trainees) not between 1 and 500 or p_credits not between 0 and 1000000
      or p_cents not between 0 and 100000000;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}')
    where (select count(*) from public.nemus_trainees t where t.institution_id = institution and t.id = any (trainees))
      <> cardinality(trainees);
  perform private.nemus_lock_spending(institution);
  if num_nonnulls(p_credits, p_cents) = 0 then
    -- Fires sessions/fresh_factors.
    delete from public.nemus_trainee_budgets b where b.institution_id = institution and b.trainee_id = any (trainees);
    return;
  end if;
  -- Fires sessions/fresh_factors.
  insert into public.nemus_trainee_budgets (trainee_id, institution_id, credits_per_year, cents_per_year)
  select t, institution, p_credits, p_cents from unnest(trainees) t
  on conflict (trainee_id) do update
  set credits_per_year = excluded.credits_per_year, cents_per_year = excluded.cents_per_year;
end $$;

/* Sets the limit per booking; null: no limit. Raises 403 as nemus_require_member, 400 invalid_budget. */
create function public.nemus_set_spending_limit(p_credits int default null, p_cents int default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
begin
  perform private.nemus_refuse(400, 'invalid_budget')
    where p_credits not between 0 and 1000000 or p_cents not between 0 and 100000000;
  -- Fires sessions/fresh_factors.
  insert into public.nemus_spending_limits (institution_id, credits, cents) values (institution, p_credits, p_cents)
  on conflict (institution_id) do update set credits = excluded.credits, cents = excluded.cents;
end $$;

/*
 * Budgets of the caller's institution, by name: {year, limit: {credits, cents} or null, budgets: [{trainee_id, name,
 * credits_per_year, cents_per_year, credits_spent, cents_spent}]}, at most 500. p_trainees: these, with or without
 * budget; null: all with a budget. Raises 403 as nemus_require_member.
 */
create function public.nemus_budgets(p_trainees uuid[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return jsonb_build_object('year', extract(year from now() at time zone 'Europe/Berlin')::int,
    'limit', (select jsonb_build_object('credits', l.credits, 'cents', l.cents)
      from public.nemus_spending_limits l where l.institution_id = institution),
    'budgets', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', listed.id, 'name', listed.name,
        'credits_per_year', listed.credits_per_year, 'cents_per_year', listed.cents_per_year,
        'credits_spent', s.credits, 'cents_spent', s.cents) order by listed.sort_name, listed.id), '[]')
      from (select t.id, t.first_name || ' ' || t.last_name as name, t.sort_name, b.credits_per_year, b.cents_per_year
        from public.nemus_trainees t left join public.nemus_trainee_budgets b on b.trainee_id = t.id
        where t.institution_id = institution
          and case when p_trainees is null then b.trainee_id is not null else t.id = any (p_trainees) end
        order by t.sort_name, t.id limit 500) listed
      cross join lateral private.nemus_spent(institution, listed.id) s));
end $$;

/*
 * Requests a booking above the limit and notifies `administration`. p_payment: `credits` is booked with the approval,
 * `card` can be paid within 14 days after it. Returns the request's id.
 * Raises 403 as nemus_require_member, 400 invalid_order, 404 course_not_found, 409 no_approval_needed, request_open,
 * too_many_booking_requests, budget_exceeded, and as a booking does.
 */
create function public.nemus_request_booking(p_course uuid, p_trainees uuid[], p_payment text, p_start date default null,
  p_note text default '')
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('booking');
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) t where t is not null order by t);
  course record;
  places constant int := cardinality(trainees);
  request public.nemus_booking_requests;
begin
  perform private.nemus_refuse(400, 'invalid_order')
    where p_payment is null or p_payment not in ('credits', 'card') or places > 200 or char_length(p_note) > 500;
  perform private.nemus_lock_course(p_course);
  perform private.nemus_check_buyable(p_course);
  select c.title, case when p_payment = 'credits' then c.credit_cost else 0 end as credits,
    case when p_payment = 'card' then round(c.price_euros * 100)::int else 0 end as cents into course
  from public.nemus_courses c where c.id = p_course and (p_payment = 'credits' or c.price_euros > 0);
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(institution, p_course, trainees);
  perform private.nemus_check_budgets(institution, trainees, course.credits, course.cents);
  perform private.nemus_refuse(409, 'no_approval_needed')
    where not private.nemus_is_above_limit(institution, course.credits * places, course.cents * places)
      or private.nemus_administers(auth.uid(), institution);
  if exists (select from public.nemus_booking_requests r where r.institution_id = institution and r.state = 'waiting'
    and r.course_id = p_course and r.trainee_ids && trainees) then
    perform private.nemus_refuse(409, 'request_open');
  end if;
  if (select count(*) from public.nemus_booking_requests r where r.institution_id = institution and r.state = 'waiting')
    >= 200 then
    perform private.nemus_refuse(409, 'too_many_booking_requests');
  end if;
  insert into public.nemus_booking_requests (institution_id, requested_by, course_id, course_name, trainee_ids, starts_on,
    payment, credits, cents, note, date_id)
  values (institution, auth.uid(), p_course, course.title, trainees, p_start, p_payment, course.credits * places,
    course.cents * places, btrim(coalesce(p_note, '')), private.nemus_choice_of(auth.uid(), p_course)) returning * into request;
  perform private.nemus_notify_members(institution, array['administration'], 'approval_requested',
    'approval_requested:' || request.id, jsonb_build_object('course', request.course_name,
      'by', private.nemus_member_name(auth.uid())),
    '/course-bookings?ansicht=freigaben');
  return request.id;
end $$;

/* What a request costs now, in its unit. */
create function private.nemus_request_price(p_request public.nemus_booking_requests) returns int
language sql stable security definer set search_path = '' as $$
  select cardinality(p_request.trainee_ids) * case p_request.payment when 'credits' then c.credit_cost
    else round(c.price_euros * 100)::int end
  from public.nemus_courses c where c.id = p_request.course_id
$$;

/*
 * Approves or declines a request and notifies the requester, if still a member. Credits are booked at once under all rules of a booking;
 * if that is refused, the request keeps waiting. p_shown: total the caller was shown (`price_now`), by default the
 * requested one; an approval is for that price. Returns {state, booking_id}.
 * Raises 403 as nemus_require_member, 404 request_not_found, 409 request_decided, price_changed, and as
 * nemus_book_course.
 */
create function public.nemus_decide_booking_request(p_request uuid, p_approved boolean, p_reason text default '',
  p_shown int default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
  request public.nemus_booking_requests;
  booking public.nemus_course_bookings;
  price int;
begin
  select * into request from public.nemus_booking_requests r
  where r.id = p_request and r.institution_id = institution for update;
  perform private.nemus_refuse(404, 'request_not_found') where not found;
  perform private.nemus_refuse(409, 'request_decided') where request.state <> 'waiting' or p_approved is null;
  price := coalesce(p_shown, request.credits + request.cents);
  if p_approved and request.payment = 'credits' then
    -- The date of the request counts, not one that the caller, or the requester for something else, chose since.
    perform set_config('nemus.chosen_date', coalesce(request.date_id::text, 'none'), true);
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
    perform set_config('nemus.chosen_date', '', true);
  elsif p_approved then
    perform private.nemus_check_buyable(request.course_id);
    perform private.nemus_check_price('cents', price, private.nemus_request_price(request));
  end if;
  update public.nemus_booking_requests r
  set state = case when not p_approved then 'declined' when booking.id is not null then 'booked' else 'approved' end,
    credits = case when p_approved and r.payment = 'credits' then price else r.credits end,
    cents = case when p_approved and r.payment = 'card' then price else r.cents end, booking_id = booking.id, decided_by = auth.uid(), decided_at = now(), reason = left(btrim(coalesce(p_reason, '')), 500),
    expires_at = case when p_approved and booking.id is null then now() + interval '14 days' end
  where r.id = request.id returning * into request;
  perform private.nemus_notify(m.user_id, 'approval_decided', 'approval_decided:' || request.id,
    jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason), '/course-bookings?ansicht=freigaben')
  from public.nemus_members m where m.institution_id = institution and m.user_id = request.requested_by;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
end $$;

/*
 * Withdraws a request that is not booked or paid, by its requester or by `administration`. Safe to repeat.
 * Raises 403 as nemus_require_member, 404 request_not_found, 409 request_decided.
 */
create function public.nemus_withdraw_booking_request(p_request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('booking');
  request public.nemus_booking_requests;
begin
  select * into request from public.nemus_booking_requests r where r.id = p_request and r.institution_id = institution
    and (r.requested_by = auth.uid() or private.nemus_administers(auth.uid(), institution)) for update;
  perform private.nemus_refuse(404, 'request_not_found') where not found;
  perform private.nemus_refuse(409, 'request_decided')
    where request.state not in ('waiting', 'approved', 'withdrawn') or exists (select from public.nemus_orders o
      where o.id = request.order_id and o.status not in ('failed', 'expired'));
  update public.nemus_booking_requests r set state = 'withdrawn' where r.id = request.id and r.state <> 'withdrawn';
end $$;

/*
 * Requests of the caller's institution, waiting ones first, then the newest, at most 200: [{request_id, state, is_own,
 * requested_by, requested_at, course_id, course_name, starts_on, date_starts_at (of the chosen date), payment, credits, cents, price_now (of a waiting one, in
 * the unit of its payment), note, reason, decided_by,
 * decided_at, expires_at, booking_id, trainees: [{trainee_id, name}]}]. state: as stored, or `expired` for an approval
 * not used in time, or by a former administrator; an approved and paid request is `booked`. Raises 403 as nemus_require_member.
 */
create function public.nemus_booking_request_list() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and (r.expires_at <= now() or not private.nemus_answers_for(r.decided_by, institution))
            then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_name_within(institution, r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'date_starts_at', (select a.starts_at from public.nemus_appointments a where a.id = r.date_id),
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_name_within(institution, r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $$;
