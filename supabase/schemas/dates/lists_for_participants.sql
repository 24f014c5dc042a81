-- What people see of the dates that were chosen: the trainee of the own ones, an institution of those of its bookings.

/*
 * The dates of a seminar that are still to come, by their start, for whoever can see the seminar: everybody while it is
 * offered, and those who are enrolled in it. Without the links of online dates, which only those with a place read.
 * Returns [{id, course_id, title, description, starts_at, ends_at, type, format, location, instructor, units, capacity,
 * free_places, waiting, change_until, is_changeable, own_status, own_position}]; own_status is null for whoever has
 * nothing to do with the date, is_changeable false once the time to choose, change or leave it is over.
 */
create function public.nemus_seminar_dates(p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'description', a.description, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'free_places', a.capacity - a.participants_taken,
      'waiting', (select count(*) from public.nemus_appointment_participations w
        where w.appointment_id = a.id and w.status = 'waitlist'),
      'change_until', a.change_until, 'is_changeable', coalesce(a.change_until, a.starts_at) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$$;

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
 * Who of a booking of the caller's institution has chosen which date, and who none: [{trainee_id, date}], `date` as
 * private.nemus_place_date. Empty for a seminar without dates, and for a booking of somebody else. Whoever is no longer
 * linked with the institution is not in it: that is none of its business any more.
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

/* Counts what happens to a place. */
create function private.nemus_count_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.changes := old.changes + 1;
  return new;
end $$;
create trigger count_change before update of status on public.nemus_appointment_participations
  for each row when (old.status is distinct from new.status) execute function private.nemus_count_change();

/* Counts that a date is somewhere else or does not take place, whoever writes it. */
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
