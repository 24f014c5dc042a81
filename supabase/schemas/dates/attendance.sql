-- Attendance at a date: recorded by staff with the role `teaching`, or by the participant with a code from the room
-- (dates/attendance_codes.sql). From the start of the date on, without a deadline. Staff never record their own
-- attendance.
-- A change takes effect in the same transaction: the certificate of attendance (certificates/validity.sql) and the
-- state of the enrolment (courses/enrolment_progress.sql), and from that the booking and the certificate of the
-- seminar. Hours and competencies are computed from attendance when read (figures/figures.sql).
-- Two staff members who change the same record: the second gets 409 attendance_changed.

/* People with a place at a past date, or at a past part of one, whose attendance is not recorded. */
create function private.nemus_unticked(p_date public.nemus_appointments) returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.status = 'confirmed' and p_date.cancelled_at is null
    and case when p_date.parts is null then p.attendance is null and p_date.ends_at < now()
      else exists (select from private.nemus_parts(p_date) t where t.ends_at < now()
        and p.part_marks -> t.id::text is null) end
$$;

/*
 * Applies recorded attendance in its transaction: the certificate of attendance and the enrolment, and from that the
 * booking and the certificate of the seminar. Fewer units than before count as a correction.
 */
create function private.nemus_follow_attendance() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger follow_attendance after insert or update of attendance, attended_units
  on public.nemus_appointment_participations
  for each row execute function private.nemus_follow_attendance();

/*
 * Locks the rows that recorded attendance changes: enrolments, then bookings, in the order used for cancelling
 * bookings. The date and its participations are locked afterwards.
 */
create function private.nemus_lock_training(p_course uuid, p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.nemus_course_enrollments e
  where e.course_id = p_course and e.user_id = any (p_users) order by e.id for update;
  perform from public.nemus_course_bookings b where b.id in (
    select p.booking_id from public.nemus_course_enrollments e
    join public.nemus_booking_participants p on p.enrollment_id = e.id
    where e.course_id = p_course and e.user_id = any (p_users)) order by b.id for update;
end $$;

/*
 * Checks that attendance can be recorded at a date. Raises 404 appointment_not_found, 409 date_cancelled,
 * 409 date_not_begun.
 */
create function private.nemus_refuse_ticks(p_date public.nemus_appointments) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_date.course_id is null then
    perform private.nemus_refuse(404, 'appointment_not_found');
  elsif p_date.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_cancelled', '{"of": "attendance"}');
  elsif p_date.starts_at > now() then
    perform private.nemus_refuse(409, 'date_not_begun');
  end if;
end $$;

/*
 * The participants of a date, for staff: {appointment: {id, course_id, title, course_title, starts_at, ends_at,
 * format, location, instructor, units, capacity, cancelled_at, parts, parts_needed}, has_begun, participants: [{user_id, name, email,
 * status, waitlist_position, is_enrolled, is_own, attendance, attended_units, part_marks, marks, marked_at, marked_how, marked_by,
 * certificate, offered_until, lost, phone}], messages: as private.nemus_date_messages}: places by name, then the waiting
 * list. People who left are listed only if attendance was
 * recorded. At a cancelled date, those who had a place or waited stay on the list: `lost` is `place` or `waiting`, `phone`
 * their number if they gave one, until 14 days after the date.
 * `is_own`: the caller, whose attendance another person records. `marks`: the version that a change names.
 * Raises 403 staff_required, 404 appointment_not_found.
 */
create function public.nemus_date_participants(p_appointment uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

/*
 * Records attendance at a date, or at one of its parts (p_part), all or nothing. p_marks: [{user_id, attendance, units, seen}]. attendance is
 * `present`, `partial` (with the attended units), `absent`, or null to remove the record. `seen` is the `marks` that
 * the caller has read, so that of two concurrent changes the second is refused. An unchanged record is skipped.
 * Returns the new list.
 * Raises 403 staff_required, 400 invalid_marks, 404 appointment_not_found, 409 date_cancelled, part_not_found,
 * date_not_begun, no_place, 403 own_attendance, 400 invalid_units, 409 attendance_changed.
 */
create function public.nemus_mark_attendance(p_appointment uuid, p_marks jsonb, p_part uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  -- Of a date in parts that was cancelled after it had begun, what was recorded can still be corrected.
  if a.parts is null or a.cancelled_at is null or a.starts_at > a.cancelled_at then
    perform private.nemus_refuse_ticks(a);
  end if;
  select * into part from private.nemus_parts(a) t where t.id is not distinct from p_part;
  perform private.nemus_refuse(409, 'part_not_found') where not found;
  perform private.nemus_refuse(409, 'date_cancelled', '{"of": "attendance"}') where part.starts_at > a.cancelled_at;
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
    perform private.nemus_refuse(409, 'date_cancelled', '{"of": "attendance"}')
      where a.cancelled_at is not null and mark.was is null;
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
end $$;
