-- Places whose account was deleted before: whether they had begun is not known any more; they stay as they are.
SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_message_trainees"(uuid[], text);

ALTER TABLE "public"."nemus_booking_participants"
  ADD COLUMN "used_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.nemus_choice_of (
  p_user   uuid,
  p_course uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select a.id from public.nemus_date_choices c join public.nemus_appointments a on a.id = c.date_id
  where c.user_id = p_user and c.course_id = p_course
    and least(a.cancelled_at, private.nemus_change_deadline(a)) > now() - interval '1 day'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_count_completion (
  p_booking uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.nemus_course_bookings b set
    completion_rate = mean.progress,
    status = case when mean.progress = 100 then 'completed'
      when b.status = 'completed' and b.origin = 'portal' then 'confirmed' else b.status end
  from (
    select floor(avg(coalesce(e.progress_percentage, 0)))::int as progress
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where p.booking_id = p_booking and p.used_at is null and (e.id is null or e.user_id = t.user_id)
  ) mean
  where b.id = p_booking and b.status <> 'cancelled' and mean.progress is not null
$function$;

CREATE OR REPLACE FUNCTION private.nemus_create_booking (
  p_institution uuid,
  p_course      uuid,
  p_trainees    uuid[],
  p_start       date,
  p_credits     integer,
  p_date        uuid
)
  RETURNS public.nemus_course_bookings
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  course public.nemus_courses;
  starts_on date;
  booking public.nemus_course_bookings;
begin
  select * into course from public.nemus_courses c where c.id = p_course;
  starts_on := case when course.has_dates then today else coalesce(p_start, today + 14) end;
  insert into public.nemus_course_bookings (institution_id, course_id, course_name, has_dates, start_date, end_date,
    participants, max_participants, price_cents, credits_spent, total_hours, date_id)
  -- Eight hours make a day.
  values (p_institution, p_course, course.title, course.has_dates, starts_on,
    case when course.has_dates then starts_on else starts_on + ceil(course.duration_hours / 8)::int - 1 end,
    cardinality(p_trainees), cardinality(p_trainees), round(course.price_euros * 100)::int * cardinality(p_trainees),
    p_credits, ceil(course.duration_hours)::int, p_date)
  returning * into booking;
  insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
  select booking.id, trainee, p_institution, p_course from unnest(p_trainees) as trainee;
  perform private.nemus_enrol_participants(booking.id, null);
  perform private.nemus_use_choice(p_institution, p_date);
  return booking;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_due_sms (
  p_now timestamp with time zone
)
  RETURNS SETOF public.nemus_sms
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.* from public.nemus_sms s
  where s.state = 'waiting' and s.due_at <= p_now and s.drop_after > p_now and s.attempts < 5
    and (s.claimed_at is null or s.claimed_at < p_now - interval '90 seconds')
    and (s.urgent or private.nemus_sms_due(p_now) = p_now) and private.nemus_is_reachable(s.user_id, (
      select w.institution_id from private.nemus_notification_sendings w
      where w.notification_id = s.notification_id and w.channel = 'sms'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_enrol_participants (
  p_booking uuid,
  p_trainee uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place record;
  enrollment uuid;
begin
  for place in
    select p.booking_id, p.trainee_id, p.course_id, t.user_id, b.date_id
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
    where p.enrollment_id is null and p.used_at is null and p.course_id is not null and t.user_id is not null
      and (p.booking_id = p_booking or p.trainee_id = p_trainee)
    -- Waits for a place that is just being cancelled, and finds it gone.
    for update of p
  loop
    -- Fires certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (place.user_id, place.course_id, 'institution_booking')
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    if enrollment is not null then
      -- Fires bookings/booked_seminars.
      update public.nemus_booking_participants p set enrollment_id = enrollment
      where p.booking_id = place.booking_id and p.trainee_id = place.trainee_id;
      perform private.nemus_take_choice(place.user_id, place.date_id);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_course (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := greatest(cardinality(p_order.trainee_ids), 1);
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if not private.nemus_is_sold(p_order) or not private.nemus_is_buyable(p_order.course_id) then
    return jsonb_build_object('places', places, 'reason', case when not private.nemus_is_sold(p_order)
      then 'country_not_sold' when private.nemus_is_offered(p_order.course_id) then 'dates_gone' else 'course_gone' end);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    if not found then
      return jsonb_build_object('reason', 'already_enrolled', 'places', 1);
    end if;
    perform private.nemus_take_choice(p_order.user_id, p_order.date_id);
    perform private.nemus_use_choice(p_order.user_id, p_order.date_id);
    return null;
  end if;
  select coalesce(array_agg(t.id), '{}') into free from public.nemus_trainees t
  where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id
    and not exists (select from public.nemus_booking_participants p
      where p.trainee_id = t.id and p.course_id = p_order.course_id)
    and not exists (select from public.nemus_course_enrollments e
      where e.user_id = t.user_id and e.course_id = p_order.course_id);
  if cardinality(free) > 0 then
    -- A slow payment may arrive after the chosen first day.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0, p_order.date_id);
    -- Fires courses/catalogue.
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
  if cardinality(free) = places then
    return null;
  end if;
  return (
    select jsonb_build_object('places', places - cardinality(free), 'reason',
      case when count(t.id) > 0 then 'already_enrolled' else 'trainee_gone' end,
      'people', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t
    where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and t.id <> all (free));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_invitation (
  p_institution uuid,
  p_email       text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  recipient constant text := private.nemus_token_hash(lower(p_email));
  of_institution constant int := private.nemus_invitation_limit('institution', 500);
  of_recipient constant int := private.nemus_invitation_limit('recipient', 5);
  of_one constant int := greatest(of_recipient - 2, 1);
  of_all constant int := private.nemus_invitation_limit('total', 5000);
  today constant timestamptz := now() - interval '1 day';
begin
  perform private.nemus_forget_sent_invitations();
  perform private.nemus_refuse(429, 'invitation_too_soon')
    where exists (select from private.nemus_sent_invitations s where s.recipient_hash = recipient
      and s.institution_id = p_institution and s.created_at > now() - interval '1 minute');
  -- One institution alone does not use up what an address gets.
  perform private.nemus_refuse_beyond('invitation_limit_recipient', (
      select s.created_at from private.nemus_sent_invitations s
      where s.recipient_hash = recipient and s.institution_id = p_institution and s.created_at > today
      order by s.created_at desc offset of_one - 1 limit 1), of_one);
  perform private.nemus_refuse_beyond('invitation_limit_recipient', (
      select s.created_at from private.nemus_sent_invitations s
      where s.recipient_hash = recipient and s.created_at > today
      order by s.created_at desc offset of_recipient - 1 limit 1), of_recipient);
  perform private.nemus_refuse_beyond('invitation_limit_institution', (
      select s.created_at from private.nemus_sent_invitations s
      where s.institution_id = p_institution and s.created_at > today
      order by s.created_at desc offset of_institution - 1 limit 1), of_institution);
  perform private.nemus_refuse_beyond('invitation_limit_total', (
      select s.created_at from private.nemus_sent_invitations s
      where s.created_at > today order by s.created_at desc offset of_all - 1 limit 1), of_all);
  insert into private.nemus_sent_invitations (institution_id, recipient_hash) values (p_institution, recipient);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_place_bar (
  p_place public.nemus_booking_participants
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_place.used_at is not null then 'trainee_left' when e.id is null then null
    when e.user_id is distinct from t.user_id then 'trainee_left'
    when private.nemus_is_begun(e) then 'place_begun'
    when private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date then 'place_date_near' end
  from public.nemus_trainees t
  left join public.nemus_course_enrollments e on e.id = p_place.enrollment_id
  where t.id = p_place.trainee_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_take_choice (
  p_user uuid,
  p_date uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen public.nemus_appointments;
begin
  if p_date is null then
    return;
  end if;
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into chosen from public.nemus_appointments a where a.id = p_date for update;
  if not found or exists (select from private.nemus_held_dates(p_user, chosen.course_id))
    or private.nemus_has_attended(p_user, chosen.course_id) then
    return;
  elsif chosen.cancelled_at is null and private.nemus_change_deadline(chosen) > now() then
    perform private.nemus_place_at(p_user, chosen);
  -- A slow payment may arrive after the date began; long after it, it is no news.
  elsif chosen.starts_at > now() - interval '14 days' then
    perform private.nemus_notify(p_user, 'choice_gone', 'choice_gone:' || p_date,
      jsonb_build_object('title', private.nemus_fact(chosen.title, '–'), 'starts_at', chosen.starts_at),
      '/seminar-catalog/' || chosen.course_id || '?terminwahl=' || chosen.course_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_interested (
  p_course uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_notify(i.user_id, 'dates_planned', 'dates_planned:' || planned.newest,
    jsonb_build_object('title', private.nemus_fact(c.title, '–'), 'starts_at', planned.first_start),
    case p.user_type when 'institution' then '/course-bookings?ansicht=buchen&kurs=' else '/seminar-catalog/' end || c.id)
  from public.nemus_courses c
  cross join lateral (select min(a.starts_at) as first_start,
      (array_agg(a.id order by a.created_at desc, a.starts_at, a.id))[1] as newest
    from public.nemus_appointments a where a.course_id = c.id and a.cancelled_at is null
      and private.nemus_change_deadline(a) > now()) planned
  join public.nemus_date_interests i on i.course_id = c.id
  join public.nemus_profiles p on p.user_id = i.user_id
  where c.id = p_course and planned.newest is not null and private.nemus_is_offered(c.id)
    and not private.nemus_is_blocked(i.user_id)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = i.user_id and e.course_id = c.id)
    and not exists (select from public.nemus_course_bookings b
      join public.nemus_members m on m.institution_id = b.institution_id and m.user_id = i.user_id
      where b.course_id = c.id and b.status <> 'cancelled')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_use_choice (
  p_payer uuid,
  p_date  uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.nemus_date_choices c where c.date_id = p_date and (c.user_id = p_payer
    or c.user_id in (select m.user_id from public.nemus_members m where m.institution_id = p_payer))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_weekly_reports (
  p_now timestamp with time zone DEFAULT now()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  monday date;
  last date;
  written int := 0;
  numbers jsonb;
begin
  delete from public.nemus_weekly_reports r where r.week < (p_now at time zone 'Europe/Berlin')::date - 52 * 7;
  for due in
    select t.institution_id, d.at from public.nemus_report_times t
    join public.nemus_institution_settings s on s.institution_id = t.institution_id and s.weekly_reports
    cross join lateral (select private.nemus_report_due(t.weekday, t.hour, p_now) as at) d
    where d.at >= t.since and exists (select from public.nemus_members m
        where m.institution_id = t.institution_id and not private.nemus_is_blocked(m.user_id))
      and not private.nemus_is_set_aside('write-weekly-reports', t.institution_id::text)
      and not exists (select from public.nemus_weekly_reports r where r.institution_id = t.institution_id
        and r.week = date_trunc('week', d.at at time zone 'Europe/Berlin')::date)
    order by d.at, t.institution_id limit 500
  loop
    begin
      monday := date_trunc('week', due.at at time zone 'Europe/Berlin')::date;
      last := (due.at at time zone 'Europe/Berlin')::date - 1;
      numbers := private.nemus_report_figures(due.institution_id, last - 6, last);
      insert into public.nemus_weekly_reports (institution_id, week, first_day, last_day, figures, created_at)
      values (due.institution_id, monday, last - 6, last, numbers, p_now)
      on conflict (institution_id, week) do nothing;
      -- A concurrent call wrote it, and announces it.
      continue when not found;
      perform private.nemus_notify_members(due.institution_id, array['reading'], 'weekly_report',
        'weekly_report:' || due.institution_id || ':' || monday,
        jsonb_build_object('from', last - 6, 'until', last, 'figures', numbers), '/dashboard/report/' || monday);
      written := written + 1;
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, null);
    exception when others then
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, sqlerrm);
    end;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_booking_request_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and (r.expires_at <= now() or not private.nemus_answers_for(r.decided_by, institution))
            then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_member_name(r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'date_starts_at', (select a.starts_at from public.nemus_appointments a where a.id = r.date_id),
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_member_name(r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_change_date (
  p_date      uuid,
  p_plan      jsonb,
  p_following boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  dates uuid[];
  first public.nemus_appointments;
  old public.nemus_appointments;
  planned public.nemus_appointments;
  link constant text := private.nemus_planned_link(p_plan);
  teachers uuid[];
  until timestamp;
  until_of timestamptz;
  said jsonb;
begin
  perform private.nemus_begin_planning();
  dates := private.nemus_take_dates(p_date, p_following);
  select * into first from public.nemus_appointments a where a.id = p_date;
  select d.* into planned from public.nemus_courses c cross join lateral private.nemus_planned_date(c, p_plan) d
  where c.id = first.course_id;
  teachers := private.nemus_planned_teachers(p_plan, array(select d.teacher_id
    from public.nemus_appointment_teachers d where d.appointment_id = any (dates)));
  begin
    until := (p_plan ->> 'change_until')::timestamp;
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', '{"field": "change_until"}');
  end;
  for old in select * from public.nemus_appointments a where a.id = any (dates) order by a.starts_at, a.id loop
    until_of := (until + ((old.starts_at at time zone 'Europe/Berlin')::date
      - (first.starts_at at time zone 'Europe/Berlin')::date) * interval '1 day') at time zone 'Europe/Berlin';
    if until_of > old.starts_at then
      perform private.nemus_refuse(400, 'change_until_after_start',
        jsonb_build_object('field', 'change_until', 'starts_at', old.starts_at));
    elsif until_of <= now() and until_of is distinct from old.change_until then
      perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}');
    elsif planned.capacity < old.participants_taken then
      perform private.nemus_refuse(409, 'capacity_below_places', jsonb_build_object('field', 'capacity', 'taken',
        old.participants_taken, 'starts_at', old.starts_at));
    end if;
    said := jsonb_strip_nulls(jsonb_build_object(
      'earlier_location', case when (old.format, old.location) is distinct from (planned.format, planned.location)
        then coalesce(nullif(old.location, ''), old.format) end,
      'link_changed', case when link is distinct from (select l.meeting_url from public.nemus_appointment_links l
        where l.appointment_id = old.id) then true end));
    -- At another place, no one is bound by a deadline that has passed, as after a move (dates/move_preview.sql).
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set title = planned.title, description = planned.description, type = planned.type, format = planned.format,
      location = planned.location, units = planned.units, capacity = planned.capacity,
      change_until = case when until_of > now() or not said ? 'earlier_location' then until_of end,
      sequence = a.sequence + case when said = '{}' then 0 else 1 end
    where a.id = old.id;
    perform private.nemus_set_teachers(old.id, teachers);
    perform private.nemus_set_link(old.id, link);
    perform private.nemus_refuse_conflict(old.id);
    if said <> '{}' then
      perform private.nemus_tell_date(old.id, 'moved', said);
    end if;
    perform private.nemus_fill_places(old.id);
  end loop;
  return dates;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_date_letters (
  p_appointments uuid[] DEFAULT '{}'::uuid[],
  p_user         uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id, case c.audience when 'institution' then c.user_id end) as reachable
      from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to an account that is blocked, or left its institution.
    update private.nemus_date_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_trainee_letters (
  p_booking     uuid DEFAULT NULL::uuid,
  p_institution uuid DEFAULT NULL::uuid,
  p_session_id  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_name_request (
  p_request uuid,
  p_accept  boolean,
  p_answer  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() or exists (select from public.nemus_members m
    where m.institution_id = request.institution_id and m.user_id = auth.uid()) then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id)
      or not private.nemus_is_approved(request.institution_id);
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end, decided_at = now(),
    answer = given where r.id = p_request;
  if p_accept then
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'reason', given, 'person', request.old_name)), '/trainees');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_delete_account()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  case terms ->> 'blocked_by'
    when 'institution_has_members' then perform private.nemus_refuse(409, 'institution_has_members');
    when 'last_administrator' then perform private.nemus_refuse(409, 'last_administrator');
    when 'subscription_running' then perform private.nemus_refuse(409, 'subscription_running');
    when 'purchase_waiting' then perform private.nemus_refuse(409, 'purchase_waiting');
    when 'last_staff' then perform private.nemus_refuse(409, 'last_staff');
    else
  end case;
  -- What an institution booked and the person has begun is used up: no money comes back, and no one else gets the place.
  -- Fires bookings/booked_seminars.
  update public.nemus_booking_participants p set used_at = now() from public.nemus_course_enrollments e
  where e.user_id = me and p.enrollment_id = e.id and private.nemus_is_begun(e);
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_message_trainees (
  p_trainees uuid[],
  p_text     text,
  p_message  uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  said constant text := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  message constant uuid := coalesce(p_message, gen_random_uuid());
  event text;
  known uuid[];
  reached uuid[];
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  me := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(me);
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_trainees), 0) not between 1 and 200;
  -- Two members at once count each other's messages. Linked people are locked: a link that ends now gets nothing.
  perform pg_advisory_xact_lock(hashtextextended('nemus_message ' || me, 0));
  event := 'institution_message:' || me || ':' || message;
  known := array(select t.id from public.nemus_trainees t join public.nemus_notifications n on n.user_id = t.user_id
    where t.institution_id = me and t.id = any (p_trainees) and n.key = event);
  reached := array(select t.id from (select o.* from public.nemus_trainees o
      where o.institution_id = me and o.id = any (p_trainees) and o.id <> all (known) and o.user_id is not null
      order by o.id for share) t
    where case when 3 > (select count(*) from public.nemus_notifications n where n.user_id = t.user_id and n.kind = 'institution_message'
        and n.key like 'institution_message:' || me || ':%' and n.created_at > now() - interval '1 day')
      then private.nemus_tell(t.user_id, me, 'institution_message', event,
        jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(me), '–'), 'text', said), null) end);
  if cardinality(reached) > 0 then
    insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id, after)
    select me, auth.uid(), coalesce(private.nemus_member_name(auth.uid()), ''), 'member', 'insert', 'trainee_messages', message,
      jsonb_build_object('text', said, 'recipients', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t where t.id = any (reached);
  end if;
  reached := reached || known;
  return jsonb_build_object('sent', cardinality(reached), 'skipped',
    (select count(distinct i) from unnest(p_trainees) as i) - cardinality(reached));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_metrics()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with unsent (queue, attempts, due_at, tried_at) as (
    select 'dates', l.attempts, l.created_at, l.tried_at from private.nemus_date_letters l where l.sent_at is null
    union all select 'trainees', l.attempts, l.created_at, l.tried_at from private.nemus_trainee_letters l where l.sent_at is null
    union all select 'purchases', l.attempts, l.created_at, l.tried_at from private.nemus_purchase_letters l
      join public.nemus_transactions t on t.id = l.transaction_id where l.sent_at is null and not private.nemus_went_back(t.reference)
    union all select 'sign-offs', l.attempts, l.due_at, l.updated_at from private.nemus_sign_off_letters l where l.sent_at is null
    union all select 'notifications', s.attempts, s.created_at, s.updated_at from private.nemus_notification_sendings s
      where s.sent_at is null and s.channel = 'mail'
    union all select 'withdrawals', w.receipt_attempts, w.received_at, w.updated_at from private.nemus_withdrawals w
      where w.receipt_sent_at is null
    union all select 'sms', case when m.state = 'dropped' then 5 else 0 end, m.due_at, m.updated_at from public.nemus_sms m
      where m.state = 'waiting' or m.reason = 'failed'
  ), queues as (
    select n.queue, count(*) filter (where u.attempts < 5 and u.due_at <= now()) as waiting,
      count(*) filter (where u.attempts >= 5 and u.tried_at > now() - interval '1 day') as failed,
      coalesce(extract(epoch from now() - min(u.due_at) filter (where u.attempts < 5 and u.due_at <= now()))::int, 0) as oldest_seconds
    from unnest('{dates,trainees,purchases,sign-offs,notifications,withdrawals,sms}'::text[]) as n (queue)
    left join unsent u using (queue) group by 1
  ), jobs as (
    select j.name as job, greatest(0, extract(epoch from now() - 2 * case when j.schedule ~ '^[*] ' then interval '1 minute'
        when j.schedule ~ '^[*]/' then substring(j.schedule from '^[*]/([0-9]+)')::int * interval '1 minute'
        when j.schedule ~ '^[0-9]+ [*]' then interval '1 hour' when j.schedule ~ ' [*]$' then interval '1 day'
        else interval '1 week' end - greatest(j.created_at, (r.job ->> 'last_run_at')::timestamptz)))::int as late_seconds
    from private.nemus_jobs j left join jsonb_array_elements(public.nemus_jobs()) as r (job) on r.job ->> 'name' = j.name
  ), refunds as (
    select count(*) filter (where not r.is_held) as owed, coalesce(sum(r.amount_cents) filter (where not r.is_held), 0) as cents,
      count(*) filter (where r.is_held) as held, coalesce(extract(epoch from now() - min(r.created_at))::int, 0) as oldest_seconds
    from private.nemus_refunds r where r.refunded_at is null
  ), reports as (
    select r.environment, r.remote, r.version, r.kind, r.name, case r.kind when 'start' then r.detail else '' end as detail,
      sum(r.times) as times from private.nemus_area_reports r
    where r.hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour' group by 1, 2, 3, 4, 5, 6
  ), signatures as (
    select e.environment, e.remote, e.entry #>> '{signature,expiresAt}' as expires_at from public.nemus_release_entries e
    where e.entry #>> '{signature,expiresAt}' is not null
    union all select l.environment, '*', l.document ->> 'expiresAt' from public.nemus_release_stop_lists l
  )
  select jsonb_build_object('queues', (select jsonb_agg(to_jsonb(q) order by q.queue) from queues q),
    'jobs', (select jsonb_agg(to_jsonb(j) order by j.job) from jobs j), 'refunds', (select to_jsonb(r) from refunds r),
    'set_aside', (select count(*) from private.nemus_set_aside),
    'reports', coalesce((select jsonb_agg(to_jsonb(r) order by r.environment, r.remote, r.version, r.kind, r.name, r.detail) from reports r), '[]'),
    'signatures', coalesce((select jsonb_agg(to_jsonb(s) order by s.environment, s.remote) from signatures s), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_order_course (
  p_user_id     uuid,
  p_course_id   uuid,
  p_trainee_ids uuid[]  DEFAULT '{}'::uuid[],
  p_start       date    DEFAULT NULL::date,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainee_ids);
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'course', places > 0);
  course public.nemus_courses;
  ordered public.nemus_orders;
  price int;
  request uuid;
  answer jsonb;
begin
  perform private.nemus_refuse(400, 'invalid_order') where places = 0 and p_start is not null;
  perform private.nemus_refuse(409, 'members_book_for_trainees') where places = 0 and payer.user_id <> p_user_id;
  perform private.nemus_lock_course(p_course_id);
  perform private.nemus_check_buyable(p_course_id);
  select * into course from public.nemus_courses c where c.id = p_course_id and c.price_euros > 0;
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  price := round(course.price_euros * 100)::int;
  if places > 0 then
    perform private.nemus_check_start(p_start);
    perform private.nemus_check_trainees(payer.user_id, p_course_id, p_trainee_ids);
    request := private.nemus_check_spending(payer.user_id, p_user_id, p_course_id, p_trainee_ids, p_start, 0, price);
  elsif exists (select from public.nemus_course_enrollments e
    where e.user_id = payer.user_id and e.course_id = p_course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  else
    perform private.nemus_refuse_waiting(p_course_id, payer.user_id);
    perform private.nemus_refuse_above_limit(payer.user_id, p_user_id, 0, price);
  end if;
  ordered.kind := 'course';
  ordered.course_id := p_course_id;
  ordered.trainee_ids := p_trainee_ids;
  ordered.starts_on := p_start;
  -- An approved request keeps its date. What an institution chose is for its trainees.
  ordered.date_id := case when request is not null then (select r.date_id from public.nemus_booking_requests r where r.id = request)
    when places > 0 or payer.user_type = 'piw' then private.nemus_choice_of(p_user_id, p_course_id) end;
  ordered.title := course.title;
  ordered.amount_cents := price * greatest(places, 1);
  answer := private.nemus_write_order(payer, ordered, p_shown_cents);
  if request is not null then
    update public.nemus_booking_requests r set order_id = (answer ->> 'order_id')::uuid where r.id = request;
  end if;
  return answer;
exception
  -- The checks name trainees and days in their values; the payment functions pass on codes, and amounts.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      if code = 'price_changed' then
        raise;
      end if;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_request_name (
  p_first   text,
  p_last    text,
  p_reason  text,
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('first_name', p_first, 'last_name', p_last, 'reason', p_reason);
  profile public.nemus_profiles;
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('booking') end;
  made uuid;
begin
  select * into profile from public.nemus_profiles p where p.user_id = case when p_trainee is null then auth.uid()
    else (select t.user_id from public.nemus_trainees t where t.id = p_trainee and t.institution_id = institution) end
  for no key update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}') where p_trainee is not null and not found;
  perform private.nemus_require_approval(institution) where institution is not null;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  perform private.nemus_refuse(409, 'name_request_open', case when institution is null then '{}' else '{"of": "trainee"}' end::jsonb)
    where exists (select from public.nemus_name_requests r where r.user_id = profile.user_id and r.state = 'open');
  perform private.nemus_refuse(429, 'name_request_limit')
    where (select count(*) from public.nemus_name_requests r where r.user_id = profile.user_id
        and r.institution_id is not distinct from institution and r.created_at > now() - interval '30 days') >= 5;
  insert into public.nemus_name_requests (user_id, old_name, first_name, last_name, reason, institution_id, asked_by)
  values (profile.user_id, btrim(profile.first_name || ' ' || profile.last_name),
    private.nemus_text_field(fields, 'first_name', 100, true), private.nemus_text_field(fields, 'last_name', 100, true),
    private.nemus_text_field(fields, 'reason', 1000, true), institution,
    case when institution is not null then coalesce(private.nemus_inviting_name(institution), '–') end)
  returning id into made;
  perform private.nemus_refuse(409, 'name_unchanged')
    where exists (select from public.nemus_name_requests r where r.id = made
      and (r.first_name, r.last_name) = (profile.first_name, profile.last_name));
  if institution is not null then
    perform private.nemus_notify(profile.user_id, 'name_requested', 'name_requested:' || made, jsonb_build_object(
      'name', (select r.first_name || ' ' || r.last_name from public.nemus_name_requests r where r.id = made),
      'institution', coalesce(private.nemus_inviting_name(institution), '–')), '/account/name');
  end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_resend_for_institution (
  p_trainee uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trainee public.nemus_trainees;
  last_one public.nemus_invitations;
  sent jsonb;
begin
  perform private.nemus_require_staff('people');
  -- The lock of nemus_begin_inviting, before any row lock.
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
  select * into trainee from public.nemus_trainees t where t.id = p_trainee for update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}') where not found;
  perform private.nemus_require_approval(trainee.institution_id);
  perform private.nemus_refuse(409, 'trainee_linked') where trainee.user_id is not null;
  select * into last_one from public.nemus_invitations i where i.trainee_id = trainee.id
  order by i.created_at desc, i.id limit 1;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "trainee"}')
    where last_one.id is null or last_one.declined_at is not null
      or (last_one.revoked_at is not null and lower(last_one.email) = lower(trainee.email));
  sent := private.nemus_send_invitation(trainee);
  perform private.nemus_note_act('resend_invitation', 'trainees', p_trainee::text, null,
    jsonb_build_object('institution_id', trainee.institution_id, 'email', sent ->> 'email'));
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_deputy (
  p_confirmer   uuid,
  p_deputy      uuid,
  p_valid_from  date,
  p_valid_until date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved uuid;
  person public.nemus_confirmers;
  deputy public.nemus_confirmers;
begin
  -- Before any row: two people who appoint each other would otherwise wait for each other.
  perform private.nemus_lock_confirming();
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.user_id = auth.uid() and c.ended_at is null for update;
  if found then
    perform private.nemus_refuse(409, 'institution_unapproved') where not private.nemus_may_have_confirmed(person.institution_id);
  else
    perform private.nemus_begin_naming();
    person := private.nemus_own_confirmer(p_confirmer);
  end if;
  perform private.nemus_refuse_field('deputy', case when p_deputy is null then 'missing' else 'choice' end)
    where p_deputy is null or p_deputy = p_confirmer;
  -- A link decides for its recipient alone, so a deputy needs an account.
  select * into deputy from public.nemus_confirmers c
  where c.id = p_deputy and c.institution_id = person.institution_id and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform private.nemus_refuse(409, 'deputy_without_account', '{"field": "deputy"}') where deputy.user_id is null;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, false);
  perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
    where (select count(*) from public.nemus_confirmer_deputies d where d.confirmer_id = p_confirmer) >= 200;
  insert into public.nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
  values (person.institution_id, p_confirmer, p_deputy, p_valid_from, p_valid_until) returning id into saved;
  return saved;
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "postgres";
