SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_is_institution_of_caller (
  p_institution uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_institution = auth.uid()
    or exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = auth.uid())
    or exists (select from public.nemus_trainees t where t.institution_id = p_institution and t.user_id = auth.uid())
    or exists (select from public.nemus_confirmers c where c.institution_id = p_institution and c.user_id = auth.uid())
    or exists (select from public.nemus_institution_settings s where s.institution_id = p_institution
      and private.nemus_is_invited(s.billing_email))
    or exists (select from private.nemus_organisation_log l where l.institution_id = p_institution
      and l.subject = 'members' and l.subject_id = auth.uid()::text)
    or exists (select from public.nemus_invitations i where i.institution_id = p_institution
      and i.accepted_at is not null and private.nemus_is_invited(i.email))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_own_order (
  p_order public.nemus_orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_is_institution_of_caller(p_order.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_teaching_rows (
  p_dates uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at, a.change_until,
      not c.is_active and c.published_at is null as is_draft, private.nemus_unticked(a.*::public.nemus_appointments) as unticked,
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
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'change_until', l.change_until, 'is_draft', l.is_draft, 'unticked', l.unticked, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_enter_person (
  p_date   uuid,
  p_email  text,
  p_way    text,
  p_reason text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_date);
  date public.nemus_appointments;
  person uuid;
  reason text;
  facts jsonb;
  is_enrolled boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse_field('way', 'choice') where coalesce(p_way, '') not in ('place', 'free', 'link');
  if p_way = 'free' then
    perform private.nemus_require_staff('orders');
    perform private.nemus_require_fresh_factor();
    reason := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
  end if;
  select p.user_id into person from public.nemus_profiles p join auth.users u on u.id = p.user_id
  where lower(p.email) = lower(private.nemus_mail_address(p_email)) and p.user_type = 'piw' and u.email_confirmed_at is not null
    and not private.nemus_is_blocked(p.user_id);
  perform private.nemus_refuse(404, 'account_not_found', '{"field": "email"}') where person is null;
  perform private.nemus_refuse(409, 'own_request') where p_way = 'free' and person = auth.uid();
  perform private.nemus_refuse(403, 'second_person') where p_way = 'free' and exists (
    select from public.nemus_trainees t where private.nemus_is_institution_of_caller(t.institution_id)
      and (t.user_id = person or lower(t.email) = lower(private.nemus_mail_address(p_email))));
  facts := jsonb_build_object('name', private.nemus_holder(person));
  -- Locks as in nemus_choose_date: the enrolment first.
  if p_way = 'free' then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    select person, course, 'academy' where course is not null on conflict (user_id, course_id) do nothing;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where not found and course is not null;
  else
    perform from public.nemus_course_enrollments e where e.user_id = person and e.course_id = course for key share;
    is_enrolled := found;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where is_enrolled and p_way = 'link';
    perform private.nemus_refuse(409, 'not_enrolled', facts) where not is_enrolled and p_way = 'place' and course is not null;
  end if;
  perform private.nemus_take_dates(p_date, false);
  select * into date from public.nemus_appointments a where a.id = p_date;
  if p_way = 'link' then
    perform private.nemus_check_buyable(course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(date) <= now();
    insert into public.nemus_date_choices (user_id, course_id, date_id) values (person, course, p_date)
    on conflict (user_id, course_id) do update set date_id = excluded.date_id, created_at = now();
    perform private.nemus_notify(person, 'purchase_offered', 'purchase_offered:' || p_date || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('title', private.nemus_fact(date.title, '–'), 'starts_at', date.starts_at,
        'until', private.nemus_change_deadline(date)), '/seminar-catalog?kurs=' || course);
  else
    perform private.nemus_refuse(409, 'seminar_attended', '{"of": "staff"}') where private.nemus_has_attended(person, course);
    perform private.nemus_refuse(409, 'place_elsewhere', facts) where exists (
      select from private.nemus_held_dates(person, course) held where held.status = 'confirmed' and held.appointment_id <> p_date);
    if not exists (select from private.nemus_held_dates(person, course) held where held.appointment_id = p_date) then
      perform private.nemus_place_at(person, date);
    end if;
    if p_way = 'free' then
      perform private.nemus_notify(person, 'enrolled', 'enrolled:' || e.id, jsonb_build_object('title', private.nemus_fact(c.title, '–')),
        '/appointments')
      from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
      where e.user_id = person and e.course_id = course;
    end if;
  end if;
  perform private.nemus_note_act('enter_' || p_way, 'appointment_participations', p_date || ':' || person, null,
    jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return facts || (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = person and p_way <> 'link');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_teaching_date (
  p_date uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select r.shown || jsonb_build_object('description', a.description, 'units', a.units,
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
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_is_institution_of_caller"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_institution_of_caller"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_institution_of_caller"(uuid) TO "postgres";
