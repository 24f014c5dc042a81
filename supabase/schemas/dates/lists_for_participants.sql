-- The dates that people outside the academy see: open dates of a seminar, the chosen date of an enrolment, and for an
-- institution the chosen dates of its bookings. Lists of staff: dates/lists_for_planners.sql. The caller's own
-- appointments: nemus_my_appointments in dates/appointments.sql.
-- Open dates appear without meeting links and without names of other participants.
-- The triggers at the end keep the sequence numbers by which calendars replace an entry (nemus_my_appointments,
-- dates/letters.sql).
-- Exception: an institution does not see the dates of people who are no longer linked to it.

/*
 * The coming dates of a seminar, by their start, for everyone while it is on offer, and for people enrolled in it.
 * Without meeting links.
 * Returns [{id, course_id, title, description, starts_at, ends_at, type, format, location, instructor, units,
 * capacity, free_places, waiting, change_until, is_changeable, own_status, own_position, parts, parts_needed}]. free_places: without those offered to
 * others. own_status: null without a place or waiting position. is_changeable: false after the deadline for choosing, changing and leaving.
 */
create function public.nemus_seminar_dates(p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'description', a.description, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'free_places', greatest(private.nemus_open_places(a, auth.uid()), 0),
      'waiting', (select count(*) from public.nemus_appointment_participations w
        where w.appointment_id = a.id and w.status = 'waitlist'),
      'change_until', nullif(private.nemus_leave_until(a, own), a.starts_at),
      'is_changeable', private.nemus_leave_until(a, own) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position,
      'parts', a.parts, 'parts_needed', a.parts_needed) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$$;

/*
 * The date of a seminar that counts for an account: its place, else its waiting position, else the latest past date
 * with a place: {appointment_id, starts_at, ends_at, status, waitlist_position, attendance, parts}. Null without one. Dates
 * that were left or cancelled are ignored. parts: their number; attendance then only after the last one.
 */
create function private.nemus_chosen_date(p_user uuid, p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('appointment_id', a.id, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'status', p.status,
    'waitlist_position', p.waitlist_position,
    'attendance', case when a.parts is null or a.ends_at <= now() then p.attendance end, 'parts', jsonb_array_length(a.parts))
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and a.cancelled_at is null
    and (p.status = 'confirmed' or (p.status = 'waitlist' and a.ends_at > now()))
  order by a.ends_at > now() desc, p.status, a.starts_at desc limit 1
$$;

/*
 * The date chosen by each trainee of a booking, for the institution that booked: [{trainee_id, date}], `date` as
 * private.nemus_place_date. Empty for a seminar without dates and for other institutions. Trainees who are no longer
 * linked to the institution are left out.
 */
create function public.nemus_booking_dates(p_booking uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('trainee_id', p.trainee_id, 'date', private.nemus_place_date(e.id))
    order by p.trainee_id), '[]')
  from public.nemus_course_bookings b
  join public.nemus_courses c on c.id = b.course_id and c.has_dates
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where b.id = p_booking and b.institution_id = (select private.nemus_acts_for('booking', 'reading')) and (e.id is null or e.user_id = t.user_id)
$$;

/* Counts the changes of a place. */
create function private.nemus_count_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.changes := old.changes + 1;
  return new;
end $$;
create trigger count_change before update of status on public.nemus_appointment_participations
  for each row when (old.status is distinct from new.status) execute function private.nemus_count_change();

/* Counts a move or cancellation of a date, unless the update did so itself. */
create function private.nemus_count_move() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end $$;
create trigger count_move before update of starts_at, ends_at, format, location, cancelled_at on public.nemus_appointments
  for each row when (new.sequence = old.sequence
    and (old.starts_at, old.ends_at, old.format, old.location, old.cancelled_at)
      is distinct from (new.starts_at, new.ends_at, new.format, new.location, new.cancelled_at))
  execute function private.nemus_count_move();
