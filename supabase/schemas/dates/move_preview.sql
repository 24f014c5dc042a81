-- The new times of a moved date and of the rest of its series, and a preview with conflicts before the move.
-- nemus_move_date (dates/planning.sql) moves by the same nemus_moved_times, so preview and move agree. All dates move
-- by the same number of days and get the same hours, in Berlin time. The deadline moves along and never passes the new
-- start. One that has passed by then ends: people who cannot come at the new time leave until it starts.

/*
 * The times of p_dates after p_date, one of them, moves to the given times: all by as many days, at the new hours.
 * Dates that would not change are left out.
 * p_times {day, starts, ends, ends_day?} as in private.nemus_planned_times. Raises the errors of
 *   private.nemus_check_times.
 */
create function private.nemus_moved_times(p_date uuid, p_dates uuid[], p_times jsonb)
returns table (date_id uuid, starts_at timestamptz, ends_at timestamptz, change_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

/*
 * The times of a date, or of it and the rest of its series, after a move, with conflicts, for staff: [{date_id,
 * earlier_start, starts_at, ends_at, change_until, conflicts, holidays}], by the new start.
 * Raises 403 staff_required, 404 appointment_not_found, 409 date_unchangeable {of: cancelled or over}, and the errors
 * of private.nemus_planned_times.
 */
create function public.nemus_preview_move(p_date uuid, p_times jsonb, p_following boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  date public.nemus_appointments;
  dates uuid[];
begin
  perform private.nemus_check_staff('teaching');
  select * into date from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  if not found then
    perform private.nemus_refuse(404, 'appointment_not_found');
  elsif date.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "cancelled"}');
  elsif date.starts_at <= now() then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}');
  end if;
  dates := array(select a.id from public.nemus_appointments a where a.cancelled_at is null
    and (a.id = p_date or (p_following and a.series_id = date.series_id and a.starts_at > date.starts_at)));
  return (
    with moving as materialized (
      select row_number() over (order by m.starts_at, m.date_id)::int as place, m.date_id, m.starts_at, m.ends_at,
        m.change_until, a.starts_at as earlier_start, a.title, a.location,
        private.nemus_room(a.format, a.location) as room,
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
      from private.nemus_moved_times(p_date, dates, p_times) m join public.nemus_appointments a on a.id = m.date_id
    ), colliding as (
      -- Conflicts with other dates, and among the moved dates at their new times. Their old times do not count.
      select k.place, c.conflict
      from private.nemus_conflicts_at((select coalesce(jsonb_agg(jsonb_build_object('place', m.place,
          'date_id', m.date_id, 'starts_at', m.starts_at, 'ends_at', m.ends_at, 'room', m.room,
          'teachers', m.teachers)), '[]') from moving m)) k
      cross join lateral jsonb_array_elements(k.conflicts) as c (conflict)
      where (c.conflict ->> 'date_id')::uuid not in (select m.date_id from moving m)
      union all
      select m.place, jsonb_build_object('kind', shared.kind, 'name', shared.name, 'date_id', o.date_id, 'title', o.title,
        'starts_at', o.starts_at, 'ends_at', o.ends_at)
      from moving m
      join moving o on o.date_id <> m.date_id and o.starts_at < m.ends_at and o.ends_at > m.starts_at
      cross join lateral (
        select 'room' as kind, o.location as name where o.room = m.room
        union all
        select 'teacher', t.name from public.nemus_teachers t where t.id = any (m.teachers) and t.id = any (o.teachers)
      ) shared
    )
    select coalesce(jsonb_agg(jsonb_build_object('date_id', m.date_id, 'earlier_start', m.earlier_start,
      'starts_at', m.starts_at, 'ends_at', m.ends_at, 'change_until', m.change_until,
      'holidays', private.nemus_holidays_in(m.starts_at, m.ends_at), 'conflicts', (select coalesce(jsonb_agg(c.conflict order by c.conflict ->> 'starts_at', c.conflict ->> 'date_id',
        c.conflict ->> 'kind', c.conflict ->> 'name'), '[]') from colliding c where c.place = m.place))
      order by m.place), '[]')
    from moving m);
end $$;
