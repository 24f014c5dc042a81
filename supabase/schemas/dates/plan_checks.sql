-- What a planned date must satisfy, and what it conflicts with. Used by the preview (nemus_preview_dates) and by every
-- save (dates/planning.sql).
-- - Times: in the future, at most three years ahead, at most 14 days long, in Berlin time. A series: at most 52 dates.
-- - A room or a teacher has only one date at a time (409 room_taken, 409 teacher_busy).
-- - Präsenz and Blended need a room or a location, Online and Blended a link. 1 to 1000 places, at most those of the room
--   (dates/rooms.sql).
-- Exceptions: online dates have no room, cancelled dates no conflicts. An inactive teacher keeps the dates already
-- assigned.

/* The longest date. */
create function private.nemus_longest_date() returns interval
language sql immutable set search_path = '' as $$ select interval '14 days' $$;

/* The conflicts of one time span, as in nemus_conflicts_at. p_except: the date that has this time, if it exists. */
create function private.nemus_date_conflicts(p_except uuid, p_starts timestamptz, p_ends timestamptz,
  p_room text, p_teachers uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.conflicts from private.nemus_conflicts_at(jsonb_build_array(jsonb_build_object('place', 1,
    'date_id', p_except, 'starts_at', p_starts, 'ends_at', p_ends, 'room', p_room, 'teachers', p_teachers))) c), '[]')
$$;

-- For dates at the same time, and for earlier dates in the same room.
create index nemus_appointments_time on public.nemus_appointments using gist (tstzrange(starts_at, ends_at))
  where course_id is not null and cancelled_at is null;
create index nemus_appointments_room on public.nemus_appointments (private.nemus_room(format, location), starts_at)
  where course_id is not null and cancelled_at is null;
create index nemus_appointments_room_id on public.nemus_appointments (room_id, starts_at) where room_id is not null;

/* The conflicts of an existing date, or of its parts that are not over. */
create function private.nemus_conflicts_of(p_date public.nemus_appointments) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_date.cancelled_at is not null then '[]'::jsonb
    else (select coalesce(jsonb_agg(c.value order by t.starts_at), '[]') from private.nemus_parts(p_date) t
      cross join lateral jsonb_array_elements(private.nemus_date_conflicts(p_date.id, t.starts_at, t.ends_at,
        private.nemus_room(p_date.format, p_date.location),
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_date.id))) c
      where p_date.parts is null or t.ends_at > now()) end;
end $$;

/* Refuses a written date that has a conflict, naming the first. Raises 409 room_taken, 409 teacher_busy. */
create function private.nemus_refuse_conflict(p_date uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  conflict jsonb;
  kind text;
begin
  select private.nemus_conflicts_of(a) -> 0 into conflict from public.nemus_appointments a where a.id = p_date;
  if conflict is null then
    return;
  end if;
  kind := conflict ->> 'kind';
  if kind = 'room' then
    perform private.nemus_refuse(409, 'room_taken', conflict || '{"field": "location"}');
  else
    perform private.nemus_refuse(409, 'teacher_busy', conflict || '{"field": "teacher_ids"}');
  end if;
end $$;

/*
 * Refuses impossible times: 400 date_end_before_start, date_too_long, date_in_the_past, date_too_late,
 * change_until_after_start.
 */
create function private.nemus_check_times(p_starts timestamptz, p_ends timestamptz, p_change_until timestamptz)
returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_ends <= p_starts then
    perform private.nemus_refuse(400, 'date_end_before_start', '{"field": "ends"}');
  elsif p_ends - p_starts > private.nemus_longest_date() then
    perform private.nemus_refuse(400, 'date_too_long', '{"field": "ends", "days": 14}');
  elsif p_starts <= now() then
    perform private.nemus_refuse(400, 'date_in_the_past', jsonb_build_object('field', 'day', 'starts_at', p_starts));
  elsif p_starts > now() + interval '3 years' then
    perform private.nemus_refuse(400, 'date_too_late', '{"field": "day", "years": 3}');
  elsif p_change_until > p_starts then
    perform private.nemus_refuse(400, 'change_until_after_start',
      jsonb_build_object('field', 'change_until', 'starts_at', p_starts));
  end if;
end $$;

/*
 * The times of a planned date or series in Berlin time: every one or several weeks at the same hour, across changes to
 * and from summer time.
 * p_plan {day, starts, ends, ends_day?, change_until?, series?: {weeks, count? or until?}}: days as yyyy-MM-dd, times
 *   as HH:MM, change_until as yyyy-MM-ddTHH:MM. For a series, they are those of its first date. With `parts`: the
 *   times of each part.
 * Raises 400 date_invalid, series_invalid, series_too_long, each with the field, and the errors of
 * private.nemus_check_times.
 */
create function private.nemus_planned_times(p_plan jsonb)
returns table (place int, starts_at timestamptz, ends_at timestamptz, change_until timestamptz)
language plpgsql stable set search_path = '' as $$
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
end $$;

/*
 * A planned date without its times, as a row to write.
 * p_plan as the form sends it: {title?, description?, type, format, room_id?, location?, meeting_url?, capacity, units?,
 *   teacher_ids?}. p_kept as in private.nemus_planned_room.
 * Raises 400 date_invalid, location_missing, meeting_link_invalid, capacity_invalid, each with the field, and the errors of
 * private.nemus_planned_room.
 */
create function private.nemus_planned_date(p_course public.nemus_courses, p_plan jsonb, p_kept uuid[])
returns public.nemus_appointments
language plpgsql stable security definer set search_path = '' as $$
declare
  planned public.nemus_appointments;
  room constant public.nemus_rooms := private.nemus_planned_room(p_plan, p_kept);
  link constant text := nullif(btrim(coalesce(p_plan ->> 'meeting_url', '')), '');
  field text;
begin
  planned.course_id := p_course.id;
  planned.competency := p_course.competency;
  planned.title := coalesce(nullif(btrim(p_plan ->> 'title'), ''), p_course.title);
  planned.description := btrim(coalesce(p_plan ->> 'description', ''));
  planned.type := p_plan ->> 'type';
  planned.format := p_plan ->> 'format';
  planned.room_id := room.id;
  planned.location := case when planned.format = 'Online' then '' when room.id is not null then room.place
    else regexp_replace(btrim(coalesce(p_plan ->> 'location', '')), '\s+', ' ', 'g') end;
  begin
    field := 'capacity';
    planned.capacity := (p_plan ->> 'capacity')::int;
    field := 'units';
    planned.units := coalesce((p_plan ->> 'units')::int, p_course.theory_units + p_course.practical_units);
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  end;
  field := case when char_length(planned.title) > 200 or planned.title ~ '[[:cntrl:]]' then 'title'
    when char_length(planned.description) > 4000 then 'description'
    when planned.type is null or planned.type not in ('Seminar', 'Sprechstunde', 'Workshop', 'Supervision', 'Webinar')
      then 'type'
    when planned.format is null or planned.format not in ('Präsenz', 'Online', 'Blended') then 'format'
    when char_length(planned.location) > 300 or planned.location ~ '[[:cntrl:]]' then 'location'
    when planned.units not between 0 and 200 then 'units' end;
  if field is not null then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  elsif planned.format <> 'Online' and planned.location = '' then
    perform private.nemus_refuse(400, 'location_missing', '{"field": "location"}');
  elsif planned.format <> 'Präsenz' and (link is null or link !~ '^https://[^[:space:]]+$' or char_length(link) > 500) then
    perform private.nemus_refuse(400, 'meeting_link_invalid', '{"field": "meeting_url"}');
  elsif planned.capacity is null or planned.capacity not between 1 and 1000 then
    perform private.nemus_refuse(400, 'capacity_invalid', '{"field": "capacity", "most": 1000}');
  end if;
  return planned;
end $$;

/* The link of a planned online date. Null without one. */
create function private.nemus_planned_link(p_plan jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when p_plan ->> 'format' <> 'Präsenz' then nullif(btrim(p_plan ->> 'meeting_url'), '') end
$$;

/*
 * The teachers of a planned date, each once. p_kept: teachers already assigned, who may be inactive.
 * Raises 400 date_invalid, 404 teacher_not_found, 409 teacher_inactive {name}.
 */
create function private.nemus_planned_teachers(p_plan jsonb, p_kept uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  teachers uuid[];
  named text;
begin
  begin
    teachers := array(select distinct t::uuid from jsonb_array_elements_text(
      case when jsonb_typeof(p_plan -> 'teacher_ids') = 'array' then p_plan -> 'teacher_ids' else '[]' end) t);
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', '{"field": "teacher_ids"}');
  end;
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "teacher_ids"}') where cardinality(teachers) > 20;
  perform private.nemus_refuse(404, 'teacher_not_found', '{"field": "teacher_ids"}')
    where cardinality(teachers) <> (select count(*) from public.nemus_teachers t where t.id = any (teachers));
  select t.name into named from public.nemus_teachers t
  where t.id = any (teachers) and not t.is_active and t.id <> all (p_kept) limit 1;
  perform private.nemus_refuse(409, 'teacher_inactive', jsonb_build_object('field', 'teacher_ids', 'name', named))
    where found;
  return teachers;
end $$;

/*
 * The dates of a plan with their conflicts and public holidays, for staff: [{starts_at, ends_at, change_until, conflicts,
 * holidays}]. p_except: an existing date that is being changed. Raises
 * 403 staff_required, and the errors of private.nemus_planned_times and private.nemus_planned_room.
 */
create function public.nemus_preview_dates(p_plan jsonb, p_except uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  teachers uuid[];
  room public.nemus_rooms;
begin
  perform private.nemus_check_staff('teaching');
  teachers := private.nemus_planned_teachers(p_plan,
    array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_except));
  room := private.nemus_planned_room(p_plan,
    array(select a.room_id from public.nemus_appointments a where a.id = p_except));
  return (select coalesce(jsonb_agg(jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at,
      'change_until', t.change_until, 'conflicts', private.nemus_date_conflicts(p_except, t.starts_at, t.ends_at,
        private.nemus_room(p_plan ->> 'format', coalesce(room.place, p_plan ->> 'location', '')), teachers),
      'holidays', private.nemus_holidays_in(t.starts_at, t.ends_at)) order by t.place), '[]')
    from private.nemus_planned_times(p_plan) t);
end $$;

/*
 * Other dates in the same room or with the same teacher, for each of the given time spans.
 * p_times [{place, date_id, starts_at, ends_at, room, teachers}]: `place` is the caller's number, `date_id` the date
 *   itself (null if only planned), `room` as private.nemus_room, `teachers` their ids. One row per span with
 *   conflicts: [{kind: room or teacher, name, date_id, title, starts_at, ends_at}], by their start. Cancelled dates
 *   are ignored. `limit 1` on a primary key only keeps the planner from reading all dates of a teacher.
 */
create function private.nemus_conflicts_at(p_times jsonb) returns table (place int, conflicts jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
end $$;
