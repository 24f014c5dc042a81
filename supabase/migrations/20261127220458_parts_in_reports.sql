SET local check_function_bodies = off;

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
  perform private.nemus_refuse(400, 'parts_invalid', '{"most": 30}')
    where exists (select from jsonb_array_elements(p_given) g where jsonb_typeof(g.value) <> 'object');
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

CREATE OR REPLACE FUNCTION private.nemus_report_figures (
  p_institution uuid,
  p_first       date,
  p_last        date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with span as (
    select p_first::timestamp at time zone 'Europe/Berlin' as begun, (p_last + 1)::timestamp at time zone 'Europe/Berlin' as ended,
      (p_last + 8)::timestamp at time zone 'Europe/Berlin' as next_ended),
  people as materialized (
    select t.user_id from public.nemus_trainees t where t.institution_id = p_institution and t.user_id is not null),
  dates as materialized (
    select p.user_id, p.status, a.id, t.starts_at, t.ends_at from people o
    join public.nemus_appointment_participations p on p.user_id = o.user_id
    join public.nemus_appointments a on a.id = p.appointment_id
    cross join lateral private.nemus_parts(a) t),
  entries as materialized (
    select e.user_id, e.state, e.minutes, e.created_at, e.confirmed_at, e.institution_id from people o
    join public.nemus_logbook_entries e on e.user_id = o.user_id and not e.is_sample
    where e.state = 'submitted' or greatest(e.created_at, e.confirmed_at) >= (select s.begun from span s)),
  made as (
    select b.participants from public.nemus_course_bookings b, span s
    where b.institution_id = p_institution and b.origin = 'portal' and b.status <> 'cancelled'
      and b.created_at >= s.begun and b.created_at < s.ended)
  select jsonb_build_object(
    'linked', (select count(*) from people),
    'active', (select count(*) from people o, span s where
      exists (select from entries e where e.user_id = o.user_id and e.created_at >= s.begun and e.created_at < s.ended)
      or exists (select from public.nemus_module_progress m where m.user_id = o.user_id and not m.is_sample
        and m.completed_at >= s.begun and m.completed_at < s.ended)
      or exists (select from dates d where d.user_id = o.user_id and d.status in ('confirmed', 'completed')
        and d.ends_at >= s.begun and d.ends_at < s.ended)),
    'confirmed_minutes', (select coalesce(sum(e.minutes), 0) from entries e, span s where e.state = 'confirmed'
      and e.institution_id = p_institution and e.confirmed_at >= s.begun and e.confirmed_at < s.ended),
    'open_entries', (select count(*) from public.nemus_logbook_entries e
      where e.institution_id = p_institution and e.state = 'submitted'),
    'bookings', (select count(*) from made),
    'places', (select coalesce(sum(m.participants), 0) from made m),
    'next_dates', (select count(distinct d.id) from dates d, span s
      where d.status = 'confirmed' and d.starts_at >= s.ended and d.starts_at < s.next_ended),
    'next_places', (select count(distinct (d.id, d.user_id)) from dates d, span s
      where d.status = 'confirmed' and d.starts_at >= s.ended and d.starts_at < s.next_ended),
    'credits_used', (select coalesce(-sum(c.amount), 0) from public.nemus_credit_entries c, span s
      where c.institution_id = p_institution and c.kind in ('spend', 'spend_reversal')
        and c.created_at >= s.begun and c.created_at < s.ended),
    'credits_left', (select coalesce(max(b.available_credits), 0) from public.nemus_credit_balances b
      where b.institution_id = p_institution),
    'behind', (select count(*) from people o where private.nemus_is_behind(o.user_id)))
$function$;
