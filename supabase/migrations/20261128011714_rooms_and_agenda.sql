SET local check_function_bodies = off;

DROP VIEW "private"."nemus_training_sources";

ALTER TABLE "private"."nemus_calendars"
  DROP CONSTRAINT "one_owner";

DROP FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb);

DROP FUNCTION "private"."nemus_take_calendar"(uuid);

DROP FUNCTION "private"."nemus_taught_entries"(uuid, uuid);

DROP FUNCTION "public"."nemus_calendar"(uuid);

DROP FUNCTION "public"."nemus_end_calendar"(uuid);

DROP FUNCTION "public"."nemus_renew_calendar"(uuid);

DROP FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text);

CREATE TABLE "public"."nemus_rooms" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "name"       text                     NOT NULL,
  "address"    text                     NOT NULL DEFAULT ''::text,
  "capacity"   integer                  NOT NULL,
  "is_active"  boolean                  NOT NULL DEFAULT true,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "place"      text                     GENERATED ALWAYS AS (
CASE
    WHEN (address = ''::text) THEN name
    ELSE ((name || ', '::text) || address)
END) STORED NOT NULL,
  CONSTRAINT "nemus_rooms_address_check" CHECK ((char_length(address) <= 190)),
  CONSTRAINT "nemus_rooms_capacity_check" CHECK (((capacity >= 1) AND (capacity <= 1000))),
  CONSTRAINT "nemus_rooms_name_check" CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 100))),
  CONSTRAINT "nemus_rooms_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."nemus_rooms"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_rooms" FROM "anon", "authenticated";

ALTER TABLE "private"."nemus_calendars"
  ADD COLUMN "room_id" uuid;

ALTER TABLE "public"."nemus_appointments"
  ADD COLUMN "room_id" uuid;

ALTER TABLE "public"."nemus_courses"
  ADD COLUMN "agenda" text NOT NULL DEFAULT ''::text;

CREATE OR REPLACE FUNCTION private.nemus_calendar_of (
  p_teacher uuid,
  p_room    uuid
)
  RETURNS SETOF private.nemus_calendars
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select * from private.nemus_calendars c where case when p_teacher is not null then c.teacher_id = p_teacher
    when p_room is not null then c.room_id = p_room else c.user_id = auth.uid() end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_dates_in_room (
  p_room uuid
)
  RETURNS SETOF public.nemus_appointments
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select * from public.nemus_appointments a where a.room_id = p_room and a.cancelled_at is null and a.ends_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_drop_calendar (
  p_teacher uuid,
  p_room    uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.nemus_calendars c where c.id in (select o.id from private.nemus_calendar_of(p_teacher, p_room) o);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_log_about (
  p_subject     text,
  p_id          text,
  p_before      jsonb,
  p_after       jsonb,
  p_institution uuid  DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  keys constant text[] := string_to_array(p_id, ':');
  r constant jsonb := coalesce(p_before, '{}') || coalesce(p_after, '{}') || case
    when p_subject in ('trainees', 'trainee_budgets') then jsonb_build_object('trainee_id', p_id)
    when p_subject = 'booking_participants' then jsonb_build_object('booking_id', keys[1], 'trainee_id', keys[2])
    when p_subject in ('members', 'staff', 'profiles', 'blocked_accounts', 'institution_approvals')
      then jsonb_build_object('user_id', keys[1])
    when p_subject in ('appointments', 'appointment_links') then jsonb_build_object('appointment_id', p_id)
    when p_subject = 'appointment_participations' then jsonb_build_object('appointment_id', keys[1], 'user_id', keys[2])
    when p_subject = 'appointment_teachers' then jsonb_build_object('appointment_id', keys[1], 'teacher_id', keys[2])
    when p_subject = 'courses' then jsonb_build_object('course_id', p_id)
    when p_subject = 'confirmers' then jsonb_build_object('confirmer_id', p_id)
    when p_subject = 'confirmer_roles' then coalesce((select jsonb_build_object('confirmer_id', c.confirmer_id)
      from public.nemus_confirmer_roles c where c.id = p_id::uuid), '{}')
    when p_subject in ('requirement_sets', 'requirement_categories', 'requirement_competencies', 'requirement_credits',
      'requirement_figures') then jsonb_build_object('set_id', keys[1])
    when p_subject in ('orders', 'refunds') then coalesce((select jsonb_build_object('user_id', o.user_id, 'title', o.title)
      from public.nemus_orders o where o.id = coalesce(p_after ->> 'order_id', p_before ->> 'order_id', p_id)::uuid), '{}')
    when p_subject = 'course_bookings' then coalesce((select jsonb_build_object('course_name', b.course_name)
      from public.nemus_course_bookings b where b.id = p_id::uuid), '{}')
    else '{}' end;
begin
  return concat_ws(', ',
    nullif(coalesce(
      (select btrim(t.first_name || ' ' || t.last_name) from public.nemus_trainees t where t.id = (r ->> 'trainee_id')::uuid),
      (select n.name from public.nemus_confirmers n where n.id = (r ->> 'confirmer_id')::uuid),
      (select n.name from public.nemus_teachers n where n.id = (r ->> 'teacher_id')::uuid),
      (select n.name from public.nemus_rooms n where p_subject = 'rooms' and n.id::text = p_id),
      (select case when p_institution is null then coalesce(nullif(private.nemus_account_name(p), ''), p.email)
          when p_subject <> 'members' then p.institution_name
          else private.nemus_name_within(p_institution, p.user_id) end
        from public.nemus_profiles p where p.user_id = (r ->> 'user_id')::uuid),
      nullif(btrim(concat_ws(' ', r ->> 'first_name', r ->> 'last_name')), ''), r ->> 'name', r ->> 'holder',
      nullif(r ->> 'email', '•••')), ''),
    nullif(coalesce(
      (select a.title from public.nemus_appointments a where a.id = (r ->> 'appointment_id')::uuid),
      (select b.course_name from public.nemus_course_bookings b where b.id = (r ->> 'booking_id')::uuid),
      (select c.title from public.nemus_courses c where c.id = case when r ->> 'course_id' ~ '^[0-9a-f-]{36}$'
        then (r ->> 'course_id')::uuid end),
      (select c.title from public.nemus_learning_courses c where c.id = coalesce(r ->> 'course_id', p_id)),
      (select s.name from public.nemus_requirement_sets s where s.id = (r ->> 'set_id')::uuid),
      r ->> 'title', r ->> 'course_name', r ->> 'file_name'), ''));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_calendar (
  p_action  text,
  p_teacher uuid,
  p_room    uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_note_act(p_action, case when p_teacher is null then 'rooms' else 'teachers' end,
    coalesce(p_teacher, p_room)::text, null, null) where num_nonnulls(p_teacher, p_room) > 0
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_date (
  p_course public.nemus_courses,
  p_plan   jsonb,
  p_kept   uuid[]
)
  RETURNS public.nemus_appointments
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  planned public.nemus_appointments;
  room constant public.nemus_rooms := private.nemus_planned_room(p_plan, p_kept);
  link constant text := nullif(btrim(coalesce(p_plan ->> 'meeting_url', '')), '');
  field text;
begin
  planned.course_id := p_course.id;
  planned.competency := p_course.competency;
  planned.title := coalesce(nullif(btrim(p_plan ->> 'title'), ''), p_course.title);
  planned.description := btrim(coalesce(p_plan ->> 'description', ''));
  planned.type := p_plan ->> 'type';
  planned.format := p_plan ->> 'format';
  planned.room_id := room.id;
  planned.location := case when planned.format = 'Online' then '' when room.id is not null then room.place
    else regexp_replace(btrim(coalesce(p_plan ->> 'location', '')), '\s+', ' ', 'g') end;
  begin
    field := 'capacity';
    planned.capacity := (p_plan ->> 'capacity')::int;
    field := 'units';
    planned.units := coalesce((p_plan ->> 'units')::int, p_course.theory_units + p_course.practical_units);
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  end;
  field := case when char_length(planned.title) > 200 or planned.title ~ '[[:cntrl:]]' then 'title'
    when char_length(planned.description) > 4000 then 'description'
    when planned.type is null or planned.type not in ('Seminar', 'Sprechstunde', 'Workshop', 'Supervision', 'Webinar')
      then 'type'
    when planned.format is null or planned.format not in ('Präsenz', 'Online', 'Blended') then 'format'
    when char_length(planned.location) > 300 or planned.location ~ '[[:cntrl:]]' then 'location'
    when planned.units not between 0 and 200 then 'units' end;
  if field is not null then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  elsif planned.format <> 'Online' and planned.location = '' then
    perform private.nemus_refuse(400, 'location_missing', '{"field": "location"}');
  elsif planned.format <> 'Präsenz' and (link is null or link !~ '^https://[^[:space:]]+$' or char_length(link) > 500) then
    perform private.nemus_refuse(400, 'meeting_link_invalid', '{"field": "meeting_url"}');
  elsif planned.capacity is null or planned.capacity not between 1 and 1000 then
    perform private.nemus_refuse(400, 'capacity_invalid', '{"field": "capacity", "most": 1000}');
  end if;
  return planned;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_entries (
  p_user    uuid,
  p_teacher uuid,
  p_room    uuid
)
  RETURNS SETOF jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', a.id, 'title', a.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type,
    'format', a.format, 'location', a.location, 'instructor', a.instructor, 'is_sample', a.is_sample,
    'is_own', false, 'status', case when a.cancelled_at is not null then 'cancelled' when not c.is_active and c.published_at is null
      then 'waitlist' else 'confirmed' end, 'sequence', 40000000 + a.sequence, 'changed_at', a.updated_at,
    'parts', a.parts)
  from public.nemus_appointments a join public.nemus_courses c on c.id = a.course_id
  where a.ends_at > now() - interval '1 year' and a.id in (select d.appointment_id from public.nemus_teachers t
    join public.nemus_appointment_teachers d on d.teacher_id = t.id
    left join auth.users u on u.id = p_user and u.email_confirmed_at is not null
    where t.id = p_teacher or t.user_id = p_user or lower(t.email) = lower(u.email)
    union all select r.id from public.nemus_appointments r where r.room_id = p_room)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_room (
  p_plan jsonb,
  p_kept uuid[]
)
  RETURNS public.nemus_rooms
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  room public.nemus_rooms;
  chosen constant text := nullif(p_plan ->> 'room_id', '');
begin
  if p_plan ->> 'format' is distinct from 'Online' then
    select * into room from public.nemus_rooms r where case when chosen is not null then r.id::text = chosen
      else private.nemus_room('', r.place) = private.nemus_room('', p_plan ->> 'location') end;
    perform private.nemus_refuse(404, 'room_not_found', '{"field": "room_id"}') where not found and chosen is not null;
    perform private.nemus_refuse(409, 'room_closed', jsonb_build_object('name', room.name, 'field',
        case when chosen is not null then 'room_id' else 'location' end))
      -- The rooms of dates without one are null.
      where not room.is_active and (room.id = any (p_kept)) is not true;
  end if;
  return room;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_read_course (
  p_id     uuid,
  p_fields jsonb
)
  RETURNS public.nemus_courses
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  price constant text := p_fields ->> 'price_euros';
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or jsonb_typeof(p_fields) is distinct from 'object';
  course.id := p_id;
  course.title := private.nemus_text_field(p_fields, 'title', 200, true);
  perform private.nemus_refuse_field('title', 'characters') where course.title ~ E'[\\n\\t]';
  course.description := coalesce(private.nemus_text_field(p_fields, 'description', 4000, false), '');
  course.agenda := coalesce(private.nemus_text_field(p_fields, 'agenda', 4000, false), '');
  course.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], true);
  course.difficulty := private.nemus_choice_field(p_fields, 'difficulty',
    array['Anfänger', 'Fortgeschritten', 'Experte'], true);
  course.theory_units := private.nemus_count_field(p_fields, 'theory_units', 0, 1000);
  course.practical_units := private.nemus_count_field(p_fields, 'practical_units', 0, 1000);
  course.elearning_units := private.nemus_count_field(p_fields, 'elearning_units', 0, 1000);
  course.has_dates := private.nemus_flag_field(p_fields, 'has_dates');
  course.duration_hours := course.theory_units + course.practical_units + course.elearning_units;
  perform private.nemus_refuse_field('theory_units', 'no_units') where course.duration_hours = 0;
  perform private.nemus_refuse_field('theory_units', 'no_units_at_dates')
    where course.has_dates and course.theory_units + course.practical_units = 0;
  perform private.nemus_refuse_field('duration_hours', 'sum', jsonb_build_object('sum', course.duration_hours::int))
    where p_fields ? 'duration_hours' and p_fields ->> 'duration_hours' is distinct from course.duration_hours::text
      and p_fields ->> 'duration_hours' is distinct from course.duration_hours::int::text;
  perform private.nemus_refuse_field('price_euros', 'missing') where price is null;
  perform private.nemus_refuse_field('price_euros', 'amount') where price !~ '^[0-9]{1,5}(\.[0-9]{1,2})?$';
  course.price_euros := price::numeric;
  course.credit_cost := private.nemus_count_field(p_fields, 'credit_cost', 1, 100000);
  course.is_premium := private.nemus_flag_field(p_fields, 'is_premium');
  course.zfu_status := private.nemus_choice_field(p_fields, 'zfu_status', array['approved', 'not_required'], false);
  if course.zfu_status = 'approved' then
    course.zfu_number := private.nemus_text_field(p_fields, 'zfu_number', 50, true);
    perform private.nemus_refuse_field('zfu_number', 'characters') where course.zfu_number ~ E'[\\n\\t]';
  elsif nullif(btrim(p_fields ->> 'zfu_number'), '') is not null then
    perform private.nemus_refuse_field('zfu_number', 'without_approval');
  end if;
  return course;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_refuse_small_room (
  p_planned public.nemus_appointments,
  p_old     public.nemus_appointments
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_refuse(409, 'room_too_small',
    jsonb_build_object('field', 'capacity', 'name', r.name, 'most', r.capacity))
  from public.nemus_rooms r
  where r.id = p_planned.room_id and p_planned.format = 'Präsenz' and p_planned.capacity > r.capacity
    and ((p_old.room_id, p_old.format) is distinct from (r.id, p_planned.format) or p_planned.capacity > p_old.capacity)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_rename_place (
  p_room public.nemus_rooms
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course uuid;
  old public.nemus_appointments;
  is_elsewhere boolean;
  told uuid[] := '{}'::uuid[];
begin
  for course in select distinct a.course_id from private.nemus_dates_in_room(p_room.id) a
    where a.location <> p_room.place order by 1 loop
    perform private.nemus_lock_dates(course);
  end loop;
  for old in select * from public.nemus_appointments a
    where a.id in (select d.id from private.nemus_dates_in_room(p_room.id) d) and a.location <> p_room.place
    order by a.id for update loop
    is_elsewhere := private.nemus_room('', old.location) <> private.nemus_room('', p_room.place);
    -- As for any other place (dates/planning.sql): no one is bound by a deadline that has passed.
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a set location = p_room.place,
      change_until = case when a.change_until > now() or not is_elsewhere then a.change_until end
    where a.id = old.id;
    perform private.nemus_refuse_conflict(old.id);
    -- A date with one part that has begun is where its people are.
    if is_elsewhere and (old.parts is not null or old.starts_at > now()) then
      perform private.nemus_tell_date(old.id, 'moved', jsonb_build_object('earlier_location', old.location));
      told := told || old.id;
    end if;
  end loop;
  return told;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_room_line (
  p_field text,
  p_given text,
  p_least integer,
  p_most  integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  line constant text := regexp_replace(btrim(coalesce(p_given, '')), '\s+', ' ', 'g');
begin
  perform private.nemus_refuse(400, 'room_invalid', jsonb_build_object('field', p_field))
    where char_length(line) not between p_least and p_most or line ~ '[[:cntrl:]]';
  return line;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_calendar (
  p_teacher uuid,
  p_room    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if num_nonnulls(p_teacher, p_room) > 0 then
    perform private.nemus_require_staff('teaching');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_calendar:' || coalesce(p_teacher, p_room, auth.uid()), 0));
end $function$;

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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_calendar (
  p_teacher uuid DEFAULT NULL::uuid,
  p_room    uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if num_nonnulls(p_teacher, p_room) > 0 then
    perform private.nemus_check_staff('teaching');
  end if;
  return (select jsonb_build_object('created_at', c.created_at, 'last_read_at', c.last_read_at)
    from private.nemus_calendar_of(p_teacher, p_room) c);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_change_date (
  p_date      uuid,
  p_plan      jsonb,
  p_following boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_create_dates (
  p_plan jsonb
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      perform private.nemus_write_parts(a, p_plan -> 'parts', (p_plan ->> 'parts_needed')::int)
      from public.nemus_appointments a where a.id = written;
    end if;
    perform private.nemus_set_teachers(written, teachers);
    perform private.nemus_set_link(written, private.nemus_planned_link(p_plan));
    perform private.nemus_refuse_conflict(written);
    made := made || written;
  end loop;
  perform private.nemus_tell_interested(course.id);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_end_calendar (
  p_teacher uuid DEFAULT NULL::uuid,
  p_room    uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_take_calendar(p_teacher, p_room);
  if private.nemus_drop_calendar(p_teacher, p_room) then
    perform private.nemus_note_calendar('end_calendar', p_teacher, p_room);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

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
  room public.nemus_rooms;
begin
  perform private.nemus_check_staff('teaching');
  teachers := private.nemus_planned_teachers(p_plan,
    array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_except));
  room := private.nemus_planned_room(p_plan,
    array(select a.room_id from public.nemus_appointments a where a.id = p_except));
  return (select coalesce(jsonb_agg(jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at,
      'change_until', t.change_until, 'conflicts', private.nemus_date_conflicts(p_except, t.starts_at, t.ends_at,
        private.nemus_room(p_plan ->> 'format', coalesce(room.place, p_plan ->> 'location', '')), teachers),
      'holidays', private.nemus_holidays_in(t.starts_at, t.ends_at)) order by t.place), '[]')
    from private.nemus_planned_times(p_plan) t);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_read_calendar (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  calendar private.nemus_calendars;
begin
  -- Locked, so that an address renewed at this moment no longer answers.
  select * into calendar from private.nemus_calendars c where c.token_hash = private.nemus_token_hash(p_token) for update;
  if not found or private.nemus_is_blocked(calendar.user_id) then
    return null;
  elsif calendar.hour_from <= now() - interval '1 hour' then
    calendar.hour_from := now();
    calendar.reads := 0;
  elsif calendar.reads >= 60 then
    return jsonb_build_object('wait', ceil(extract(epoch from calendar.hour_from + interval '1 hour' - now()))::int);
  end if;
  update private.nemus_calendars c set reads = calendar.reads + 1, hour_from = calendar.hour_from, last_read_at = now()
  where c.id = calendar.id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', calendar.user_id)::text, true),
    set_config('request.jwt.claim.sub', coalesce(calendar.user_id::text, ''), true);
  return jsonb_build_object('name', coalesce(
      (select t.name from public.nemus_teachers t where t.id = calendar.teacher_id),
      (select r.name from public.nemus_rooms r where r.id = calendar.room_id)),
    'entries', coalesce((select jsonb_agg(e.entry order by e.entry ->> 'starts_at', e.entry ->> 'id') from (
      select distinct on (found.entry ->> 'id') found.entry from (
        select 1 as place, jsonb_build_object('id', m.id, 'title', m.title, 'starts_at', m.starts_at, 'ends_at', m.ends_at,
          'type', m.type, 'format', m.format, 'location', m.location, 'instructor', m.instructor,
          'is_sample', m.is_sample, 'is_own', true, 'status', m.status, 'sequence', m.calendar_sequence, 'changed_at', m.updated_at,
          'parts', m.parts) as entry
        from public.nemus_my_appointments m where m.ends_at > now() - interval '1 year'
        union all select 2, private.nemus_planned_entries(calendar.user_id, calendar.teacher_id, calendar.room_id)) found
      order by found.entry ->> 'id', found.place) e), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_renew_calendar (
  p_teacher uuid DEFAULT NULL::uuid,
  p_room    uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.nemus_take_calendar(p_teacher, p_room);
  perform private.nemus_refuse(404, 'teacher_not_found')
    where p_teacher is not null and not exists (select from public.nemus_teachers t where t.id = p_teacher);
  perform private.nemus_refuse(404, 'room_not_found')
    where p_room is not null and not exists (select from public.nemus_rooms r where r.id = p_room);
  perform private.nemus_drop_calendar(p_teacher, p_room);
  insert into private.nemus_calendars (token_hash, user_id, teacher_id, room_id)
  values (private.nemus_token_hash(token), case when num_nonnulls(p_teacher, p_room) = 0 then auth.uid() end, p_teacher,
    p_room);
  perform private.nemus_note_calendar('renew_calendar', p_teacher, p_room);
  return token;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_save_course (
  p_id       uuid,
  p_fields   jsonb,
  p_expected timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  written public.nemus_courses;
  course public.nemus_courses;
  changed text;
begin
  perform private.nemus_require_staff('catalogue');
  written := private.nemus_read_course(p_id, p_fields);
  if p_expected is null then
    insert into public.nemus_courses as c (id, title, description, competency, difficulty, theory_units,
      practical_units, elearning_units, duration_hours, has_dates, price_euros, credit_cost, is_premium, zfu_status,
      zfu_number, agenda, is_active)
    values (p_id, written.title, written.description, written.competency, written.difficulty, written.theory_units,
      written.practical_units, written.elearning_units, written.duration_hours, written.has_dates,
      written.price_euros, written.credit_cost, written.is_premium, written.zfu_status, written.zfu_number,
      written.agenda, false)
    on conflict (id) do nothing returning c.* into course;
    if not found then
      select * into course from public.nemus_courses c where c.id = p_id;
      perform private.nemus_refuse(409, 'course_changed')
        where (course.title, course.description, course.competency, course.difficulty, course.theory_units,
            course.practical_units, course.elearning_units, course.has_dates, course.price_euros, course.credit_cost,
            course.is_premium, course.zfu_status, course.zfu_number, course.agenda)
          is distinct from (written.title, written.description, written.competency, written.difficulty,
            written.theory_units, written.practical_units, written.elearning_units, written.has_dates,
            written.price_euros, written.credit_cost, written.is_premium, written.zfu_status, written.zfu_number,
            written.agenda);
    end if;
    return to_jsonb(course);
  end if;
  course := private.nemus_open_course(p_id, p_expected);
  changed := case
    when course.competency <> written.competency then 'competency'
    when course.theory_units <> written.theory_units then 'theory_units'
    when course.practical_units <> written.practical_units then 'practical_units'
    when course.elearning_units <> written.elearning_units then 'elearning_units'
    when course.has_dates <> written.has_dates then 'has_dates' end;
  perform private.nemus_refuse(409, 'course_sold', jsonb_build_object('field', changed))
    where changed is not null and private.nemus_course_is_sold(p_id);
  -- Older courses may have a duration that is not the sum of the units. It stays until the units change.
  if changed is null then
    written.duration_hours := course.duration_hours;
  end if;
  update public.nemus_courses c set title = written.title, description = written.description,
    competency = written.competency, difficulty = written.difficulty, theory_units = written.theory_units,
    practical_units = written.practical_units, elearning_units = written.elearning_units,
    duration_hours = written.duration_hours, has_dates = written.has_dates, price_euros = written.price_euros,
    credit_cost = written.credit_cost, is_premium = written.is_premium, zfu_status = written.zfu_status,
    zfu_number = written.zfu_number,
    -- Forms of earlier releases have no agenda.
    agenda = case when p_fields ? 'agenda' then written.agenda else c.agenda end
  where c.id = p_id returning * into course;
  return to_jsonb(course);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_room (
  p_name      text,
  p_address   text,
  p_capacity  integer,
  p_is_active boolean DEFAULT true,
  p_room      uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  called constant text := private.nemus_room_line('name', p_name, 1, 100);
  at_address constant text := private.nemus_room_line('address', p_address, 0, 190);
  saved public.nemus_rooms;
  moved uuid[];
begin
  perform private.nemus_begin_planning();
  perform private.nemus_refuse(400, 'capacity_invalid', '{"field": "capacity", "most": 1000}')
    where p_capacity is null or p_capacity not between 1 and 1000;
  perform private.nemus_refuse(404, 'room_not_found')
    where p_room is not null and not exists (select from public.nemus_rooms r where r.id = p_room);
  begin
    insert into public.nemus_rooms as r (id, name, address, capacity, is_active)
    values (coalesce(p_room, gen_random_uuid()), called, at_address, p_capacity, coalesce(p_is_active, true))
    on conflict (id) do update set name = excluded.name, address = excluded.address, capacity = excluded.capacity,
      is_active = coalesce(p_is_active, r.is_active)
    returning * into saved;
  exception when unique_violation then
    perform private.nemus_refuse(409, 'room_exists', '{"field": "name"}');
  end;
  moved := private.nemus_rename_place(saved);
  update public.nemus_appointments a set room_id = saved.id
  where a.room_id is null and private.nemus_room(a.format, a.location) = private.nemus_room('', saved.place)
    and a.course_id is not null and a.cancelled_at is null and a.ends_at > now();
  return jsonb_build_object('id', saved.id, 'dates', to_jsonb(moved));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_rooms()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'address', r.address, 'place', r.place,
      'capacity', r.capacity, 'is_active', r.is_active, 'coming', d.coming, 'told', d.told, 'too_many', d.too_many)
      order by private.nemus_sort_key(r.place), r.id), '[]')
    from public.nemus_rooms r cross join lateral (
      select count(*) as coming, coalesce(sum(t.told), 0) as told,
        count(*) filter (where a.format = 'Präsenz' and a.capacity > r.capacity) as too_many
      from private.nemus_dates_in_room(r.id) a cross join lateral (
        select count(*) as told from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status in ('confirmed', 'waitlist')) t) d);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_rooms"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_teaching_dates (
  p_from         timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_course       uuid                     DEFAULT NULL::uuid,
  p_teacher      uuid                     DEFAULT NULL::uuid,
  p_latest_first boolean                  DEFAULT false,
  p_limit        integer                  DEFAULT 50,
  p_offset       integer                  DEFAULT 0,
  p_state        text                     DEFAULT NULL::text,
  p_room         uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
        and case p_state when 'planned' then a.cancelled_at is null
          when 'unticked' then a.starts_at < now() and private.nemus_unticked(a) > 0 else true end
    ), page as (
      select row_number() over (order by case when p_latest_first then f.starts_at end desc, f.starts_at, f.id) as place, f.id
      from found f order by place limit least(p_limit, 500) offset p_offset
    )
    select jsonb_build_object('total', (select count(*) from found),
      'dates', coalesce((select jsonb_agg(r.shown order by p.place)
        from private.nemus_teaching_rows(array(select p.id from page p)) r join page p on p.id = r.id), '[]')));
end $function$;

REVOKE ALL
  ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid)
  FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_room_id_key" UNIQUE (room_id);

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "one_owner" CHECK ((num_nonnulls(user_id, teacher_id, room_id) = 1));

ALTER TABLE "public"."nemus_courses"
  ADD CONSTRAINT "nemus_courses_agenda_check" CHECK ((char_length(agenda) <= 4000));

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_room_id_fkey" FOREIGN KEY (room_id) REFERENCES public.nemus_rooms(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_appointments"
  ADD CONSTRAINT "nemus_appointments_room_id_fkey" FOREIGN KEY (room_id) REFERENCES public.nemus_rooms(id) ON DELETE RESTRICT;

CREATE VIEW "private"."nemus_training_sources" AS  SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    a.competency,
    NULL::text AS level,
        CASE a.type
            WHEN 'Supervision'::text THEN 'appointment_supervision'::text
            ELSE 'appointment'::text
        END AS source,
        CASE a.type
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (a.units * 45) AS minutes,
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed,
            d.room_id
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
  WHERE ((a.course_id IS NULL) AND (a.units > 0) AND ((p.status = 'completed'::text) OR ((p.status = 'confirmed'::text) AND (a.ends_at <= now()))))
UNION ALL
 SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    COALESCE(a.competency, s.competency) AS competency,
    NULL::text AS level,
    ('seminar_'::text || part.category) AS source,
    part.category,
    (part.units * 45) AS minutes,
    ((done.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (((((public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed,
            d.room_id
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.title,
            c.description,
            c.competency,
            c.duration_hours,
            c.difficulty,
            c.theory_units,
            c.practical_units,
            c.elearning_units,
            c.price_euros,
            c.credit_cost,
            c.is_premium,
            c.is_active,
            c.created_at,
            c.updated_at,
            c.published_at,
            c.has_dates,
            c.zfu_status,
            c.zfu_number,
            c.state,
            c.search_text,
            c.agenda
           FROM public.nemus_courses c
          WHERE (c.id = a.course_id)
         LIMIT 1) s)
     CROSS JOIN LATERAL ( SELECT a.ends_at,
            p.attended_units AS units,
            p.attended_units AS until
          WHERE (a.parts IS NULL)
        UNION ALL
         SELECT t.ends_at,
            m.units,
            (sum(m.units) OVER (ORDER BY t.ends_at))::integer AS sum
           FROM (jsonb_to_recordset(a.parts) t(id text, ends_at timestamp with time zone)
             CROSS JOIN LATERAL ( SELECT ((p.part_marks #>> ARRAY[t.id, 'units'::text]))::integer AS units) m)
          WHERE (m.units > 0)) done)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN done.units
                    ELSE ((round((((done.until)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)) - round(((((done.until - done.units))::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric))))::integer
                END AS units) theory)
     CROSS JOIN LATERAL ( VALUES ('theory'::text,theory.units), ('practice'::text,(done.units - theory.units))) part(category, units))
  WHERE ((p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND (part.units > 0))
UNION ALL
 SELECT l.user_id,
    'elearning'::text AS kind,
    l.course_id AS source_id,
    COALESCE(k.title, c.title) AS title,
        CASE
            WHEN (k.units IS NULL) THEN c.competency
            ELSE k.competency
        END AS competency,
    NULL::text AS level,
    'elearning'::text AS source,
    'elearning'::text AS category,
    (COALESCE(k.units, c.units) * 45) AS minutes,
    ((l.completed_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    l.is_sample
   FROM ((public.nemus_learning_progress l
     CROSS JOIN LATERAL ( SELECT e.id,
            e."position",
            e.title,
            e.description,
            e.learning_goal,
            e.competency,
            e.units,
            e.estimated_time,
            e.difficulty,
            e.rating,
            e.students,
            e.is_premium,
            e.seminar_id,
            e.is_active,
            e.created_at,
            e.updated_at
           FROM public.nemus_learning_courses e
          WHERE (e.id = l.course_id)
         LIMIT 1) c)
     LEFT JOIN LATERAL ( SELECT d.id,
            d.user_id,
            d.kind,
            d.appointment_id,
            d.course_id,
            d.number,
            d.holder,
            d.title,
            d.issuer,
            d.competency,
            d.units,
            d.content,
            d.session,
            d.issued_on,
            d.is_sample,
            d.created_at,
            d.seminar_id,
            d.edition,
            d.issuer_address
           FROM public.nemus_certificates d
          WHERE ((d.user_id = l.user_id) AND (d.course_id = l.course_id))
          ORDER BY d.edition DESC
         LIMIT 1) k ON (true))
  WHERE (l.status = 'completed'::text)
UNION ALL
 SELECT c.user_id,
    'certificate'::text AS kind,
    (c.id)::text AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'certificate_supervision'::text
            ELSE 'certificate'::text
        END AS source,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (c.units * 45) AS minutes,
    c.issued_on AS done_on,
    c.is_sample
   FROM public.nemus_certificates c
  WHERE ((c.appointment_id IS NULL) AND (c.course_id IS NULL) AND (c.seminar_id IS NULL) AND (c.units > 0) AND (NOT (EXISTS ( SELECT
           FROM private.nemus_certificate_revocations r
          WHERE (r.certificate_id = c.id)))))
UNION ALL
 SELECT e.user_id,
    'logbook'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    ('entry_'::text || e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))))
UNION ALL
 SELECT e.user_id,
    'certificate'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    private.nemus_certificate_source(e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))));

CREATE INDEX nemus_appointments_room_id ON public.nemus_appointments USING btree (room_id, starts_at)
  WHERE (room_id IS NOT NULL);

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON public.nemus_rooms
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id');

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_rooms
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE POLICY "the second factor was given" ON "public"."nemus_rooms"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_calendar_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_calendar_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_calendar_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_dates_in_room"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_dates_in_room"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_dates_in_room"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_drop_calendar"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_drop_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_drop_calendar"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_note_calendar"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_note_calendar"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_note_calendar"(text, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_entries"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_entries"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_entries"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_room"(jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_room"(jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_room"(jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_refuse_small_room"(public.nemus_appointments, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_refuse_small_room"(public.nemus_appointments, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_refuse_small_room"(public.nemus_appointments, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_rename_place"(public.nemus_rooms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_rename_place"(public.nemus_rooms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_rename_place"(public.nemus_rooms) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_room_line"(text, text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_room_line"(text, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_room_line"(text, text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_rooms"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_rooms"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_rooms"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_rooms" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."nemus_rooms" TO "service_role";

CREATE UNIQUE INDEX nemus_rooms_place ON public.nemus_rooms USING btree (private.nemus_room(''::text, place));
