-- Seminars booked by an institution for its trainees: the booking, its participants, and their enrolments. All chosen
-- trainees or none.
-- Paid with credits here (nemus_book_course, member role `booking`), by card through an order (orders/fulfilment.sql).
-- Required: approved institution, active trainees without the course, first day within two years, budgets
-- (institutions/budgets.sql).
-- A participant without an account is enrolled once one is linked (trigger on nemus_trainees). What was paid is granted
-- even if a trainee became inactive or the approval was withdrawn meanwhile. A person who has the seminar already keeps
-- it: the place is spare, the institution is told, and the person gets it when the other enrolment ends
-- (nemus_grant_spare_place), with the date chosen meanwhile.
-- Changes: changes.sql (move, cancel), seats.sql (another person). Mails: booked_seminars.sql. Terms of a sold booking:
-- courses/catalogue.sql.

create table public.nemus_course_bookings (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id uuid references public.nemus_courses (id) on delete restrict,
  course_name text not null check (char_length(course_name) between 1 and 200),
  start_date date not null,
  end_date date not null,
  participants int not null default 0,
  max_participants int not null check (max_participants > 0),
  status text not null default 'confirmed' check (status in ('confirmed', 'open', 'completed', 'cancelled')),
  -- Catalogue price of all places in cents, gross.
  price_cents int not null check (price_cents >= 0),
  credits_spent int not null default 0 check (credits_spent >= 0),
  total_hours int not null check (total_hours > 0),
  -- Mean progress of the participants in percent.
  completion_rate int not null default 0 check (completion_rate between 0 and 100),
  -- Sample bookings are shown, but not counted.
  origin text not null default 'portal' check (origin in ('portal', 'sample')),
  -- Order of a booking paid by card.
  order_id uuid unique references public.nemus_orders (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether the seminar had dates when it was sold. The days of such a booking only say when it was made.
  has_dates boolean not null default false,
  -- Paid places without a person, part of `participants`. Freed only once they can no longer be returned for credits or
  -- money: nothing is returned twice.
  free_places int not null default 0,
  -- Date chosen with the booking for its people (dates/chosen_before.sql).
  date_id uuid references public.nemus_appointments (id) on delete set null,
  unique (id, institution_id),
  constraint ends_not_before_start check (end_date >= start_date),
  constraint never_overbooked check (participants between 0 and max_participants),
  constraint portal_booking_has_a_course check (origin = 'sample' or course_id is not null),
  constraint free_places_are_paid
    check (free_places between 0 and participants)
);
alter table public.nemus_course_bookings enable row level security;
create trigger touch before update on public.nemus_course_bookings for each row execute function private.nemus_touch();
create index nemus_course_bookings_newest on public.nemus_course_bookings (institution_id, start_date desc, id);
create index nemus_course_bookings_month on public.nemus_course_bookings (institution_id, created_at)
  where origin = 'portal';
create index nemus_course_bookings_course on public.nemus_course_bookings (course_id);
create index nemus_course_bookings_date on public.nemus_course_bookings (date_id) where date_id is not null;

-- Its money may still go back (orders/refunded_orders.sql).
create trigger leave_places before delete on public.nemus_course_bookings
  for each row when (old.order_id is not null) execute function private.nemus_leave_places();

create table public.nemus_booking_participants (
  booking_id uuid not null,
  trainee_id uuid not null,
  institution_id uuid not null,
  course_id uuid references public.nemus_courses (id) on delete restrict,
  -- Set once the trainee has an account.
  enrollment_id uuid unique references public.nemus_course_enrollments (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the person deleted the account after the seminar had begun: the place is used up (accounts/deletion.sql).
  used_at timestamptz,
  primary key (booking_id, trainee_id),
  unique (trainee_id, course_id),
  foreign key (booking_id, institution_id) references public.nemus_course_bookings (id, institution_id) on delete cascade,
  foreign key (trainee_id, institution_id) references public.nemus_trainees (id, institution_id) on delete cascade
);
alter table public.nemus_booking_participants enable row level security;
create trigger touch before update on public.nemus_booking_participants
  for each row execute function private.nemus_touch();
create index nemus_booking_participants_booking on public.nemus_booking_participants (booking_id, institution_id);
create index nemus_booking_participants_trainee on public.nemus_booking_participants (trainee_id, institution_id);
create index nemus_booking_participants_institution on public.nemus_booking_participants (institution_id);
create index nemus_booking_participants_course on public.nemus_booking_participants (course_id);

/*
 * Checks a booking before it or its order is written: the institution may book for others, all of p_trainees are its
 * active trainees, none has the course or a purchase of it under way.
 * Raises 400 no_trainees, 403 as nemus_require_approval, 404 trainee_not_found, 409 trainee_inactive, already_enrolled,
 * purchase_pending (by this institution), purchase_elsewhere (by another account).
 */
create function private.nemus_check_trainees(p_institution uuid, p_course uuid, p_trainees uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text;
  own boolean;
begin
  perform private.nemus_refuse(400, 'no_trainees') where coalesce(cardinality(p_trainees), 0) = 0;
  perform private.nemus_require_approval(p_institution);
  perform private.nemus_refuse(404, 'trainee_not_found')
    where (select count(distinct t.id) from public.nemus_trainees t
      where t.institution_id = p_institution and t.id = any (p_trainees)) <> cardinality(p_trainees);
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t
  where t.id = any (p_trainees) and t.status <> 'active'
  order by t.sort_name, t.id limit 1;
  perform private.nemus_refuse(409, 'trainee_inactive', jsonb_build_object('name', named)) where found;
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t
  where t.id = any (p_trainees) and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id and p.course_id = p_course)
    or exists (select from public.nemus_course_enrollments e where e.user_id = t.user_id and e.course_id = p_course))
  order by t.sort_name limit 1;
  perform private.nemus_refuse(409, 'already_enrolled', jsonb_build_object('name', named)) where found;
  select t.first_name || ' ' || t.last_name, o.user_id = p_institution into named, own
  from public.nemus_trainees t, private.nemus_waiting_orders(p_course, p_institution, t.user_id, t.id) o
  where t.id = any (p_trainees) order by o.user_id <> p_institution, t.sort_name limit 1;
  if own then
    perform private.nemus_refuse(409, 'purchase_pending', jsonb_build_object('name', named));
  elsif found then
    perform private.nemus_refuse(409, 'purchase_elsewhere', jsonb_build_object('name', named));
  end if;
end $$;

/* Places paid for a linked account that are no enrolment: the account had the seminar already. Earliest first. */
create function private.nemus_spare_places(p_user uuid, p_course uuid)
returns setof public.nemus_booking_participants
language sql stable security definer set search_path = '' as $$
  select p.* from public.nemus_booking_participants p
  join public.nemus_trainees t on t.id = p.trainee_id and t.user_id = p_user
  join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
  where p.course_id = p_course and p.enrollment_id is null and p.used_at is null
  order by p.created_at, p.booking_id
$$;

/*
 * Enrols linked participants that have no enrolment yet, of a booking or of a trainee. If the person has the seminar
 * already, the institution's members with `booking` are told.
 */
create function private.nemus_enrol_participants(p_booking uuid, p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place record;
  enrollment uuid;
begin
  for place in
    select p.booking_id, p.trainee_id, p.course_id, p.institution_id, t.user_id, t.first_name || ' ' || t.last_name as name,
      b.course_name, b.date_id
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
    where p.enrollment_id is null and p.used_at is null and p.course_id is not null and t.user_id is not null
      and (p.booking_id = p_booking or p.trainee_id = p_trainee)
    -- Waits for a place that is just being cancelled, and finds it gone.
    for update of p
  loop
    -- A refund of another enrolment waits for this one, or is waited for: one of the two sees the other.
    perform from public.nemus_course_enrollments e
    where e.user_id = place.user_id and e.course_id = place.course_id for key share;
    -- Fires certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (place.user_id, place.course_id, 'institution_booking')
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    if enrollment is not null then
      -- Fires bookings/booked_seminars.
      update public.nemus_booking_participants p set enrollment_id = enrollment
      where p.booking_id = place.booking_id and p.trainee_id = place.trainee_id;
      perform private.nemus_take_choice(place.user_id, place.date_id);
    else
      perform private.nemus_notify_members(place.institution_id, '{booking}', 'place_spare',
        'place_spare:' || place.booking_id || ':' || place.trainee_id, jsonb_build_object(
          'trainee', private.nemus_fact(place.name, '–'), 'course', private.nemus_fact(place.course_name, '–')),
        '/course-bookings/plaetze');
    end if;
  end loop;
end $$;

/*
 * Writes a booking with participants and enrolments. The caller handles payment in the same transaction. p_start has no
 * effect for a seminar with dates.
 */
create function private.nemus_create_booking(p_institution uuid, p_course uuid, p_trainees uuid[],
  p_start date, p_credits int, p_date uuid) returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  course public.nemus_courses;
  starts_on date;
  booking public.nemus_course_bookings;
begin
  select * into course from public.nemus_courses c where c.id = p_course;
  starts_on := case when course.has_dates then today else coalesce(p_start, today + 14) end;
  insert into public.nemus_course_bookings (institution_id, course_id, course_name, has_dates, start_date, end_date,
    participants, max_participants, price_cents, credits_spent, total_hours, date_id)
  -- Eight hours make a day.
  values (p_institution, p_course, course.title, course.has_dates, starts_on,
    case when course.has_dates then starts_on else starts_on + ceil(course.duration_hours / 8)::int - 1 end,
    cardinality(p_trainees), cardinality(p_trainees), round(course.price_euros * 100)::int * cardinality(p_trainees),
    p_credits, ceil(course.duration_hours)::int, p_date)
  returning * into booking;
  insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
  select booking.id, trainee, p_institution, p_course from unnest(p_trainees) as trainee;
  perform private.nemus_enrol_participants(booking.id, null);
  perform private.nemus_use_choice(p_institution, p_date);
  return booking;
end $$;

/*
 * Checks that a booking begins today (Europe/Berlin) or within two years; null passes.
 * Raises 400 start_in_the_past, start_too_late.
 */
create function private.nemus_check_start(p_start date) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  perform private.nemus_refuse(400, 'start_in_the_past') where p_start < today;
  perform private.nemus_refuse(400, 'start_too_late') where p_start > (today + interval '2 years')::date;
end $$;

/*
 * Books a course for trainees of the caller's institution with credits, all or none; returns the booking. p_start:
 * first day, default in 14 days. p_shown_credits: total the caller was shown.
 * Raises 403 institution_required, member_role_required, 400 start_in_the_past, start_too_late, as
 * nemus_check_buyable, nemus_check_trainees and nemus_check_spending, 409 price_changed, insufficient_credits.
 */
create function public.nemus_book_course(p_course uuid, p_trainees uuid[], p_start date default null,
  p_shown_credits int default null) returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  me uuid;
  request uuid;
  course record;
  booking public.nemus_course_bookings;
  total int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('booking') else auth.uid() end;
  -- Locks first: of two concurrent bookings, the second sees the first.
  perform private.nemus_lock_course(p_course);
  perform private.nemus_lock_credits(me, 0);
  perform private.nemus_check_buyable(p_course);
  select c.title, c.credit_cost into course from public.nemus_courses c where c.id = p_course;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(me, p_course, p_trainees);
  request := private.nemus_check_spending(me, auth.uid(), p_course, p_trainees, p_start, course.credit_cost, 0);
  total := course.credit_cost * cardinality(p_trainees);
  perform private.nemus_check_price('credits', p_shown_credits, total);
  perform private.nemus_lock_credits(me, total);
  booking := private.nemus_create_booking(me, p_course, p_trainees, p_start, total,
    case coalesce(current_setting('nemus.chosen_date', true), '') when '' then private.nemus_choice_of(auth.uid(), p_course)
      when 'none' then null else current_setting('nemus.chosen_date')::uuid end);
  -- Fires credits/credits.
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (me, 'spend', -total, booking.id::text, p_course);
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  values (me, 'booking:' || booking.id, 'course', course.title, 0, 'completed', 'credits', cardinality(p_trainees), -total);
  if request is not null then
    update public.nemus_booking_requests r set state = 'booked', booking_id = booking.id where r.id = request;
  end if;
  return booking;
end $$;

/* Lists a course that an institution bought for itself with credits among the purchases. */
create function private.nemus_list_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  select private.nemus_enrolment_payer(new.user_id), 'enrollment:' || new.id, 'course', c.title, 0, 'completed', 'credits', 1, -c.credit_cost
  from public.nemus_courses c where c.id = new.course_id;
  return new;
end $$;

create trigger list_enrollment after insert on public.nemus_course_enrollments
  for each row when (new.enrollment_type = 'institution_credits') execute function private.nemus_list_enrollment();

/* Enrols a newly linked account in seminars booked before. */
create function private.nemus_enrol_linked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_enrol_participants(null, new.id);
  return new;
end $$;

create trigger enrol_linked after update of user_id on public.nemus_trainees
  for each row when (new.user_id is not null and new.user_id is distinct from old.user_id)
  execute function private.nemus_enrol_linked();

/*
 * Notes in `nemus.passed_on` that a spare place follows the deleted enrolment, so that its date is kept
 * (dates/choosing_dates.sql). Before the deletion, a place that is being cancelled still has its enrolment.
 */
create function private.nemus_note_spare_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.nemus_spare_places(old.user_id, old.course_id)) then
    perform set_config('nemus.passed_on', concat_ws(' ', current_setting('nemus.passed_on', true), old.id), true);
  end if;
  return old;
end $$;
create trigger note_spare_place before delete on public.nemus_course_enrollments
  for each row execute function private.nemus_note_spare_place();

/*
 * Enrols the person of a deleted enrolment in the earliest spare place. At the end of the transaction: a place that is
 * being cancelled, and an account that is being deleted, are gone by then.
 */
create function private.nemus_grant_spare_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.nemus_course_enrollments e where e.user_id = old.user_id and e.course_id = old.course_id) then
    perform private.nemus_enrol_participants(null, p.trainee_id)
    from (select s.trainee_id from private.nemus_spare_places(old.user_id, old.course_id) s limit 1) p;
    -- The place that was to follow is gone as well.
    perform private.nemus_end_places_of(old.user_id, old.course_id) where not exists (
      select from public.nemus_course_enrollments e where e.user_id = old.user_id and e.course_id = old.course_id);
  end if;
  return null;
end $$;
create constraint trigger grant_spare_place after delete on public.nemus_course_enrollments
  deferrable initially deferred for each row execute function private.nemus_grant_spare_place();

/*
 * A place whose account was deleted before it began goes to the account that is linked by then. At the end of the
 * transaction: a place that is being cancelled is gone by then.
 */
create function private.nemus_grant_left_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_enrol_participants(null, new.trainee_id) where exists (select from public.nemus_booking_participants p
    where p.booking_id = new.booking_id and p.trainee_id = new.trainee_id and p.enrollment_id is null and p.used_at is null);
  return null;
end $$;
create constraint trigger grant_left_place after update of enrollment_id on public.nemus_booking_participants
  deferrable initially deferred for each row when (old.enrollment_id is not null and new.enrollment_id is null)
  execute function private.nemus_grant_left_place();

/*
 * Sets a booking's completion to the mean of its participants. All complete: `completed`; a correction reopens it.
 * Participants no longer linked do not count: their progress is not the institution's to see.
 */
create function private.nemus_count_completion(p_booking uuid) returns void
language sql security definer set search_path = '' as $$
  update public.nemus_course_bookings b set
    completion_rate = mean.progress,
    status = case when mean.progress = 100 then 'completed'
      when b.status = 'completed' and b.origin = 'portal' then 'confirmed' else b.status end
  from (
    select floor(avg(coalesce(e.progress_percentage, 0)))::int as progress
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where p.booking_id = p_booking and p.used_at is null and (e.id is null or e.user_id = t.user_id)
  ) mean
  where b.id = p_booking and b.status <> 'cancelled' and mean.progress is not null
$$;

create function private.nemus_follow_completion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_count_completion(own.booking_id)
  from public.nemus_booking_participants own
  join public.nemus_trainees me on me.id = own.trainee_id and me.user_id = new.user_id
  where own.enrollment_id = new.id;
  return new;
end $$;

create trigger follow_completion after update of progress_percentage on public.nemus_course_enrollments
  for each row when (new.enrollment_type = 'institution_booking') execute function private.nemus_follow_completion();

/*
 * Counters of the dashboard: {linked_trainees, bookings_this_month}. Portal bookings of the calendar month
 * (Europe/Berlin) that are not cancelled.
 */
create function public.nemus_institution_overview() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'linked_trainees', (select count(*) from public.nemus_trainees t
      where t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')) and t.user_id is not null),
    'bookings_this_month', (select count(*) from public.nemus_course_bookings b
      where b.institution_id = (select private.nemus_acts_for('booking', 'reading')) and b.origin = 'portal' and b.status <> 'cancelled'
        and b.created_at >= date_trunc('month', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin'))
$$;
