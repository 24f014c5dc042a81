-- Dates in several parts: evenings, weekends, blocks (S-5.29). One booking, one place, one price.
-- - `nemus_appointments.parts`: [{id, title, starts_at, ends_at, units}] by start; null: the date is its only part. Start,
--   end and units of the date are those of all parts together, so every deadline counts from the first part.
-- - Attendance is recorded part by part (`part_marks`); attendance and units of the place are those of all parts together
--   (nemus_write_mark). Only attended parts count as hours (figures/figures.sql), each on its day.
-- - With `parts_needed` attended parts there is the certificate of attendance (certificates/validity.sql) and, at a date
--   with all units of the seminar, the seminar is completed (nemus_attended). Raising the number takes back neither.
-- - A part that has begun keeps its times and units, and cannot be removed. Coming parts change until the date is over.
-- - The first part has the id of the date, so that calendars keep one entry when a date gets or loses parts.

/* The parts of a date by start; the date itself, without id, if it has only one. */
create function private.nemus_parts(p_date public.nemus_appointments)
returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz, units int)
language sql stable set search_path = '' as $$
  select p.id, p.title, p.starts_at, p.ends_at, p.units
  from jsonb_to_recordset(coalesce(p_date.parts, jsonb_build_array(jsonb_build_object('title', '',
    'starts_at', p_date.starts_at, 'ends_at', p_date.ends_at, 'units', p_date.units))))
    as p (id uuid, title text, starts_at timestamptz, ends_at timestamptz, units int) order by p.starts_at
$$;

/* Whether a date with these parts meets between two times; a date with one part always does. */
create function private.nemus_meets(p_parts jsonb, p_starts timestamptz, p_ends timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select p_parts is null or exists (select from jsonb_to_recordset(p_parts) as t (starts_at timestamptz, ends_at timestamptz)
    where t.starts_at < p_ends and t.ends_at > p_starts)
$$;

/* The latest part that has begun. */
create function private.nemus_part_now(p_date public.nemus_appointments)
returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz, units int)
language sql stable set search_path = '' as $$
  select * from private.nemus_parts(p_date) t where t.starts_at <= now() order by t.starts_at desc limit 1
$$;

/* Marks of the parts together. attended, whole: the number of parts attended at least partly, and wholly. */
create function private.nemus_sum_marks(p_date public.nemus_appointments, p_marks jsonb)
returns table (attendance text, units int, attended int, whole int)
language sql stable set search_path = '' as $$
  select case when count(t.was) = 0 then null when t.whole = t.parts then 'present' when t.attended > 0 then 'partial'
      else 'absent' end, case when count(t.was) > 0 then sum(t.units)::int end, t.attended::int, t.whole::int
  from (select m.was, m.units, count(*) over () as parts, count(*) filter (where m.was = 'present') over () as whole,
      count(*) filter (where m.was in ('present', 'partial')) over () as attended
    from private.nemus_parts(p_date) p cross join lateral (select p_marks #>> array[p.id::text, 'attendance'] as was,
      coalesce((p_marks #>> array[p.id::text, 'units'])::int, 0) as units) m) t
  group by t.parts, t.whole, t.attended
$$;

/*
 * Attendance of an account at the dates of a seminar: how often, with how many units (once a date had parts, those of
 * one date, so that no part counts twice), whether nothing is missing (all units, or enough whole parts of a date that
 * has all units), and whether a date had parts.
 */
create function private.nemus_attended(p_user uuid, p_course uuid)
returns table (times int, units int, is_done boolean, has_parts boolean)
language sql stable security definer set search_path = '' as $$
  select t.times, t.units, t.times > 0 and (t.has_enough or t.units >= t.planned), t.has_parts
  from (select min(c.theory_units + c.practical_units) as planned, count(p.user_id)::int as times,
      coalesce(case when bool_or(a.parts is not null and p.user_id is not null) then max(p.attended_units)
        else sum(p.attended_units) end, 0)::int as units,
      coalesce(bool_or(a.units >= c.theory_units + c.practical_units and m.whole >= a.parts_needed), false) as has_enough,
      coalesce(bool_or(a.parts is not null and p.user_id is not null), false) as has_parts
    from public.nemus_courses c
    left join (public.nemus_appointments a join public.nemus_appointment_participations p on p.appointment_id = a.id
      and p.user_id = p_user and p.attendance in ('present', 'partial')) on a.course_id = c.id
    left join lateral private.nemus_sum_marks(a, p.part_marks) m on a.parts is not null
    where c.id = p_course) t
$$;

/* Writes attendance of an account at a part (null: a date with one part) and the sum of all parts. Needs the locks. */
create function private.nemus_write_mark(p_date public.nemus_appointments, p_part uuid, p_user uuid, p_attendance text,
  p_units int, p_how text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

/*
 * The parts of a date as planned, by start. Parts that have begun stay as they are. p_given: [{id?, title?, day, starts,
 * ends, ends_day?, units}], times as in private.nemus_planned_times.
 * Raises 400 date_invalid, parts_invalid, parts_overlap, parts_too_long, 409 part_begun, and the errors of the times.
 */
create function private.nemus_planned_parts(p_date public.nemus_appointments, p_given jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  given jsonb;
  earlier record;
  part record;
  planned jsonb := '[]'::jsonb;
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
end $$;

/*
 * Writes the parts of a date and what follows from them: times, units, deadline. One coming part makes it a date without
 * parts. A date with parts leaves its series. Returns whether times changed.
 * Raises 400 parts_needed_invalid {most}, and as private.nemus_planned_parts.
 */
create function private.nemus_write_parts(p_date public.nemus_appointments, p_given jsonb, p_needed int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  planned constant jsonb := private.nemus_planned_parts(p_date, p_given);
  number constant int := jsonb_array_length(planned);
  starts constant timestamptz := (planned #>> '{0,starts_at}')::timestamptz;
  is_single constant boolean := number = 1 and starts > now();
  is_moved boolean;
begin
  perform private.nemus_refuse(400, 'parts_needed_invalid', jsonb_build_object('field', 'parts_needed', 'most', number))
    where p_needed not between 1 and number;
  select count(*) > 0 into is_moved from private.nemus_parts(p_date) o
  full join jsonb_to_recordset(planned) as n (id uuid, starts_at timestamptz, ends_at timestamptz)
    on coalesce(n.id, p_date.id) = coalesce(o.id, p_date.id) and n.starts_at = o.starts_at and n.ends_at = o.ends_at where n.starts_at is null or o.starts_at is null;
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
end $$;

/*
 * Changes the parts of a date that is not over. p_parts as in private.nemus_planned_parts; one without `id` is new, one
 * left out is removed. p_needed: attended parts that the certificate needs; null: all. Other times are announced as a
 * move. Attended parts count again: fewer needed parts issue certificates to enrolled people, more take none back. Returns whether times
 * changed.
 * Raises 403 staff_required, 404 appointment_not_found, 409 date_unchangeable, room_taken, teacher_busy, and as
 * private.nemus_write_parts.
 */
create function public.nemus_plan_parts(p_date uuid, p_parts jsonb, p_needed int default null) returns boolean
language plpgsql security definer set search_path = '' as $$
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
  where p.appointment_id = p_date and p.part_marks is not null
    -- A new count gives no paper to a person whose enrolment has ended.
    and exists (select from public.nemus_course_enrollments e where e.user_id = p.user_id and e.course_id = old.course_id);
  perform private.nemus_fill_places(p_date);
  return is_moved;
end $$;
