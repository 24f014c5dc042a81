-- What dates collide with, of a whole list at once: a month in the calendar has hundreds of dates.

/*
 * Which other dates have the room or somebody who teaches at the same time, for each of the given times:
 * p_times [{place, date_id, starts_at, ends_at, room, teachers}], where `place` is the caller's number of it, `date_id` the
 * date itself (null for one that is only planned), `room` as private.nemus_room, `teachers` their ids. A row per time that
 * collides, with [{kind: room or teacher, name, date_id, title, starts_at, ends_at}], by their start. Cancelled dates
 * have nothing. `limit 1` changes nothing beside a primary key: it keeps the planner from reading all dates of a person.
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
        -- No date is longer, so that the index finds them.
        and a.starts_at > g.starts_at - private.nemus_longest_date()
      offset 0) o
    where o.id is distinct from g.date_id
    union all
    select g.place, 'teacher', t.name, o.id, o.title, o.starts_at, o.ends_at
    from given g cross join lateral (
      select a.* from public.nemus_appointments a
      where a.course_id is not null and a.cancelled_at is null
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(g.starts_at, greatest(g.starts_at, g.ends_at))
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

/* The same of one time alone, which is that of p_except where that is no new date; [] without any. */
create or replace function private.nemus_date_conflicts(p_except uuid, p_starts timestamptz, p_ends timestamptz,
  p_room text, p_teachers uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.conflicts from private.nemus_conflicts_at(jsonb_build_array(jsonb_build_object('place', 1,
    'date_id', p_except, 'starts_at', p_starts, 'ends_at', p_ends, 'room', p_room, 'teachers', p_teachers))) c), '[]')
$$;

/* Dates as lists and calendars of the academy show them. Of many at once: each by itself would take ten times as long. */
create or replace function private.nemus_teaching_rows(p_dates uuid[]) returns table (id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at,
      not c.is_active and c.published_at is null as is_draft,
      array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
    from (select distinct given.id from unnest(p_dates) as given (id)) wanted
    cross join lateral (select * from public.nemus_appointments x where x.id = wanted.id limit 1) a
    cross join lateral (select * from public.nemus_courses s where s.id = a.course_id limit 1) c
  ), collides as materialized (
    select k.place, k.conflicts from private.nemus_conflicts_at((
      select jsonb_agg(jsonb_build_object('place', l.place, 'date_id', l.id, 'starts_at', l.starts_at,
        'ends_at', l.ends_at, 'room', private.nemus_room(l.format, l.location), 'teachers', l.teachers))
      from listed l where l.cancelled_at is null)) k
  )
  select l.id, jsonb_build_object('id', l.id, 'course_id', l.course_id, 'course_title', l.course_title,
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'is_draft', l.is_draft, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $$;

revoke all on function private.nemus_conflicts_at(jsonb) from public;
