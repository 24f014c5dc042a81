SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_seminar_dates (
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'description', a.description, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'free_places', greatest(private.nemus_open_places(a, auth.uid()), 0),
      'waiting', (select count(*) from public.nemus_appointment_participations w
        where w.appointment_id = a.id and w.status = 'waitlist'),
      'change_until', a.change_until, 'is_changeable', coalesce(a.change_until, a.starts_at) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$function$;
