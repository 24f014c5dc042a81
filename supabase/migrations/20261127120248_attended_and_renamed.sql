SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_fill_places (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
  is_late boolean;
  next public.nemus_appointment_participations;
begin
  loop
    select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
    exit when not found or appointment.starts_at <= now() or appointment.cancelled_at is not null;
    is_late := appointment.course_id is not null and private.nemus_change_deadline(appointment) <= now();
    exit when case when is_late then private.nemus_open_places(appointment)
      else appointment.capacity - appointment.participants_taken end <= 0;
    select * into next from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.status = 'waitlist' and not (is_late and p.offered_until is not null)
      and not exists (select from private.nemus_held_dates(p.user_id, appointment.course_id) held
        where held.status = 'confirmed' and held.is_fixed)
      and not private.nemus_has_attended(p.user_id, appointment.course_id)
    order by p.waitlist_position limit 1 for update;
    exit when not found;
    if not is_late then
      perform private.nemus_move_up(appointment, next.user_id);
      continue;
    end if;
    next.offered_until := least(now() + interval '24 hours', appointment.starts_at);
    update public.nemus_appointment_participations p set offered_until = next.offered_until
    where p.appointment_id = p_appointment and p.user_id = next.user_id;
    perform private.nemus_notify(next.user_id, 'place_offered', 'place_offered:' || p_appointment || ':' || now(),
      jsonb_build_object('title', private.nemus_fact(appointment.title, '–'), 'starts_at', appointment.starts_at,
        'until', next.offered_until), '/appointments');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_has_attended (
  p_user   uuid,
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(p.attended_units) >= min(c.theory_units + c.practical_units), false)
    or exists (select from public.nemus_course_enrollments e
      where e.user_id = p_user and e.course_id = p_course and e.status = 'completed')
  from public.nemus_appointment_participations p
  join public.nemus_appointments a on a.id = p.appointment_id
  join public.nemus_courses c on c.id = a.course_id
  where p.user_id = p_user and a.course_id = p_course and p.attendance in ('present', 'partial')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_keep_proved_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() = old.user_id then
    -- No confirmation meanwhile.
    perform private.nemus_lock_logbook(old.user_id);
    perform private.nemus_refuse(409, 'name_is_proved') where private.nemus_has_proofs(old.user_id);
    update public.nemus_name_requests r set state = 'withdrawn', decided_at = now()
    where r.user_id = old.user_id and r.state = 'open';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_place (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  offered public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into offered from public.nemus_appointments a where a.id = p_appointment;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = me for update;
  if offered.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_cancelled');
  elsif own.status = 'confirmed' then
    return;
  elsif offered.starts_at <= now() then
    perform private.nemus_refuse(409, 'appointment_over');
  elsif own.offered_until is null or private.nemus_open_places(offered, me) <= 0 then
    perform private.nemus_refuse(409, 'offer_over');
  elsif private.nemus_has_attended(me, course) then
    perform private.nemus_refuse(409, 'seminar_attended');
  elsif exists (select from private.nemus_held_dates(me, course) held where held.status = 'confirmed' and held.is_fixed) then
    perform private.nemus_refuse(409, 'place_fixed');
  end if;
  perform private.nemus_move_up(offered, me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_choose_date (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  chosen public.nemus_appointments;
  own record;
begin
  -- Keeps the enrolment from being deleted, but not from making progress.
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into chosen from public.nemus_appointments a where a.id = p_appointment;
  perform private.nemus_refuse(409, 'date_cancelled') where chosen.cancelled_at is not null;
  if not exists (select from private.nemus_held_dates(me, course) held where held.appointment_id = p_appointment) then
    perform private.nemus_refuse(409, 'seminar_attended') where private.nemus_has_attended(me, course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(chosen) <= now();
    if exists (select from private.nemus_held_dates(me, course) held where held.status = 'confirmed' and held.is_fixed) then
      perform private.nemus_refuse(409, 'place_fixed');
    end if;
    perform private.nemus_release_place(held.appointment_id, me)
    from private.nemus_held_dates(me, course) held where held.status = 'waitlist';
    -- The waiting list comes first.
    perform private.nemus_fill_places(p_appointment);
    -- Fires dates/appointments, dates/attendance.
    insert into public.nemus_appointment_participations (appointment_id, user_id) values (p_appointment, me)
    on conflict (appointment_id, user_id) do update
    set status = excluded.status, waitlist_position = excluded.waitlist_position, cancelled_at = null;
    select p.status, p.waitlist_position into own from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.user_id = me;
    if own.status = 'confirmed' then
      perform private.nemus_tell_participant(me, p_appointment, 'place_confirmed');
      perform private.nemus_release_place(held.appointment_id, me)
      from private.nemus_held_dates(me, course) held where held.appointment_id <> p_appointment;
    else
      perform private.nemus_tell_participant(me, p_appointment, 'waitlisted',
        jsonb_build_object('position', own.waitlist_position));
    end if;
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from public.nemus_appointment_participations p where p.appointment_id = p_appointment and p.user_id = me);
end $function$;

-- Open requests about a name that the person has changed since.
update public.nemus_name_requests r set state = 'withdrawn', decided_at = now() from public.nemus_profiles p
where p.user_id = r.user_id and r.state = 'open' and btrim(p.first_name || ' ' || p.last_name) <> r.old_name;
