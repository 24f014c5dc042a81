SET local check_function_bodies = off;

DROP VIEW "public"."nemus_my_appointments";

DROP FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb);

ALTER TABLE "public"."nemus_appointment_participations"
  ADD COLUMN "set_by_staff" text;

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
      and not private.nemus_is_bound(p.user_id, appointment.course_id, p.set_by_staff is not null)
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

CREATE OR REPLACE FUNCTION private.nemus_held_dates (
  p_user   uuid,
  p_course uuid
)
  RETURNS TABLE (
    appointment_id uuid,
    status         text,
    is_fixed       boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.appointment_id, p.status, private.nemus_leave_until(a, p) <= now()
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and p.status in ('confirmed', 'waitlist')
    and a.cancelled_at is null and a.ends_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_bound (
  p_user     uuid,
  p_course   uuid,
  p_by_staff boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_held_dates(p_user, p_course) held
    join public.nemus_appointments a on a.id = held.appointment_id
    where held.status = 'confirmed' and held.is_fixed and not (p_by_staff and a.starts_at > now()))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_leave_until (
  p_date public.nemus_appointments,
  p_own  public.nemus_appointment_participations
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_own.status = 'confirmed' and p_own.set_by_staff = 'date' then p_date.starts_at
    else private.nemus_change_deadline(p_date) end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_place_at (
  p_user   uuid,
  p_date   public.nemus_appointments,
  p_kind   text                      DEFAULT 'place_confirmed'::text,
  p_values jsonb                     DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own record;
begin
  perform private.nemus_release_place(held.appointment_id, p_user)
  from private.nemus_held_dates(p_user, p_date.course_id) held where held.status = 'waitlist';
  -- The waiting list comes first.
  perform private.nemus_fill_places(p_date.id);
  -- Fires dates/appointments, dates/attendance.
  insert into public.nemus_appointment_participations (appointment_id, user_id, set_by_staff)
  values (p_date.id, p_user, case p_kind when 'rebooked' then 'date' end)
  on conflict (appointment_id, user_id) do update set status = excluded.status,
    waitlist_position = excluded.waitlist_position, cancelled_at = null, set_by_staff = excluded.set_by_staff;
  select p.status, p.waitlist_position into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user;
  if own.status = 'confirmed' then
    perform private.nemus_tell_participant(p_user, p_date.id, p_kind, p_values);
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  else
    perform private.nemus_tell_participant(p_user, p_date.id, 'waitlisted',
      jsonb_build_object('position', own.waitlist_position));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_place_until (
  p_enrollment uuid
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p.set_by_staff = 'date' then first.day else private.nemus_change_until(first.day) end
  from public.nemus_course_enrollments e
  cross join lateral (select private.nemus_place_date(e.id) as date) held
  cross join lateral (select ((held.date ->> 'starts_at')::timestamptz at time zone 'Europe/Berlin')::date as day) first
  join public.nemus_appointment_participations p
    on p.appointment_id = (held.date ->> 'appointment_id')::uuid and p.user_id = e.user_id
  where e.id = p_enrollment and p.status = 'confirmed' and p.attendance is distinct from 'absent'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_date (
  p_date   uuid,
  p_kind   text,
  p_values jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_write_date_letter(p.user_id, p_date, p_kind, p_values)
  from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.status in ('confirmed', 'waitlist');
  perform private.nemus_write_institution_letters(p_date, p_kind, p_values);
  update public.nemus_appointment_participations p set set_by_staff = 'date' from public.nemus_appointments a
  where p_kind = 'moved' and p_values ?| array['earlier_start', 'earlier_location'] and a.id = p_date
    and not private.nemus_is_changeable((a.starts_at at time zone 'Europe/Berlin')::date)
    and p.appointment_id = p_date and p.waitlist_position is null and p.cancelled_at is null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_institution_letters (
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb,
  p_people      uuid[] DEFAULT NULL::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  notice constant text := 'trainee_date_' || case p_kind when 'rebooked' then 'moved' else p_kind end;
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null and (p_people is null or p.user_id = any (p_people))
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := 'trainee_date_' || p_kind || ':' || p_appointment || ':' || extract(epoch from now());
    perform private.nemus_notify_members(letter.institution_id, '{booking}', notice, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, notice, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
        and 'rebooked' not in (l.kind, p_kind)
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
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
  elsif private.nemus_is_bound(me, course, own.set_by_staff is not null) then
    perform private.nemus_refuse(409, 'place_fixed');
  end if;
  perform private.nemus_move_up(offered, me);
  -- Who accepts has chosen.
  update public.nemus_appointment_participations p set set_by_staff = null
  where p.appointment_id = p_appointment and p.user_id = me;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cancel_appointment (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_appointment;
  select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  -- A repeated request, such as a second click, is no error.
  if own.status = 'cancelled' then
    return jsonb_build_object('status', 'cancelled');
  end if;
  perform private.nemus_refuse(409, 'appointment_over')
    where own.status not in ('confirmed', 'waitlist') or appointment.starts_at <= now()
      or appointment.cancelled_at is not null;
  perform private.nemus_refuse(409, 'place_fixed')
    where appointment.course_id is not null and own.status = 'confirmed'
      and private.nemus_leave_until(appointment, own) <= now();
  perform private.nemus_release_place(p_appointment, own.user_id);
  return jsonb_build_object('status', 'cancelled');
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
    perform private.nemus_refuse(409, 'place_fixed') where private.nemus_is_bound(me, course, false);
    perform private.nemus_place_at(me, chosen);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from public.nemus_appointment_participations p where p.appointment_id = p_appointment and p.user_id = me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_prefer_waiting (
  p_date   uuid,
  p_user   uuid,
  p_reason text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is not null then
    update public.nemus_appointment_participations p set
      waitlist_position = case p.user_id when p_user then 1 else p.waitlist_position + 1 end,
      offered_until = case when p.user_id <> p_user or p.offered_until > now() then p.offered_until end,
      set_by_staff = case p.user_id when p_user then coalesce(p.set_by_staff, 'turn') else p.set_by_staff end
    where p.appointment_id = p_date and p.waitlist_position <= waits.waitlist_position;
    perform private.nemus_note_act('prefer', 'appointment_participations', p_date || ':' || p_user,
      jsonb_build_object('waitlist_position', waits.waitlist_position), jsonb_build_object('reason', reason));
    perform private.nemus_fill_places(p_date);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position, 'offered_until', p.offered_until)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = p_user and waits.user_id is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_rebook_participants (
  p_from   uuid,
  p_to     uuid,
  p_people uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_from);
  source public.nemus_appointments;
  target public.nemus_appointments;
  person uuid;
  done uuid[] := '{}'::uuid[];
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  perform from public.nemus_course_enrollments e
  where e.course_id = course and e.user_id = any (p_people) order by e.id for key share;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id in (p_from, p_to) or a.id in (select held.appointment_id
    from unnest(p_people) as u cross join private.nemus_held_dates(u, course) held) order by a.id for update;
  select * into source from public.nemus_appointments a where a.id = p_from;
  select * into target from public.nemus_appointments a where a.id = p_to and a.course_id = course and a.id <> p_from;
  perform private.nemus_refuse(404, 'date_not_found') where target.id is null;
  perform private.nemus_refuse(409, 'date_cancelled') where target.cancelled_at is not null;
  perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}')
    where target.starts_at <= now() or (source.starts_at <= now() and source.cancelled_at is null);
  for person in select u.user_id from private.nemus_people_at(source) u where u.user_id = any (p_people) order by u.place loop
    continue when private.nemus_has_attended(person, course) or exists (select from private.nemus_held_dates(person, course) held
      where held.appointment_id <> p_from and held.status = 'confirmed');
    -- The earlier place of a person who waits there by choice no longer prevents moving up.
    update public.nemus_appointment_participations p set set_by_staff = coalesce(p.set_by_staff, 'turn')
    where p.appointment_id = p_to and p.user_id = person and p.waitlist_position > 0;
    if found then
      perform private.nemus_fill_places(p_to);
      continue;
    end if;
    -- Read again: each move takes a place.
    select * into target from public.nemus_appointments a where a.id = p_to;
    perform private.nemus_place_at(person, target, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at));
    done := done || person;
  end loop;
  if done <> '{}' then
    perform private.nemus_write_institution_letters(p_to, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at), done);
    perform private.nemus_note_act('rebook', 'appointments', p_from::text, null,
      jsonb_build_object('to', p_to, 'people', to_jsonb(done)));
  end if;
  return (select jsonb_build_object('moved', count(*) filter (where p.status = 'confirmed'),
      'waiting', count(*) filter (where p.status = 'waitlist'),
      'skipped', count(*) filter (where p.status is null or p.status not in ('confirmed', 'waitlist')))
    from (select distinct u from unnest(p_people) as u) asked left join public.nemus_appointment_participations p
      on p.appointment_id = p_to and p.user_id = asked.u);
end $function$;

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
      'change_until', nullif(private.nemus_leave_until(a, own), a.starts_at),
      'is_changeable', private.nemus_leave_until(a, own) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_unsubscribe_tokens (
  p_letters uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.id, l.user_id, k.kind from (
      select d.id, d.user_id, case when d.audience = 'institution'
          then 'trainee_date_' || case d.kind when 'rebooked' then 'moved' else d.kind end else
        case d.kind when 'waitlisted' then 'place_waiting' when 'promoted' then 'place_moved_up'
          when 'moved' then 'date_moved' when 'cancelled' then 'date_cancelled' else d.kind end end as kind
      from private.nemus_date_letters d where d.id = any (p_letters)
      union all
      select b.id, b.user_id, case b.kind when 'booked' then 'booking_made' else 'booking_' || b.kind end
      from private.nemus_trainee_letters b where b.id = any (p_letters)
      union all
      select s.id, s.account_id, 'sign_off_waiting' from private.nemus_sign_off_letters s
      where s.id = any (p_letters) and s.kind = 'reminder') l
    join private.nemus_notification_kinds k on k.kind = l.kind and k.mail in ('on', 'off')
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
    values (private.nemus_token_hash(token), letter.user_id, letter.kind);
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token);
  end loop;
  return answer;
end $function$;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD CONSTRAINT "nemus_appointment_participations_set_by_staff_check" CHECK ((set_by_staff = ANY (ARRAY['date'::text, 'turn'::text])));

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
            WHEN (a.course_id IS NOT NULL) THEN private.nemus_leave_until(a.*, p.*)
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
        END AS offered_until,
    private.nemus_search_text(a.title) AS search_text
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

REVOKE ALL ON FUNCTION "private"."nemus_is_bound"(uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_bound"(uuid, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_bound"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb, uuid[]) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_my_appointments" TO "authenticated";

-- People who were moved, or put first, before this migration, and have not chosen a date since.
update public.nemus_appointment_participations p set set_by_staff = case l.action when 'rebook' then 'date' else 'turn' end
from private.nemus_audit_log l
where p.status in ('confirmed', 'waitlist') and ((l.action = 'rebook' and l.after ->> 'to' = p.appointment_id::text
      and l.after -> 'people' ? p.user_id::text)
    or (l.action = 'prefer' and l.subject_id = p.appointment_id || ':' || p.user_id and p.status = 'waitlist'))
  and exists (select from public.nemus_appointments a where a.id = p.appointment_id and a.starts_at > now())
  and not exists (select from private.nemus_date_letters d where d.user_id = p.user_id and d.appointment_id = p.appointment_id
    and d.audience = 'participant' and d.kind in ('place_confirmed', 'waitlisted') and d.created_at > l.created_at);
