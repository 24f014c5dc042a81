-- All dates for staff with the role `teaching`: lists, calendars, one date, and the seminars that can have dates. With
-- places, waiting lists and conflicts. Read-only: changes are in dates/planning.sql, conflicts in
-- dates/plan_checks.sql, participants of a date in dates/attendance.sql. Others see dates through
-- dates/lists_for_participants.sql.

/* Dates as lists and calendars of staff show them. All in one call: one at a time would take ten times as long. */
create function private.nemus_teaching_rows(p_dates uuid[]) returns table (id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.room_id, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at, a.change_until, a.parts,
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
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location, 'room_id', l.room_id,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'change_until', l.change_until, 'is_draft', l.is_draft, 'unticked', l.unticked, 'parts', l.parts, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $$;

/*
 * Dates that start, or meet for a part, from p_from (inclusive) to p_until (exclusive), optionally of one seminar, teacher or room, or with words of the place: {total,
 * dates: [as private.nemus_teaching_rows]}, by their start, or latest first. p_state: `planned` leaves cancelled ones
 * out, `unticked` lists past ones with attendance missing. At most 500 per call.
 * Raises 403 staff_required.
 */
create function public.nemus_teaching_dates(p_from timestamptz default null, p_until timestamptz default null,
  p_course uuid default null, p_teacher uuid default null, p_latest_first boolean default false, p_limit int default 50,
  p_offset int default 0, p_state text default null, p_room uuid default null, p_place text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place_words constant text[] := private.nemus_search_patterns(p_place);
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
        and (p_room is null or a.room_id = p_room)
        and (p_place is null or private.nemus_search_text(a.location) like all (place_words))
        and case p_state when 'planned' then a.cancelled_at is null
          when 'unticked' then a.starts_at < now() and private.nemus_unticked(a) > 0 else true end
    ), page as (
      select row_number() over (order by case when p_latest_first then f.starts_at end desc, f.starts_at, f.id) as place, f.id
      from found f order by place limit least(p_limit, 500) offset p_offset
    )
    select jsonb_build_object('total', (select count(*) from found),
      'dates', coalesce((select jsonb_agg(r.shown order by p.place)
        from private.nemus_teaching_rows(array(select p.id from page p)) r join page p on p.id = r.id), '[]')));
end $$;

/*
 * One date for its page: as private.nemus_teaching_rows, with description, units, parts_needed, meeting_url,
 * cancel_reason, sequence, told (people with a place or waiting), following ({dates, told} of this date and the rest
 * of its series; null for a single date). Null for an unknown id. Raises 403 staff_required.
 */
create function public.nemus_teaching_date(p_date uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('teaching');
  return (select r.shown || jsonb_build_object('description', a.description, 'units', a.units, 'parts_needed', a.parts_needed,
      'meeting_url', (select l.meeting_url from public.nemus_appointment_links l where l.appointment_id = a.id),
      'cancel_reason', a.cancel_reason, 'sequence', a.sequence,
      'told', (select count(*) from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status in ('confirmed', 'waitlist')),
      'following', case when a.series_id is not null then (
        select jsonb_build_object('dates', count(distinct f.id), 'told', count(p.user_id))
        from public.nemus_appointments f
        left join public.nemus_appointment_participations p
          on p.appointment_id = f.id and p.status in ('confirmed', 'waitlist')
        where f.series_id = a.series_id and f.cancelled_at is null and f.starts_at >= a.starts_at) end)
    from private.nemus_teaching_rows(array[p_date]) r, public.nemus_appointments a where a.id = p_date);
end $$;

/*
 * Seminars that have dates and are not retired, for planning one: [{id, title, units, is_draft}], the first 50 by
 * title.
 * p_search: words of the title. p_course: only this seminar, even if retired. Raises 403 staff_required.
 */
create function public.nemus_teaching_seminars(p_search text default null, p_course uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('teaching');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title,
      'units', c.theory_units + c.practical_units, 'is_draft', not c.is_active) order by private.nemus_sort_key(c.title), c.id), '[]')
    from (select * from public.nemus_courses c
      where c.has_dates and (c.is_active or c.published_at is null or p_course is not null)
        and (p_course is null or c.id = p_course)
        and c.search_text like all (private.nemus_search_patterns(coalesce(p_search, '')))
      order by private.nemus_sort_key(c.title), c.id limit 50) c);
end $$;
create index nemus_courses_with_dates on public.nemus_courses (private.nemus_sort_key(title), id) where has_dates;
