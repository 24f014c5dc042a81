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
    is_late := private.nemus_moves_until(appointment) <= now();
    exit when private.nemus_open_places(appointment) <= 0;
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

CREATE OR REPLACE FUNCTION private.nemus_moves_until (
  p_date public.nemus_appointments
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when p_date.course_id is null then p_date.starts_at
    else least(p_date.change_until, p_date.starts_at - interval '1 day') end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_offer_places()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  late record;
  looked int := 0;
begin
  for late in select a.id, a.course_id from public.nemus_appointments a
    where a.starts_at > now() and a.course_id is not null and a.cancelled_at is null and a.participants_taken < a.capacity
      and exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id
        and p.status = 'waitlist' and (p.offered_until is null or private.nemus_moves_until(a) > now()))
      and not private.nemus_is_set_aside('offer-places', a.id::text)
    order by a.course_id, a.id loop
    begin
      perform private.nemus_lock_dates(late.course_id);
      perform private.nemus_fill_places(late.id);
      looked := looked + 1;
      perform public.nemus_note_outcome('offer-places', late.id::text, null);
    exception when others then
      perform public.nemus_note_outcome('offer-places', late.id::text, sqlerrm);
    end;
  end loop;
  return looked;
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_moves_until"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_moves_until"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_moves_until"(public.nemus_appointments) TO "postgres";
