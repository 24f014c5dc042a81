-- Which dates of a seminar can be chosen, and how many places each has: counts alone, and never who has them.

/*
 * The dates of a seminar that are still to come, by their start, for whoever can see the seminar: everybody while it is
 * offered, and those who are enrolled in it. Without the links of online dates, which only those with a place read.
 * Returns [{id, course_id, title, description, starts_at, ends_at, type, format, location, instructor, units, capacity,
 * free_places, waiting, change_until, is_changeable, own_status, own_position}]; own_status is null for whoever has
 * nothing to do with the date, is_changeable false once the time to choose, change or leave it is over.
 */
create function private.nemus_seminar_dates(p_course uuid) returns jsonb
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
create function public.nemus_seminar_dates(p_course uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_seminar_dates(p_course) $$;
revoke all on function private.nemus_seminar_dates(uuid), public.nemus_seminar_dates(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_seminar_dates(uuid), public.nemus_seminar_dates(uuid) to authenticated;
