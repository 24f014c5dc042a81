-- Public holidays in Germany, the only list of them. Planners are warned (nemus_preview_dates, nemus_preview_move), not
-- refused: a seminar may take place on a holiday of another Land. The demonstration plans around all of them.
-- Sources: the holiday laws of the Länder, as of 2026. Where only some municipalities have a holiday, its Land is named.

/* Public holidays of a year, 1900 to 2099, each with the codes (ISO 3166-2:DE) of its Länder; null: all of them. */
create function private.nemus_holidays(p_year int) returns table (day date, name text, lands text[])
language sql immutable set search_path = '' as $$
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
$$;

/* Holidays from the first to the last day of a date, in Berlin time: [{day, name, lands}], by day. */
create function private.nemus_holidays_in(p_starts timestamptz, p_ends timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', h.day, 'name', h.name, 'lands', h.lands) order by h.day, h.name), '[]')
  from (select (p_starts at time zone 'Europe/Berlin')::date as first, (p_ends at time zone 'Europe/Berlin')::date as last) d,
    generate_series(extract(year from d.first)::int, extract(year from d.last)::int) y, private.nemus_holidays(y) h
  where h.day between d.first and d.last
$$;
