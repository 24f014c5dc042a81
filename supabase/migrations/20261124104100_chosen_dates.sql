-- What people see of the dates that were chosen: the trainee of the own ones, an institution of those of its bookings.

/*
 * The caller's appointments, as a page lists them. Of a seminar's date `completed` is who was there, by what was ticked;
 * of any other appointment, what was confirmed and is over. What the academy cancelled is `cancelled`.
 */
create or replace view public.nemus_my_appointments with (security_invoker = true) as
select a.id, a.title, a.description, a.starts_at, a.ends_at, a.type, a.format, a.location,
  a.instructor, a.competency,
  a.units, a.capacity, a.participants_taken, a.is_sample, case when a.cancelled_at is null then l.meeting_url end as meeting_url,
  case when p.status in ('confirmed', 'waitlist') and a.cancelled_at is not null then 'cancelled'
    when p.status = 'confirmed' and a.course_id is null and a.ends_at <= now() then 'completed'
    when p.status = 'confirmed' and a.course_id is not null and p.attendance in ('present', 'partial') then 'completed'
    else p.status end as status,
  case when a.cancelled_at is null then p.waitlist_position end as waitlist_position,
  coalesce(p.cancelled_at, a.cancelled_at) as cancelled_at, p.rating, p.feedback, p.rated_at,
  greatest(a.updated_at, p.updated_at) as updated_at,
  -- Of a seminar's date: until when it can be changed, why the academy cancelled it, and what was ticked.
  a.course_id, case when a.course_id is not null then coalesce(a.change_until, a.starts_at) end as change_until,
  a.cancelled_at is not null as cancelled_by_academy, a.cancel_reason, p.attendance, p.attended_units
from public.nemus_appointment_participations p
join public.nemus_appointments a on a.id = p.appointment_id
left join public.nemus_appointment_links l on l.appointment_id = a.id
where p.user_id = (select auth.uid());

/*
 * The date of a seminar that counts for somebody: the place that is held, else the one that is waited for, else the last
 * one that took place: {appointment_id, starts_at, ends_at, status, waitlist_position, attendance}; null when none was
 * chosen. What was left or cancelled is none.
 */
create function private.nemus_chosen_date(p_user uuid, p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('appointment_id', a.id, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'status', p.status,
    'waitlist_position', p.waitlist_position, 'attendance', p.attendance)
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and a.cancelled_at is null
    and (p.status = 'confirmed' or (p.status = 'waitlist' and a.ends_at > now()))
  order by a.ends_at > now() desc, p.status, a.starts_at desc limit 1
$$;

/*
 * The seminars that institutions have booked for the caller, by their first day: [{booking_id, course_id, course_name,
 * institution_name, start_date, end_date, status, booked_at, has_dates, date}]. `cancelled`: the place was taken back
 * before its first day, which is still to come. `has_dates`: the caller chooses one, and `date` is that one
 * (private.nemus_chosen_date); the days of the booking say nothing then.
 */
create or replace function private.nemus_booked_seminars() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(seminar) order by seminar.start_date, seminar.booking_id), '[]')
  from (
    select b.id as booking_id, b.course_id, b.course_name,
      private.nemus_inviting_name(b.institution_id) as institution_name, b.start_date, b.end_date,
      case when e.status = 'completed' then 'completed' else 'confirmed' end as status, p.created_at as booked_at,
      c.has_dates, case when c.has_dates then private.nemus_chosen_date(t.user_id, c.id) end as date
    from public.nemus_trainees t
    join public.nemus_booking_participants p on p.trainee_id = t.id and p.institution_id = t.institution_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled' and b.origin = 'portal'
    join public.nemus_courses c on c.id = b.course_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id and e.user_id = t.user_id
    where t.user_id = auth.uid()
    union all
    select last.booking_id, last.course_id, last.course_name, private.nemus_inviting_name(b.institution_id),
      last.start_date, last.end_date, 'cancelled', last.created_at, c.has_dates, null
    from (
      select distinct on (l.booking_id) l.* from private.nemus_trainee_letters l
      where l.user_id = auth.uid() order by l.booking_id, l.created_at desc
    ) last
    join public.nemus_course_bookings b on b.id = last.booking_id
    join public.nemus_courses c on c.id = last.course_id
    where last.kind = 'cancelled' and last.start_date >= (now() at time zone 'Europe/Berlin')::date
  ) seminar
$$;

/*
 * Who of a booking of the caller's institution has chosen which date, and who none: [{trainee_id, date}], `date` as
 * private.nemus_chosen_date. Empty for a seminar without dates, and for a booking of somebody else. Whoever is no longer
 * linked with the institution is not in it: that is none of its business any more.
 */
create function private.nemus_booking_dates(p_booking uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('trainee_id', p.trainee_id,
    'date', case when e.id is not null then private.nemus_chosen_date(e.user_id, e.course_id) end)
    order by p.trainee_id), '[]')
  from public.nemus_course_bookings b
  join public.nemus_courses c on c.id = b.course_id and c.has_dates
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where b.id = p_booking and b.institution_id = auth.uid() and (e.id is null or e.user_id = t.user_id)
$$;

/*
 * What keeps a place from being cancelled: null when nothing does, otherwise `trainee_left` (the account is not linked any
 * more; how far it is, is none of the institution's business) or `place_begun`: a module completed, a block opened, a
 * quiz begun, or a date that the person had a place at has begun.
 */
create or replace function private.nemus_place_bar(p_place public.nemus_booking_participants) returns text
language sql stable security definer set search_path = '' as $$
  select case when e.id is null then null
    when e.user_id is distinct from t.user_id then 'trainee_left'
    when e.status <> 'not_started' or exists (
      select from public.nemus_learning_courses c where c.seminar_id = e.course_id and (
        exists (select from public.nemus_block_positions b where b.user_id = e.user_id and b.course_id = c.id)
        or exists (select from public.nemus_quiz_runs r where r.user_id = e.user_id and r.course_id = c.id)
        or exists (select from public.nemus_module_progress m join public.nemus_learning_modules l on l.id = m.module_id
          where m.user_id = e.user_id and l.course_id = c.id)))
      or exists (select from public.nemus_appointment_participations p
        join public.nemus_appointments a on a.id = p.appointment_id
        where p.user_id = e.user_id and a.course_id = e.course_id and p.status in ('confirmed', 'completed')
          and p.attendance is distinct from 'absent' and a.starts_at <= now() and a.cancelled_at is null)
      then 'place_begun' end
  from public.nemus_trainees t
  left join public.nemus_course_enrollments e on e.id = p_place.enrollment_id
  where t.id = p_place.trainee_id
$$;

create function public.nemus_booking_dates(p_booking uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_booking_dates(p_booking) $$;

revoke all on function private.nemus_chosen_date(uuid, uuid) from public;
revoke all on function private.nemus_booking_dates(uuid), public.nemus_booking_dates(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_booking_dates(uuid), public.nemus_booking_dates(uuid) to authenticated;
