SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_enter_attendance_code (
  p_code text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  most constant int := 5;
  attempts int;
  a public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform private.nemus_refuse(403, 'own_attendance') where private.nemus_is_staff('teaching');
  -- Serialise attempts, so that concurrent ones are counted too.
  perform pg_advisory_xact_lock(hashtextextended('nemus_attendance_code ' || me, 0));
  delete from private.nemus_code_attempts t where t.created_at < now() - interval '15 minutes';
  select count(*) into attempts from private.nemus_code_attempts t where t.user_id = me;
  perform private.nemus_refuse(429, 'too_many_codes') where attempts >= most;
  select x.* into a from public.nemus_appointment_participations p
  join public.nemus_appointments x on x.id = p.appointment_id
  join private.nemus_attendance_codes c on c.appointment_id = x.id
  where p.user_id = me and p.status = 'confirmed' and x.course_id is not null and x.cancelled_at is null
    and x.starts_at <= now() and now() <= private.nemus_code_closes(x.ends_at) and c.valid_until >= now()
    and c.digest = private.nemus_code_digest(x.id, p_code)
  limit 1;
  if not found then
    insert into private.nemus_code_attempts (user_id) values (me);
    return jsonb_build_object('status', 'wrong', 'attempts_left', most - attempts - 1);
  end if;
  perform private.nemus_lock_training(a.course_id, array[me]);
  -- Read again under its lock: date moved or cancelled, place given up, or enrolment refunded.
  select * into a from public.nemus_appointments x where x.id = a.id for share;
  perform private.nemus_refuse_ticks(a);
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = a.id and p.user_id = me for update;
  perform private.nemus_refuse(409, 'no_place') where own.status is distinct from 'confirmed'
    or not exists (select from public.nemus_course_enrollments e where e.user_id = me and e.course_id = a.course_id);
  if own.attendance is null then
    -- Fires dates/attendance.
    update public.nemus_appointment_participations p set attendance = 'present', attended_units = a.units,
      marked_at = now(), marked_by = me, marked_how = 'code', marks = p.marks + 1
    where p.appointment_id = a.id and p.user_id = me;
  end if;
  return jsonb_build_object('status', case when own.attendance is null then 'present' else 'already' end,
    'title', a.title, 'starts_at', a.starts_at, 'units', coalesce(own.attended_units, a.units),
    'attempts_left', most - attempts);
end $function$;
