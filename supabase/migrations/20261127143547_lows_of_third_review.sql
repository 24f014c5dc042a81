SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_forget_gone_letters()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with letter as (
    select s.job, s.item, case when s.item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.item::uuid end as id
    from private.nemus_set_aside s
    where s.job in ('send-letters', 'send-notifications', 'send-sign-off-letters', 'send-sms')
  ), gone as (
    delete from private.nemus_set_aside s using letter l where s.job = l.job and s.item = l.item and not exists (
      select from private.nemus_date_letters x where x.id = l.id
      union all select from private.nemus_trainee_letters x where x.id = l.id
      union all select from private.nemus_purchase_letters x where x.transaction_id = l.id
      union all select from private.nemus_notification_sendings x where x.id = l.id
      union all select from private.nemus_sign_off_letters x where x.id = l.id
      union all select from public.nemus_sms x where x.id = l.id)
    returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_send_letters()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_forget_gone_letters();
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_purchase_letters l join public.nemus_transactions t on t.id = l.transaction_id
      where l.sent_at is null and l.attempts < 5 and l.created_at < now() - interval '5 minutes'
        and coalesce(l.tried_at < now() - interval '5 minutes', true) and not exists (select from public.nemus_orders o
          where t.reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_date_participants (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  perform private.nemus_check_staff('teaching');
  select jsonb_build_object('appointment', jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'course_title', s.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'cancelled_at', a.cancelled_at),
    'has_begun', a.starts_at <= now(),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id,
        'name', private.nemus_holder(p.user_id), 'email', u.email, 'status', p.status,
        'waitlist_position', p.waitlist_position, 'is_enrolled', e.id is not null, 'is_own', p.user_id = auth.uid(),
        'attendance', p.attendance, 'attended_units', p.attended_units, 'marks', p.marks, 'marked_at', p.marked_at,
        'marked_how', p.marked_how,
        'marked_by', case when p.marked_how = 'list' then private.nemus_holder(p.marked_by) end,
        'certificate', (select c.number from public.nemus_certificates c where c.user_id = p.user_id
          and c.appointment_id = a.id and private.nemus_revoked_at(c.id) is null),
        'lost', case when p.cancelled_at = a.cancelled_at then coalesce((select case when l.has_place then 'place' else 'waiting' end
          from private.nemus_date_letters l where l.user_id = p.user_id and l.appointment_id = a.id and l.kind = 'cancelled'
          and l.audience = 'participant' limit 1), 'place') end,
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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_mark_attendance (
  p_appointment uuid,
  p_marks       jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  users uuid[];
  a public.nemus_appointments;
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
  perform private.nemus_refuse_ticks(a);
  for mark in
    select m.user_id, m.attendance, m.units, m.seen, p.user_id is not null as is_known, p.status,
      p.attendance as was, p.attended_units as had, p.marks,
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
    named := jsonb_build_object('name', private.nemus_holder(mark.user_id));
    if mark.attendance not in ('present', 'partial', 'absent') then
      perform private.nemus_refuse(400, 'invalid_marks');
    elsif mark.attendance = 'partial' and (mark.units is null or mark.units <> trunc(mark.units)
      or mark.units < 1 or mark.units >= a.units) then
      -- A date of one unit has no partial attendance; the message then names no maximum.
      perform private.nemus_refuse(400, 'invalid_units',
        named || jsonb_strip_nulls(jsonb_build_object('most', nullif(greatest(a.units - 1, 0), 0))));
    end if;
    wanted := case mark.attendance when 'present' then a.units when 'partial' then mark.units when 'absent' then 0 end;
    continue when (mark.attendance, wanted) is not distinct from (mark.was, mark.had);
    perform private.nemus_refuse(409, 'attendance_changed', named) where mark.seen is distinct from mark.marks;
    update public.nemus_appointment_participations p set attendance = mark.attendance, attended_units = wanted,
      marked_at = case when mark.attendance is not null then now() end,
      marked_by = case when mark.attendance is not null then auth.uid() end,
      marked_how = case when mark.attendance is not null then 'list' end, marks = p.marks + 1
    where p.appointment_id = a.id and p.user_id = mark.user_id;
  end loop;
  return public.nemus_date_participants(a.id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_name_requests()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('people');
  return (select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select r.id, r.user_id, r.old_name, r.first_name, r.last_name, p.email, r.reason, r.state, r.answer, r.created_at,
      r.decided_at, r.asked_by, (select count(*) from public.nemus_certificates c where c.user_id = r.user_id and not c.is_sample)
      as certificates, (select count(*) from public.nemus_logbook_entries e
        where e.user_id = r.user_id and e.state = 'confirmed' and not e.is_sample) as hours,
      (select count(*) from private.nemus_logbook_papers l where l.user_id = r.user_id) as papers,
      row_number() over (order by r.state <> 'open', case when r.state = 'open' then r.created_at end, r.decided_at desc, r.id)
      as place
    from public.nemus_name_requests r join public.nemus_profiles p on p.user_id = r.user_id
    where r.state <> 'withdrawn' order by place limit 200) l);
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_forget_gone_letters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_gone_letters"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_gone_letters"() TO "postgres";
