-- Staff with the role `teaching` create, change, move and cancel dates of seminars.
-- - Only dates that are neither started nor cancelled (409 date_unchangeable), alone or with the rest of the series.
-- - No conflict of room or teacher (dates/plan_checks.sql). Capacity never falls below the places taken.
-- - New dates are announced to those who asked for them (dates/interests.sql).
-- - A moved or cancelled date, another location or another link is announced to participants and institutions
--   (dates/letters.sql).
-- - Cancelling ends all places and the waiting list, and needs a reason.
-- Triggers count calendar sequences (dates/lists_for_participants.sql) and write the audit log
-- (dates/teacher_tables.sql).
--
-- Locks, always in this order: all planning (private.nemus_begin_planning), dates of the seminar, appointments by id,
-- participations. Planning is rare, so one lock for all of it prevents double use of a room or teacher.

/* Starts a change of dates: checks the role and serialises all planning. Raises 403 staff_required. */
create function private.nemus_begin_planning() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('teaching');
  perform pg_advisory_xact_lock(hashtextextended('nemus_planning', 0));
end $$;

/*
 * Locks the date to be changed, or it and the rest of its series. Returns their ids by start, without cancelled ones.
 * p_running: a date in parts until its last part ends.
 * Raises 404 appointment_not_found, 409 date_unchangeable {of: cancelled or over}.
 */
create function private.nemus_take_dates(p_date uuid, p_following boolean, p_running boolean default false) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  date public.nemus_appointments;
begin
  select * into date from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  perform private.nemus_lock_dates(date.course_id);
  perform from public.nemus_appointments a where a.id = p_date
    or (p_following and a.series_id = date.series_id and a.starts_at > date.starts_at) order by a.id for update;
  select * into date from public.nemus_appointments a where a.id = p_date;
  if date.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "cancelled"}');
  elsif (case when p_running and date.parts is not null then date.ends_at else date.starts_at end) <= now() then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}');
  end if;
  return array(select a.id from public.nemus_appointments a
    where (a.id = p_date or (p_following and a.series_id = date.series_id and a.starts_at > date.starts_at))
      and a.cancelled_at is null
    order by a.starts_at, a.id);
end $$;

/*
 * Writes letters to everyone with a place or waiting position at a date, and to the institutions that booked for them.
 * Places at a date that begins elsewhere or at another time within the notice of bookings can be cancelled until then,
 * unless it is moved again with time enough.
 */
create function private.nemus_tell_date(p_date uuid, p_kind text, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_write_date_letter(p.user_id, p_date, p_kind, p_values)
  from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.status in ('confirmed', 'waitlist');
  perform private.nemus_write_institution_letters(p_date, p_kind, p_values);
  update public.nemus_appointment_participations p set set_by_staff = case
    when private.nemus_is_changeable((a.starts_at at time zone 'Europe/Berlin')::date) then nullif(p.set_by_staff, 'time')
    when p.set_by_staff = 'date' then 'date' else 'time' end
  from public.nemus_appointments a
  where p_kind = 'moved' and p_values ?| array['earlier_start', 'earlier_location'] and a.id = p_date
    and p.appointment_id = p_date and p.waitlist_position is null and p.cancelled_at is null;
end $$;

/* Sets the teachers of a date. */
create function private.nemus_set_teachers(p_date uuid, p_teachers uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.nemus_appointment_teachers d where d.appointment_id = p_date and d.teacher_id <> all (p_teachers);
  insert into public.nemus_appointment_teachers (appointment_id, teacher_id) select p_date, t from unnest(p_teachers) t
  on conflict do nothing;
  select private.nemus_name_teachers(p_date)
$$;

/* Sets the meeting link of a date. Null removes it. */
create function private.nemus_set_link(p_date uuid, p_link text) returns void
language sql security definer set search_path = '' as $$
  delete from public.nemus_appointment_links l where l.appointment_id = p_date and p_link is null;
  insert into public.nemus_appointment_links (appointment_id, meeting_url) select p_date, p_link where p_link is not null
  on conflict (appointment_id) do update set meeting_url = excluded.meeting_url
  where public.nemus_appointment_links.meeting_url <> excluded.meeting_url
$$;

/*
 * Creates a date of a seminar or all dates of a series, all or nothing. Dates of a draft are visible only after
 * publication.
 * p_plan as in private.nemus_planned_times and private.nemus_planned_date, with course_id. With `parts` and
 * `parts_needed`, one date in parts (dates/parts.sql). Returns the ids by start.
 * Raises 403 staff_required, 404 course_not_found, 409 seminar_without_dates, 409 seminar_retired,
 * 400 change_until_in_the_past, 409 room_taken, 409 room_too_small, 409 teacher_busy, and the errors of both functions.
 */
create function public.nemus_create_dates(p_plan jsonb) returns uuid[]
language plpgsql security definer set search_path = '' as $$
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
  planned := private.nemus_planned_date(course, p_plan, '{}');
  perform private.nemus_refuse_small_room(planned, null);
  teachers := private.nemus_planned_teachers(p_plan, '{}');
  -- A date in parts is written with its first ones, then with all.
  for times in select * from private.nemus_planned_times(case when has_parts
    then p_plan #> '{parts,0}' || jsonb_build_object('change_until', p_plan -> 'change_until') else p_plan end) loop
    perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}')
      where times.change_until <= now();
    insert into public.nemus_appointments (course_id, series_id, title, description, starts_at, ends_at, change_until, type,
      format, location, competency, units, capacity, room_id)
    values (course.id, series, planned.title, planned.description, times.starts_at, times.ends_at, times.change_until,
      planned.type, planned.format, planned.location, planned.competency, planned.units, planned.capacity,
      planned.room_id)
    returning id into written;
    if has_parts then
      -- What is no number is refused as 0 is.
      perform private.nemus_write_parts(a, p_plan -> 'parts', case when p_plan ->> 'parts_needed' !~ '^[0-9]{1,4}$' then 0
        else (p_plan ->> 'parts_needed')::int end)
      from public.nemus_appointments a where a.id = written;
    end if;
    perform private.nemus_set_teachers(written, teachers);
    perform private.nemus_set_link(written, private.nemus_planned_link(p_plan));
    perform private.nemus_refuse_conflict(written);
    made := made || written;
  end loop;
  perform private.nemus_tell_interested(course.id);
  return made;
end $$;

/*
 * Changes a date, or it and the rest of its series: everything except seminar and times. Another location or link is
 * announced like a move; another location ends a deadline that has passed. New free places go to the waiting list.
 * Returns the ids. Raises the errors of private.nemus_take_dates, 409 capacity_below_places {taken, starts_at},
 * 400 change_until_after_start, 400 change_until_in_the_past, 409 room_taken, 409 room_too_small, 409 teacher_busy, and the
 * errors of the plan.
 */
create function public.nemus_change_date(p_date uuid, p_plan jsonb, p_following boolean default false) returns uuid[]
language plpgsql security definer set search_path = '' as $$
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
  dates := private.nemus_take_dates(p_date, p_following, true);
  select * into first from public.nemus_appointments a where a.id = p_date;
  select d.* into planned from public.nemus_courses c cross join lateral private.nemus_planned_date(c, p_plan,
    array(select a.room_id from public.nemus_appointments a where a.id = any (dates))) d
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
    perform private.nemus_refuse_small_room(planned, old);
    said := jsonb_strip_nulls(jsonb_build_object(
      'earlier_location', case when (old.format, old.location) is distinct from (planned.format, planned.location)
        then coalesce(nullif(old.location, ''), old.format) end,
      'link_changed', case when link is distinct from (select l.meeting_url from public.nemus_appointment_links l
        where l.appointment_id = old.id) then true end));
    -- At another place, no one is bound by a deadline that has passed, as after a move (dates/move_preview.sql).
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set title = planned.title, description = planned.description, type = planned.type, format = planned.format,
      location = planned.location, room_id = planned.room_id, units = case when a.parts is null then planned.units else a.units end,
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
end $$;

/*
 * Moves a date to the given times, and with p_following the rest of its series by as many days. Everyone with a place
 * or waiting position gets a letter. Dates that would not change are left alone. p_times as in
 * private.nemus_moved_times.
 * Returns the ids of the moved dates. Raises the errors of private.nemus_take_dates, 409 room_taken, 409 teacher_busy,
 * and the errors of the times.
 */
create function public.nemus_move_date(p_date uuid, p_times jsonb, p_following boolean default false) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  dates uuid[];
  old public.nemus_appointments;
  times record;
  moved uuid[] := '{}'::uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  dates := private.nemus_take_dates(p_date, p_following);
  for times in select * from private.nemus_moved_times(p_date, dates, p_times) loop
    select * into old from public.nemus_appointments a where a.id = times.date_id;
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set starts_at = times.starts_at, ends_at = times.ends_at, change_until = times.change_until,
      sequence = a.sequence + 1
    where a.id = old.id;
    perform private.nemus_tell_date(old.id, 'moved',
      jsonb_build_object('earlier_start', old.starts_at, 'earlier_end', old.ends_at));
    moved := moved || old.id;
  end loop;
  -- Check after all have moved: a series may move onto its own old days.
  foreach written in array moved loop
    perform private.nemus_refuse_conflict(written);
  end loop;
  return moved;
end $$;

/*
 * Cancels a date, or it and the rest of its series: ends all places and the waiting list, and tells everyone the
 * reason. For a date that is already cancelled, it returns no ids. Of a date in parts, the parts that have begun keep
 * their attendance, which must be recorded before.
 * Returns the ids. Raises 400 reason_missing, 400 reason_too_long, 409 attendance_open, and the errors of
 * private.nemus_take_dates.
 */
create function public.nemus_cancel_date(p_date uuid, p_reason text, p_following boolean default false) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
  dates uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  if reason = '' then
    perform private.nemus_refuse(400, 'reason_missing', '{"field": "reason"}');
  elsif char_length(reason) > 1000 then
    perform private.nemus_refuse(400, 'reason_too_long', '{"field": "reason", "most": 1000}');
  end if;
  -- A repeated request, such as a second click, is no error.
  if exists (select from public.nemus_appointments a where a.id = p_date and a.course_id is not null
    and a.cancelled_at is not null) then
    return '{}'::uuid[];
  end if;
  dates := private.nemus_take_dates(p_date, p_following, true);
  perform private.nemus_refuse(409, 'attendance_open')
  where exists (select from public.nemus_appointments a join public.nemus_appointment_participations p
    on p.appointment_id = a.id and p.status = 'confirmed' cross join lateral private.nemus_parts(a) t
    where a.id = p_date and t.starts_at <= now() and p.part_marks -> t.id::text is null);
  foreach written in array dates loop
    perform private.nemus_tell_date(written, 'cancelled', jsonb_build_object('reason', reason));
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set cancelled_at = now(), cancel_reason = reason, sequence = a.sequence + 1, participants_taken = 0 where a.id = written;
    -- Fires dates/lists_for_participants.
    update public.nemus_appointment_participations p
    set status = 'cancelled', waitlist_position = null, cancelled_at = now(), offered_until = null
    where p.appointment_id = written and p.status in ('confirmed', 'waitlist');
  end loop;
  return dates;
end $$;
