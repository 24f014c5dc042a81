SET local check_function_bodies = off;

DROP VIEW "public"."nemus_my_appointments";

ALTER TABLE "public"."nemus_appointment_participations"
  ADD COLUMN "offered_until" timestamp WITH time zone;

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

CREATE OR REPLACE FUNCTION private.nemus_free_deleted()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = old.appointment_id;
  if old.status = 'waitlist' then
    perform private.nemus_close_gap(old.appointment_id, old.waitlist_position);
    perform private.nemus_fill_places(old.appointment_id);
  else
    -- Fires certificates/certificates.
    update public.nemus_appointments a set participants_taken = a.participants_taken - 1
    where a.id = old.appointment_id and a.starts_at > now() and a.participants_taken > 0;
    perform private.nemus_fill_places(old.appointment_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_move_up (
  p_date public.nemus_appointments,
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  position int;
begin
  select p.waitlist_position into position from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user for update;
  -- Fires certificates/certificates.
  update public.nemus_appointments a set participants_taken = a.participants_taken + 1 where a.id = p_date.id;
  -- Fires dates/lists_for_participants.
  update public.nemus_appointment_participations p set status = 'confirmed', waitlist_position = null, offered_until = null
  where p.appointment_id = p_date.id and p.user_id = p_user;
  perform private.nemus_close_gap(p_date.id, position);
  if p_date.course_id is not null then
    perform private.nemus_tell_participant(p_user, p_date.id, 'promoted');
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  end if;
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
    where a.starts_at > now() and a.change_until <= now() and a.cancelled_at is null and a.participants_taken < a.capacity
      and exists (select from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status = 'waitlist' and p.offered_until is null)
    order by a.course_id, a.id loop
    perform private.nemus_lock_dates(late.course_id);
    perform private.nemus_fill_places(late.id);
    looked := looked + 1;
  end loop;
  return looked;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_open_places (
  p_date public.nemus_appointments,
  p_user uuid                      DEFAULT NULL::uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_date.capacity - p_date.participants_taken - (select count(*)::int from public.nemus_appointment_participations p
    where p.appointment_id = p_date.id and p.offered_until > now() and p.user_id is distinct from p_user)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_release_place (
  p_appointment uuid,
  p_user        uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course uuid;
  own public.nemus_appointment_participations;
begin
  select a.course_id into course from public.nemus_appointments a where a.id = p_appointment for update;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = p_user and p.status in ('confirmed', 'waitlist') for update;
  if not found then
    return;
  end if;
  -- Fires dates/lists_for_participants.
  update public.nemus_appointment_participations p
  set status = 'cancelled', waitlist_position = null, cancelled_at = now(), offered_until = null
  where p.appointment_id = p_appointment and p.user_id = p_user;
  if own.status = 'waitlist' then
    perform private.nemus_close_gap(p_appointment, own.waitlist_position);
    if own.offered_until > now() then
      perform private.nemus_fill_places(p_appointment);
    end if;
    return;
  end if;
  -- Fires certificates/certificates.
  update public.nemus_appointments a set participants_taken = a.participants_taken - 1 where a.id = p_appointment;
  if course is not null then
    perform private.nemus_tell_participant(p_user, p_appointment, 'place_ended');
  end if;
  perform private.nemus_fill_places(p_appointment);
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
  enrollment record;
  offered public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  select e.status into enrollment from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  if not found then
    perform private.nemus_refuse(404, 'date_not_found');
  end if;
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
  elsif enrollment.status = 'completed' or private.nemus_has_attended(me, course) then
    perform private.nemus_refuse(409, 'seminar_attended');
  elsif exists (select from private.nemus_held_dates(me, course) held where held.status = 'confirmed' and held.is_fixed) then
    perform private.nemus_refuse(409, 'place_fixed');
  end if;
  perform private.nemus_move_up(offered, me);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_accept_place"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_cancel_date (
  p_date      uuid,
  p_reason    text,
  p_following boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
  dates uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  if reason = '' then
    perform private.nemus_refuse(400, 'reason_missing', '{"field": "reason"}');
  elsif char_length(reason) > 1000 then
    perform private.nemus_refuse(400, 'reason_too_long', '{"field": "reason", "most": 1000}');
  end if;
  -- A repeated request, such as a second click, is no error.
  if exists (select from public.nemus_appointments a where a.id = p_date and a.course_id is not null
    and a.cancelled_at is not null) then
    return '{}'::uuid[];
  end if;
  dates := private.nemus_take_dates(p_date, p_following);
  foreach written in array dates loop
    perform private.nemus_tell_date(written, 'cancelled', jsonb_build_object('reason', reason));
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set cancelled_at = now(), cancel_reason = reason, sequence = a.sequence + 1, participants_taken = 0 where a.id = written;
    -- Fires dates/lists_for_participants.
    update public.nemus_appointment_participations p
    set status = 'cancelled', waitlist_position = null, cancelled_at = now(), offered_until = null
    where p.appointment_id = written and p.status in ('confirmed', 'waitlist');
  end loop;
  return dates;
end $function$;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD CONSTRAINT "offered_on_the_waitlist" CHECK (((offered_until IS NULL) OR (status = 'waitlist'::text)));

CREATE VIEW "public"."nemus_my_appointments" WITH (security_invoker=true) AS  SELECT a.id,
    a.title,
    a.description,
    a.starts_at,
    a.ends_at,
    a.type,
    a.format,
    a.location,
    a.instructor,
    a.competency,
    a.units,
    a.capacity,
    a.participants_taken,
    a.is_sample,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN l.meeting_url
            ELSE NULL::text
        END AS meeting_url,
        CASE
            WHEN ((p.status = ANY (ARRAY['confirmed'::text, 'waitlist'::text])) AND (a.cancelled_at IS NOT NULL)) THEN 'cancelled'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NULL) AND (a.ends_at <= now())) THEN 'completed'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NOT NULL) AND (p.attendance = ANY (ARRAY['present'::text, 'partial'::text]))) THEN 'completed'::text
            ELSE p.status
        END AS status,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN p.waitlist_position
            ELSE NULL::integer
        END AS waitlist_position,
    COALESCE(p.cancelled_at, a.cancelled_at) AS cancelled_at,
    p.rating,
    p.feedback,
    p.rated_at,
    GREATEST(a.updated_at, p.updated_at) AS updated_at,
    a.course_id,
        CASE
            WHEN (a.course_id IS NOT NULL) THEN COALESCE(a.change_until, a.starts_at)
            ELSE NULL::timestamp with time zone
        END AS change_until,
    (a.cancelled_at IS NOT NULL) AS cancelled_by_academy,
    a.cancel_reason,
    p.attendance,
    p.attended_units,
    ((40000000 + a.sequence) + p.changes) AS calendar_sequence,
        CASE
            WHEN ((p.offered_until > now()) AND (a.cancelled_at IS NULL)) THEN p.offered_until
            ELSE NULL::timestamp with time zone
        END AS offered_until
   FROM ((public.nemus_appointment_participations p
     JOIN public.nemus_appointments a ON ((a.id = p.appointment_id)))
     LEFT JOIN public.nemus_appointment_links l ON ((l.appointment_id = a.id)))
  WHERE ((p.user_id = ( SELECT auth.uid() AS uid)) AND ((a.course_id IS NULL) OR (p.status <> 'cancelled'::text) OR (EXISTS ( SELECT
           FROM public.nemus_course_enrollments e
          WHERE ((e.user_id = p.user_id) AND (e.course_id = a.course_id))))));

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "anon", "service_role";

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_my_appointments
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

REVOKE ALL ON FUNCTION "private"."nemus_move_up"(public.nemus_appointments, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_move_up"(public.nemus_appointments, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_move_up"(public.nemus_appointments, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_offer_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_offer_places"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_offer_places"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_open_places"(public.nemus_appointments, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_open_places"(public.nemus_appointments, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_open_places"(public.nemus_appointments, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_accept_place"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_accept_place"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_accept_place"(uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_my_appointments" TO "authenticated";

INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) VALUES
  ('place_offered', 'piw', 'on', 'always', 'never', false);
INSERT INTO private.nemus_jobs (name, schedule, command) VALUES
  ('nemus-offer-places', '*/5 * * * *', 'select private.nemus_offer_places()');
