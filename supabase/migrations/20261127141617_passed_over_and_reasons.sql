SET local check_function_bodies = off;

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

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
        and p.status = 'waitlist' and (p.offered_until is null or private.nemus_change_deadline(a) > now()))
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

CREATE OR REPLACE FUNCTION private.nemus_take_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_history (
  p_entry uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  entry public.nemus_logbook_entries;
begin
  select * into entry from public.nemus_logbook_entries e where e.id = p_entry;
  perform private.nemus_refuse(404, 'entry_not_found')
    where entry.id is null or not private.nemus_may_act(entry, 'read');
  return (select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'action', s.action, 'at', s.created_at,
      'name', s.actor_name, 'as_deputy', s.action in ('confirm', 'return')
        and coalesce((s.content::jsonb ->> 'decided_as_deputy')::boolean, false),
      'reason', case when s.action = 'return' and auth.uid() in (s.user_id, s.actor_id) then s.content::jsonb ->> 'return_reason' end) order by s.number), '[]')
    from private.nemus_logbook_steps s where s.entry_id = p_entry and s.user_id = entry.user_id);
end $function$;

CREATE POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries"
  FOR SELECT
  TO "authenticated"
  USING
    (((user_id = ( SELECT auth.uid() AS uid)) OR ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((confirmer_id IN ( SELECT
    private.nemus_my_confirmers() AS nemus_my_confirmers)) OR ((decided_by = ( SELECT auth.uid() AS uid)) AND (NOT decided_as_deputy))) AND
    private.nemus_reads_note(category, note, confirmer_id, submitted_at)) OR
    ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((category <> 'self_experience'::text) OR ((note = ''::text) AND (return_reason IS NULL)))
    AND
    ((decided_by = ( SELECT auth.uid() AS uid)) OR ((state = 'submitted'::text) AND (confirmer_id IN ( SELECT private.nemus_my_deputised() AS nemus_my_deputised))) OR
    ((institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (user_id IN ( SELECT t.user_id
   FROM public.nemus_trainees t
  WHERE ((t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (t.user_id IS NOT NULL)))))))));
