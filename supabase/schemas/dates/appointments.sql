-- Appointments and who takes part in them. An appointment with a course is a date of that seminar.
-- - Confirmed places never exceed the capacity (nemus_take_place). Only enrolled people get a place at a date.
-- - A participant leaves a place until the deadline, a waiting list until the start (nemus_cancel_appointment).
-- - Only a past appointment can be rated; a new rating replaces the old one.
-- Triggers on these tables in other files: dates/attendance.sql (what attendance changes), dates/choosing_dates.sql
-- (frees the place of a deleted row), dates/lists_for_participants.sql (calendar counters),
-- certificates/certificates.sql (issues certificates before a past appointment changes), dates/teacher_tables.sql
-- (audit log, indexes).

/*
 * With a course, an appointment is a date of that seminar. Without one, it belongs to the sample set or is a
 * consultation.
 */
create table public.nemus_appointments (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 4000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  type text not null check (type in ('Seminar', 'Sprechstunde', 'Workshop', 'Supervision', 'Webinar')),
  format text not null check (format in ('Präsenz', 'Online', 'Blended')),
  location text not null default '' check (char_length(location) <= 300),
  instructor text not null default '' check (char_length(instructor) <= 200),
  competency text check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  -- Teaching units on the certificate of attendance.
  units int not null default 0 check (units >= 0),
  capacity int not null check (capacity > 0),
  -- Confirmed places, including places given outside the portal.
  participants_taken int not null default 0,
  -- Made by the sample set for one account, and removed with it.
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  course_id uuid references public.nemus_courses (id) on delete restrict,
  -- Shared by dates that were created together.
  series_id uuid,
  -- Deadline for participants to choose, change or leave the date. Null: its start.
  change_until timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (char_length(cancel_reason) <= 1000),
  -- How often the date was moved or cancelled: the sequence number of calendars (RFC 5545).
  sequence int not null default 0 check (sequence >= 0),
  -- Evenings, weekends, blocks, and how many of them the certificate needs (dates/parts.sql). Null: one part.
  parts jsonb,
  parts_needed int,
  -- Whose place `location` is (dates/rooms.sql). Null: a place as text, or online.
  room_id uuid references public.nemus_rooms (id) on delete restrict,
  constraint needed_parts_exist check (case when jsonb_typeof(parts) = 'array'
    then coalesce(parts_needed, 0) between 1 and jsonb_array_length(parts) else parts is null and parts_needed is null end),
  constraint ends_after_start check (ends_at > starts_at),
  constraint never_overbooked check (participants_taken between 0 and capacity),
  constraint change_until_before_start check (change_until <= starts_at),
  constraint reason_of_cancelled check (cancel_reason is null or cancelled_at is not null)
);
alter table public.nemus_appointments enable row level security;
create trigger touch before update on public.nemus_appointments for each row execute function private.nemus_touch();

create table public.nemus_appointment_participations (
  appointment_id uuid not null references public.nemus_appointments (id) on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  status text not null default 'confirmed' check (status in ('confirmed', 'waitlist', 'cancelled', 'completed')),
  -- 1 moves up next.
  waitlist_position int check (waitlist_position > 0),
  cancelled_at timestamptz,
  rating int check (rating between 1 and 5),
  feedback text check (char_length(feedback) <= 2000),
  rated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null until attendance is recorded.
  attendance text check (attendance in ('present', 'partial', 'absent')),
  -- Attended units of 45 minutes.
  attended_units int check (attended_units >= 0),
  marked_by uuid references auth.users (id) on delete set null,
  marked_at timestamptz,
  -- list: recorded by staff · code: the participant entered the code shown in the room.
  marked_how text check (marked_how in ('list', 'code')),
  -- How often attendance was recorded or corrected. A change names the value it has read.
  marks int not null default 0 check (marks >= 0),
  -- How often `status` changed.
  changes int not null default 0 check (changes >= 0),
  -- A waiting person: until when a place is offered after the deadline (choosing_dates.sql). Past: the offer ended.
  offered_until timestamptz,
  -- `date`: the academy chose the date; no deadline binds the person until choosing one (nemus_leave_until). `time`: it
  -- moved the date at short notice; the same until it is moved again, with time enough.
  -- `turn`: the person waits here by choice, staff chose when it is their turn. Both: an earlier place is left whatever
  -- its deadline.
  set_by_staff text check (set_by_staff in ('date', 'time', 'turn')),
  -- Attendance by part: {id of the part: {attendance, units}}. `attendance` and `attended_units` are the sum.
  part_marks jsonb,
  primary key (appointment_id, user_id),
  -- Checked at the end of a statement, because a whole list moves up in one update.
  constraint one_per_position unique (appointment_id, waitlist_position) deferrable initially immediate,
  constraint position_on_the_waitlist check ((status = 'waitlist') = (waitlist_position is not null)),
  constraint offered_on_the_waitlist check (offered_until is null or status = 'waitlist'),
  constraint cancelled_has_a_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint rating_has_a_time check ((rating is null) = (rated_at is null)),
  constraint feedback_needs_rating check (feedback is null or rating is not null),
  constraint attendance_is_marked check ((attendance is null) = (marked_at is null)
    and (attendance is null) = (attended_units is null) and (attendance is null) = (marked_how is null)),
  constraint marked_parts_are_attendance check (part_marks is null or (jsonb_typeof(part_marks) = 'object' and attendance is not null)),
  constraint absent_has_no_units check (attendance is distinct from 'absent' or attended_units = 0)
);
alter table public.nemus_appointment_participations enable row level security;
create trigger touch before update on public.nemus_appointment_participations
  for each row execute function private.nemus_touch();
create index nemus_appointment_participations_user on public.nemus_appointment_participations (user_id, appointment_id);

/* The link of an online appointment. A separate table, because only confirmed participants may read it. */
create table public.nemus_appointment_links (
  appointment_id uuid primary key references public.nemus_appointments (id) on delete cascade,
  meeting_url text not null check (meeting_url ~ '^https://[^[:space:]]+$' and char_length(meeting_url) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_appointment_links enable row level security;
create trigger touch before update on public.nemus_appointment_links
  for each row execute function private.nemus_touch();

/*
 * The caller's participation status, or null. A function instead of a subselect in the policies: with a subselect the
 * planner reads all appointments to join a few participations.
 */
create function private.nemus_participation(p_appointment uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.status from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = auth.uid()
$$;

/* Whether the caller has a place at an appointment now; at a date of a seminar, with the enrolment that it needs. */
create function private.nemus_keeps_place(p_appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_appointment_participations p
    join public.nemus_appointments a on a.id = p.appointment_id
    where p.appointment_id = p_appointment and p.user_id = auth.uid() and p.status = 'confirmed'
      and (a.course_id is null or exists (select from public.nemus_course_enrollments e
        where e.user_id = p.user_id and e.course_id = a.course_id)))
$$;

/*
 * A new participation gets a free place or the end of the waiting list. A date of a seminar is open only to people
 * enrolled in that seminar. Raises 404 date_not_found.
 */
create function private.nemus_take_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  appointment public.nemus_appointments;
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = new.appointment_id;
  select * into appointment from public.nemus_appointments a where a.id = new.appointment_id for update;
  perform private.nemus_refuse(404, 'date_not_found')
    where appointment.course_id is not null and new.status in ('confirmed', 'waitlist') and not exists (
      select from public.nemus_course_enrollments e
      where e.user_id = new.user_id and e.course_id = appointment.course_id);
  if new.status = 'confirmed' and private.nemus_open_places(appointment, new.user_id) > 0 then
    -- Fires certificates/certificates.
    update public.nemus_appointments a set participants_taken = a.participants_taken + 1 where a.id = new.appointment_id;
  elsif new.status = 'confirmed' then
    new.status := 'waitlist';
  end if;
  if new.status = 'waitlist' and new.waitlist_position is null then
    select coalesce(max(p.waitlist_position), 0) + 1 into new.waitlist_position
    from public.nemus_appointment_participations p where p.appointment_id = new.appointment_id;
  end if;
  return new;
end $$;

create trigger take_place before insert on public.nemus_appointment_participations
  for each row execute function private.nemus_take_place();

/* The deadline for leaving a place: its start if staff chose the date, otherwise that of the date. */
create function private.nemus_leave_until(p_date public.nemus_appointments, p_own public.nemus_appointment_participations)
returns timestamptz
language sql immutable security definer set search_path = '' as $$
  select case when p_own.status = 'confirmed' and p_own.set_by_staff in ('date', 'time') then p_date.starts_at
    else private.nemus_change_deadline(p_date) end
$$;

/*
 * Gives up the caller's place or waiting position. A freed place goes to the next on the waiting list.
 * Returns {status}. Raises 404 appointment_not_found, 409 appointment_over, 409 place_fixed (a place at a date whose
 * deadline has passed).
 */
create function public.nemus_cancel_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  appointment public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_appointment;
  select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  -- A repeated request, such as a second click, is no error.
  if own.status = 'cancelled' then
    return jsonb_build_object('status', 'cancelled');
  end if;
  perform private.nemus_refuse(409, 'appointment_over')
    where own.status not in ('confirmed', 'waitlist') or appointment.starts_at <= now()
      or appointment.cancelled_at is not null;
  perform private.nemus_refuse(409, 'place_fixed')
    where appointment.course_id is not null and own.status = 'confirmed'
      and private.nemus_leave_until(appointment, own) <= now();
  perform private.nemus_release_place(p_appointment, own.user_id);
  return jsonb_build_object('status', 'cancelled');
end $$;

/*
 * Rates a past appointment of the caller. A second rating replaces the first.
 * p_rating: 1 to 5 stars. p_feedback: may be null. Returns {rating, feedback, rated_at}.
 * Raises 404 appointment_not_found, 409 appointment_not_over, 400 invalid_rating, 400 feedback_too_long.
 */
create function public.nemus_rate_appointment(p_appointment uuid, p_rating int, p_feedback text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  own record;
begin
  select p.status, a.ends_at into own
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.appointment_id = p_appointment and p.user_id = auth.uid() for update of p;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  perform private.nemus_refuse(409, 'appointment_not_over')
    where not (own.status = 'completed' or (own.status = 'confirmed' and own.ends_at <= now()));
  perform private.nemus_refuse(400, 'invalid_rating') where p_rating is null or p_rating not between 1 and 5;
  perform private.nemus_refuse(400, 'feedback_too_long', '{"most": 2000}') where char_length(p_feedback) > 2000;
  update public.nemus_appointment_participations p
  set rating = p_rating, feedback = nullif(btrim(p_feedback), ''), rated_at = now()
  where p.appointment_id = p_appointment and p.user_id = auth.uid();
  return jsonb_build_object('rating', p_rating, 'feedback', nullif(btrim(p_feedback), ''), 'rated_at', now());
end $$;

/* Whether the caller has a valid certificate of attendance of a date. */
create function private.nemus_has_paper(p_appointment uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.nemus_certificates c where c.user_id = auth.uid()
    and c.appointment_id = p_appointment and private.nemus_revoked_at(c.id) is null);
end $$;

/*
 * The caller's appointments for a list. A date of a seminar is `completed` after present or partial attendance, in
 * several parts after the last one; any other appointment after its end. An appointment cancelled by the academy is `cancelled`. Left out: places lost with
 * the enrolment (refund, cancelled booking).
 */
create view public.nemus_my_appointments with (security_invoker = true) as
select a.id, a.title, a.description, a.starts_at, a.ends_at, a.type, a.format, a.location,
  a.instructor, a.competency,
  a.units, a.capacity, a.participants_taken, a.is_sample, case when a.cancelled_at is null then l.meeting_url end as meeting_url,
  case when p.status in ('confirmed', 'waitlist') and a.cancelled_at is not null then 'cancelled'
    when p.status = 'confirmed' and a.course_id is null and a.ends_at <= now() then 'completed'
    when p.status = 'confirmed' and a.course_id is not null and p.attendance in ('present', 'partial')
      and (a.parts is null or a.ends_at <= now()) then 'completed'
    else p.status end as status,
  case when a.cancelled_at is null then p.waitlist_position end as waitlist_position,
  coalesce(p.cancelled_at, a.cancelled_at) as cancelled_at, p.rating, p.feedback, p.rated_at,
  greatest(a.updated_at, p.updated_at) as updated_at,
  -- Only for dates of a seminar: deadline, reason of a cancellation, recorded attendance.
  a.course_id, case when a.course_id is not null then private.nemus_leave_until(a, p) end as change_until,
  a.cancelled_at is not null as cancelled_by_academy, a.cancel_reason, p.attendance, p.attended_units,
  -- Must exceed earlier sequence numbers, which were the minutes since 1970.
  40000000 + a.sequence + p.changes as calendar_sequence,
  case when p.offered_until > now() and a.cancelled_at is null then p.offered_until end as offered_until,
  private.nemus_search_text(a.title) as search_text, a.parts, a.parts_needed, p.part_marks,
  -- Of a date in parts: it is issued before the last one, and stays when more parts are needed.
  a.parts is not null and private.nemus_has_paper(a.id) as has_certificate
from public.nemus_appointment_participations p
join public.nemus_appointments a on a.id = p.appointment_id
left join public.nemus_appointment_links l on l.appointment_id = a.id
where p.user_id = (select auth.uid())
  and (a.course_id is null or p.status <> 'cancelled' or exists (select from public.nemus_course_enrollments e
    where e.user_id = p.user_id and e.course_id = a.course_id));
create trigger keep_rows instead of insert or update or delete on public.nemus_my_appointments
  for each row execute function private.nemus_keep_rows();
