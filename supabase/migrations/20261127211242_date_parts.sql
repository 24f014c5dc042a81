SET local check_function_bodies = off;

DROP VIEW "private"."nemus_training_sources";

DROP VIEW "public"."nemus_my_appointments";

DROP FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb);

ALTER TABLE "public"."nemus_appointment_participations"
  ADD COLUMN "part_marks" jsonb;

ALTER TABLE "public"."nemus_appointments"
  ADD COLUMN "parts" jsonb;

ALTER TABLE "public"."nemus_appointments"
  ADD COLUMN "parts_needed" integer;

CREATE OR REPLACE FUNCTION private.nemus_attended (
  p_user   uuid,
  p_course uuid
)
  RETURNS TABLE (
    times     integer,
    units     integer,
    is_done   boolean,
    has_parts boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.times, t.units, t.times > 0 and (t.units >= t.planned or t.has_enough), t.has_parts
  from (select min(c.theory_units + c.practical_units) as planned, count(p.user_id)::int as times,
      coalesce(sum(p.attended_units), 0)::int as units,
      coalesce(bool_or(a.units >= c.theory_units + c.practical_units and m.whole >= a.parts_needed), false) as has_enough,
      coalesce(bool_or(a.parts is not null and p.user_id is not null), false) as has_parts
    from public.nemus_courses c
    left join (public.nemus_appointments a join public.nemus_appointment_participations p on p.appointment_id = a.id
      and p.user_id = p_user and p.attendance in ('present', 'partial')) on a.course_id = c.id
    left join lateral private.nemus_sum_marks(a, p.part_marks) m on a.parts is not null
    where c.id = p_course) t
$function$;

CREATE OR REPLACE FUNCTION private.nemus_certify_attendance (
  p_user        uuid,
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  attended record;
  standing public.nemus_certificates;
begin
  select p.attendance, p.attended_units, p.part_marks into attended from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = p_user;
  select * into standing from public.nemus_certificates c
  where c.user_id = p_user and c.appointment_id = p_appointment and private.nemus_revoked_at(c.id) is null;
  if standing.id is not null then
    if attended.attendance in ('present', 'partial') and attended.attended_units = standing.units then
      return;
    end if;
    perform private.nemus_revoke_certificate(standing, 'attendance_corrected');
  end if;
  if coalesce(attended.attendance, 'absent') = 'absent' or exists (select from public.nemus_appointments a
    cross join lateral private.nemus_sum_marks(a, attended.part_marks) m
    where a.id = p_appointment and a.parts is not null and m.attended < a.parts_needed) then
    return;
  end if;
  -- Fires certificates/certificates, notifications/events.
  insert into public.nemus_certificates (user_id, kind, appointment_id, edition, number, title, issuer, competency,
    units, content, session, issued_on, is_sample)
  select p_user, 'attendance', a.id, 1 + (select count(*) from public.nemus_certificates c
      where c.user_id = p_user and c.appointment_id = a.id), private.nemus_draw_number(), a.title,
    private.nemus_document_text('issuer'), coalesce(a.competency, s.competency), attended.attended_units,
    coalesce(nullif(a.description, ''), s.description),
    jsonb_build_object('type', a.type, 'format', a.format, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
      'instructor', a.instructor) || coalesce((
        select jsonb_build_object('starts_at', min(t.starts_at), 'ends_at', max(t.ends_at), 'parts', jsonb_agg(
          jsonb_build_object('title', t.title, 'starts_at', t.starts_at, 'ends_at', t.ends_at,
            'units', (attended.part_marks #>> array[t.id::text, 'units'])::int) order by t.starts_at))
        from private.nemus_parts(a) t where a.parts is not null
          and attended.part_marks #>> array[t.id::text, 'attendance'] <> 'absent' having count(*) > 0), '{}'),
    (now() at time zone 'Europe/Berlin')::date, a.is_sample
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_certify_seminar()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  enrolment constant public.nemus_course_enrollments := case tg_op when 'DELETE' then old else new end;
  standing public.nemus_certificates;
  units int;
begin
  select * into standing from public.nemus_certificates c
  where c.user_id = enrolment.user_id and c.seminar_id = enrolment.course_id and private.nemus_revoked_at(c.id) is null;
  if tg_op <> 'DELETE' and enrolment.status = 'completed' then
    select greatest(case when d.has_parts then least(s.theory_units + s.practical_units, d.units)
        else s.theory_units + s.practical_units end + coalesce((select sum(coalesce((select k.units
          from public.nemus_certificates k where k.user_id = p.user_id and k.course_id = l.id order by k.edition desc limit 1), l.units))
        from public.nemus_learning_courses l join public.nemus_learning_progress p on p.course_id = l.id
          and p.user_id = enrolment.user_id and p.status = 'completed'
        where l.seminar_id = s.id), 0), 1) into units
    from public.nemus_courses s cross join private.nemus_attended(enrolment.user_id, s.id) d where s.id = enrolment.course_id;
    if standing.id is not null and tg_op = 'UPDATE' and old.status = 'completed' and standing.units <> units then
      perform private.nemus_revoke_certificate(standing, 'attendance_corrected');
      standing := null;
    end if;
    -- Fires certificates/certificates, notifications/events.
    insert into public.nemus_certificates (user_id, seminar_id, edition, number, title, issuer, competency, units,
      content, issued_on)
    select enrolment.user_id, s.id, 1 + (select count(*) from public.nemus_certificates c
        where c.user_id = enrolment.user_id and c.seminar_id = s.id), private.nemus_draw_number(), s.title,
      private.nemus_document_text('issuer'), s.competency,
      units, s.description, (now() at time zone 'Europe/Berlin')::date
    from public.nemus_courses s where s.id = enrolment.course_id and s.has_dates and standing.id is null
      -- Requires attendance recorded in the portal. A completion by a sample or an import is not certified.
      and exists (select from public.nemus_appointment_participations p join public.nemus_appointments a
        on a.id = p.appointment_id where a.course_id = s.id and p.user_id = enrolment.user_id
          and p.attendance in ('present', 'partial'));
  -- Not after an insert: earlier parts carried over by the insert may just have issued it.
  elsif standing.id is not null and tg_op <> 'INSERT' then
    perform private.nemus_revoke_certificate(standing,
      case tg_op when 'DELETE' then 'enrolment_ended' else 'attendance_corrected' end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_chosen_date (
  p_user   uuid,
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('appointment_id', a.id, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'status', p.status,
    'waitlist_position', p.waitlist_position,
    'attendance', case when a.parts is null or a.ends_at <= now() then p.attendance end, 'parts', jsonb_array_length(a.parts))
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and a.cancelled_at is null
    and (p.status = 'confirmed' or (p.status = 'waitlist' and a.ends_at > now()))
  order by a.ends_at > now() desc, p.status, a.starts_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_competency_figures (
  p_user uuid
)
  RETURNS TABLE (
    competency        text,
    modules_total     integer,
    modules_completed integer,
    share             integer,
    is_sample         boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  with source as materialized (
    select s.competency, count(distinct (s.kind, s.source_id)) as modules from private.nemus_training_sources s
    where s.user_id = p_user and s.category in ('theory', 'elearning') group by s.competency),
  plan as materialized (
    select c.competency, private.nemus_modules_planned(p_user, c.competency) as modules,
      coalesce((select t.is_sample from public.nemus_competency_targets t
        where t.user_id = p_user and t.competency = c.competency), false) as is_sample
    from (values ('fachliche_kompetenz'), ('diagnostische_kompetenz'), ('methoden_kompetenz'),
      ('beziehungsgestaltung'), ('personale_kompetenz'), ('professionelle_haltung')) as c (competency))
  select p.competency, p.modules, least(p.modules, done.modules)::int,
    -- Never 100 before the last module.
    case when done.modules >= p.modules then 100 else least(99, round(done.modules * 100.0 / p.modules)) end::int,
    p.is_sample
  from plan p left join source s on s.competency = p.competency
  cross join lateral (select coalesce(s.modules, 0) as modules) done;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_conflicts_at (
  p_times jsonb
)
  RETURNS TABLE (
    place     integer,
    conflicts jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  with given as materialized (
    select g.place, g.date_id, g.starts_at, g.ends_at, g.room, g.teachers
    from jsonb_to_recordset(p_times) as g (place int, date_id uuid, starts_at timestamptz, ends_at timestamptz,
      room text, teachers uuid[])
  ), found as (
    select g.place, 'room' as kind, o.location as name, o.id, o.title, o.starts_at, o.ends_at
    from given g cross join lateral (
      select a.* from public.nemus_appointments a
      where private.nemus_room(a.format, a.location) = g.room
        and a.course_id is not null and a.cancelled_at is null and a.starts_at < g.ends_at and a.ends_at > g.starts_at
        -- No date is longer. The bound lets the index find candidates.
        and a.starts_at > g.starts_at - private.nemus_longest_date() and a.parts is null
      union all
      select a.* from public.nemus_appointments a
      where private.nemus_room(a.format, a.location) = g.room and a.parts is not null
        and a.course_id is not null and a.cancelled_at is null and a.starts_at < g.ends_at and a.ends_at > g.starts_at
        and private.nemus_meets(a.parts, g.starts_at, g.ends_at)
      offset 0) o
    where o.id is distinct from g.date_id
    union all
    select g.place, 'teacher', t.name, o.id, o.title, o.starts_at, o.ends_at
    from given g cross join lateral (
      select a.* from public.nemus_appointments a
      where a.course_id is not null and a.cancelled_at is null
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(g.starts_at, greatest(g.starts_at, g.ends_at))
        and private.nemus_meets(a.parts, g.starts_at, g.ends_at)
      offset 0) o
    cross join lateral unnest(g.teachers) as person (id)
    cross join lateral (select d.teacher_id from public.nemus_appointment_teachers d
      where d.appointment_id = o.id and d.teacher_id = person.id limit 1) teaches
    cross join lateral (select x.name from public.nemus_teachers x where x.id = teaches.teacher_id limit 1) t
    where o.id is distinct from g.date_id
  )
  select f.place, jsonb_agg(jsonb_build_object('kind', f.kind, 'name', f.name, 'date_id', f.id, 'title', f.title,
    'starts_at', f.starts_at, 'ends_at', f.ends_at) order by f.starts_at, f.id, f.kind, f.name)
  from found f group by f.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_conflicts_of (
  p_date public.nemus_appointments
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case when p_date.cancelled_at is not null then '[]'::jsonb
    else (select coalesce(jsonb_agg(c.value order by t.starts_at), '[]') from private.nemus_parts(p_date) t
      cross join lateral jsonb_array_elements(private.nemus_date_conflicts(p_date.id, t.starts_at, t.ends_at,
        private.nemus_room(p_date.format, p_date.location),
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_date.id))) c) end;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_enrolment_parts (
  p_user   uuid,
  p_course uuid
)
  RETURNS TABLE (
    share        numeric,
    has_begun    boolean,
    is_done      boolean,
    has_evidence boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select sum(part.weight * part.done) / sum(part.weight), bool_or(part.has_begun), bool_and(part.is_done),
    bool_or(part.has_evidence)
  from (
    select greatest(c.theory_units + c.practical_units, 1) as weight,
      least(1, attended.units::numeric / greatest(c.theory_units + c.practical_units, 1)) as done,
      attended.times > 0 as has_begun,
      attended.is_done,
      attended.times > 0 as has_evidence
    from public.nemus_courses c cross join lateral private.nemus_attended(p_user, c.id) attended
    where c.id = p_course and c.has_dates
    union all
    select l.units, coalesce(p.progress_percentage, 0) / 100.0, coalesce(p.status, 'not_started') <> 'not_started',
      coalesce(p.status, 'not_started') = 'completed', p.course_id is not null
    from public.nemus_learning_courses l
    left join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = p_user
    -- A retired course counts only for people who have begun it. It blocks no other completion.
    where l.seminar_id = p_course and (l.is_active or p.course_id is not null)
  ) part
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION private.nemus_follow_attendance()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  earlier constant int := case when tg_op = 'UPDATE' then old.attended_units end;
  date public.nemus_appointments;
begin
  select * into date from public.nemus_appointments a where a.id = new.appointment_id;
  -- With parts always: the number of needed ones may have changed.
  if date.course_id is not null and (tg_op = 'INSERT' or date.parts is not null or (new.attendance, new.attended_units)
    is distinct from (old.attendance, old.attended_units)) then
    perform private.nemus_certify_attendance(new.user_id, new.appointment_id);
    perform private.nemus_count_enrolment(new.user_id, date.course_id,
      coalesce(earlier, -1) > case when new.attendance in ('present', 'partial') then new.attended_units else -1 end);
    -- A further part adds units to a completed seminar.
    -- Fires certificates/validity.
    update public.nemus_course_enrollments e set status = e.status
    where date.parts is not null and e.user_id = new.user_id and e.course_id = date.course_id and e.status = 'completed';
  end if;
  return null;
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
  select coalesce((select d.is_done from private.nemus_attended(p_user, p_course) d), false)
    or exists (select from public.nemus_course_enrollments e
      where e.user_id = p_user and e.course_id = p_course and e.status = 'completed')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_meets (
  p_parts  jsonb,
  p_starts timestamp with time zone,
  p_ends   timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p_parts is null or exists (select from jsonb_to_recordset(p_parts) as t (starts_at timestamptz, ends_at timestamptz)
    where t.starts_at < p_ends and t.ends_at > p_starts)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_moved_times (
  p_date  uuid,
  p_dates uuid[],
  p_times jsonb
)
  RETURNS TABLE (
    date_id      uuid,
    starts_at    timestamp with time zone,
    ends_at      timestamp with time zone,
    change_until timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  first public.nemus_appointments;
  target record;
  old public.nemus_appointments;
  days int;
begin
  select * into first from public.nemus_appointments a where a.id = p_date;
  select t.starts_at at time zone 'Europe/Berlin' as starts, t.ends_at at time zone 'Europe/Berlin' as ends into target
  from private.nemus_planned_times(p_times - 'series' - 'change_until') t;
  for old in select * from public.nemus_appointments a where a.id = any (p_dates) order by a.starts_at, a.id loop
    -- Their parts are moved one by one (dates/parts.sql).
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "parts"}') where old.parts is not null;
    days := (old.starts_at at time zone 'Europe/Berlin')::date - (first.starts_at at time zone 'Europe/Berlin')::date;
    date_id := old.id;
    starts_at := (target.starts + days * interval '1 day') at time zone 'Europe/Berlin';
    ends_at := (target.ends + days * interval '1 day') at time zone 'Europe/Berlin';
    continue when (starts_at, ends_at) = (old.starts_at, old.ends_at);
    -- Null stays null: the date can be changed until it starts.
    change_until := case when old.change_until is not null then
      least(starts_at, ((old.change_until at time zone 'Europe/Berlin')
        + (target.starts::date - (first.starts_at at time zone 'Europe/Berlin')::date) * interval '1 day')
        at time zone 'Europe/Berlin') end;
    change_until := case when change_until > now() then change_until end;
    perform private.nemus_check_times(starts_at, ends_at, null);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_part_now (
  p_date public.nemus_appointments
)
  RETURNS TABLE (
    id        uuid,
    title     text,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone,
    units     integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select * from private.nemus_parts(p_date) t where t.starts_at <= now() order by t.starts_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_parts (
  p_date public.nemus_appointments
)
  RETURNS TABLE (
    id        uuid,
    title     text,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone,
    units     integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p.id, p.title, p.starts_at, p.ends_at, p.units
  from jsonb_to_recordset(coalesce(p_date.parts, jsonb_build_array(jsonb_build_object('title', '',
    'starts_at', p_date.starts_at, 'ends_at', p_date.ends_at, 'units', p_date.units))))
    as p (id uuid, title text, starts_at timestamptz, ends_at timestamptz, units int) order by p.starts_at
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_parts (
  p_date  public.nemus_appointments,
  p_given jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
  earlier record;
  part record;
  planned jsonb := '[]';
begin
  perform private.nemus_refuse(400, 'parts_invalid', '{"most": 30}')
    where jsonb_typeof(p_given) is distinct from 'array' or jsonb_array_length(p_given) not between 1 and 30;
  perform private.nemus_refuse(409, 'part_begun', jsonb_build_object('starts_at', t.starts_at))
  from private.nemus_parts(p_date) t where t.starts_at <= now()
    and not exists (select from jsonb_array_elements(p_given) g where g.value ->> 'id' = t.id::text);
  for given in select g.value from jsonb_array_elements(p_given) g loop
    select t.* into earlier from private.nemus_parts(p_date) t where t.id::text = given ->> 'id';
    part := earlier;
    if earlier.id is null or earlier.starts_at > now() then
      select earlier.id as id, '' as title, t.starts_at, t.ends_at, 0 as units into part
      from private.nemus_planned_times(given - 'series' - 'change_until') t;
      begin
        part.units := (given ->> 'units')::int;
      exception when data_exception then
        part.units := null;
      end;
      perform private.nemus_refuse(400, 'date_invalid', '{"field": "units"}')
        where part.units is null or part.units not between 0 and 200;
    end if;
    part.title := btrim(coalesce(given ->> 'title', ''));
    perform private.nemus_refuse(400, 'date_invalid', '{"field": "title"}')
      where char_length(part.title) > 200 or part.title ~ '[[:cntrl:]]';
    planned := planned || to_jsonb(part);
  end loop;
  perform private.nemus_refuse(400, 'parts_overlap', jsonb_build_object('starts_at', o.starts_at))
  from (select t.starts_at, lag(t.ends_at) over (order by t.starts_at) as before
    from jsonb_to_recordset(planned) as t (starts_at timestamptz, ends_at timestamptz)) o where o.before > o.starts_at;
  perform private.nemus_refuse(400, 'parts_too_long', '{"days": 366}')
  from jsonb_to_recordset(planned) as t (starts_at timestamptz, ends_at timestamptz)
  having max(t.ends_at) - min(t.starts_at) > interval '366 days';
  perform private.nemus_refuse(400, 'parts_invalid', '{"most": 30}')
  from jsonb_to_recordset(planned) as t (id uuid) where t.id is not null group by t.id having count(*) > 1;
  return (select jsonb_agg(jsonb_build_object('id', coalesce(t.id, case when t.is_first_new and not exists (
        select from private.nemus_parts(p_date) k where k.id = p_date.id) then p_date.id else gen_random_uuid() end),
      'title', t.title, 'starts_at', t.starts_at, 'ends_at', t.ends_at, 'units', t.units) order by t.starts_at)
    from (select r.*, r.id is null and row_number() over (partition by r.id is null order by r.starts_at) = 1 as is_first_new
      from jsonb_to_recordset(planned) as r (id uuid, title text, starts_at timestamptz, ends_at timestamptz, units int)) t);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_times (
  p_plan jsonb
)
  RETURNS TABLE (
    place        integer,
    starts_at    timestamp with time zone,
    ends_at      timestamp with time zone,
    change_until timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  first_day date;
  last_day date;
  starts time;
  ends time;
  until timestamp;
  weeks int := 1;
  often int := 1;
  field text;
begin
  if jsonb_typeof(p_plan -> 'parts') = 'array' then
    return query select p.place::int, t.starts_at, t.ends_at, t.change_until
    from jsonb_array_elements(p_plan -> 'parts') with ordinality as p (given, place)
    cross join lateral private.nemus_planned_times(p.given - 'parts' - 'series' - 'change_until') t;
    return;
  end if;
  begin
    field := 'day';
    first_day := (p_plan ->> 'day')::date;
    field := 'ends';
    last_day := coalesce((p_plan ->> 'ends_day')::date, first_day);
    ends := (p_plan ->> 'ends')::time;
    field := 'starts';
    starts := (p_plan ->> 'starts')::time;
    field := 'change_until';
    until := (p_plan ->> 'change_until')::timestamp;
    field := 'weeks';
    if jsonb_typeof(p_plan -> 'series') = 'object' then
      weeks := (p_plan #>> '{series,weeks}')::int;
      field := 'until';
      often := case when p_plan #>> '{series,until}' is null then (p_plan #>> '{series,count}')::int
        else ((p_plan #>> '{series,until}')::date - first_day) / (7 * nullif(weeks, 0)) + 1 end;
      if (p_plan #>> '{series,until}')::date < first_day then
        often := 0;
      end if;
    end if;
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  end;
  perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field',
      case when first_day is null then 'day' when starts is null then 'starts' when ends is null then 'ends'
        else 'day' end))
    where first_day is null or starts is null or ends is null or not private.nemus_is_day(first_day);
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "ends_day"}') where not private.nemus_is_day(last_day);
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "change_until"}') where not private.nemus_is_day(until::date);
  if weeks is null or weeks not between 1 and 52 then
    perform private.nemus_refuse(400, 'series_invalid', '{"field": "weeks"}');
  elsif often is null or often < 1 then
    perform private.nemus_refuse(400, 'series_invalid', jsonb_build_object('field',
      case when p_plan #>> '{series,until}' is null then 'count' else 'until' end));
  elsif often > 52 then
    perform private.nemus_refuse(400, 'series_too_long', jsonb_build_object('most', 52, 'field',
      case when p_plan #>> '{series,until}' is null then 'count' else 'until' end));
  end if;
  for place, starts_at, ends_at, change_until in
    select n, (first_day + 7 * weeks * (n - 1) + starts) at time zone 'Europe/Berlin',
      (last_day + 7 * weeks * (n - 1) + ends) at time zone 'Europe/Berlin',
      (until + make_interval(weeks => weeks * (n - 1))) at time zone 'Europe/Berlin'
    from generate_series(1, often) n
  loop
    perform private.nemus_check_times(starts_at, ends_at, change_until);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_sum_marks (
  p_date  public.nemus_appointments,
  p_marks jsonb
)
  RETURNS TABLE (
    attendance text,
    units      integer,
    attended   integer,
    whole      integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when count(t.was) = 0 then null when t.whole = t.parts then 'present' when t.attended > 0 then 'partial'
      else 'absent' end, case when count(t.was) > 0 then sum(t.units)::int end, t.attended::int, t.whole::int
  from (select m.was, m.units, count(*) over () as parts, count(*) filter (where m.was = 'present') over () as whole,
      count(*) filter (where m.was in ('present', 'partial')) over () as attended
    from private.nemus_parts(p_date) p cross join lateral (select p_marks #>> array[p.id::text, 'attendance'] as was,
      coalesce((p_marks #>> array[p.id::text, 'units'])::int, 0) as units) m) t
  group by t.parts, t.whole, t.attended
$function$;

CREATE OR REPLACE FUNCTION private.nemus_teaching_rows (
  p_dates uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at, a.parts,
      not c.is_active and c.published_at is null as is_draft, private.nemus_unticked(a.*::public.nemus_appointments) as unticked,
      array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
    from (select distinct given.id from unnest(p_dates) as given (id)) wanted
    cross join lateral (select * from public.nemus_appointments x where x.id = wanted.id limit 1) a
    cross join lateral (select * from public.nemus_courses s where s.id = a.course_id limit 1) c
  ), collides as materialized (
    select k.place, k.conflicts from private.nemus_conflicts_at((
      select jsonb_agg(jsonb_build_object('place', l.place, 'date_id', l.id, 'starts_at', t.starts_at,
        'ends_at', t.ends_at, 'room', private.nemus_room(l.format, l.location), 'teachers', l.teachers))
      from listed l cross join lateral jsonb_to_recordset(coalesce(l.parts, jsonb_build_array(jsonb_build_object(
        'starts_at', l.starts_at, 'ends_at', l.ends_at)))) as t (starts_at timestamptz, ends_at timestamptz)
      where l.cancelled_at is null)) k
  )
  select l.id, jsonb_build_object('id', l.id, 'course_id', l.course_id, 'course_title', l.course_title,
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'is_draft', l.is_draft, 'unticked', l.unticked, 'parts', l.parts, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_unticked (
  p_date public.nemus_appointments
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::int from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.status = 'confirmed' and p_date.cancelled_at is null
    and case when p_date.parts is null then p.attendance is null and p_date.ends_at < now()
      else exists (select from private.nemus_parts(p_date) t where t.ends_at < now()
        and p.part_marks -> t.id::text is null) end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_mark (
  p_date       public.nemus_appointments,
  p_part       uuid,
  p_user       uuid,
  p_attendance text,
  p_units      integer,
  p_how        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  now_marked jsonb;
  total record;
begin
  if p_part is not null then
    select nullif(case when p_attendance is null then coalesce(p.part_marks, '{}') - p_part::text
        else coalesce(p.part_marks, '{}') || jsonb_build_object(p_part, jsonb_build_object('attendance', p_attendance,
          'units', p_units)) end, '{}') into now_marked
    from public.nemus_appointment_participations p where p.appointment_id = p_date.id and p.user_id = p_user;
    select s.attendance, s.units into total from private.nemus_sum_marks(p_date, now_marked) s;
  else
    select p_attendance as attendance, p_units as units into total;
  end if;
  -- Fires dates/attendance.
  update public.nemus_appointment_participations p set part_marks = now_marked, attendance = total.attendance,
    attended_units = total.units, marked_at = case when total.attendance is not null then now() end,
    marked_by = case when total.attendance is not null then auth.uid() end,
    marked_how = case when total.attendance is not null then p_how end, marks = p.marks + 1
  where p.appointment_id = p_date.id and p.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_parts (
  p_date   public.nemus_appointments,
  p_given  jsonb,
  p_needed integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  planned constant jsonb := private.nemus_planned_parts(p_date, p_given);
  number constant int := jsonb_array_length(planned);
  starts constant timestamptz := planned #>> '{0,starts_at}';
  is_single constant boolean := number = 1 and starts > now();
  is_moved boolean;
begin
  perform private.nemus_refuse(400, 'parts_needed_invalid', jsonb_build_object('field', 'parts_needed', 'most', number))
    where p_needed not between 1 and number;
  select count(*) > 0 into is_moved from private.nemus_parts(p_date) o
  full join jsonb_to_recordset(planned) as n (starts_at timestamptz, ends_at timestamptz)
    on n.starts_at = o.starts_at and n.ends_at = o.ends_at where n.starts_at is null or o.starts_at is null;
  -- Fires certificates/certificates, dates/lists_for_participants.
  update public.nemus_appointments a set starts_at = starts, ends_at = (select max((t.value ->> 'ends_at')::timestamptz)
      from jsonb_array_elements(planned) t), units = (select sum((t.value ->> 'units')::int) from jsonb_array_elements(planned) t),
    parts = case when not is_single then planned end,
    parts_needed = case when not is_single then coalesce(p_needed, number) end,
    series_id = case when is_single then a.series_id end,
    -- As for a moved date (dates/move_preview.sql).
    change_until = case when not is_moved or starts <= now() then a.change_until
      when a.change_until > now() then least(a.change_until, starts) end,
    sequence = a.sequence + is_moved::int
  where a.id = p_date.id;
  return is_moved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.starts_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_catalogue_dates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with offered as materialized (
    select c.id from public.nemus_courses c where c.is_active and c.id not in (select private.nemus_withheld_seminars())),
  open_dates as materialized (
    select a.* from public.nemus_appointments a join offered o on o.id = a.course_id
    where a.cancelled_at is null and a.starts_at > now() and coalesce(a.change_until, a.starts_at) > now()),
  asked as (select i.course_id from public.nemus_date_interests i where i.user_id = auth.uid())
  select jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'starts_at', a.starts_at,
      'ends_at', a.ends_at, 'format', a.format, 'location', a.location, 'instructor', a.instructor,
      'capacity', a.capacity, 'parts', a.parts,
      'free_places', (select greatest(private.nemus_open_places(d, auth.uid()), 0) from public.nemus_appointments d where d.id = a.id)) order by a.starts_at, a.id), '[]')
      from open_dates a),
    'chosen', (select coalesce(jsonb_object_agg(c.course_id, c.date_id), '{}') from public.nemus_date_choices c
      join open_dates a on a.id = c.date_id where c.user_id = auth.uid()),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select course_id from open_dates) or private.nemus_is_buyable(o.id) as is_buyable
        from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$function$;

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
      location = planned.location, units = case when a.parts is null then planned.units else a.units end,
      capacity = planned.capacity,
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
      'instructor', a.instructor, 'details', l.details, 'parts', a.parts, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_create_dates (
  p_plan jsonb
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  planned public.nemus_appointments;
  teachers uuid[];
  has_parts constant boolean := jsonb_typeof(p_plan -> 'parts') = 'array';
  series uuid := case when jsonb_typeof(p_plan -> 'series') = 'object' then gen_random_uuid() end;
  times record;
  made uuid[] := '{}'::uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  select * into course from public.nemus_courses c where c.id::text = p_plan ->> 'course_id' for share;
  if not found then
    perform private.nemus_refuse(404, 'course_not_found', '{"field": "course_id"}');
  elsif not course.has_dates then
    perform private.nemus_refuse(409, 'seminar_without_dates', '{"field": "course_id"}');
  elsif not course.is_active and course.published_at is not null then
    perform private.nemus_refuse(409, 'seminar_retired', '{"field": "course_id"}');
  end if;
  planned := private.nemus_planned_date(course, p_plan);
  teachers := private.nemus_planned_teachers(p_plan, '{}');
  -- A date in parts is written with its first ones, then with all.
  for times in select * from private.nemus_planned_times(case when has_parts
    then p_plan #> '{parts,0}' || jsonb_build_object('change_until', p_plan -> 'change_until') else p_plan end) loop
    perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}')
      where times.change_until <= now();
    insert into public.nemus_appointments (course_id, series_id, title, description, starts_at, ends_at, change_until, type,
      format, location, competency, units, capacity)
    values (course.id, series, planned.title, planned.description, times.starts_at, times.ends_at, times.change_until,
      planned.type, planned.format, planned.location, planned.competency, planned.units, planned.capacity)
    returning id into written;
    if has_parts then
      perform private.nemus_write_parts(a, p_plan -> 'parts', (p_plan ->> 'parts_needed')::int)
      from public.nemus_appointments a where a.id = written;
    end if;
    perform private.nemus_set_teachers(written, teachers);
    perform private.nemus_set_link(written, private.nemus_planned_link(p_plan));
    perform private.nemus_refuse_conflict(written);
    made := made || written;
  end loop;
  perform private.nemus_tell_interested(course.id);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_date_participants (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  perform private.nemus_check_staff('teaching');
  select jsonb_build_object('appointment', jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'course_title', s.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'cancelled_at', a.cancelled_at, 'parts', a.parts, 'parts_needed', a.parts_needed),
    'has_begun', a.starts_at <= now(), 'messages', private.nemus_date_messages(a.id),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id,
        'name', private.nemus_holder(p.user_id), 'email', u.email, 'status', p.status,
        'waitlist_position', p.waitlist_position, 'is_enrolled', e.id is not null, 'is_own', p.user_id = auth.uid(),
        'attendance', p.attendance, 'attended_units', p.attended_units, 'part_marks', p.part_marks, 'marks', p.marks, 'marked_at', p.marked_at,
        'marked_how', p.marked_how,
        'marked_by', case when p.marked_how = 'list' then private.nemus_holder(p.marked_by) end,
        'certificate', (select c.number from public.nemus_certificates c where c.user_id = p.user_id
          and c.appointment_id = a.id and private.nemus_revoked_at(c.id) is null),
        'offered_until', case when p.offered_until > now() then p.offered_until end, 'lost', private.nemus_lost_at(p, a),
        'phone', case when p.cancelled_at = a.cancelled_at and a.ends_at > now() - interval '14 days' then (select nullif(d.phone, '') from public.nemus_personal_data d
          where d.user_id = p.user_id) end)
      order by p.waitlist_position nulls first, private.nemus_sort_key(u.last_name), private.nemus_sort_key(u.first_name), p.user_id), '[]')
      from public.nemus_appointment_participations p
      join public.nemus_profiles u on u.user_id = p.user_id
      left join public.nemus_course_enrollments e on e.user_id = p.user_id and e.course_id = a.course_id
      where p.appointment_id = a.id and (p.status <> 'cancelled' or p.attendance is not null or p.cancelled_at = a.cancelled_at)))
  into answer
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
  perform private.nemus_refuse(404, 'appointment_not_found') where answer is null;
  return answer;
end $function$;

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
  part record;
  had record;
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
  cross join lateral private.nemus_part_now(x) t
  where p.user_id = me and p.status = 'confirmed' and x.course_id is not null and x.cancelled_at is null
    and x.starts_at <= now() and now() <= private.nemus_code_closes(t.ends_at) and c.valid_until >= now()
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
  select * into part from private.nemus_part_now(a);
  select case when part.id is null then own.attendance else own.part_marks #>> array[part.id::text, 'attendance'] end as attendance,
    case when part.id is null then own.attended_units else (own.part_marks #>> array[part.id::text, 'units'])::int end as units
  into had;
  if had.attendance is null then
    perform private.nemus_write_mark(a, part.id, me, 'present', part.units, 'code');
  end if;
  return jsonb_build_object('status', case when had.attendance is null then 'present' else 'already' end,
    'title', concat_ws(': ', a.title, nullif(part.title, '')), 'starts_at', part.starts_at, 'units', coalesce(had.units, part.units),
    'attempts_left', most - attempts);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_mark_attendance (
  p_appointment uuid,
  p_marks       jsonb,
  p_part        uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  users uuid[];
  a public.nemus_appointments;
  part record;
  mark record;
  wanted int;
  named jsonb;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'invalid_marks')
    where jsonb_typeof(p_marks) is distinct from 'array' or jsonb_array_length(p_marks) not between 1 and 1000;
  users := array(select distinct m.user_id from jsonb_to_recordset(p_marks) as m (user_id uuid)
    where m.user_id is not null);
  perform private.nemus_refuse(400, 'invalid_marks') where cardinality(users) <> jsonb_array_length(p_marks);
  select * into a from public.nemus_appointments x where x.id = p_appointment;
  perform private.nemus_lock_training(a.course_id, users);
  -- Read again under its lock: it may have been moved or cancelled.
  select * into a from public.nemus_appointments x where x.id = p_appointment for update;
  perform private.nemus_refuse_ticks(a);
  select * into part from private.nemus_parts(a) t where t.id is not distinct from p_part;
  perform private.nemus_refuse(409, 'part_not_found') where not found;
  perform private.nemus_refuse(409, 'date_not_begun') where part.starts_at > now();
  for mark in
    select m.user_id, m.attendance, m.units, m.seen, p.user_id is not null as is_known, p.status,
      case when p_part is null then p.attendance else p.part_marks #>> array[p_part::text, 'attendance'] end as was,
      case when p_part is null then p.attended_units else (p.part_marks #>> array[p_part::text, 'units'])::int end as had,
      p.marks,
      exists (select from public.nemus_course_enrollments e where e.user_id = m.user_id and e.course_id = a.course_id) as is_enrolled
    from jsonb_to_recordset(p_marks) as m (user_id uuid, attendance text, units numeric, seen int)
    left join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = m.user_id
    order by m.user_id
  loop
    perform private.nemus_refuse(403, 'own_attendance') where mark.user_id = auth.uid();
    -- Reveals nothing about accounts that are not on the list, not even a name.
    perform private.nemus_refuse(409, 'no_place')
      where not mark.is_known or (mark.status not in ('confirmed', 'completed') and mark.was is null)
        -- Without an enrolment, attendance is taken back or corrected, never given.
        or (not mark.is_enrolled and mark.attendance in ('present', 'partial') and coalesce(mark.was, 'absent') = 'absent');
    named := jsonb_build_object('name', private.nemus_holder(mark.user_id));
    if mark.attendance not in ('present', 'partial', 'absent') then
      perform private.nemus_refuse(400, 'invalid_marks');
    elsif mark.attendance = 'partial' and (mark.units is null or mark.units <> trunc(mark.units)
      or mark.units < 1 or mark.units >= part.units) then
      -- A date of one unit has no partial attendance; the message then names no maximum.
      perform private.nemus_refuse(400, 'invalid_units',
        named || jsonb_strip_nulls(jsonb_build_object('most', nullif(greatest(part.units - 1, 0), 0))));
    end if;
    wanted := case mark.attendance when 'present' then part.units when 'partial' then mark.units when 'absent' then 0 end;
    continue when (mark.attendance, wanted) is not distinct from (mark.was, mark.had);
    perform private.nemus_refuse(409, 'attendance_changed', named) where mark.seen is distinct from mark.marks;
    perform private.nemus_write_mark(a, p_part, mark.user_id, mark.attendance, wanted, 'list');
  end loop;
  return public.nemus_date_participants(a.id);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_plan_parts (
  p_date   uuid,
  p_parts  jsonb,
  p_needed integer DEFAULT NULL::integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  old public.nemus_appointments;
  planned public.nemus_appointments;
  is_moved boolean;
begin
  perform private.nemus_begin_planning();
  select * into old from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  perform private.nemus_lock_training(old.course_id, array(select p.user_id
    from public.nemus_appointment_participations p where p.appointment_id = p_date and p.part_marks is not null));
  perform private.nemus_lock_dates(old.course_id);
  select * into old from public.nemus_appointments a where a.id = p_date for update;
  if old.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "cancelled"}');
  elsif (case when old.parts is null then old.starts_at else old.ends_at end) <= now() then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}');
  end if;
  is_moved := private.nemus_write_parts(old, p_parts, p_needed);
  perform private.nemus_refuse_conflict(p_date);
  select * into planned from public.nemus_appointments a where a.id = p_date;
  if is_moved then
    perform private.nemus_tell_date(p_date, 'moved', jsonb_build_object('earlier_start', old.starts_at,
      'earlier_end', old.ends_at, 'gone', (select jsonb_agg(jsonb_build_object('id', coalesce(o.id, p_date),
          'starts_at', o.starts_at, 'ends_at', o.ends_at)) from private.nemus_parts(old) o
        where coalesce(o.id, p_date) not in (select coalesce(n.id, p_date) from private.nemus_parts(planned) n))));
  end if;
  -- Fires dates/attendance.
  update public.nemus_appointment_participations p set (attendance, attended_units) =
    (select s.attendance, s.units from private.nemus_sum_marks(planned, p.part_marks) s)
  where p.appointment_id = p_date and p.part_marks is not null;
  perform private.nemus_fill_places(p_date);
  return is_moved;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) FROM PUBLIC, "anon", "service_role";

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
    -- From a date in parts until the last one: who missed a part begins again.
    where target.starts_at <= now() or (source.cancelled_at is null
      and case when source.parts is null then source.starts_at else source.ends_at end <= now());
  for person in select u.user_id from private.nemus_people_at(source) u where u.user_id = any (p_people) order by u.place loop
    continue when private.nemus_has_attended(person, course) or exists (
      select from private.nemus_held_dates(person, course) held
      where held.appointment_id = p_to or (held.appointment_id <> p_from and held.status = 'confirmed'));
    -- Read again: each move takes a place.
    select * into target from public.nemus_appointments a where a.id = p_to;
    perform private.nemus_place_at(person, target, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at));
    done := done || person;
  end loop;
  if done <> '{}' then
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
      'change_until', a.change_until, 'is_changeable', coalesce(a.change_until, a.starts_at) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position, 'parts', a.parts, 'parts_needed', a.parts_needed) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_show_attendance_code (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  a public.nemus_appointments;
  part record;
  until constant timestamptz := now() + interval '2 minutes';
  drawn text;
begin
  perform private.nemus_require_staff('teaching');
  select * into a from public.nemus_appointments x where x.id = p_appointment for share;
  perform private.nemus_refuse_ticks(a);
  select * into part from private.nemus_part_now(a);
  perform private.nemus_refuse(409, 'code_closed') where now() > private.nemus_code_closes(part.ends_at);
  if not exists (select from private.nemus_attendance_codes c
    where c.appointment_id = a.id and c.created_at > now() - interval '5 minutes') then
    perform private.nemus_note_act('show_attendance_code', 'appointments', a.id::text, null, null);
  end if;
  delete from private.nemus_attendance_codes c where c.valid_until < now() - interval '5 minutes';
  -- At most ten codes per date: enough for several screens. More would make guessing easier.
  delete from private.nemus_attendance_codes c where c.appointment_id = a.id and c.digest not in (
    select x.digest from private.nemus_attendance_codes x where x.appointment_id = a.id order by x.created_at desc limit 9);
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(chance.bytes, place) & 31), 1), ''
    order by place) into drawn
  from (select uuid_send(gen_random_uuid()) as bytes) chance, generate_series(0, 5) as place;
  insert into private.nemus_attendance_codes (appointment_id, digest, valid_until)
  values (a.id, private.nemus_code_digest(a.id, drawn), until) on conflict do nothing;
  return jsonb_build_object('code', drawn, 'valid_until', until, 'title', concat_ws(': ', a.title, nullif(part.title, '')),
    'starts_at', part.starts_at, 'ends_at', part.ends_at);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_teaching_date (
  p_date uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select r.shown || jsonb_build_object('description', a.description, 'units', a.units, 'parts_needed', a.parts_needed,
      'meeting_url', (select l.meeting_url from public.nemus_appointment_links l where l.appointment_id = a.id),
      'change_until', a.change_until, 'cancel_reason', a.cancel_reason, 'sequence', a.sequence,
      'told', (select count(*) from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status in ('confirmed', 'waitlist')),
      'following', case when a.series_id is not null then (
        select jsonb_build_object('dates', count(distinct f.id), 'told', count(p.user_id))
        from public.nemus_appointments f
        left join public.nemus_appointment_participations p
          on p.appointment_id = f.id and p.status in ('confirmed', 'waitlist')
        where f.series_id = a.series_id and f.cancelled_at is null and f.starts_at >= a.starts_at) end)
    from private.nemus_teaching_rows(array[p_date]) r, public.nemus_appointments a where a.id = p_date);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_teaching_dates (
  p_from         timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_course       uuid                     DEFAULT NULL::uuid,
  p_teacher      uuid                     DEFAULT NULL::uuid,
  p_latest_first boolean                  DEFAULT false,
  p_limit        integer                  DEFAULT 50,
  p_offset       integer                  DEFAULT 0,
  p_state        text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('teaching') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return (
    with found as (
      select a.id, a.starts_at from public.nemus_appointments a
      where a.course_id is not null and a.starts_at < coalesce(p_until, 'infinity') and (a.starts_at >= coalesce(p_from, '-infinity')
          or (a.parts is not null and private.nemus_meets(a.parts, p_from, coalesce(p_until, 'infinity')))) and (p_course is null or a.course_id = p_course)
        and (p_teacher is null or exists (select from public.nemus_appointment_teachers d
          where d.appointment_id = a.id and d.teacher_id = p_teacher))
        and case p_state when 'planned' then a.cancelled_at is null
          when 'unticked' then a.starts_at < now() and private.nemus_unticked(a) > 0 else true end
    ), page as (
      select row_number() over (order by case when p_latest_first then f.starts_at end desc, f.starts_at, f.id) as place, f.id
      from found f order by place limit least(p_limit, 500) offset p_offset
    )
    select jsonb_build_object('total', (select count(*) from found),
      'dates', coalesce((select jsonb_agg(r.shown order by p.place)
        from private.nemus_teaching_rows(array(select p.id from page p)) r join page p on p.id = r.id), '[]')));
end $function$;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD CONSTRAINT "marked_parts_are_attendance" CHECK (((part_marks IS NULL) OR ((jsonb_typeof(part_marks) = 'object'::text) AND (attendance IS NOT NULL))));

ALTER TABLE "public"."nemus_appointments"
  ADD CONSTRAINT "needed_parts_exist" CHECK (
CASE
    WHEN (jsonb_typeof(parts) = 'array'::text) THEN ((COALESCE(parts_needed, 0) >= 1) AND (COALESCE(parts_needed, 0) <= jsonb_array_length(parts)))
    ELSE ((parts IS NULL) AND (parts_needed IS NULL))
END);

CREATE VIEW "private"."nemus_training_sources" AS  SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    a.competency,
    NULL::text AS level,
        CASE a.type
            WHEN 'Supervision'::text THEN 'appointment_supervision'::text
            ELSE 'appointment'::text
        END AS source,
        CASE a.type
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (a.units * 45) AS minutes,
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
  WHERE ((a.course_id IS NULL) AND (a.units > 0) AND ((p.status = 'completed'::text) OR ((p.status = 'confirmed'::text) AND (a.ends_at <= now()))))
UNION ALL
 SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    COALESCE(a.competency, s.competency) AS competency,
    NULL::text AS level,
    ('seminar_'::text || part.category) AS source,
    part.category,
    (part.units * 45) AS minutes,
    ((done.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (((((public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.title,
            c.description,
            c.competency,
            c.duration_hours,
            c.difficulty,
            c.theory_units,
            c.practical_units,
            c.elearning_units,
            c.price_euros,
            c.credit_cost,
            c.is_premium,
            c.is_active,
            c.created_at,
            c.updated_at,
            c.published_at,
            c.has_dates,
            c.zfu_status,
            c.zfu_number,
            c.state,
            c.search_text
           FROM public.nemus_courses c
          WHERE (c.id = a.course_id)
         LIMIT 1) s)
     CROSS JOIN LATERAL ( SELECT a.ends_at,
            p.attended_units AS units,
            p.attended_units AS until
          WHERE (a.parts IS NULL)
        UNION ALL
         SELECT t.ends_at,
            m.units,
            (sum(m.units) OVER (ORDER BY t.ends_at))::integer AS sum
           FROM (jsonb_to_recordset(a.parts) t(id text, ends_at timestamp with time zone)
             CROSS JOIN LATERAL ( SELECT ((p.part_marks #>> ARRAY[t.id, 'units'::text]))::integer AS units) m)
          WHERE (m.units > 0)) done)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN done.units
                    ELSE ((round((((done.until)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)) - round(((((done.until - done.units))::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric))))::integer
                END AS units) theory)
     CROSS JOIN LATERAL ( VALUES ('theory'::text,theory.units), ('practice'::text,(done.units - theory.units))) part(category, units))
  WHERE ((p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND (part.units > 0))
UNION ALL
 SELECT l.user_id,
    'elearning'::text AS kind,
    l.course_id AS source_id,
    COALESCE(k.title, c.title) AS title,
        CASE
            WHEN (k.units IS NULL) THEN c.competency
            ELSE k.competency
        END AS competency,
    NULL::text AS level,
    'elearning'::text AS source,
    'elearning'::text AS category,
    (COALESCE(k.units, c.units) * 45) AS minutes,
    ((l.completed_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    l.is_sample
   FROM ((public.nemus_learning_progress l
     CROSS JOIN LATERAL ( SELECT e.id,
            e."position",
            e.title,
            e.description,
            e.learning_goal,
            e.competency,
            e.units,
            e.estimated_time,
            e.difficulty,
            e.rating,
            e.students,
            e.is_premium,
            e.seminar_id,
            e.is_active,
            e.created_at,
            e.updated_at
           FROM public.nemus_learning_courses e
          WHERE (e.id = l.course_id)
         LIMIT 1) c)
     LEFT JOIN LATERAL ( SELECT d.id,
            d.user_id,
            d.kind,
            d.appointment_id,
            d.course_id,
            d.number,
            d.holder,
            d.title,
            d.issuer,
            d.competency,
            d.units,
            d.content,
            d.session,
            d.issued_on,
            d.is_sample,
            d.created_at,
            d.seminar_id,
            d.edition,
            d.issuer_address
           FROM public.nemus_certificates d
          WHERE ((d.user_id = l.user_id) AND (d.course_id = l.course_id))
          ORDER BY d.edition DESC
         LIMIT 1) k ON (true))
  WHERE (l.status = 'completed'::text)
UNION ALL
 SELECT c.user_id,
    'certificate'::text AS kind,
    (c.id)::text AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'certificate_supervision'::text
            ELSE 'certificate'::text
        END AS source,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (c.units * 45) AS minutes,
    c.issued_on AS done_on,
    c.is_sample
   FROM public.nemus_certificates c
  WHERE ((c.appointment_id IS NULL) AND (c.course_id IS NULL) AND (c.seminar_id IS NULL) AND (c.units > 0) AND (NOT (EXISTS ( SELECT
           FROM private.nemus_certificate_revocations r
          WHERE (r.certificate_id = c.id)))))
UNION ALL
 SELECT e.user_id,
    'logbook'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    ('entry_'::text || e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))))
UNION ALL
 SELECT e.user_id,
    'certificate'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    private.nemus_certificate_source(e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))));

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
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NOT NULL) AND (p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND ((a.parts IS NULL) OR (a.ends_at <= now()))) THEN 'completed'::text
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
        END AS offered_until,
    private.nemus_search_text(a.title) AS search_text,
    a.parts,
    a.parts_needed,
    p.part_marks
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

REVOKE ALL ON FUNCTION "private"."nemus_attended"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_attended"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_attended"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_meets"(jsonb, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_meets"(jsonb, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_meets"(jsonb, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_part_now"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_part_now"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_part_now"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_parts"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_parts"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_parts"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_parts"(public.nemus_appointments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_parts"(public.nemus_appointments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_parts"(public.nemus_appointments, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_sum_marks"(public.nemus_appointments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_sum_marks"(public.nemus_appointments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_sum_marks"(public.nemus_appointments, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_mark"(public.nemus_appointments, uuid, uuid, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_mark"(public.nemus_appointments, uuid, uuid, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_mark"(public.nemus_appointments, uuid, uuid, text, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_parts"(public.nemus_appointments, jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_parts"(public.nemus_appointments, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_parts"(public.nemus_appointments, jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_my_appointments" TO "authenticated";
