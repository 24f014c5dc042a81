SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_holidays (
  p_year integer
)
  RETURNS TABLE (
    day   date,
    name  text,
    lands text[]
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- Easter Sunday by the formula of Gauss.
  with moon as (select (19 * (p_year % 19) + 24) % 30 as d), sunday as (
    select d, (2 * (p_year % 4) + 4 * (p_year % 7) + 6 * d + 5) % 7 as e from moon
  ), easter as (
    select make_date(p_year, 3, 22) + d + e - case when e = 6 and (d = 29 or (d = 28 and p_year % 19 > 10)) then 7 else 0 end as day
    from sunday
  )
  select easter.day + v.days, v.name, v.lands::text[] from easter, (values (-2, 'Karfreitag', null), (0, 'Ostersonntag', '{BB}'),
    (1, 'Ostermontag', null), (39, 'Christi Himmelfahrt', null), (49, 'Pfingstsonntag', '{BB}'), (50, 'Pfingstmontag', null),
    (60, 'Fronleichnam', '{BW,BY,HE,NW,RP,SL,SN,TH}')) v (days, name, lands)
  union all
  select make_date(p_year, v.month, v.day), v.name, v.lands::text[] from (values (1, 1, 'Neujahr', null),
    (1, 6, 'Heilige Drei Könige', '{BW,BY,ST}'), (3, 8, 'Internationaler Frauentag', '{BE,MV}'), (5, 1, 'Tag der Arbeit', null),
    (8, 8, 'Augsburger Friedensfest', '{BY}'), (8, 15, 'Mariä Himmelfahrt', '{BY,SL}'), (9, 20, 'Weltkindertag', '{TH}'),
    (10, 3, 'Tag der Deutschen Einheit', null), (10, 31, 'Reformationstag', '{BB,HB,HH,MV,NI,SN,ST,SH,TH}'),
    (11, 1, 'Allerheiligen', '{BW,BY,NW,RP,SL}'), (12, 25, '1. Weihnachtstag', null), (12, 26, '2. Weihnachtstag', null))
    v (month, day, name, lands)
  union all
  -- The Wednesday before 23 November.
  select make_date(p_year, 11, 22) - (extract(isodow from make_date(p_year, 11, 22))::int + 4) % 7, 'Buß- und Bettag', '{SN}'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_holidays_in (
  p_starts timestamp with time zone,
  p_ends   timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('day', h.day, 'name', h.name, 'lands', h.lands) order by h.day, h.name), '[]')
  from (select (p_starts at time zone 'Europe/Berlin')::date as first, (p_ends at time zone 'Europe/Berlin')::date as last) d,
    generate_series(extract(year from d.first)::int, extract(year from d.last)::int) y, private.nemus_holidays(y) h
  where h.day between d.first and d.last
$function$;

CREATE OR REPLACE FUNCTION public.nemus_preview_dates (
  p_plan   jsonb,
  p_except uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  teachers uuid[];
begin
  perform private.nemus_check_staff('teaching');
  teachers := private.nemus_planned_teachers(p_plan,
    array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_except));
  return (select coalesce(jsonb_agg(jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at,
      'change_until', t.change_until, 'conflicts', private.nemus_date_conflicts(p_except, t.starts_at, t.ends_at,
        private.nemus_room(p_plan ->> 'format', coalesce(p_plan ->> 'location', '')), teachers),
      'holidays', private.nemus_holidays_in(t.starts_at, t.ends_at)) order by t.place), '[]')
    from private.nemus_planned_times(p_plan) t);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_preview_move (
  p_date      uuid,
  p_times     jsonb,
  p_following boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_holidays"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_holidays"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_holidays"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_holidays_in"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_holidays_in"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_holidays_in"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";
