SET local check_function_bodies = off;

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

DROP TRIGGER "sum_confirmed" ON "public"."nemus_logbook_entries";

DROP TRIGGER "sum_inserted" ON "public"."nemus_logbook_entries";

DROP INDEX "public"."nemus_logbook_entries_confirmed";

DROP VIEW "private"."nemus_training_sources";

DROP VIEW "public"."nemus_my_appointments";

ALTER TABLE "private"."nemus_date_letters"
  DROP CONSTRAINT "nemus_date_letters_kind_check";

ALTER TABLE "private"."nemus_quiz_answers"
  DROP CONSTRAINT "nemus_quiz_answers_correct_option_check";

ALTER TABLE "private"."nemus_quiz_draws"
  DROP CONSTRAINT "nemus_quiz_draws_option_order_check";

ALTER TABLE "public"."nemus_course_enrollments"
  DROP CONSTRAINT "nemus_course_enrollments_enrollment_type_check";

ALTER TABLE "public"."nemus_learning_media"
  DROP CONSTRAINT "nemus_learning_media_path_key";

ALTER TABLE "public"."nemus_logbook_entries"
  DROP CONSTRAINT "nemus_logbook_entries_minutes_check";

ALTER TABLE "public"."nemus_quiz_questions"
  DROP CONSTRAINT "nemus_quiz_questions_options_check";

ALTER TABLE "public"."nemus_quiz_run_answers"
  DROP CONSTRAINT "nemus_quiz_run_answers_chosen_option_check";

DROP FUNCTION "private"."nemus_confirms_for"(uuid, uuid, text, date, uuid, boolean);

DROP FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments);

DROP FUNCTION "private"."nemus_role_for"(uuid, uuid, text, date, uuid, boolean);

DROP FUNCTION "private"."nemus_shuffled_options"();

DROP FUNCTION "private"."nemus_take_dates"(uuid, boolean);

DROP FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb);

DROP FUNCTION "public"."nemus_abandoned_uploads"();

DROP FUNCTION "public"."nemus_answer_question"(uuid, text, integer);

DROP FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer);

DROP FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb);

DROP FUNCTION "public"."nemus_message_trainees"(uuid[], text);

DROP FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean);

DROP FUNCTION "public"."nemus_staff_orders"(text, text, text, integer);

DROP FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean);

DROP FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone);

ALTER TABLE "public"."nemus_logbook_entries"
  DROP COLUMN "search_text";

CREATE TABLE "private"."nemus_calendars" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "token_hash"   text                     NOT NULL,
  "user_id"      uuid,
  "teacher_id"   uuid,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "reads"        integer                  NOT NULL DEFAULT 0,
  "hour_from"    timestamp with time zone NOT NULL DEFAULT now(),
  "last_read_at" timestamp with time zone,
  CONSTRAINT "nemus_calendars_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_calendars_teacher_id_key" UNIQUE (teacher_id),
  CONSTRAINT "nemus_calendars_token_hash_check" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "nemus_calendars_token_hash_key" UNIQUE (token_hash),
  CONSTRAINT "nemus_calendars_user_id_key" UNIQUE (user_id),
  CONSTRAINT "one_owner" CHECK ((num_nonnulls(user_id, teacher_id) = 1))
);

ALTER TABLE "private"."nemus_calendars"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."nemus_support_requests" (
  "id"             uuid                     NOT NULL,
  "institution_id" uuid                     NOT NULL,
  "asked_by"       uuid,
  "subject"        text                     NOT NULL,
  "message"        text                     NOT NULL,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "answer"         text,
  "answered_at"    timestamp with time zone,
  "answered_by"    uuid,
  CONSTRAINT "answered_has_a_time" CHECK (((answer IS NULL) = (answered_at IS NULL))),
  CONSTRAINT "nemus_support_requests_answer_check" CHECK (((char_length(answer) >= 3) AND (char_length(answer) <= 4000))),
  CONSTRAINT "nemus_support_requests_message_check" CHECK (((char_length(message) >= 3) AND (char_length(message) <= 4000))),
  CONSTRAINT "nemus_support_requests_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_support_requests_subject_check" CHECK (((char_length(subject) >= 3) AND (char_length(subject) <= 150)))
);

ALTER TABLE "private"."nemus_support_requests"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."nemus_logbook_files" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "user_id"      uuid,
  "path"         text                     NOT NULL,
  "file_name"    text                     NOT NULL,
  "content_type" text                     NOT NULL,
  "size_bytes"   bigint                   NOT NULL,
  "confirmed_at" timestamp with time zone,
  "sha256"       text,
  "dropped_at"   timestamp with time zone,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "confirmed_has_a_hash" CHECK (((confirmed_at IS NULL) = (sha256 IS NULL))),
  CONSTRAINT "nemus_logbook_files_content_type_check" CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  CONSTRAINT "nemus_logbook_files_file_name_check" CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
  CONSTRAINT "nemus_logbook_files_path_key" UNIQUE (path),
  CONSTRAINT "nemus_logbook_files_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_logbook_files_sha256_check" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "nemus_logbook_files_size_bytes_check" CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760)))
);

ALTER TABLE "public"."nemus_logbook_files"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_logbook_files" FROM "anon", "service_role";

ALTER TABLE "private"."nemus_disputes"
  ADD COLUMN "due_at" timestamp WITH time zone;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "settings" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "courses" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "certificates" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "attributes" jsonb;

ALTER TABLE "private"."nemus_quiz_answers"
  ADD COLUMN "also_correct" integer[] NOT NULL DEFAULT '{}'::integer[];

ALTER TABLE "private"."nemus_withdrawals"
  ADD COLUMN "order_id" uuid;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD COLUMN "set_by_staff" text;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD COLUMN "part_marks" jsonb;

ALTER TABLE "public"."nemus_appointments"
  ADD COLUMN "parts" jsonb;

ALTER TABLE "public"."nemus_appointments"
  ADD COLUMN "parts_needed" integer;

ALTER TABLE "public"."nemus_booking_participants"
  ADD COLUMN "used_at" timestamp WITH time zone;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "file_id" uuid;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "file_sha256" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "issuer" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "started_on" date;

ALTER TABLE "public"."nemus_quiz_run_answers"
  ADD COLUMN "also_chosen" integer[] NOT NULL DEFAULT '{}'::integer[];

CREATE OR REPLACE FUNCTION private.nemus_apply_questions (
  p_course   text,
  p_document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  question record;
  correct int[];
begin
  update public.nemus_quiz_questions set position = position + 100000 where course_id = p_course;
  for question in
    select b.item ->> 'id' as block, q.item ->> 'id' as id, q.place, q.item
    from private.nemus_items(p_document -> 'blocks') b, private.nemus_items(b.item -> 'questions') q
  loop
    insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
    values (question.id, p_course, question.block, question.place,
      private.nemus_draft_text(question.item, 'question'),
      private.nemus_draft_options(question.item),
      nullif(private.nemus_draft_number(question.item, 'panel'), 0))
    on conflict (id) do update set block_id = excluded.block_id, position = excluded.position,
      question = excluded.question, options = excluded.options, comic_reference = excluded.comic_reference;
    correct := private.nemus_draft_correct(question.item);
    delete from public.nemus_quiz_runs r using private.nemus_quiz_draws d, private.nemus_quiz_answers a
    where d.run_id = r.id and r.finished_at is null and d.question_id = question.id and a.question_id = question.id
      and (a.correct_option || a.also_correct <> correct
        or cardinality(d.option_order) <> cardinality(private.nemus_draft_options(question.item)));
    insert into private.nemus_quiz_answers (question_id, correct_option, also_correct, explanation)
    values (question.id, correct[1], correct[2:], private.nemus_draft_text(question.item, 'explanation'))
    on conflict (question_id) do update set correct_option = excluded.correct_option,
      also_correct = excluded.also_correct, explanation = excluded.explanation;
  end loop;
  delete from public.nemus_quiz_questions q where q.course_id = p_course and q.position > 100000;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_attended (
  p_user   uuid,
  p_course uuid
)
  RETURNS TABLE (
    times     integer,
    units     integer,
    is_done   boolean,
    has_parts boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.nemus_billed_number (
  p_search text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(upper(replace(substring(s.plain from '(?i)\mNE ?- ?[0-9]{4} ?- ?[0-9]{6}\M'), ' ', '')), s.plain)
  from (select private.nemus_plain_code(p_search) as plain) s
$function$;

CREATE OR REPLACE FUNCTION private.nemus_certificate_source (
  p_category text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case p_category when 'theory' then 'certificate' when 'supervision' then 'certificate_supervision'
    when 'practice' then 'seminar_practice' when 'elearning' then 'elearning' else 'entry_self_experience' end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_certify_attendance (
  p_user        uuid,
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  attended record;
  standing public.nemus_certificates;
begin
  select p.attendance, p.attended_units, p.part_marks into attended from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = p_user;
  select * into standing from public.nemus_certificates c
  where c.user_id = p_user and c.appointment_id = p_appointment and private.nemus_revoked_at(c.id) is null;
  if standing.id is not null then
    if attended.attendance in ('present', 'partial') and attended.attended_units = standing.units then
      return;
    end if;
    perform private.nemus_revoke_certificate(standing, 'attendance_corrected');
  end if;
  if coalesce(attended.attendance, 'absent') = 'absent' or exists (select from public.nemus_appointments a
    cross join lateral private.nemus_sum_marks(a, attended.part_marks) m
    where a.id = p_appointment and a.parts is not null and m.attended < a.parts_needed) then
    return;
  end if;
  -- Fires certificates/certificates, notifications/events.
  insert into public.nemus_certificates (user_id, kind, appointment_id, edition, number, title, issuer, competency,
    units, content, session, issued_on, is_sample)
  select p_user, 'attendance', a.id, 1 + (select count(*) from public.nemus_certificates c
      where c.user_id = p_user and c.appointment_id = a.id), private.nemus_draw_number(), a.title,
    private.nemus_document_text('issuer'), coalesce(a.competency, s.competency), attended.attended_units,
    coalesce(nullif(a.description, ''), s.description),
    jsonb_build_object('type', a.type, 'format', a.format, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
      'instructor', a.instructor) || coalesce((
        select jsonb_build_object('starts_at', min(t.starts_at), 'ends_at', max(t.ends_at), 'parts', jsonb_agg(
          jsonb_build_object('title', t.title, 'starts_at', t.starts_at, 'ends_at', t.ends_at,
            'units', (attended.part_marks #>> array[t.id::text, 'units'])::int) order by t.starts_at))
        from private.nemus_parts(a) t where a.parts is not null
          and attended.part_marks #>> array[t.id::text, 'attendance'] <> 'absent' having count(*) > 0), '{}'),
    (now() at time zone 'Europe/Berlin')::date, a.is_sample
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_certify_seminar()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  enrolment constant public.nemus_course_enrollments := case tg_op when 'DELETE' then old else new end;
  standing public.nemus_certificates;
  units int;
begin
  select * into standing from public.nemus_certificates c
  where c.user_id = enrolment.user_id and c.seminar_id = enrolment.course_id and private.nemus_revoked_at(c.id) is null;
  if tg_op <> 'DELETE' and enrolment.status = 'completed' then
    select greatest(case when d.has_parts then least(s.theory_units + s.practical_units, d.units)
        else s.theory_units + s.practical_units end + coalesce((select sum(coalesce((select k.units
          from public.nemus_certificates k where k.user_id = p.user_id and k.course_id = l.id order by k.edition desc limit 1), l.units))
        from public.nemus_learning_courses l join public.nemus_learning_progress p on p.course_id = l.id
          and p.user_id = enrolment.user_id and p.status = 'completed'
        where l.seminar_id = s.id), 0), 1) into units
    from public.nemus_courses s cross join private.nemus_attended(enrolment.user_id, s.id) d where s.id = enrolment.course_id;
    if standing.id is not null and tg_op = 'UPDATE' and old.status = 'completed' and standing.units <> units then
      perform private.nemus_revoke_certificate(standing, 'attendance_corrected');
      standing := null;
    end if;
    -- Fires certificates/certificates, notifications/events.
    insert into public.nemus_certificates (user_id, seminar_id, edition, number, title, issuer, competency, units,
      content, issued_on)
    select enrolment.user_id, s.id, 1 + (select count(*) from public.nemus_certificates c
        where c.user_id = enrolment.user_id and c.seminar_id = s.id), private.nemus_draw_number(), s.title,
      private.nemus_document_text('issuer'), s.competency,
      units, s.description, (now() at time zone 'Europe/Berlin')::date
    from public.nemus_courses s where s.id = enrolment.course_id and s.has_dates and standing.id is null
      -- Requires attendance recorded in the portal. A completion by a sample or an import is not certified.
      and exists (select from public.nemus_appointment_participations p join public.nemus_appointments a
        on a.id = p.appointment_id where a.course_id = s.id and p.user_id = enrolment.user_id
          and p.attendance in ('present', 'partial'));
  -- Not after an insert: earlier parts carried over by the insert may just have issued it.
  elsif standing.id is not null and tg_op <> 'INSERT' then
    perform private.nemus_revoke_certificate(standing,
      case tg_op when 'DELETE' then 'enrolment_ended' else 'attendance_corrected' end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_span (
  p_from  date,
  p_until date
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(400, 'invalid_request', jsonb_build_object('span', true))
    where p_from is null or p_until is null or p_until < p_from or p_until - p_from > 400;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_choice_of (
  p_user   uuid,
  p_course uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select a.id from public.nemus_date_choices c join public.nemus_appointments a on a.id = c.date_id
  where c.user_id = p_user and c.course_id = p_course
    and least(a.cancelled_at, private.nemus_change_deadline(a)) > now() - interval '1 day'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_chosen_date (
  p_user   uuid,
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('appointment_id', a.id, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'status', p.status,
    'waitlist_position', p.waitlist_position,
    'attendance', case when a.parts is null or a.ends_at <= now() then p.attendance end, 'parts', jsonb_array_length(a.parts))
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and a.cancelled_at is null
    and (p.status = 'confirmed' or (p.status = 'waitlist' and a.ends_at > now()))
  order by a.ends_at > now() desc, p.status, a.starts_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_competency_figures (
  p_user uuid
)
  RETURNS TABLE (
    competency        text,
    modules_total     integer,
    modules_completed integer,
    share             integer,
    is_sample         boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  with source as materialized (
    select s.competency, count(distinct (s.kind, s.source_id)) as modules from private.nemus_training_sources s
    where s.user_id = p_user and s.category in ('theory', 'elearning') group by s.competency),
  plan as materialized (
    select c.competency, private.nemus_modules_planned(p_user, c.competency) as modules,
      coalesce((select t.is_sample from public.nemus_competency_targets t
        where t.user_id = p_user and t.competency = c.competency), false) as is_sample
    from (values ('fachliche_kompetenz'), ('diagnostische_kompetenz'), ('methoden_kompetenz'),
      ('beziehungsgestaltung'), ('personale_kompetenz'), ('professionelle_haltung')) as c (competency))
  select p.competency, p.modules, least(p.modules, done.modules)::int,
    -- Never 100 before the last module.
    case when done.modules >= p.modules then 100 else least(99, round(done.modules * 100.0 / p.modules)) end::int,
    p.is_sample
  from plan p left join source s on s.competency = p.competency
  cross join lateral (select coalesce(s.modules, 0) as modules) done;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_conflicts_at (
  p_times jsonb
)
  RETURNS TABLE (
    place     integer,
    conflicts jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  with given as materialized (
    select g.place, g.date_id, g.starts_at, g.ends_at, g.room, g.teachers
    from jsonb_to_recordset(p_times) as g (place int, date_id uuid, starts_at timestamptz, ends_at timestamptz,
      room text, teachers uuid[])
  ), found as (
    select g.place, 'room' as kind, o.location as name, o.id, o.title, o.starts_at, o.ends_at
    from given g cross join lateral (
      select a.* from public.nemus_appointments a
      where private.nemus_room(a.format, a.location) = g.room
        and a.course_id is not null and a.cancelled_at is null and a.starts_at < g.ends_at and a.ends_at > g.starts_at
        -- No date is longer. The bound lets the index find candidates.
        and a.starts_at > g.starts_at - private.nemus_longest_date() and a.parts is null
      union all
      select a.* from public.nemus_appointments a
      where private.nemus_room(a.format, a.location) = g.room and a.parts is not null
        and a.course_id is not null and a.cancelled_at is null and a.starts_at < g.ends_at and a.ends_at > g.starts_at
        and private.nemus_meets(a.parts, g.starts_at, g.ends_at)
      offset 0) o
    where o.id is distinct from g.date_id
    union all
    select g.place, 'teacher', t.name, o.id, o.title, o.starts_at, o.ends_at
    from given g cross join lateral (
      select a.* from public.nemus_appointments a
      where a.course_id is not null and a.cancelled_at is null
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(g.starts_at, greatest(g.starts_at, g.ends_at))
        and private.nemus_meets(a.parts, g.starts_at, g.ends_at)
      offset 0) o
    cross join lateral unnest(g.teachers) as person (id)
    cross join lateral (select d.teacher_id from public.nemus_appointment_teachers d
      where d.appointment_id = o.id and d.teacher_id = person.id limit 1) teaches
    cross join lateral (select x.name from public.nemus_teachers x where x.id = teaches.teacher_id limit 1) t
    where o.id is distinct from g.date_id
  )
  select f.place, jsonb_agg(jsonb_build_object('kind', f.kind, 'name', f.name, 'date_id', f.id, 'title', f.title,
    'starts_at', f.starts_at, 'ends_at', f.ends_at) order by f.starts_at, f.id, f.kind, f.name)
  from found f group by f.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_conflicts_of (
  p_date public.nemus_appointments
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case when p_date.cancelled_at is not null then '[]'::jsonb
    else (select coalesce(jsonb_agg(c.value order by t.starts_at), '[]') from private.nemus_parts(p_date) t
      cross join lateral jsonb_array_elements(private.nemus_date_conflicts(p_date.id, t.starts_at, t.ends_at,
        private.nemus_room(p_date.format, p_date.location),
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_date.id))) c) end;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_copy_learning (
  p_course  text,
  p_mark    text,
  p_seminar uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  content jsonb := coalesce((select d.document from public.nemus_learning_drafts d where d.course_id = p_course),
    private.nemus_document_of(p_course));
  copy text;
  media record;
begin
  perform private.nemus_refuse(404, 'learning_draft_not_found') where content is null;
  content := content || jsonb_build_object('seminar_id', p_seminar,
    'title', private.nemus_marked_title(coalesce(content ->> 'title', ''), p_mark));
  copy := public.nemus_create_learning_course(content ->> 'title');
  for media in select m.*, gen_random_uuid() as new_id from public.nemus_learning_media m
    where m.course_id = p_course and m.confirmed_at is not null and strpos(content::text, m.id::text) > 0
  loop
    -- The same object in Storage: confirmed files are never replaced or removed.
    insert into public.nemus_learning_media (id, course_id, kind, path, file_name, content_type, size_bytes,
      confirmed_at, sha256, created_by)
    values (media.new_id, copy, media.kind, media.path, media.file_name, media.content_type, media.size_bytes,
      media.confirmed_at, media.sha256, auth.uid());
    content := replace(content::text, media.id::text, media.new_id::text)::jsonb;
  end loop;
  -- Ids of the source's blocks, modules and questions are replaced at the first publication (nemus_with_ids).
  update public.nemus_learning_drafts d set document = content where d.course_id = copy;
  return copy;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_count_completion (
  p_booking uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.nemus_course_bookings b set
    completion_rate = mean.progress,
    status = case when mean.progress = 100 then 'completed'
      when b.status = 'completed' and b.origin = 'portal' then 'confirmed' else b.status end
  from (
    select floor(avg(coalesce(e.progress_percentage, 0)))::int as progress
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where p.booking_id = p_booking and p.used_at is null and (e.id is null or e.user_id = t.user_id)
  ) mean
  where b.id = p_booking and b.status <> 'cancelled' and mean.progress is not null
$function$;

CREATE OR REPLACE FUNCTION private.nemus_course_form (
  p_course public.nemus_courses
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(p_course) - 'duration_hours'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_course_is_sold (
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_course_enrollments e where e.course_id = p_course)
    or exists (select from public.nemus_booking_participants p
      join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled'
      where p.course_id = p_course)
    or exists (select from public.nemus_orders o where o.course_id = p_course and o.status in ('open', 'pending'))
    or exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id and a.course_id = p_course
      where p.attendance in ('present', 'partial'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_create_booking (
  p_institution uuid,
  p_course      uuid,
  p_trainees    uuid[],
  p_start       date,
  p_credits     integer,
  p_date        uuid
)
  RETURNS public.nemus_course_bookings
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  course public.nemus_courses;
  starts_on date;
  booking public.nemus_course_bookings;
begin
  select * into course from public.nemus_courses c where c.id = p_course;
  starts_on := case when course.has_dates then today else coalesce(p_start, today + 14) end;
  insert into public.nemus_course_bookings (institution_id, course_id, course_name, has_dates, start_date, end_date,
    participants, max_participants, price_cents, credits_spent, total_hours, date_id)
  -- Eight hours make a day.
  values (p_institution, p_course, course.title, course.has_dates, starts_on,
    case when course.has_dates then starts_on else starts_on + ceil(course.duration_hours / 8)::int - 1 end,
    cardinality(p_trainees), cardinality(p_trainees), round(course.price_euros * 100)::int * cardinality(p_trainees),
    p_credits, ceil(course.duration_hours)::int, p_date)
  returning * into booking;
  insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
  select booking.id, trainee, p_institution, p_course from unnest(p_trainees) as trainee;
  perform private.nemus_enrol_participants(booking.id, null);
  perform private.nemus_use_choice(p_institution, p_date);
  return booking;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_date_messages (
  p_date uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('at', l.created_at, 'by', l.actor_name, 'text', l.after -> 'text',
    'people', (select coalesce(jsonb_agg(private.nemus_holder(p.user_id)
        order by private.nemus_sort_key(p.last_name), private.nemus_sort_key(p.first_name), p.user_id), '[]')
      from public.nemus_profiles p where l.after -> 'people' ? p.user_id::text)) order by l.id desc), '[]')
  from private.nemus_audit_log l
  where l.subject = 'appointments' and l.subject_id = p_date::text and l.action = 'message'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_decide_entry (
  p_entry    public.nemus_logbook_entries,
  p_person   public.nemus_confirmers,
  p_account  uuid,
  p_same     uuid[],
  p_decision text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role_day constant date := private.nemus_role_day(p_entry);
  role constant text := private.nemus_role_for(p_entry, p_entry.confirmer_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email));
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  -- Entries that wait can still be returned.
  perform private.nemus_refuse(409, 'institution_unapproved')
    where not private.nemus_may_have_confirmed(p_person.institution_id);
  perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry, p_entry.confirmer_id, true) is null
        then 'role' else 'site' end))
    where role is null;
  perform private.nemus_refuse(409, 'certificate_unlinked')
    where p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry);
  perform private.nemus_refuse(409, 'certificate_unread')
    where p_entry.file_id is not null and (p_account is null or not private.nemus_reads_entry_file(p_entry));
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  perform private.nemus_refuse(409, 'forbidden_pair')
    where opposed is not null and (exists (select from public.nemus_logbook_entries e
        where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
          and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
            or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
      or exists (select from unnest(p_same) as s (id)
        join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
        join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
          and role_day >= r.valid_from and (r.valid_until is null or role_day <= r.valid_until)
        join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
        where t.user_id = p_entry.user_id));
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_document_of (
  p_course text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('title', c.title, 'description', c.description, 'learning_goal', c.learning_goal,
    'competency', c.competency, 'units', c.units, 'estimated_time', c.estimated_time, 'difficulty', c.difficulty,
    'is_premium', c.is_premium, 'seminar_id', c.seminar_id, 'blocks', coalesce((
      select jsonb_agg(jsonb_build_object('key', b.id, 'id', b.id, 'title', b.title, 'description', b.description,
        'units', b.units, 'is_open', b.is_open,
        'modules', coalesce((
          select jsonb_agg(jsonb_build_object('key', m.id, 'id', m.id, 'title', m.title, 'minutes', m.duration_minutes,
            'type', m.type, 'text', coalesce(t.content, ''),
            'video', (select jsonb_build_object('media', v.media_id, 'subtitles', (
                select s.media_id from public.nemus_learning_module_media s
                where s.module_id = m.id and s.role = 'subtitles' and s.position = 1))
              from public.nemus_learning_module_media v
              where v.module_id = m.id and v.role = 'video' and v.position = 1),
            'panels', coalesce((select jsonb_agg(jsonb_build_object('key', x.media_id, 'media', x.media_id,
                'title', x.title, 'alternative', x.alternative, 'caption', x.caption) order by x.position)
              from public.nemus_learning_module_media x where x.module_id = m.id and x.role = 'panel'), '[]'),
            'documents', coalesce((select jsonb_agg(jsonb_build_object('key', x.media_id, 'media', x.media_id,
                'title', x.title) order by x.position)
              from public.nemus_learning_module_media x where x.module_id = m.id and x.role = 'document'), '[]')
            ) order by m.position)
          from public.nemus_learning_modules m left join public.nemus_learning_contents t on t.module_id = m.id
          where m.course_id = b.course_id and m.block_id = b.id), '[]'),
        'questions', coalesce((
          select jsonb_agg(jsonb_build_object('key', q.id, 'id', q.id, 'question', q.question, 'options', q.options,
            'correct', case a.also_correct when '{}' then to_jsonb(a.correct_option)
              else to_jsonb(a.correct_option || a.also_correct) end,
            'explanation', coalesce(a.explanation, ''), 'panel', q.comic_reference)
            order by q.position)
          from public.nemus_quiz_questions q left join private.nemus_quiz_answers a on a.question_id = q.id
          where q.course_id = b.course_id and q.block_id = b.id), '[]')) order by b.position)
      from public.nemus_learning_blocks b where b.course_id = c.id), '[]'))
  from public.nemus_learning_courses c where c.id = p_course
$function$;

CREATE OR REPLACE FUNCTION private.nemus_documents_of (
  p_order uuid
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select i.id from public.nemus_orders o cross join lateral private.nemus_order_lines(o) l
  cross join lateral (select private.nemus_invoice_about(l.id) as id) i where o.id = p_order and i.id is not null
  group by i.id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draft_correct (
  p_question jsonb
)
  RETURNS integer[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array(select distinct case when c #>> '{}' ~ '^[0-5]$' then (c #>> '{}')::int else -1 end as option
    from jsonb_array_elements(case jsonb_typeof(p_question -> 'correct') when 'array' then p_question -> 'correct'
      else jsonb_build_array(p_question -> 'correct') end) c order by option)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draft_options (
  p_question jsonb
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array(select btrim(o.text) from jsonb_array_elements_text(case jsonb_typeof(p_question -> 'options')
    when 'array' then p_question -> 'options' else '[]' end) with ordinality as o (text, place) order by o.place)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draw_questions (
  p_run public.nemus_quiz_runs
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into private.nemus_quiz_draws (run_id, position, question_id, option_order)
  select p_run.id, row_number() over (order by gen_random_uuid()), drawn.id,
    private.nemus_shuffled_options(cardinality(drawn.options))
  from (
    select q.id, q.options
    from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
    left join (
      select d.question_id, count(*) as times
      from public.nemus_quiz_runs r join private.nemus_quiz_draws d on d.run_id = r.id
      where r.user_id = p_run.user_id and r.course_id = p_run.course_id and r.block_id = p_run.block_id
      group by d.question_id
    ) asked on asked.question_id = q.id
    where q.course_id = p_run.course_id and q.block_id = p_run.block_id
    order by coalesce(asked.times, 0), gen_random_uuid()
    limit p_run.total_questions
  ) drawn
$function$;

CREATE OR REPLACE FUNCTION private.nemus_due_sms (
  p_now timestamp with time zone
)
  RETURNS SETOF public.nemus_sms
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.* from public.nemus_sms s
  where s.state = 'waiting' and s.due_at <= p_now and s.drop_after > p_now and s.attempts < 5
    and (s.claimed_at is null or s.claimed_at < p_now - interval '90 seconds')
    and (s.urgent or private.nemus_sms_due(p_now) = p_now) and private.nemus_is_reachable(s.user_id, (
      select w.institution_id from private.nemus_notification_sendings w
      where w.notification_id = s.notification_id and w.channel = 'sms'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_end_places()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  held record;
begin
  if exists (select from private.nemus_held_dates(old.user_id, old.course_id)) then
    perform private.nemus_lock_dates(old.course_id);
    for held in select d.appointment_id from private.nemus_held_dates(old.user_id, old.course_id) d
      join public.nemus_appointments a on a.id = d.appointment_id and (a.starts_at > now() or a.parts is not null)
      order by 1
    loop
      perform private.nemus_release_place(held.appointment_id, old.user_id);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_enrol_participants (
  p_booking uuid,
  p_trainee uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place record;
  enrollment uuid;
begin
  for place in
    select p.booking_id, p.trainee_id, p.course_id, t.user_id, b.date_id
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
    where p.enrollment_id is null and p.used_at is null and p.course_id is not null and t.user_id is not null
      and (p.booking_id = p_booking or p.trainee_id = p_trainee)
    -- Waits for a place that is just being cancelled, and finds it gone.
    for update of p
  loop
    -- Fires certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (place.user_id, place.course_id, 'institution_booking')
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    if enrollment is not null then
      -- Fires bookings/booked_seminars.
      update public.nemus_booking_participants p set enrollment_id = enrollment
      where p.booking_id = place.booking_id and p.trainee_id = place.trainee_id;
      perform private.nemus_take_choice(place.user_id, place.date_id);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_enrolment_parts (
  p_user   uuid,
  p_course uuid
)
  RETURNS TABLE (
    share        numeric,
    has_begun    boolean,
    is_done      boolean,
    has_evidence boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select sum(part.weight * part.done) / sum(part.weight), bool_or(part.has_begun), bool_and(part.is_done),
    bool_or(part.has_evidence)
  from (
    select greatest(c.theory_units + c.practical_units, 1) as weight,
      least(1, attended.units::numeric / greatest(c.theory_units + c.practical_units, 1)) as done,
      attended.times > 0 as has_begun,
      attended.is_done,
      attended.times > 0 as has_evidence
    from public.nemus_courses c cross join lateral private.nemus_attended(p_user, c.id) attended
    where c.id = p_course and c.has_dates
    union all
    select l.units, coalesce(p.progress_percentage, 0) / 100.0, coalesce(p.status, 'not_started') <> 'not_started',
      coalesce(p.status, 'not_started') = 'completed', p.course_id is not null
    from public.nemus_learning_courses l
    left join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = p_user
    -- A retired course counts only for people who have begun it. It blocks no other completion.
    where l.seminar_id = p_course and (l.is_active or p.course_id is not null)
  ) part
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION private.nemus_entry_to_confirm (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_entry.id, 'user_id', p_entry.user_id,
    'trainee', private.nemus_trainee_name(p_entry.user_id, p_entry.institution_id),
    'institution', private.nemus_inviting_name(p_entry.institution_id),
    'week', date_trunc('week', p_entry.done_on::timestamp)::date, 'done_on', p_entry.done_on,
    'category', p_entry.category, 'minutes', p_entry.minutes, 'competency', p_entry.competency, 'level', p_entry.level,
    'note', case when private.nemus_reads_note(p_entry.category, p_entry.note, p_entry.confirmer_id, p_entry.submitted_at)
      then p_entry.note else '' end, 'submitted_at', private.nemus_shown_since(p_entry),
    'site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
    'case', (select c.code from public.nemus_logbook_cases c where c.id = p_entry.case_id),
    'confirmer_id', p_entry.confirmer_id, 'is_imported', p_entry.is_imported,
    'is_linked', private.nemus_is_linked_entry(p_entry),
    'attributes', private.nemus_entry_attributes(p_entry),
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'certificate', (select jsonb_build_object('issuer', case when p_entry.category <> 'self_experience'
          or private.nemus_reads_entry_file(p_entry) then p_entry.issuer else '' end, 'started_on', p_entry.started_on,
        'is_before_training', coalesce(p_entry.done_on < (select i.started_on from public.nemus_training_info i
          where i.user_id = p_entry.user_id), false),
        'file', case when private.nemus_reads_entry_file(p_entry) then jsonb_build_object('path', f.path,
          'file_name', f.file_name, 'content_type', f.content_type, 'size_bytes', f.size_bytes,
          'sha256', f.sha256) end)
      from public.nemus_logbook_files f where f.id = p_entry.file_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_exported_tables()
  RETURNS TABLE (
    source       regclass,
    name         text,
    owner_column text,
    is_personal  boolean,
    columns      text[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.source::regclass, split_part(t.source, '.nemus_', 2), t.owner_column, t.columns is not null,
    coalesce(string_to_array(t.columns, ' '), array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') order by a.attnum))
  from (values
    -- The person.
    ('public.nemus_appointment_participations', 'user_id', null),
    ('public.nemus_block_positions', 'user_id', null),
    ('public.nemus_certificates', 'user_id', null),
    ('public.nemus_closed_first_steps', 'user_id', null),
    ('public.nemus_competency_targets', 'user_id', null),
    ('public.nemus_confirmers', 'user_id', null),
    ('public.nemus_course_enrollments', 'user_id', null),
    ('public.nemus_date_choices', 'user_id', null),
    ('public.nemus_date_interests', 'user_id', null),
    ('public.nemus_known_devices', 'user_id', null),
    ('public.nemus_learning_progress', 'user_id', null),
    ('public.nemus_logbook_cases', 'user_id', null),
    ('public.nemus_logbook_entries', 'user_id', null),
    ('public.nemus_logbook_files', 'user_id', null),
    ('public.nemus_logbook_sites', 'user_id', null),
    ('public.nemus_logbook_templates', 'user_id', null),
    ('public.nemus_members', 'user_id', null),
    ('public.nemus_module_progress', 'user_id', null),
    ('public.nemus_name_requests', 'user_id', null),
    ('public.nemus_notification_choices', 'user_id', null),
    ('public.nemus_notifications', 'user_id', null),
    ('public.nemus_personal_data', 'user_id', null),
    ('public.nemus_phones', 'user_id', null),
    ('public.nemus_profiles', 'user_id', null),
    ('public.nemus_quiz_runs', 'user_id', null),
    ('public.nemus_quiz_scores', 'user_id', null),
    ('public.nemus_requirement_choices', 'user_id', null),
    ('public.nemus_sms', 'user_id', null),
    ('public.nemus_staff', 'user_id', null),
    ('public.nemus_trainees', 'user_id', null),
    ('public.nemus_training_info', 'user_id', null),
    ('public.nemus_training_interruptions', 'user_id', null),
    ('public.nemus_training_targets', 'user_id', null),
    -- The buyer: the person, or the institution for members who may see its purchases.
    ('public.nemus_billing_addresses', 'user_id', null),
    ('public.nemus_invoices', 'user_id', null),
    ('public.nemus_orders', 'user_id', null),
    ('public.nemus_transactions', 'user_id', null),
    -- The institution.
    ('public.nemus_booking_requests', 'institution_id', null),
    ('public.nemus_confirmers', 'institution_id', null),
    ('public.nemus_course_bookings', 'institution_id', null),
    ('public.nemus_credit_balances', 'institution_id', null),
    ('public.nemus_institution_approvals', 'institution_id', null),
    ('public.nemus_institution_settings', 'institution_id', null),
    ('public.nemus_invoice_choices', 'institution_id', null),
    ('public.nemus_member_invitations', 'institution_id', null),
    ('public.nemus_report_times', 'institution_id', null),
    ('public.nemus_spending_limits', 'institution_id', null),
    ('public.nemus_subscriptions', 'institution_id', null),
    ('public.nemus_trainees', 'institution_id', null),
    ('public.nemus_weekly_reports', 'institution_id', null),
    -- Personal rows that no page shows.
    ('public.nemus_teachers', 'user_id', 'id name email is_active'),
    ('private.nemus_blocked_accounts', 'user_id', 'user_id reason created_at'),
    ('private.nemus_code_attempts', 'user_id', 'id user_id created_at'),
    ('private.nemus_date_letters', 'user_id', 'id user_id appointment_id kind audience has_place title starts_at ends_at'
      || ' attempts sent_at created_at'),
    ('private.nemus_first_visits', 'user_id', 'user_id created_at'),
    ('private.nemus_known_factors', 'user_id', 'factor_id user_id created_at'),
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number sums signers'
      || ' settings courses certificates attributes created_at'),
    ('private.nemus_logbook_steps', 'user_id', 'user_id number entry_id action created_at actor_name content'),
    ('private.nemus_notification_sendings', 'user_id', 'id notification_id user_id channel attempts sent_at created_at'),
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street extra_line postal_code city country vat_id created_at'),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at'),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at asked_as asked_at sent_at created_at'),
    ('private.nemus_support_requests', 'institution_id', 'id institution_id subject message created_at answer answered_at'),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at'),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at'),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at')
  ) as t (source, owner_column, columns)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_fill_places (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
  is_late boolean;
  next public.nemus_appointment_participations;
begin
  loop
    select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
    exit when not found or appointment.starts_at <= now() or appointment.cancelled_at is not null;
    is_late := private.nemus_moves_until(appointment) <= now();
    exit when private.nemus_open_places(appointment) <= 0;
    select * into next from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.status = 'waitlist' and not (is_late and p.offered_until is not null)
      and not private.nemus_is_bound(p.user_id, appointment.course_id, p.set_by_staff is not null)
      and not private.nemus_has_attended(p.user_id, appointment.course_id)
    order by p.waitlist_position limit 1 for update;
    exit when not found;
    if not is_late then
      perform private.nemus_move_up(appointment, next.user_id);
      continue;
    end if;
    next.offered_until := least(now() + interval '24 hours', appointment.starts_at);
    update public.nemus_appointment_participations p set offered_until = next.offered_until
    where p.appointment_id = p_appointment and p.user_id = next.user_id;
    perform private.nemus_notify(next.user_id, 'place_offered', 'place_offered:' || p_appointment || ':' || now(),
      jsonb_build_object('title', private.nemus_fact(appointment.title, '–'), 'starts_at', appointment.starts_at,
        'until', next.offered_until), '/appointments');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_follow_attendance()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_found_invoices (
  p_search text
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  billed constant text := private.nemus_billed_number(p_search);
  ordered constant uuid := private.nemus_order_number(p_search);
begin
  if ordered is not null then
    return query select d from private.nemus_documents_of(ordered) d;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- With its corrections, or what it corrects.
    return query select o.id from public.nemus_invoices i
      join public.nemus_invoices o on coalesce(i.cancels_id, i.id) in (o.id, o.cancels_id)
      where i.number = billed and not i.is_sample;
  else
    -- `offset 0` keeps the plan per account, as in nemus_found_orders.
    return query select i.id from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.id from public.nemus_invoices x where x.user_id = p.user_id offset 0) i;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_found_orders (
  p_search text
)
  RETURNS SETOF public.nemus_orders
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  found_id constant uuid := private.nemus_order_number(p_search);
  paid constant text := substring(private.nemus_plain_code(p_search) from '\m(?:cs|pi)_[\w-]+');
  billed constant text := private.nemus_billed_number(p_search);
begin
  if paid like 'cs\_%' then
    return query select o.* from public.nemus_orders o where o.checkout_session_id = paid;
  elsif paid is not null then
    return query select o.* from public.nemus_orders o where o.payment_id = paid;
  elsif found_id is not null then
    return query select o.* from public.nemus_orders o where o.id = found_id;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- A cancellation leads to the order of the invoice it cancels.
    return query select o.* from public.nemus_orders o where o.id = any (array(
      select substring(t.reference from 7)::uuid from public.nemus_invoices i
      join public.nemus_invoices sent on sent.id = coalesce(i.cancels_id, i.id)
      join public.nemus_transactions t on t.id = sent.transaction_id
      where i.number = billed and not i.is_sample and t.reference like 'order:%'));
  else
    -- `offset 0` keeps the plan per account: orders come from the index, the table is never read whole.
    return query select o.* from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.* from public.nemus_orders x where x.user_id = p.user_id offset 0) o;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_gets_links (
  p_confirmer uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_confirmers c where c.id = p_confirmer and c.user_id is null
    and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id)
    and not exists (select from auth.users u where u.email = lower(c.email) and u.banned_until > now()))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_course (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := greatest(cardinality(p_order.trainee_ids), 1);
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if not private.nemus_is_sold(p_order) or not private.nemus_is_buyable(p_order.course_id) then
    return jsonb_build_object('places', places, 'reason', case when not private.nemus_is_sold(p_order)
      then 'country_not_sold' when private.nemus_is_offered(p_order.course_id) then 'dates_gone' else 'course_gone' end);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    if not found then
      return jsonb_build_object('reason', 'already_enrolled', 'places', 1);
    end if;
    perform private.nemus_take_choice(p_order.user_id, p_order.date_id);
    perform private.nemus_use_choice(p_order.user_id, p_order.date_id);
    return null;
  end if;
  select coalesce(array_agg(t.id), '{}') into free from public.nemus_trainees t
  where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id
    and not exists (select from public.nemus_booking_participants p
      where p.trainee_id = t.id and p.course_id = p_order.course_id)
    and not exists (select from public.nemus_course_enrollments e
      where e.user_id = t.user_id and e.course_id = p_order.course_id);
  if cardinality(free) > 0 then
    -- A slow payment may arrive after the chosen first day.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0, p_order.date_id);
    -- Fires courses/catalogue.
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
  if cardinality(free) = places then
    return null;
  end if;
  return (
    select jsonb_build_object('places', places - cardinality(free), 'reason',
      case when count(t.id) > 0 then 'already_enrolled' else 'trainee_gone' end,
      'people', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t
    where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and t.id <> all (free));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_has_attended (
  p_user   uuid,
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select d.is_done from private.nemus_attended(p_user, p_course) d), false)
    or exists (select from public.nemus_course_enrollments e
      where e.user_id = p_user and e.course_id = p_course and e.status = 'completed')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_held_dates (
  p_user   uuid,
  p_course uuid
)
  RETURNS TABLE (
    appointment_id uuid,
    status         text,
    is_fixed       boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.appointment_id, p.status, private.nemus_leave_until(a, p) <= now()
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and p.status in ('confirmed', 'waitlist')
    and a.cancelled_at is null and a.ends_at > now()
$function$;

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

CREATE OR REPLACE FUNCTION private.nemus_invoice_mailbox (
  p_account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select nullif(s.billing_email, '') from public.nemus_institution_settings s
    where s.institution_id = p_account), private.nemus_letter_address(p_account))
  where not exists (select from private.nemus_deleted_accounts d where d.user_id = p_account)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_invoice_row (
  p_invoice public.nemus_invoices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_invoice.id, 'number', p_invoice.number, 'kind', p_invoice.kind,
    'document_code', p_invoice.document_code, 'is_sample', p_invoice.is_sample,
    'is_collective', p_invoice.is_collective, 'issued_on', p_invoice.issued_on, 'service_on', p_invoice.service_on,
    'service_until', p_invoice.service_until, 'gross_cents', p_invoice.gross_cents,
    'cancels_number', (select e.number from public.nemus_invoices e where e.id = p_invoice.cancels_id),
    'format', p_invoice.format, 'profile', f.profile, 'sha256', f.sha256,
    'missing', (select g.missing from private.nemus_invoice_gaps g where g.invoice_id = p_invoice.id),
    'payments', jsonb_array_length(p_invoice.lines))
  from (select p_invoice.id) own left join public.nemus_invoice_files f on f.invoice_id = own.id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_begun (
  e public.nemus_course_enrollments
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select e.status <> 'not_started' or exists (
      select from public.nemus_learning_courses c where c.seminar_id = e.course_id and (
        exists (select from public.nemus_block_positions b where b.user_id = e.user_id and b.course_id = c.id)
        or exists (select from public.nemus_quiz_runs r where r.user_id = e.user_id and r.course_id = c.id)
        or exists (select from public.nemus_module_progress m join public.nemus_learning_modules l on l.id = m.module_id
          where m.user_id = e.user_id and l.course_id = c.id)))
    or exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = e.user_id and a.course_id = e.course_id and p.status in ('confirmed', 'completed')
        and (p.attendance is distinct from 'absent' or (a.parts is not null and a.ends_at > now()))
        and a.starts_at <= now() and a.cancelled_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_bound (
  p_user     uuid,
  p_course   uuid,
  p_by_staff boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_held_dates(p_user, p_course) held
    join public.nemus_appointments a on a.id = held.appointment_id
    where held.status = 'confirmed' and held.is_fixed
      and not (p_by_staff and case when a.parts is null then a.starts_at else a.ends_at end > now()))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_confirming (
  p_confirmer public.nemus_confirmers
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_confirmer.ended_at is null and not private.nemus_is_blocked(p_confirmer.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_dispute_open (
  p_status text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_status not in ('won', 'lost', 'warning_closed', 'prevented')
$function$;

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

CREATE OR REPLACE FUNCTION private.nemus_is_same_entry (
  p_entry  public.nemus_logbook_entries,
  p_fields jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (p_entry.done_on::text, p_entry.category, p_entry.minutes::text, p_entry.competency, p_entry.level, p_entry.note,
      p_entry.site_id::text, p_entry.case_id::text, p_entry.confirmer_id::text, private.nemus_entry_attributes(p_entry),
      p_entry.file_id::text, p_entry.issuer, p_entry.started_on::text)
    is not distinct from (p_fields ->> 'done_on', p_fields ->> 'category', p_fields ->> 'minutes',
      p_fields ->> 'competency', p_fields ->> 'level',
      replace(btrim(coalesce(p_fields ->> 'note', ''), E' \t\r\n'), E'\r\n', E'\n'),
      lower(nullif(p_fields ->> 'site_id', '')), lower(nullif(p_fields ->> 'case_id', '')),
      lower(nullif(p_fields ->> 'confirmer_id', '')), jsonb_build_object('setting', p_fields ->> 'setting',
        'form', p_fields ->> 'form', 'age_group', p_fields ->> 'age_group', 'procedure', p_fields ->> 'procedure',
        'service', p_fields ->> 'service'), lower(nullif(p_fields ->> 'file_id', '')), btrim(p_fields ->> 'issuer', E' \t\r\n'),
      nullif(p_fields ->> 'started_on', ''))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_stranded (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'submitted' and (not exists (select from public.nemus_confirmers c
      where c.id = p_entry.confirmer_id and private.nemus_is_confirming(c))
    or p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry)
    or private.nemus_role_for(p_entry, p_entry.confirmer_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_whole_invoice (
  p_invoice public.nemus_invoices
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_invoice.format is null
    or exists (select from public.nemus_invoice_files f where f.invoice_id = p_invoice.id)
    or exists (select from private.nemus_invoice_gaps g where g.invoice_id = p_invoice.id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_keep_proved_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- No confirmation meanwhile.
  perform private.nemus_lock_logbook(old.user_id);
  if auth.uid() = old.user_id then
    perform private.nemus_refuse(409, 'name_is_proved') where private.nemus_has_proofs(old.user_id);
    update public.nemus_name_requests r set state = 'withdrawn', decided_at = now()
    where r.user_id = old.user_id and r.state = 'open';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_leave_until (
  p_date public.nemus_appointments,
  p_own  public.nemus_appointment_participations
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_own.status = 'confirmed' and p_own.set_by_staff = 'date' then p_date.starts_at
    else private.nemus_change_deadline(p_date) end
$function$;

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

CREATE OR REPLACE FUNCTION private.nemus_logbook_page_of (
  p_is_certificate boolean
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '/logbook' || case when p_is_certificate then '/certificates' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_logbook_roles (
  p_entry public.nemus_logbook_entries
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    case when p_entry.user_id = auth.uid() then 'owner' end,
    case when p_entry.confirmer_id in (select private.nemus_my_confirmers()) or (p_entry.decided_by = auth.uid()
      and p_entry.confirmer_id in (select private.nemus_my_deputised())) then 'confirmer' end,
    case when p_entry.confirmer_id in (select private.nemus_my_deputised()) then 'deputy' end,
    case when p_entry.institution_id = private.nemus_acts_for('confirming', 'reading') and exists (select from public.nemus_trainees t
      where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id) then 'institution' end], null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_lost_at (
  p_own  public.nemus_appointment_participations,
  p_date public.nemus_appointments
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_own.cancelled_at = p_date.cancelled_at then coalesce((
    select case when l.has_place then 'place' else 'waiting' end from private.nemus_date_letters l
    where l.user_id = p_own.user_id and l.appointment_id = p_date.id and l.kind = 'cancelled' and l.audience = 'participant'
    limit 1), 'place') end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_marked_title (
  p_title text,
  p_mark  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(left(p_title, 197 - char_length(mark)) || ' (' || mark || ')') from (select left(p_mark, 50) as mark) m
$function$;

CREATE OR REPLACE FUNCTION private.nemus_meets (
  p_parts  jsonb,
  p_starts timestamp with time zone,
  p_ends   timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p_parts is null or exists (select from jsonb_to_recordset(p_parts) as t (starts_at timestamptz, ends_at timestamptz)
    where t.starts_at < p_ends and t.ends_at > p_starts)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_minutes_of_day (
  p_user   uuid,
  p_day    date,
  p_entry  uuid,
  p_states text[]
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(case when e.state = 'confirmed' then e.minutes
    else greatest(e.minutes - coalesce(o.minutes, 0), 0) end), 0)::bigint
  from public.nemus_logbook_entries e
  left join public.nemus_logbook_entries o on o.id = e.corrects and o.user_id = e.user_id and o.done_on = e.done_on
  where e.user_id = p_user and e.done_on = p_day and e.state = any (p_states) and e.id <> p_entry and e.file_id is null
    and e.id is distinct from (select c.corrects from public.nemus_logbook_entries c where c.id = p_entry)
    and not exists (select from public.nemus_logbook_entries c
      where c.corrects = e.id and c.user_id = p_user and c.state = 'confirmed')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_module_gaps (
  p_course   text,
  p_document jsonb
)
  RETURNS TABLE (
    place      text,
    field      text,
    problem    text,
    is_warning boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with modules as (select * from private.nemus_draft_modules(p_document)),
  panels as (
    select m.path || '/panels/' || p.place as path, p.item from modules m, private.nemus_items(m.module -> 'panels') p
  ), documents as (
    select m.path || '/documents/' || d.place as path, d.item
    from modules m, private.nemus_items(m.module -> 'documents') d
  ), questions as (
    select format('blocks/%s/questions/%s', b.place, q.place) as path, q.item,
      private.nemus_draft_options(q.item) as options
    from private.nemus_items(p_document -> 'blocks') b, private.nemus_items(b.item -> 'questions') q
  )
  select m.path, 'title', private.nemus_text_problem(m.module, 'title', 200, true), false from modules m
  union all
  select m.path, 'text', private.nemus_text_problem(m.module, 'text', 20000, m.is_open), false from modules m
  union all
  select m.path, 'minutes', 'missing', false from modules m
  where coalesce(private.nemus_draft_number(m.module, 'minutes'), 0) not between 1 and 600
  union all
  select m.path, 'type', 'missing', false from modules m
  where coalesce(m.module ->> 'type', '') not in ('reading', 'video', 'quiz')
  union all
  select m.path, 'video', 'no_video', true from modules m
  where m.module ->> 'type' = 'video' and private.nemus_draft_uuid(m.module -> 'video', 'media') is null
  union all
  select m.path, 'video', 'unknown_media', false from modules m
  where jsonb_typeof(m.module -> 'video') = 'object'
    and not private.nemus_is_media(p_course, 'video', private.nemus_draft_uuid(m.module -> 'video', 'media'))
  union all
  select m.path, 'subtitles', 'no_subtitles', true from modules m
  where jsonb_typeof(m.module -> 'video') = 'object'
    and private.nemus_draft_uuid(m.module -> 'video', 'subtitles') is null
  union all
  select m.path, 'subtitles', 'unknown_media', false from modules m
  where private.nemus_draft_uuid(m.module -> 'video', 'subtitles') is not null
    and not private.nemus_is_media(p_course, 'subtitles', private.nemus_draft_uuid(m.module -> 'video', 'subtitles'))
  union all
  select p.path, 'media', 'unknown_media', false from panels p
  where not private.nemus_is_media(p_course, 'picture', private.nemus_draft_uuid(p.item, 'media'))
  union all
  select p.path, 'alternative', case private.nemus_text_problem(p.item, 'alternative', 2000, true)
    when 'missing' then 'no_alternative' else 'too_long' end, false
  from panels p where private.nemus_text_problem(p.item, 'alternative', 2000, true) is not null
  union all
  select p.path, f.field, private.nemus_text_problem(p.item, f.field, f.most, false), false
  from panels p, (values ('title', 200), ('caption', 500)) as f (field, most)
  union all
  select d.path, 'media', 'unknown_media', false from documents d
  where not private.nemus_is_media(p_course, 'document', private.nemus_draft_uuid(d.item, 'media'))
  union all
  select d.path, 'title', private.nemus_text_problem(d.item, 'title', 200, true), false from documents d
  union all
  select q.path, f.field, private.nemus_text_problem(q.item, f.field, f.most, true), false
  from questions q, (values ('question', 1000), ('explanation', 2000)) as f (field, most)
  union all
  select q.path, 'options', 'options_count', false from questions q
  where cardinality(q.options) not between 2 and 6
    or (select count(distinct o) from unnest(q.options) o where o <> '') <> cardinality(q.options)
  union all
  select q.path, 'correct', 'no_right_answer', false from questions q
  where not private.nemus_draft_correct(q.item) <@ array(select n - 1 from generate_series(1, cardinality(q.options)) n)
    or private.nemus_draft_correct(q.item) = '{}'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_move_up (
  p_date public.nemus_appointments,
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own public.nemus_appointment_participations;
begin
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user for update;
  -- Fires certificates/certificates.
  update public.nemus_appointments a set participants_taken = a.participants_taken + 1 where a.id = p_date.id;
  -- Fires dates/lists_for_participants.
  update public.nemus_appointment_participations p set status = 'confirmed', waitlist_position = null, offered_until = null
  where p.appointment_id = p_date.id and p.user_id = p_user;
  perform private.nemus_close_gap(p_date.id, own.waitlist_position);
  if own.set_by_staff = 'date' then
    perform private.nemus_write_institution_letters(p_date.id, 'rebooked', '{}', array[p_user]);
  end if;
  if p_date.course_id is not null then
    perform private.nemus_tell_participant(p_user, p_date.id, 'promoted');
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_moved_times (
  p_date  uuid,
  p_dates uuid[],
  p_times jsonb
)
  RETURNS TABLE (
    date_id      uuid,
    starts_at    timestamp with time zone,
    ends_at      timestamp with time zone,
    change_until timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_my_deputised()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select d.confirmer_id from public.nemus_confirmer_deputies d
  join public.nemus_confirmers c on c.id = d.deputy_id
  join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
  where c.user_id = auth.uid() and c.ended_at is null
    and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
$function$;

CREATE OR REPLACE FUNCTION private.nemus_name_within (
  p_institution uuid,
  p_user        uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
      then private.nemus_member_name(p_user)
    else (select l.actor_name from private.nemus_organisation_log l
      where l.institution_id = p_institution and l.actor_id = p_user order by l.id desc limit 1) end
  from public.nemus_profiles p where p.user_id = p_user
$function$;

CREATE OR REPLACE FUNCTION private.nemus_needs_no_document (
  p_line public.nemus_transactions
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_line.reference like 'failed:%'
    or exists (select from private.nemus_refunds r
      where p_line.reference = 'owed:' || r.id and r.reason = 'refund_failed')
    or exists (select from private.nemus_disputes d
      where p_line.reference like 'dispute:' || d.dispute_id || ':%' and not private.nemus_is_charged_back(d.status))
    or exists (select from public.nemus_orders o join public.nemus_transactions t on t.reference = 'order:' || o.id
      where o.id = private.nemus_order_behind(p_line.reference) and o.status = 'refunded'
        and o.attention is distinct from 'address_missing' and private.nemus_invoice_about(t.id) is null
        and not exists (select from private.nemus_collected_payments c where c.transaction_id = t.id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_notify(waiting.user_id, 'sign_off_stranded', 'sign_off_stranded:' || new.id || ':' || new.ended_at,
    jsonb_build_object('confirmer', private.nemus_fact(new.name, '–'), 'entries', waiting.entries), waiting.page)
  from (select e.user_id, count(*)::int as entries, private.nemus_logbook_page_of(bool_and(e.file_id is not null)) as page from public.nemus_logbook_entries e
    where e.confirmer_id = new.id and e.state = 'submitted' group by e.user_id) waiting;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_entry()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.state = 'confirmed' then
    perform private.nemus_notify(new.user_id, 'sign_off_undone',
      'sign_off_undone:' || coalesce(old.confirmer_id::text, '') || ':' || extract(epoch from now()),
      jsonb_build_object('confirmer', private.nemus_fact(old.confirmed_by, '–')), private.nemus_logbook_page_of(new.file_id is not null));
  elsif new.state = 'submitted' then
    perform private.nemus_notify(c.user_id, 'sign_off_waiting',
      'sign_off_waiting:' || new.user_id || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('trainee', private.nemus_fact(private.nemus_trainee_name(new.user_id, c.institution_id), '–')),
      '/logbook/inbox')
    from public.nemus_confirmers c where c.id = new.confirmer_id and c.user_id is not null and c.ended_at is null;
  elsif old.state = 'submitted' and new.state in ('confirmed', 'returned') then
    perform private.nemus_notify(new.user_id, 'sign_off_' || new.state,
      'sign_off_' || new.state || ':' || coalesce(new.confirmer_id::text, '') || ':' || extract(epoch from now()),
      jsonb_build_object('confirmer', private.nemus_fact(coalesce(new.confirmed_by, new.returned_by), '–')), private.nemus_logbook_page_of(new.file_id is not null));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_hand_over()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant text := (now() at time zone 'Europe/Berlin')::date;
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c where c.id = new.confirmer_id;
  if person.user_id is not null then
    perform private.nemus_notify(person.user_id, 'sign_off_waiting', 'sign_off_waiting:' || new.user_id || ':' || today,
      jsonb_build_object('trainee', private.nemus_fact(private.nemus_trainee_name(new.user_id, person.institution_id),
        '–')), '/logbook/inbox');
  end if;
  perform private.nemus_notify(new.user_id, 'sign_off_handed_over', 'sign_off_handed_over:' || person.id || ':' || today,
    jsonb_build_object('confirmer', private.nemus_fact(person.name, '–')),
    private.nemus_logbook_page_of(new.file_id is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_role()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_notify(e.user_id, 'sign_off_stranded', 'sign_off_stranded:' || old.id || ':' || now(),
    jsonb_build_object('confirmer', private.nemus_fact(c.name, '–'), 'entries', count(*)::int),
    private.nemus_logbook_page_of(bool_and(e.file_id is not null)))
  from public.nemus_logbook_entries e
  join public.nemus_confirmers c on c.id = e.confirmer_id and c.ended_at is null
  join private.nemus_confirming_roles k on k.role = old.role and k.category = e.category
  where e.confirmer_id = old.confirmer_id
    and (e.file_id is not null or e.done_on >= old.valid_from and (old.valid_until is null or e.done_on <= old.valid_until))
    and private.nemus_is_stranded(e)
  group by e.user_id, c.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_invitation (
  p_institution uuid,
  p_email       text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  recipient constant text := private.nemus_token_hash(lower(p_email));
  of_institution constant int := private.nemus_invitation_limit('institution', 500);
  of_recipient constant int := private.nemus_invitation_limit('recipient', 5);
  of_one constant int := greatest(of_recipient - 2, 1);
  of_all constant int := private.nemus_invitation_limit('total', 5000);
  today constant timestamptz := now() - interval '1 day';
begin
  perform private.nemus_forget_sent_invitations();
  perform private.nemus_refuse(429, 'invitation_too_soon')
    where exists (select from private.nemus_sent_invitations s where s.recipient_hash = recipient
      and s.institution_id = p_institution and s.created_at > now() - interval '1 minute');
  -- One institution alone does not use up what an address gets.
  perform private.nemus_refuse_beyond('invitation_limit_recipient', (
      select s.created_at from private.nemus_sent_invitations s
      where s.recipient_hash = recipient and s.institution_id = p_institution and s.created_at > today
      order by s.created_at desc offset of_one - 1 limit 1), of_one);
  perform private.nemus_refuse_beyond('invitation_limit_recipient', (
      select s.created_at from private.nemus_sent_invitations s
      where s.recipient_hash = recipient and s.created_at > today
      order by s.created_at desc offset of_recipient - 1 limit 1), of_recipient);
  perform private.nemus_refuse_beyond('invitation_limit_institution', (
      select s.created_at from private.nemus_sent_invitations s
      where s.institution_id = p_institution and s.created_at > today
      order by s.created_at desc offset of_institution - 1 limit 1), of_institution);
  perform private.nemus_refuse_beyond('invitation_limit_total', (
      select s.created_at from private.nemus_sent_invitations s
      where s.created_at > today order by s.created_at desc offset of_all - 1 limit 1), of_all);
  insert into private.nemus_sent_invitations (institution_id, recipient_hash) values (p_institution, recipient);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_order_behind (
  p_reference text
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(substring(p_reference from '^(?:order|refund):([0-9a-f-]{36})')::uuid,
    (select r.order_id from private.nemus_refunds r
      where r.id = substring(p_reference from '^(?:owed|failed):([0-9a-f-]{36})$')::uuid),
    (select d.order_id from private.nemus_disputes d where d.dispute_id = substring(p_reference from '^dispute:(.*):\d+$')))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_history (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with line as (select * from private.nemus_order_lines(p_order)),
  event (at, what, amount_cents, words, who) as (
    select p_order.created_at, 'ordered', p_order.amount_cents, null::text, null::text
    union all select p_order.paid_at, 'paid', p_order.amount_cents, p_order.payment_method, null
      where p_order.paid_at is not null
    union all select l.occurred_at, case when l.amount_cents < 0 then 'refund' else 'purchase' end, l.amount_cents,
      l.item_name, l.status from line l where l.reference <> 'order:' || p_order.id
    union all select i.created_at, 'invoice', i.gross_cents, i.number, case i.document_code when 381 then 'correction' else i.kind end
      from public.nemus_invoices i join line l on l.id = i.transaction_id
    union all select r.created_at, 'owed', r.amount_cents, coalesce(r.note, r.reason),
      (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = r.requested_by)
      from private.nemus_refunds r where r.order_id = p_order.id
    union all select r.updated_at, 'refund_failed', r.amount_cents, r.last_error, r.attempts::text
      from private.nemus_refunds r where r.order_id = p_order.id and r.last_error is not null
    union all select r.told_at, 'told', r.amount_cents, null, null
      from private.nemus_refunds r where r.order_id = p_order.id and r.told_at is not null
    union all select r.failure_told_at, 'failure_told', r.amount_cents, null, null
      from private.nemus_refunds r where r.order_id = p_order.id and r.failure_told_at is not null
    union all select x.sent_at, 'confirmed', null, null, null
      from private.nemus_purchase_letters x join line l on l.id = x.transaction_id where x.sent_at is not null
    union all select n.created_at, 'payment_failed', null, null, null
      from private.nemus_failure_notices n where n.order_id = p_order.id
    union all select d.created_at, 'dispute', d.amount_cents, d.status, d.dispute_id
      from private.nemus_disputes d where d.order_id = p_order.id
    union all select w.received_at, 'withdrawal', null, w.reference, w.contract
      from private.nemus_withdrawals w where w.user_id = p_order.user_id and w.received_at >= p_order.created_at
    union all select a.created_at, 'act', null, a.action, a.actor_name
      from private.nemus_audit_log a where a.subject = 'orders' and a.subject_id = p_order.id::text)
  select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc, e.what), '[]') from event e
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_lines (
  p_order public.nemus_orders
)
  RETURNS SETOF public.nemus_transactions
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.* from public.nemus_transactions t
  where t.user_id = p_order.user_id and (t.reference = 'order:' || p_order.id
    or t.reference like 'refund:' || p_order.id || ':%'
    or t.reference in (select line || r.id from private.nemus_refunds r, unnest('{owed:,failed:}'::text[]) line
      where r.order_id = p_order.id)
    or exists (select from private.nemus_disputes d
      where d.order_id = p_order.id and t.reference like 'dispute:' || d.dispute_id || ':%'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_number (
  p_search text
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select substring(private.nemus_plain_code(p_search) from '(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}')::uuid
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_row (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.shown from private.nemus_order_rows(array[p_order.id]) r
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_rows (
  p_orders uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, jsonb_build_object('order_id', o.id, 'buyer', private.nemus_account_name(p), 'email', p.email,
    'title', o.title, 'kind', o.kind, 'status', o.status, 'amount_cents', o.amount_cents,
    'refunded_cents', o.refunded_cents, 'disputed_cents', o.disputed_cents, 'attention', o.attention,
    'created_at', o.created_at, 'paid_at', o.paid_at, 'dispute_due_at', d.due_at,
    'withdrawal_due_on', case when w.received_at is not null then private.nemus_withdrawal_due(w.received_at) end)
  from unnest(p_orders) as given (id)
  cross join lateral (select * from public.nemus_orders x where x.id = given.id limit 1) o
  cross join lateral (select * from public.nemus_profiles x where x.user_id = o.user_id limit 1) p
  left join lateral (select min(x.due_at) as due_at from private.nemus_disputes x
    where x.order_id = o.id and private.nemus_is_dispute_open(x.status)) d on true
  left join lateral (select min(x.received_at) as received_at from private.nemus_withdrawals x
    where x.order_id = o.id and x.handled_at is null) w on true
$function$;

CREATE OR REPLACE FUNCTION private.nemus_own_entry (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(p_entry) - array['user_id', 'institution_id', 'decided_by', 'created_at', 'updated_at', 'search_text']
    || jsonb_build_object('site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
      'case_code', (select k.code from public.nemus_logbook_cases k where k.id = p_entry.case_id),
      'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
      'corrected_by', (select n.id from public.nemus_logbook_entries n
        where n.corrects = p_entry.id and n.user_id = p_entry.user_id),
      'is_stranded', private.nemus_is_stranded(p_entry),
      'is_unlinked', p_entry.state = 'submitted' and not private.nemus_is_linked_entry(p_entry),
      'is_paused', p_entry.state = 'submitted' and not private.nemus_may_have_confirmed(p_entry.institution_id),
      'file', (select jsonb_build_object('path', f.path, 'file_name', f.file_name, 'content_type', f.content_type,
        'size_bytes', f.size_bytes, 'sha256', f.sha256) from public.nemus_logbook_files f where f.id = p_entry.file_id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_part_now (
  p_date public.nemus_appointments
)
  RETURNS TABLE (
    id        uuid,
    title     text,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone,
    units     integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select * from private.nemus_parts(p_date) t where t.starts_at <= now() order by t.starts_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_parts (
  p_date public.nemus_appointments
)
  RETURNS TABLE (
    id        uuid,
    title     text,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone,
    units     integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p.id, p.title, p.starts_at, p.ends_at, p.units
  from jsonb_to_recordset(coalesce(p_date.parts, jsonb_build_array(jsonb_build_object('title', '',
    'starts_at', p_date.starts_at, 'ends_at', p_date.ends_at, 'units', p_date.units))))
    as p (id uuid, title text, starts_at timestamptz, ends_at timestamptz, units int) order by p.starts_at
$function$;

CREATE OR REPLACE FUNCTION private.nemus_people_at (
  p_date public.nemus_appointments
)
  RETURNS TABLE (
    user_id uuid,
    held    text,
    place   bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.user_id, o.held, row_number() over (order by o.held, o.waitlist_position, o.created_at, o.user_id)
  from (select p.*, coalesce(private.nemus_lost_at(p, p_date), case p.status when 'waitlist' then 'waiting' else 'place' end) as held
    from public.nemus_appointment_participations p
    where p.appointment_id = p_date.id and (p.status <> 'cancelled' or p.cancelled_at = p_date.cancelled_at)
      and exists (select from public.nemus_course_enrollments e
        where e.user_id = p.user_id and e.course_id = p_date.course_id)) o
$function$;

CREATE OR REPLACE FUNCTION private.nemus_place_at (
  p_user   uuid,
  p_date   public.nemus_appointments,
  p_kind   text                      DEFAULT 'place_confirmed'::text,
  p_values jsonb                     DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own record;
begin
  perform private.nemus_release_place(held.appointment_id, p_user)
  from private.nemus_held_dates(p_user, p_date.course_id) held where held.status = 'waitlist';
  -- The waiting list comes first.
  perform private.nemus_fill_places(p_date.id);
  -- Fires dates/appointments, dates/attendance.
  insert into public.nemus_appointment_participations (appointment_id, user_id, set_by_staff)
  values (p_date.id, p_user, case p_kind when 'rebooked' then 'date' end)
  on conflict (appointment_id, user_id) do update set status = excluded.status,
    waitlist_position = excluded.waitlist_position, cancelled_at = null, set_by_staff = excluded.set_by_staff;
  select p.status, p.waitlist_position into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user;
  if own.status = 'confirmed' then
    perform private.nemus_tell_participant(p_user, p_date.id, p_kind, p_values);
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  else
    perform private.nemus_tell_participant(p_user, p_date.id, 'waitlisted',
      jsonb_build_object('position', own.waitlist_position));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_place_bar (
  p_place public.nemus_booking_participants
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_place.used_at is not null then 'trainee_left' when e.id is null then null
    when e.user_id is distinct from t.user_id then 'trainee_left'
    when private.nemus_is_begun(e) then 'place_begun'
    when private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date then 'place_date_near' end
  from public.nemus_trainees t
  left join public.nemus_course_enrollments e on e.id = p_place.enrollment_id
  where t.id = p_place.trainee_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_place_until (
  p_enrollment uuid
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p.set_by_staff = 'date' then first.day else private.nemus_change_until(first.day) end
  from public.nemus_course_enrollments e
  cross join lateral (select private.nemus_place_date(e.id) as date) held
  cross join lateral (select ((held.date ->> 'starts_at')::timestamptz at time zone 'Europe/Berlin')::date as day) first
  join public.nemus_appointment_participations p
    on p.appointment_id = (held.date ->> 'appointment_id')::uuid and p.user_id = e.user_id
  where e.id = p_enrollment and p.status = 'confirmed' and held.date ->> 'attendance' is distinct from 'absent'
$function$;

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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_times (
  p_plan jsonb
)
  RETURNS TABLE (
    place        integer,
    starts_at    timestamp with time zone,
    ends_at      timestamp with time zone,
    change_until timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  first_day date;
  last_day date;
  starts time;
  ends time;
  until timestamp;
  weeks int := 1;
  often int := 1;
  field text;
begin
  if jsonb_typeof(p_plan -> 'parts') = 'array' then
    return query select p.place::int, t.starts_at, t.ends_at, t.change_until
    from jsonb_array_elements(p_plan -> 'parts') with ordinality as p (given, place)
    cross join lateral private.nemus_planned_times(p.given - 'parts' - 'series' - 'change_until') t;
    return;
  end if;
  begin
    field := 'day';
    first_day := (p_plan ->> 'day')::date;
    field := 'ends';
    last_day := coalesce((p_plan ->> 'ends_day')::date, first_day);
    ends := (p_plan ->> 'ends')::time;
    field := 'starts';
    starts := (p_plan ->> 'starts')::time;
    field := 'change_until';
    until := (p_plan ->> 'change_until')::timestamp;
    field := 'weeks';
    if jsonb_typeof(p_plan -> 'series') = 'object' then
      weeks := (p_plan #>> '{series,weeks}')::int;
      field := 'until';
      often := case when p_plan #>> '{series,until}' is null then (p_plan #>> '{series,count}')::int
        else ((p_plan #>> '{series,until}')::date - first_day) / (7 * nullif(weeks, 0)) + 1 end;
      if (p_plan #>> '{series,until}')::date < first_day then
        often := 0;
      end if;
    end if;
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  end;
  perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field',
      case when first_day is null then 'day' when starts is null then 'starts' when ends is null then 'ends'
        else 'day' end))
    where first_day is null or starts is null or ends is null or not private.nemus_is_day(first_day);
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "ends_day"}') where not private.nemus_is_day(last_day);
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "change_until"}') where not private.nemus_is_day(until::date);
  if weeks is null or weeks not between 1 and 52 then
    perform private.nemus_refuse(400, 'series_invalid', '{"field": "weeks"}');
  elsif often is null or often < 1 then
    perform private.nemus_refuse(400, 'series_invalid', jsonb_build_object('field',
      case when p_plan #>> '{series,until}' is null then 'count' else 'until' end));
  elsif often > 52 then
    perform private.nemus_refuse(400, 'series_too_long', jsonb_build_object('most', 52, 'field',
      case when p_plan #>> '{series,until}' is null then 'count' else 'until' end));
  end if;
  for place, starts_at, ends_at, change_until in
    select n, (first_day + 7 * weeks * (n - 1) + starts) at time zone 'Europe/Berlin',
      (last_day + 7 * weeks * (n - 1) + ends) at time zone 'Europe/Berlin',
      (until + make_interval(weeks => weeks * (n - 1))) at time zone 'Europe/Berlin'
    from generate_series(1, often) n
  loop
    perform private.nemus_check_times(starts_at, ends_at, change_until);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_printed_sums (
  p_rows  jsonb,
  p_field text
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(s.said, s.minutes), '{}') from (
    select r ->> p_field as said, sum((r ->> 'minutes')::int) as minutes from jsonb_array_elements(p_rows) r
    where r ->> p_field is not null and not coalesce((r ->> 'replaced')::boolean, false) group by 1) s
$function$;

CREATE OR REPLACE FUNCTION private.nemus_read_certificate (
  p_entry  public.nemus_logbook_entries,
  p_fields jsonb
)
  RETURNS public.nemus_logbook_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  other date;
begin
  p_entry.note := private.nemus_text_field(p_fields, 'note', 200, true);
  p_entry.issuer := private.nemus_text_field(p_fields, 'issuer', 200, true);
  p_entry.started_on := private.nemus_day_field(p_fields, 'started_on', false);
  perform private.nemus_refuse_field('done_on', 'before_start') where p_entry.done_on < p_entry.started_on;
  select f.sha256 into p_entry.file_sha256 from public.nemus_logbook_files f
  where f.id = p_entry.file_id and f.user_id = p_entry.user_id and f.confirmed_at is not null and f.dropped_at is null
  for share;
  perform private.nemus_refuse_field('file_id', 'choice') where not found;
  select e.done_on into other from public.nemus_logbook_entries e
  where e.user_id = p_entry.user_id and e.file_sha256 = p_entry.file_sha256 and e.category = p_entry.category
    and e.id <> p_entry.id and not exists (select from public.nemus_logbook_entries c
      where c.corrects = e.id and c.user_id = e.user_id and (c.state = 'confirmed' or c.id = p_entry.id)) limit 1;
  perform private.nemus_refuse_field('file_id', 'file_twice', jsonb_build_object('done_on', other)) where found;
  return p_entry;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_read_entry (
  p_id            uuid,
  p_fields        jsonb,
  p_is_correction boolean
)
  RETURNS public.nemus_logbook_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  entry public.nemus_logbook_entries;
  problem jsonb;
  taken bigint;
begin
  entry.id := p_id;
  entry.user_id := me;
  entry.done_on := private.nemus_day_field(p_fields, 'done_on', true);
  perform private.nemus_refuse_field('done_on', 'future')
    where entry.done_on > (now() at time zone 'Europe/Berlin')::date;
  entry.category := private.nemus_choice_field(p_fields, 'category',
    array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true);
  entry.file_id := private.nemus_id_field(p_fields, 'file_id', false);
  entry.minutes := private.nemus_count_field(p_fields, 'minutes', case when p_is_correction then 0 else 1 end,
    case when entry.file_id is null then 1440 else 90000 end);
  entry.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], false);
  entry.level := private.nemus_choice_field(p_fields, 'level', array['cognitive', 'action'], entry.competency is not null);
  perform private.nemus_refuse_field('competency', 'missing')
    where entry.competency is null and entry.level is not null;
  entry.note := coalesce(private.nemus_text_field(p_fields, 'note', 2000, false), '');
  entry.site_id := private.nemus_id_field(p_fields, 'site_id', false);
  entry.case_id := private.nemus_id_field(p_fields, 'case_id', false);
  entry.confirmer_id := private.nemus_id_field(p_fields, 'confirmer_id', false);
  entry := jsonb_populate_record(entry, (select jsonb_object_agg(a.key, private.nemus_choice_field(p_fields, a.key, a.choices, false))
    from private.nemus_figure_choices() a where a.is_attribute));
  if entry.file_id is not null then
    entry := private.nemus_read_certificate(entry, p_fields);
  end if;
  if entry.site_id is not null then
    perform from public.nemus_logbook_sites s where s.id = entry.site_id and s.user_id = me;
    perform private.nemus_refuse_field('site_id', 'choice') where not found;
  end if;
  if entry.case_id is not null then
    perform from public.nemus_logbook_cases c where c.id = entry.case_id and c.user_id = me;
    perform private.nemus_refuse_field('case_id', 'choice') where not found;
  end if;
  problem := private.nemus_day_problem(entry);
  perform private.nemus_refuse_field(problem ->> 'field', problem ->> 'problem') where problem is not null;
  perform private.nemus_refuse_field('confirmer_id', case when private.nemus_takes_entry(entry, entry.confirmer_id, true)
      then 'confirmer_site' when entry.file_id is null then 'confirmer' else 'confirmer_account' end)
    where entry.confirmer_id is not null and not private.nemus_takes_entry(entry, entry.confirmer_id);
  taken := private.nemus_minutes_of_day(me, entry.done_on, p_id, array['draft', 'returned', 'submitted', 'confirmed']);
  perform private.nemus_refuse_field('minutes', 'day_full', jsonb_build_object('left', greatest(1440 - taken, 0)))
    where entry.file_id is null and taken + entry.minutes > 1440;
  return entry;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_read_requirements (
  p_fields jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  part text;
  key text;
  level text;
  day constant text := p_fields ->> 'valid_from';
  ratio constant text := p_fields ->> 'treated_per_supervised';
  categories jsonb := jsonb '[]';
  competencies jsonb := jsonb '[]';
  credits jsonb := jsonb '[]';
  named text[] := array[]::text[];
begin
  foreach part in array array['categories', 'competencies', 'credits'] loop
    perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_fields -> part) is distinct from 'object';
  end loop;
  perform private.nemus_refuse_field('valid_from', 'day')
    where day !~ '^(199|20[0-9])[0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      or to_char(make_date(left(day, 4)::int, substr(day, 6, 2)::int, 1) + right(day, 2)::int - 1, 'YYYY-MM-DD') <> day;
  perform private.nemus_refuse_field('treated_per_supervised', 'ratio')
    where ratio !~ '^[0-9]{1,4}(\.[0-9]{1,2})?$' or ratio::numeric = 0;
  foreach key in array private.nemus_requirement_keys('category') loop
    if jsonb_typeof(p_fields #> array['categories', key]) = 'object' then
      named := named || key;
      categories := categories || jsonb_build_object('category', key,
        'title', private.nemus_line_at(p_fields, 100, false, 'categories', key, 'title'),
        'required_units', private.nemus_units_at(p_fields, 'categories', key, 'required_units'),
        'unit_minutes', coalesce(private.nemus_choice_field(private.nemus_field_at(p_fields, 'categories', key,
          'unit_minutes'), 'categories.' || key || '.unit_minutes', array['45', '50', '60'], false)::int, 45),
        'status', private.nemus_choice_field(private.nemus_field_at(p_fields, 'categories', key, 'status'),
          'categories.' || key || '.status', array['law', 'chamber', 'unconfirmed'], false),
        'source', private.nemus_line_at(p_fields, 500, false, 'categories', key, 'source'));
    end if;
  end loop;
  foreach key in array private.nemus_requirement_keys('competency') loop
    foreach level in array private.nemus_requirement_keys('level') loop
      if jsonb_typeof(p_fields #> array['competencies', key, level]) = 'object' then
        competencies := competencies || jsonb_build_object('competency', key, 'level', level,
          'required_units', private.nemus_units_at(p_fields, 'competencies', key, level, 'required_units'),
          'description', private.nemus_line_at(p_fields, 500, false, 'competencies', key, level, 'description'));
      end if;
    end loop;
  end loop;
  foreach key in array private.nemus_requirement_keys('source') loop
    part := p_fields #>> array['credits', key];
    if part is not null then
      perform private.nemus_choice_field(private.nemus_field_at(p_fields, 'credits', key), 'credits.' || key, named, true);
      credits := credits || jsonb_build_object('source', key, 'category', part);
    end if;
  end loop;
  return jsonb_build_object('name', private.nemus_line_at(p_fields, 200, true, 'name'),
    'chamber', private.nemus_line_at(p_fields, 200, false, 'chamber'),
    'field', private.nemus_choice_field(p_fields, 'field',
      array['Erwachsene', 'Kinder und Jugendliche', 'Neuropsychologische Psychotherapie'], false),
    'procedure', private.nemus_choice_field(p_fields, 'procedure', array['Verhaltenstherapie', 'Systemische Therapie',
      'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie'], false),
    'version', private.nemus_line_at(p_fields, 40, true, 'version'),
    'valid_from', day, 'source', private.nemus_line_at(p_fields, 500, false, 'source'),
    'treated_per_supervised', round(ratio::numeric, 2),
    'categories', categories, 'competencies', competencies, 'credits', credits,
    'figures', private.nemus_read_figures(p_fields, named));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_reads_entry_file (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = 'read' and a.role = any (private.nemus_logbook_roles(p_entry))
      and case a.role when 'owner' then true when 'institution' then false
        else (p_entry.state = 'confirmed' or private.nemus_is_linked_entry(p_entry)) and (p_entry.category <> 'self_experience'
          or (p_entry.confirmer_id in (select private.nemus_my_confirmers())
            and private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at))) end)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_reads_file (
  p_file uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_logbook_entries e
    where e.file_id = p_file and private.nemus_reads_entry_file(e))
$function$;

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

CREATE OR REPLACE FUNCTION private.nemus_require_room (
  p_entry  public.nemus_logbook_entries,
  p_states text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  taken constant bigint := private.nemus_minutes_of_day(p_entry.user_id, p_entry.done_on, p_entry.id, p_states);
begin
  perform private.nemus_refuse(409, 'day_full', jsonb_build_object('done_on', p_entry.done_on,
      'left', greatest(1440 - taken, 0)))
    where p_entry.file_id is null and taken + p_entry.minutes > 1440;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_require_seen (
  p_entry public.nemus_logbook_entries,
  p_ids   uuid[],
  p_seen  timestamp with time zone[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(409, 'entry_resubmitted')
    where private.nemus_shown_since(p_entry) <> p_seen[array_position(p_ids, p_entry.id)];
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_role_day (
  p_entry public.nemus_logbook_entries
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when p_entry.file_id is null then p_entry.done_on else (now() at time zone 'Europe/Berlin')::date end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_role_for (
  p_entry     public.nemus_logbook_entries,
  p_confirmer uuid,
  p_anywhere  boolean                      DEFAULT false
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.role from private.nemus_role_day(p_entry) as day
  join public.nemus_confirmer_roles r on day >= r.valid_from and (r.valid_until is null or day <= r.valid_until)
  join private.nemus_confirming_roles k on k.role = r.role and k.category = p_entry.category
  where r.confirmer_id = p_confirmer
    and (r.trainee_id is null or exists (select from public.nemus_trainees t
      where t.id = r.trainee_id and (t.user_id = p_entry.user_id or (t.user_id is null
        and lower(t.email) = (select lower(p.email) from public.nemus_profiles p where p.user_id = p_entry.user_id)))))
    and (p_anywhere or private.nemus_site_key(r.site) = '' or exists (select from public.nemus_logbook_sites s
      where s.user_id = p_entry.user_id and private.nemus_site_key(s.name) = private.nemus_site_key(r.site)
        and case when p_entry.file_id is null then s.id = p_entry.site_id
          else day >= s.started_on and (s.ended_on is null or day <= s.ended_on) end))
  order by r.role = 'leader', r.role limit 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_running_plan (
  p_institution uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.tier from public.nemus_subscriptions s
  where s.institution_id = p_institution and s.status in ('active', 'trialing', 'past_due')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_seats_of (
  p_institution uuid
)
  RETURNS TABLE (
    booking_id  uuid,
    trainee_id  uuid,
    number      integer,
    name        text,
    course_id   uuid,
    course_name text,
    has_dates   boolean,
    start_date  date,
    state       text,
    places      integer,
    own         boolean,
    bought_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select b.id, t.id, 0, btrim(t.first_name || ' ' || t.last_name), b.course_id, b.course_name, b.has_dates, b.start_date,
    case when bar.code = 'trainee_left' then 'left' when e.status = 'completed' then 'completed'
      when bar.code = 'place_begun' then 'started' else 'unused' end, 1, false, b.created_at
  from public.nemus_course_bookings b
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  cross join lateral (select private.nemus_place_bar(p) as code) bar
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, n, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'free', 1, false, b.created_at
  from public.nemus_course_bookings b, generate_series(1, b.free_places) n
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, 0, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'cancelled', b.participants, false,
    b.created_at
  from public.nemus_course_bookings b
  where b.institution_id = p_institution and b.status = 'cancelled' and b.origin = 'portal'
  union all
  select null, null, 0, case when e.user_id <> p_institution then private.nemus_name_within(p_institution, e.user_id) end, e.course_id, c.title, c.has_dates, null,
    case when e.status = 'completed' then 'completed' when private.nemus_is_begun(e) then 'started' else 'unused' end,
    1, true, e.enrolled_at
  from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
  where (e.user_id = p_institution and e.enrollment_type in ('institution_credits', 'direct_purchase'))
    or e.id in (select k.source_id::uuid from public.nemus_credit_entries k where k.institution_id = p_institution
      and k.kind = 'spend' and k.source_id ~ '^[0-9a-f-]{36}$')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_selected_orders (
  p_search  text,
  p_status  text,
  p_kind    text,
  p_from    date,
  p_until   date,
  p_limit   integer,
  p_skipped integer
)
  RETURNS TABLE (
    order_id uuid,
    is_paid  boolean,
    amount   integer,
    refunded integer,
    disputed integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  among uuid[];
  starts constant timestamptz := p_from::timestamp at time zone 'Europe/Berlin';
  ends constant timestamptz := (p_until + 1)::timestamp at time zone 'Europe/Berlin';
begin
  if search is not null then
    among := array(select o.id from private.nemus_found_orders(search) o);
  end if;
  return query select o.id, o.paid_at is not null, o.amount_cents, o.refunded_cents, o.disputed_cents
    from public.nemus_orders o
    where (among is null or o.id = any (among)) and (p_status is null or o.status = p_status)
      and (p_kind is null or o.kind = p_kind) and (starts is null or o.created_at >= starts)
      and (ends is null or o.created_at < ends)
    order by o.created_at desc, o.id limit p_limit offset p_skipped;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_send_message (
  p_users       uuid[],
  p_institution uuid,
  p_kind        text,
  p_sender      uuid,
  p_message     uuid,
  p_facts       jsonb,
  p_path        text   DEFAULT NULL::text
)
  RETURNS TABLE (
    user_id uuid,
    is_new  boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sender constant text := p_kind || ':' || p_sender || ':';
begin
  return query select n.user_id, false from public.nemus_notifications n
    where n.user_id = any (p_users) and n.key = sender || p_message;
  if not found then
    return query select u, true from unnest(p_users) as u
      where case when 3 > (select count(*) from public.nemus_notifications n where n.user_id = u and n.kind = p_kind
          and starts_with(n.key, sender) and n.created_at > now() - interval '1 day')
        then private.nemus_tell(u, p_institution, p_kind, sender || p_message, p_facts, p_path) end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_shown_since (
  p_entry public.nemus_logbook_entries
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select greatest(p_entry.submitted_at, (select p.updated_at from public.nemus_profiles p where p.user_id = p_entry.user_id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_shuffled_options (
  p_count integer
)
  RETURNS integer[]
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select array_agg(option order by gen_random_uuid()) from generate_series(0, p_count - 1) as option
$function$;

CREATE OR REPLACE FUNCTION private.nemus_site_key (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select lower(btrim(regexp_replace(normalize(coalesce(p_name, '')), '\s+', ' ', 'g')))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_step_names (
  p_entry       public.nemus_logbook_entries,
  p_institution uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('trainee', private.nemus_trainee_name(p_entry.user_id, p_institution),
    'confirmer', case p_entry.state when 'confirmed' then p_entry.confirmed_by when 'returned' then p_entry.returned_by
      else (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id) end,
    'role', case when p_entry.state in ('confirmed', 'returned') then p_entry.decided_role
      else private.nemus_role_for(p_entry, p_entry.confirmer_id) end,
    'as_deputy', p_entry.state in ('confirmed', 'returned') and p_entry.decided_as_deputy,
    'institution', private.nemus_inviting_name(p_institution),
    'address', (select s.institution_address from public.nemus_institution_settings s where s.institution_id = p_institution))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_sum_marks (
  p_date  public.nemus_appointments,
  p_marks jsonb
)
  RETURNS TABLE (
    attendance text,
    units      integer,
    attended   integer,
    whole      integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when count(t.was) = 0 then null when t.whole = t.parts then 'present' when t.attended > 0 then 'partial'
      else 'absent' end, case when count(t.was) > 0 then sum(t.units)::int end, t.attended::int, t.whole::int
  from (select m.was, m.units, count(*) over () as parts, count(*) filter (where m.was = 'present') over () as whole,
      count(*) filter (where m.was in ('present', 'partial')) over () as attended
    from private.nemus_parts(p_date) p cross join lateral (select p_marks #>> array[p.id::text, 'attendance'] as was,
      coalesce((p_marks #>> array[p.id::text, 'units'])::int, 0) as units) m) t
  group by t.parts, t.whole, t.attended
$function$;

CREATE OR REPLACE FUNCTION private.nemus_take_calendar (
  p_teacher uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_teacher is not null then
    perform private.nemus_require_staff('teaching');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_calendar:' || coalesce(p_teacher, auth.uid()), 0));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_choice (
  p_user uuid,
  p_date uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen public.nemus_appointments;
begin
  if p_date is null then
    return;
  end if;
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into chosen from public.nemus_appointments a where a.id = p_date for update;
  if not found or exists (select from private.nemus_held_dates(p_user, chosen.course_id))
    or private.nemus_has_attended(p_user, chosen.course_id) then
    return;
  elsif chosen.cancelled_at is null and private.nemus_change_deadline(chosen) > now() then
    perform private.nemus_place_at(p_user, chosen);
  -- A slow payment may arrive after the date began; long after it, it is no news.
  elsif chosen.starts_at > now() - interval '14 days' then
    perform private.nemus_notify(p_user, 'choice_gone', 'choice_gone:' || p_date,
      jsonb_build_object('title', private.nemus_fact(chosen.title, '–'), 'starts_at', chosen.starts_at),
      '/seminar-catalog/' || chosen.course_id || '?terminwahl=' || chosen.course_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_dates (
  p_date      uuid,
  p_following boolean,
  p_running   boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_waiting (
  p_date uuid,
  p_user uuid
)
  RETURNS public.nemus_appointment_participations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own public.nemus_appointment_participations;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_take_dates(p_date, false);
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.user_id = p_user for update;
  perform private.nemus_refuse(409, 'not_waiting') where own.status in ('confirmed', 'completed');
  return case when own.status = 'waitlist' then own end;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_takes_entry (
  p_entry     public.nemus_logbook_entries,
  p_confirmer uuid,
  p_anywhere  boolean                      DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_entry.user_id
      where c.id = p_confirmer and private.nemus_is_confirming(c) and c.user_id is distinct from p_entry.user_id
        and (p_entry.file_id is null or c.user_id is not null) and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_entry, p_confirmer, p_anywhere) is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_taught_entries (
  p_user    uuid,
  p_teacher uuid
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
    where t.id = p_teacher or t.user_id = p_user or lower(t.email) = lower(u.email))
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
      a.format, a.location, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at, a.change_until, a.parts,
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
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'change_until', l.change_until, 'is_draft', l.is_draft, 'unticked', l.unticked, 'parts', l.parts, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_date (
  p_date   uuid,
  p_kind   text,
  p_values jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_write_date_letter(p.user_id, p_date, p_kind, p_values)
  from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.status in ('confirmed', 'waitlist');
  perform private.nemus_write_institution_letters(p_date, p_kind, p_values);
  update public.nemus_appointment_participations p set set_by_staff = 'date' from public.nemus_appointments a
  where p_kind = 'moved' and p_values ?| array['earlier_start', 'earlier_location'] and a.id = p_date
    and not private.nemus_is_changeable((a.starts_at at time zone 'Europe/Berlin')::date)
    and p.appointment_id = p_date and p.waitlist_position is null and p.cancelled_at is null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_interested (
  p_course uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_notify(i.user_id, 'dates_planned', 'dates_planned:' || planned.newest,
    jsonb_build_object('title', private.nemus_fact(c.title, '–'), 'starts_at', planned.first_start),
    case p.user_type when 'institution' then '/course-bookings?ansicht=buchen&kurs=' else '/seminar-catalog/' end || c.id)
  from public.nemus_courses c
  cross join lateral (select min(a.starts_at) as first_start,
      (array_agg(a.id order by a.created_at desc, a.starts_at, a.id))[1] as newest
    from public.nemus_appointments a where a.course_id = c.id and a.cancelled_at is null
      and private.nemus_change_deadline(a) > now()) planned
  join public.nemus_date_interests i on i.course_id = c.id
  join public.nemus_profiles p on p.user_id = i.user_id
  where c.id = p_course and planned.newest is not null and private.nemus_is_offered(c.id)
    and not private.nemus_is_blocked(i.user_id)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = i.user_id and e.course_id = c.id)
    and not exists (select from public.nemus_course_bookings b
      join public.nemus_members m on m.institution_id = b.institution_id and m.user_id = i.user_id
      where b.course_id = c.id and b.status <> 'cancelled')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_unticked (
  p_date public.nemus_appointments
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::int from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.status = 'confirmed' and p_date.cancelled_at is null
    and case when p_date.parts is null then p.attendance is null and p_date.ends_at < now()
      else exists (select from private.nemus_parts(p_date) t where t.ends_at < now()
        and p.part_marks -> t.id::text is null) end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_use_choice (
  p_payer uuid,
  p_date  uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.nemus_date_choices c where c.date_id = p_date and (c.user_id = p_payer
    or c.user_id in (select m.user_id from public.nemus_members m where m.institution_id = p_payer))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_waiting (
  p_user        uuid,
  p_institution uuid
)
  RETURNS TABLE (
    state    text,
    source   text,
    category text,
    minutes  bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select case e.state when 'submitted' then 'submitted' else 'draft' end, case when e.file_id is null
    then 'entry_' || e.category else private.nemus_certificate_source(e.category) end, e.category, sum(e.minutes)::bigint
  from public.nemus_logbook_entries e
  where e.user_id = p_user and e.state in ('draft', 'submitted', 'returned') and e.corrects is null
    and (p_institution is null or (e.state = 'submitted' and e.institution_id = p_institution))
  group by 1, 2, 3
  union all
  select 'planned', part.source, part.category, sum(part.units)::bigint * 45
  from public.nemus_course_enrollments b
  cross join lateral (select * from public.nemus_courses s where s.id = b.course_id limit 1) c
  cross join lateral (select coalesce(sum(p.attended_units), 0) as units from public.nemus_appointments a
    cross join lateral (select * from public.nemus_appointment_participations d
      where d.appointment_id = a.id and d.user_id = p_user limit 1) p
    where a.course_id = c.id and p.attendance in ('present', 'partial')) attended
  cross join lateral (select case when c.theory_units + c.practical_units = 0 then 0
    else round(attended.units * c.theory_units::numeric / (c.theory_units + c.practical_units))::int end as theory) was
  cross join lateral (
    values ('seminar_theory', 'theory', greatest(c.theory_units - was.theory, 0)),
      ('seminar_practice', 'practice', greatest(c.practical_units - attended.units + was.theory, 0)),
      ('elearning', 'elearning', coalesce((select sum(case when l.status = 'completed' then 0 else e.units end)
        from public.nemus_learning_courses e
        left join public.nemus_learning_progress l on l.course_id = e.id and l.user_id = p_user
        where e.seminar_id = c.id and e.is_active), c.elearning_units))) as part (source, category, units)
  where b.user_id = p_user and b.status <> 'completed' and part.units > 0
  group by part.source, part.category
  union all
  select 'planned', case a.type when 'Supervision' then 'appointment_supervision' else 'appointment' end,
    case a.type when 'Supervision' then 'practice' else 'theory' end, sum(a.units)::bigint * 45
  from public.nemus_appointment_participations p
  cross join lateral (select * from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
  where p.user_id = p_user and p.status = 'confirmed' and a.course_id is null and a.units > 0 and a.ends_at > now()
  group by 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_whole_invoice (
  p_invoice public.nemus_invoices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(p_invoice) || jsonb_build_object(
    'cancels', (select jsonb_build_object('number', e.number) from public.nemus_invoices e where e.id = p_invoice.cancels_id),
    'original', (select jsonb_build_object('profile', f.profile, 'xml', f.xml) from public.nemus_invoice_files f
      where f.invoice_id = p_invoice.id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_withdrawable_until (
  p_bought timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select min(first.day + later) from (select (p_bought at time zone 'Europe/Berlin')::date + 14 as day) first,
    generate_series(0, 9) later
  where extract(isodow from first.day + later) < 6 and not exists (
    select from private.nemus_holidays(extract(year from first.day + later)::int) h where h.day = first.day + later)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_withdrawal_due (
  p_received timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select (p_received at time zone 'Europe/Berlin')::date + 14
$function$;

CREATE OR REPLACE FUNCTION private.nemus_withdrawal_row (
  p_withdrawal private.nemus_withdrawals
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('withdrawal_id', p_withdrawal.id, 'reference', p_withdrawal.reference,
    'name', p_withdrawal.name, 'email', p_withdrawal.email, 'contract', p_withdrawal.contract,
    'message', p_withdrawal.message, 'received_at', p_withdrawal.received_at,
    'due_on', private.nemus_withdrawal_due(p_withdrawal.received_at),
    'receipt_sent_at', p_withdrawal.receipt_sent_at, 'handled_at', p_withdrawal.handled_at,
    'handled_note', p_withdrawal.handled_note,
    'orders', (select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'title', o.title, 'status', o.status,
        'amount_cents', o.amount_cents, 'created_at', o.created_at, 'is_named', o.is_named,
        'until', private.nemus_withdrawable_until(o.paid_at)) order by o.is_named desc, o.created_at desc), '[]')
      from ((select x.*, false as is_named from public.nemus_orders x where x.user_id = p_withdrawal.user_id
          and x.paid_at is not null and x.id is distinct from p_withdrawal.order_id order by x.created_at desc limit 5)
        union all select x.*, true from public.nemus_orders x where x.id = p_withdrawal.order_id and x.paid_at is not null) o))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_date_letter (
  p_user        uuid,
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  date public.nemus_appointments;
  said jsonb := coalesce(p_values, '{}');
  before jsonb;
  -- Parts that are in the person's calendar and no longer exist: named once, in whatever leaves next.
  gone jsonb;
begin
  select * into date from public.nemus_appointments a where a.id = p_appointment and a.course_id is not null;
  if not found then
    return;
  end if;
  with replaced as (
    delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_appointment
      and l.audience = 'participant' and l.sent_at is null
    returning l.kind, l.details)
  select (array_agg(r.details) filter (where r.kind = 'moved'))[1], jsonb_agg(g) filter (where g is not null)
  into before, gone from replaced r left join lateral jsonb_array_elements(r.details -> 'gone') g on true;
  if p_kind in ('place_confirmed', 'waitlisted', 'place_ended') and 20 <= (select count(*)
    from private.nemus_date_letters l where l.user_id = p_user and l.audience = 'participant'
      and l.kind in ('place_confirmed', 'waitlisted', 'place_ended') and l.created_at > now() - interval '1 day') then
    return;
  end if;
  -- If the first letter of two moves was never sent, the person still expects the very first time.
  if p_kind = 'moved' and before is not null then
    said := said || before;
  end if;
  select jsonb_agg(g) into gone from jsonb_array_elements(coalesce(gone, '[]') || coalesce(p_values -> 'gone', '[]')) g
  where (g ->> 'id')::uuid not in (select coalesce(t.id, date.id) from private.nemus_parts(date) t);
  said := said - 'gone' || case when gone is null then '{}' else jsonb_build_object('gone', gone) end;
  -- Fires notifications/events.
  insert into private.nemus_date_letters (user_id, appointment_id, kind, has_place, title, starts_at, ends_at, details)
  values (p_user, p_appointment, p_kind, p_kind in ('place_confirmed', 'promoted', 'place_ended', 'rebooked')
      or exists (select from public.nemus_appointment_participations p
        where p.appointment_id = p_appointment and p.user_id = p_user and p.status = 'confirmed'),
    date.title, date.starts_at, date.ends_at, jsonb_strip_nulls(said));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_institution_letters (
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb,
  p_people      uuid[] DEFAULT NULL::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  notice constant text := 'trainee_date_' || case p_kind when 'rebooked' then 'moved' else p_kind end;
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null and (p_people is null or p.user_id = any (p_people))
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := concat_ws(':', 'trainee_date_' || p_kind, p_appointment, extract(epoch from now()), p_people[1]);
    perform private.nemus_notify_members(letter.institution_id, '{booking}', notice, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, notice, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
        and 'rebooked' not in (l.kind, p_kind)
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_mark (
  p_date       public.nemus_appointments,
  p_part       uuid,
  p_user       uuid,
  p_attendance text,
  p_units      integer,
  p_how        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_parts (
  p_date   public.nemus_appointments,
  p_given  jsonb,
  p_needed integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_weekly_reports (
  p_now timestamp with time zone DEFAULT now()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  monday date;
  last date;
  written int := 0;
  numbers jsonb;
begin
  delete from public.nemus_weekly_reports r where r.week < (p_now at time zone 'Europe/Berlin')::date - 52 * 7;
  for due in
    select t.institution_id, d.at from public.nemus_report_times t
    join public.nemus_institution_settings s on s.institution_id = t.institution_id and s.weekly_reports
    cross join lateral (select private.nemus_report_due(t.weekday, t.hour, p_now) as at) d
    where d.at >= t.since and exists (select from public.nemus_members m
        where m.institution_id = t.institution_id and not private.nemus_is_blocked(m.user_id))
      and not private.nemus_is_set_aside('write-weekly-reports', t.institution_id::text)
      and not exists (select from public.nemus_weekly_reports r where r.institution_id = t.institution_id
        and r.week = date_trunc('week', d.at at time zone 'Europe/Berlin')::date)
    order by d.at, t.institution_id limit 500
  loop
    begin
      monday := date_trunc('week', due.at at time zone 'Europe/Berlin')::date;
      last := (due.at at time zone 'Europe/Berlin')::date - 1;
      numbers := private.nemus_report_figures(due.institution_id, last - 6, last);
      insert into public.nemus_weekly_reports (institution_id, week, first_day, last_day, figures, created_at)
      values (due.institution_id, monday, last - 6, last, numbers, p_now)
      on conflict (institution_id, week) do nothing;
      -- A concurrent call wrote it, and announces it.
      continue when not found;
      perform private.nemus_notify_members(due.institution_id, array['reading'], 'weekly_report',
        'weekly_report:' || due.institution_id || ':' || monday,
        jsonb_build_object('from', last - 6, 'until', last, 'figures', numbers), '/dashboard/report/' || monday);
      written := written + 1;
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, null);
    exception when others then
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, sqlerrm);
    end;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_abandoned_uploads()
  RETURNS TABLE (
    bucket text,
    path   text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Marked before they are removed. Held first: an entry that takes one now (nemus_read_certificate) is seen by the update.
  select f.id from public.nemus_logbook_files f
  where f.dropped_at is null and (f.user_id is null or f.created_at < now() - interval '1 day')
    and not exists (select from public.nemus_logbook_entries e where e.file_id = f.id) order by f.id for update;
  update public.nemus_logbook_files f set dropped_at = now()
  where f.dropped_at is null and (f.user_id is null or f.created_at < now() - interval '1 day')
    and not exists (select from public.nemus_logbook_entries e where e.file_id = f.id);
  -- A marked file gets no new address; the last one is valid for two hours.
  delete from public.nemus_logbook_files f
  where f.dropped_at is not null and (f.user_id is null or f.dropped_at < now() - interval '3 hours');
  (select 'learning', m.path from public.nemus_learning_media m
  where m.confirmed_at is null and m.created_at < now() - interval '1 day'
    and not private.nemus_is_set_aside('clear-uploads', m.path) order by m.created_at limit 50)
  union all
  (select 'logbook', o.name from storage.objects o
  where o.bucket_id = 'logbook' and not private.nemus_is_set_aside('clear-uploads', o.name)
    and not exists (select from public.nemus_logbook_files f where f.path = regexp_replace(o.name, '^incoming/', '')
      and f.dropped_at is null and (f.confirmed_at is null or f.path = o.name)) order by o.created_at limit 50)
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_abandoned_uploads"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.starts_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'withdrawals_due', case when private.nemus_is_staff('orders') then
      (select private.nemus_withdrawal_due(min(w.received_at)) from private.nemus_withdrawals w where w.handled_at is null) end,
    'disputes', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'disputes_due', case when private.nemus_is_staff('orders') then
      (select min(d.due_at) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_place (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  offered public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into offered from public.nemus_appointments a where a.id = p_appointment;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = me for update;
  if offered.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_cancelled');
  elsif own.status = 'confirmed' then
    return;
  elsif offered.starts_at <= now() then
    perform private.nemus_refuse(409, 'appointment_over');
  elsif own.offered_until is null or private.nemus_open_places(offered, me) <= 0 then
    perform private.nemus_refuse(409, 'offer_over');
  elsif private.nemus_has_attended(me, course) then
    perform private.nemus_refuse(409, 'seminar_attended');
  elsif private.nemus_is_bound(me, course, own.set_by_staff is not null) then
    perform private.nemus_refuse(409, 'place_fixed');
  end if;
  -- Who accepts has chosen.
  update public.nemus_appointment_participations p set set_by_staff = null
  where p.appointment_id = p_appointment and p.user_id = me;
  perform private.nemus_move_up(offered, me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_answer_question (
  p_run      uuid,
  p_question text,
  p_option   integer   DEFAULT NULL::integer,
  p_options  integer[] DEFAULT NULL::integer[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  run public.nemus_quiz_runs;
  answer record;
  chosen int[] := array(select distinct o from unnest(coalesce(p_options, array[p_option])) o order by o);
  given record;
  correct boolean;
begin
  select * into run from public.nemus_quiz_runs r where r.id = p_run and r.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'quiz_not_found', '{"of": "run"}') where not found;
  -- After a refund or a closed block, no more explanations.
  perform private.nemus_refuse_learning(private.nemus_learning_bar(run.course_id, run.block_id));
  select array(select (shown.place - 1)::int from unnest(d.option_order) with ordinality as shown (option, place)
      where shown.option = any (a.correct_option || a.also_correct) order by shown.place) as options,
    a.explanation, cardinality(d.option_order) as shown
  into answer from private.nemus_quiz_draws d join private.nemus_quiz_answers a on a.question_id = d.question_id
  where d.run_id = p_run and d.question_id = p_question;
  perform private.nemus_refuse(404, 'question_not_found')
    where not found or cardinality(chosen) = 0 or array_position(chosen, null) is not null
      or chosen[1] < 0 or chosen[cardinality(chosen)] >= answer.shown;
  select a.chosen_option || a.also_chosen as options, a.is_correct into given
  from public.nemus_quiz_run_answers a where a.run_id = p_run and a.question_id = p_question;
  if found then
    chosen := given.options;
    correct := given.is_correct;
  else
    perform private.nemus_refuse(409, 'quiz_over') where run.finished_at is not null;
    correct := chosen = answer.options;
    insert into public.nemus_quiz_run_answers (run_id, question_id, chosen_option, also_chosen, is_correct)
    values (p_run, p_question, chosen[1], chosen[2:], correct);
    run.score := run.score + correct::int;
    run.lives_remaining := run.lives_remaining - (not correct)::int;
    if run.lives_remaining = 0 or run.score + 3 - run.lives_remaining = run.total_questions then
      run.finished_at := now();
    end if;
    if run.finished_at is not null and run.lives_remaining > 0 and not exists (
      select from public.nemus_quiz_runs other where other.user_id = run.user_id
        and other.course_id = run.course_id and other.block_id = run.block_id and other.ranked_on = today) then
      run.ranked_on := today;
    end if;
    update public.nemus_quiz_runs r set score = run.score, lives_remaining = run.lives_remaining,
      finished_at = run.finished_at, ranked_on = run.ranked_on
    where r.id = p_run;
  end if;
  return jsonb_build_object('is_correct', correct, 'correct_option', answer.options[1],
    'correct_options', answer.options, 'chosen_option', chosen[1], 'chosen_options', chosen,
    'explanation', answer.explanation, 'score', run.score, 'lives_remaining', run.lives_remaining,
    'finished', run.finished_at is not null);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_answer_support (
  p_request uuid,
  p_answer  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant text := btrim(coalesce(p_answer, ''), E' \t\r\n');
  request private.nemus_support_requests;
begin
  perform private.nemus_require_staff('people');
  select * into request from private.nemus_support_requests r where r.id = p_request for update;
  perform private.nemus_refuse(404, 'support_request_not_found') where request.id is null;
  perform private.nemus_refuse(409, 'support_answered') where request.answered_at is not null;
  perform private.nemus_refuse(400, 'invalid_request') where char_length(said) not between 3 and 4000;
  update private.nemus_support_requests r set answer = said, answered_at = now(), answered_by = auth.uid()
  where r.id = p_request;
  perform private.nemus_note_act('answer_support', 'profiles', request.institution_id::text, null, null);
  perform private.nemus_notify_members(request.institution_id, '{billing}', 'support_answered',
    'support_answered:' || p_request, jsonb_build_object('title', request.subject), '/subscription');
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_answer_support"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_ask_support (
  p_id      uuid,
  p_subject text,
  p_message text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('billing');
  subject constant text := regexp_replace(btrim(coalesce(p_subject, '')), '\s+', ' ', 'g');
  message constant text := btrim(coalesce(p_message, ''), E' \t\r\n');
begin
  perform pg_advisory_xact_lock(hashtextextended('nemus_support:' || institution, 0));
  if exists (select from private.nemus_support_requests r where r.id = p_id and r.institution_id = institution) then
    return;
  end if;
  perform private.nemus_refuse(409, 'subscription_required') where private.nemus_running_plan(institution) is null;
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or char_length(subject) not between 3 and 150 or char_length(message) not between 3 and 4000;
  perform private.nemus_refuse(409, 'support_requests_open', '{"most": 10}')
    where (select count(*) from private.nemus_support_requests r where r.institution_id = institution and r.answered_at is null) >= 10;
  insert into private.nemus_support_requests (id, institution_id, asked_by, subject, message)
  values (p_id, institution, auth.uid(), subject, message);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_audit_lines (
  p_actor      uuid                     DEFAULT NULL::uuid,
  p_subject    text                     DEFAULT NULL::text,
  p_subject_id text                     DEFAULT NULL::text,
  p_from       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until      timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_below      bigint                   DEFAULT NULL::bigint,
  p_limit      integer                  DEFAULT 50,
  p_search     text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  most constant int := least(greatest(coalesce(p_limit, 50), 1), 500);
  words constant text[] := private.nemus_search_patterns(p_search);
  lines jsonb[];
begin
  perform private.nemus_check_staff('people');
  lines := array(
    select jsonb_build_object('id', l.id, 'at', l.created_at, 'actor_id', l.actor_id, 'actor_name', l.actor_name,
      'action', l.action, 'subject', l.subject, 'subject_id', l.subject_id, 'about', x.about, 'before', l.before,
      'after', l.after)
    from private.nemus_audit_log l
    cross join lateral (select private.nemus_log_about(l.subject, l.subject_id, l.before, l.after) as about offset 0) x
    where private.nemus_search_text(x.about || ' ' || l.actor_name) like all (words) and (p_actor is null or l.actor_id = p_actor) and (p_subject is null or l.subject = p_subject)
      and (p_subject_id is null or l.subject_id = p_subject_id)
      and (p_from is null or l.created_at >= p_from) and (p_until is null or l.created_at < p_until)
      and (p_below is null or l.id < p_below)
    order by l.id desc limit most + 1);
  return jsonb_build_object('rows', to_jsonb(lines[:most]), 'has_more', cardinality(lines) > most);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_begin_certificate_upload (
  p_type      text,
  p_size      bigint,
  p_file_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  file constant uuid := gen_random_uuid();
  path text;
begin
  perform private.nemus_require_trainee();
  path := format('%s.%s', file, case p_type when 'application/pdf' then 'pdf' when 'image/jpeg' then 'jpg'
    when 'image/png' then 'png' end);
  perform private.nemus_refuse(422, 'media_type_refused') where path like '%.' or coalesce(p_size, 0) <= 0;
  perform private.nemus_refuse(413, 'media_too_large', '{"most_bytes": 10485760}') where p_size > 10485760;
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(409, 'too_many_files')
    where (select count(*) >= 200 or count(*) filter (where not exists (
      select from public.nemus_logbook_entries e where e.file_id = f.id)) >= 20
      from public.nemus_logbook_files f where f.user_id = me);
  insert into public.nemus_logbook_files (id, user_id, path, file_name, content_type, size_bytes)
  values (file, me, path, coalesce(nullif(left(btrim(p_file_name), 200), ''), 'Nachweis'), p_type, p_size);
  return jsonb_build_object('id', file, 'path', 'incoming/' || path);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_begin_invoice_mail (
  p_invoice uuid,
  p_email   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sent public.nemus_invoices;
  account public.nemus_profiles;
begin
  perform private.nemus_require_staff('orders');
  -- Locked: sent once, however often it is pressed.
  select * into sent from public.nemus_invoices i where i.id = p_invoice and not i.is_sample for update;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  perform private.nemus_refuse(409, 'invoice_recipient_changed')
    where p_email is null or p_email is distinct from private.nemus_invoice_mailbox(sent.user_id);
  perform private.nemus_refuse(409, 'invoice_unwritten') where not private.nemus_is_whole_invoice(sent);
  perform private.nemus_refuse(429, 'invoice_just_sent') where exists (select from private.nemus_audit_log l
    where l.subject = 'invoices' and l.subject_id = p_invoice::text and l.action = 'begin_invoice_mail'
      and l.created_at > now() - interval '1 minute');
  perform private.nemus_note_act('begin_invoice_mail', 'invoices', p_invoice::text, null,
    jsonb_build_object('number', sent.number, 'email', p_email));
  select * into account from public.nemus_profiles p where p.user_id = sent.user_id;
  return jsonb_build_object('email', p_email, 'name', private.nemus_account_name(account),
    'user_type', account.user_type, 'document', private.nemus_whole_invoice(sent));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_block_account (
  p_user   uuid,
  p_reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''));
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  perform private.nemus_refuse(409, 'own_account') where p_user = auth.uid();
  perform private.nemus_refuse(400, 'note_missing') where char_length(reason) not between 3 and 1000;
  perform private.nemus_refuse(404, 'account_not_found')
    where not exists (select from public.nemus_profiles p where p.user_id = p_user);
  if private.nemus_is_blocked(p_user) then
    return;
  end if;
  -- Fires sessions/fresh_factors.
  insert into private.nemus_blocked_accounts (user_id, reason, blocked_by) values (p_user, reason, auth.uid())
  on conflict (user_id) do update set reason = excluded.reason, blocked_by = excluded.blocked_by, created_at = now();
  -- A pending change of the address ends, too: its links would be valid for an hour.
  update auth.users u set banned_until = now() + interval '100 years', email_change = '', email_change_token_new = '',
    email_change_token_current = '' where u.id = p_user;
  -- Its address may be known to others; unblocking does not bring it back.
  delete from private.nemus_calendars c where c.user_id = p_user;
  -- Their refresh tokens go with them.
  delete from auth.sessions s where s.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_booking_request_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and (r.expires_at <= now() or not private.nemus_answers_for(r.decided_by, institution))
            then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_name_within(institution, r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'date_starts_at', (select a.starts_at from public.nemus_appointments a where a.id = r.date_id),
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_name_within(institution, r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_bookkeeping (
  p_from  date,
  p_until date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return jsonb_build_object(
    'settings', (select s.value from private.nemus_settings s where s.key = 'bookkeeping'),
    'fees', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', f.payment_id, 'charged_on', f.charged_on,
        'fee_cents', f.fee_cents) order by f.charged_on, f.payment_id), '[]')
      from private.nemus_provider_fees f where f.charged_on between p_from and p_until and f.fee_cents <> 0),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'document_code', t.document_code, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'vat_id', t.vat_id, 'net_cents', (t.tax ->> 'net_cents')::int, 'tax_cents', (t.tax ->> 'tax_cents')::int,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross,
          'account', case when t.tax ->> 'note' = (select private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          i.document_code, e.number as cancels_number, i.buyer ->> 'name' as buyer, coalesce(i.buyer ->> 'vat_id', '') as vat_id, i.balance_cents, x.tax, x.place, g.gross,
          sum(g.gross) over (partition by i.id order by x.place) as until,
          -- A change of plan that credits more than it charges is not paid back.
          i.gross_cents < 0 and jsonb_path_exists(i.lines, '$[*] ? (@.gross_cents > 0)') as is_credited
        from public.nemus_invoices i
        left join public.nemus_invoices e on e.id = i.cancels_id
        -- Documents from before treatments were listed have exactly one.
        cross join lateral jsonb_array_elements(coalesce(i.taxes, jsonb_build_array(jsonb_build_object('category',
            case when i.tax_rate > 0 then 'S' else 'E' end, 'rate', i.tax_rate, 'net_cents', i.net_cents,
            'tax_cents', i.tax_cents)))) with ordinality as x (tax, place)
        cross join lateral (select (x.tax ->> 'net_cents')::int + (x.tax ->> 'tax_cents')::int
            + case when x.place = 1 then i.rounding_cents else 0 end as gross) as g
        where not i.is_sample and i.issued_on between p_from and p_until) t));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_calendar (
  p_teacher uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_teacher is not null then
    perform private.nemus_check_staff('teaching');
  end if;
  return (select jsonb_build_object('created_at', c.created_at, 'last_read_at', c.last_read_at)
    from private.nemus_calendars c
    where c.teacher_id = p_teacher or (p_teacher is null and c.user_id = auth.uid()));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_cancel_appointment (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_appointment;
  select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  -- A repeated request, such as a second click, is no error.
  if own.status = 'cancelled' then
    return jsonb_build_object('status', 'cancelled');
  end if;
  perform private.nemus_refuse(409, 'appointment_over')
    where own.status not in ('confirmed', 'waitlist') or appointment.starts_at <= now()
      or appointment.cancelled_at is not null;
  perform private.nemus_refuse(409, 'place_fixed')
    where appointment.course_id is not null and own.status = 'confirmed'
      and private.nemus_leave_until(appointment, own) <= now();
  perform private.nemus_release_place(p_appointment, own.user_id);
  return jsonb_build_object('status', 'cancelled');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_catalogue_dates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with offered as materialized (
    select c.id from public.nemus_courses c where c.is_active and c.id not in (select private.nemus_withheld_seminars())),
  open_dates as materialized (
    select a.* from public.nemus_appointments a join offered o on o.id = a.course_id
    where a.cancelled_at is null and a.starts_at > now() and coalesce(a.change_until, a.starts_at) > now()),
  asked as (select i.course_id from public.nemus_date_interests i where i.user_id = auth.uid())
  select jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'starts_at', a.starts_at,
      'ends_at', a.ends_at, 'format', a.format, 'location', a.location, 'instructor', a.instructor,
      'capacity', a.capacity, 'parts', a.parts,
      'free_places', (select greatest(private.nemus_open_places(d, auth.uid()), 0) from public.nemus_appointments d where d.id = a.id)) order by a.starts_at, a.id), '[]')
      from open_dates a),
    'chosen', (select coalesce(jsonb_object_agg(c.course_id, c.date_id), '{}') from public.nemus_date_choices c
      join open_dates a on a.id = c.date_id where c.user_id = auth.uid()),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select course_id from open_dates) or private.nemus_is_buyable(o.id) as is_buyable
        from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_change_courses (
  p_courses jsonb,
  p_change  jsonb,
  p_preview boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given record;
  before public.nemus_courses;
  after jsonb;
  problem text;
  refusal text;
  answers jsonb := '[]'::jsonb;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_courses) is distinct from 'array'
    or jsonb_typeof(p_change) is distinct from 'object' or p_change = '{}'
    or p_change - array['price_euros', 'credit_cost', 'competency', 'state'] <> '{}'
    or p_change ->> 'state' not in ('published', 'retired');
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_array_length(p_courses) not between 1 and 200;
  -- In one order, so that two changes of many seminars cannot block each other.
  for given in select distinct on (1) private.nemus_draft_uuid(c, 'id') as id,
      (c ->> 'updated_at')::timestamptz as updated_at from jsonb_array_elements(p_courses) c order by 1
  loop
    begin
      select * into before from public.nemus_courses c where c.id = given.id;
      before := private.nemus_open_course(given.id,
        case when p_preview then coalesce(given.updated_at, before.updated_at) else given.updated_at end);
      after := to_jsonb(before);
      if p_change - 'state' <> '{}' then
        after := public.nemus_save_course(before.id, private.nemus_course_form(before) || (p_change - 'state'),
          before.updated_at);
      end if;
      after := case p_change ->> 'state'
        when 'published' then public.nemus_publish_course(before.id, (after ->> 'updated_at')::timestamptz)
        when 'retired' then public.nemus_retire_course(before.id, (after ->> 'updated_at')::timestamptz)
        else after end;
      problem := case when after - 'updated_at' = to_jsonb(before) - 'updated_at' then 'same' end;
      -- Takes the change of this seminar back.
      if p_preview or problem is not null then
        raise exception using errcode = 'NM000';
      end if;
    exception when sqlstate 'NM000' then null;
      when others then
        get stacked diagnostics refusal = pg_exception_hint;
        if sqlstate not like 'PT%' then raise; end if;
        problem := refusal;
    end;
    answers := answers || jsonb_build_array(jsonb_build_object('id', given.id, 'title', before.title,
      'price_euros', before.price_euros, 'credit_cost', before.credit_cost, 'competency', before.competency,
      'state', before.state, 'updated_at', before.updated_at, 'problem', problem));
  end loop;
  perform private.nemus_refuse(409, 'courses_unchanged', jsonb_build_object('titles', jsonb_agg(a -> 'title')))
  from jsonb_array_elements(answers) a where not p_preview and a ->> 'problem' <> 'same' having count(*) > 0;
  return answers;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) FROM PUBLIC, "anon", "service_role";

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
  select d.* into planned from public.nemus_courses c cross join lateral private.nemus_planned_date(c, p_plan) d
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
    said := jsonb_strip_nulls(jsonb_build_object(
      'earlier_location', case when (old.format, old.location) is distinct from (planned.format, planned.location)
        then coalesce(nullif(old.location, ''), old.format) end,
      'link_changed', case when link is distinct from (select l.meeting_url from public.nemus_appointment_links l
        where l.appointment_id = old.id) then true end));
    -- At another place, no one is bound by a deadline that has passed, as after a move (dates/move_preview.sql).
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set title = planned.title, description = planned.description, type = planned.type, format = planned.format,
      location = planned.location, units = case when a.parts is null then planned.units else a.units end,
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

CREATE OR REPLACE FUNCTION public.nemus_choose_date (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  chosen public.nemus_appointments;
begin
  -- Keeps the enrolment from being deleted, but not from making progress.
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into chosen from public.nemus_appointments a where a.id = p_appointment;
  perform private.nemus_refuse(409, 'date_cancelled') where chosen.cancelled_at is not null;
  if not exists (select from private.nemus_held_dates(me, course) held where held.appointment_id = p_appointment) then
    perform private.nemus_refuse(409, 'seminar_attended') where private.nemus_has_attended(me, course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(chosen) <= now();
    perform private.nemus_refuse(409, 'place_fixed') where private.nemus_is_bound(me, course, false);
    perform private.nemus_place_at(me, chosen);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from public.nemus_appointment_participations p where p.appointment_id = p_appointment and p.user_id = me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_date_letters (
  p_appointments uuid[] DEFAULT '{}'::uuid[],
  p_user         uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id, case c.audience when 'institution' then c.user_id end) as reachable
      from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to an account that is blocked, or left its institution.
    update private.nemus_date_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'parts', a.parts, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_notification_mails()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for found in
    select s.id, s.user_id, s.institution_id, n.kind, n.key, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
      s.address is not null or exists (select from auth.users u where u.id = s.user_id and u.email_confirmed_at is not null)
        and private.nemus_is_reachable(s.user_id, s.institution_id) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
  begin
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id)
      or (found.kind = 'date_message' and not exists (select from public.nemus_appointments a
        cross join lateral private.nemus_people_at(a) u
        where a.id = split_part(found.key, ':', 2)::uuid and u.user_id = found.user_id)) then
      delete from private.nemus_notification_sendings s where s.id = found.id;
      continue;
    end if;
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    token := null;
    if found.mail <> 'always' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
      values (private.nemus_token_hash(token), found.user_id, found.kind);
    end if;
    answer := answer || jsonb_build_object('sending_id', found.id, 'kind', found.kind, 'facts', found.facts,
      'path', found.path, 'email', found.email, 'first_name', coalesce(found.first_name, ''),
      'last_name', coalesce(found.last_name, ''), 'token', token);
  exception when others then
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    perform public.nemus_note_outcome('send-notifications', found.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_trainee_letters (
  p_booking     uuid DEFAULT NULL::uuid,
  p_institution uuid DEFAULT NULL::uuid,
  p_session_id  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_confirm_upload (
  p_media  uuid,
  p_sha256 text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.nemus_learning_media m set confirmed_at = now(), sha256 = p_sha256
  where m.id = p_media and m.confirmed_at is null;
  update public.nemus_logbook_files f set confirmed_at = now(), sha256 = p_sha256
  where f.id = p_media and f.confirmed_at is null and f.dropped_at is null
$function$;

CREATE OR REPLACE FUNCTION public.nemus_correct_entry (
  p_entry uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  entry public.nemus_logbook_entries;
  correction public.nemus_logbook_entries;
  made uuid;
begin
  entry := private.nemus_hold_entry(p_entry, 'correct');
  select * into correction from public.nemus_logbook_entries e where e.corrects = p_entry and e.user_id = auth.uid();
  if found and correction.state = 'confirmed' then
    perform private.nemus_refuse(409, 'entry_corrected');
  elsif found then
    return correction.id;
  end if;
  -- Fires logbook/cohort.
  insert into public.nemus_logbook_entries (user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
    confirmer_id, corrects, is_sample, setting, form, age_group, procedure, service, file_id, file_sha256, issuer, started_on)
  values (entry.user_id, entry.done_on, entry.category, entry.minutes, entry.competency, entry.level, entry.note, entry.site_id,
    entry.case_id, case when private.nemus_takes_entry(entry, entry.confirmer_id) then entry.confirmer_id end, entry.id, entry.is_sample, entry.setting, entry.form, entry.age_group, entry.procedure,
    entry.service, entry.file_id, entry.file_sha256, entry.issuer, entry.started_on)
  returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_counted_sources (
  p_category text    DEFAULT NULL::text,
  p_offset   integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  account constant uuid := private.nemus_counted_account(null);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with source as materialized (
      select s.kind, s.source, s.source_id, s.title, s.done_on, s.minutes, s.category,
        case when chosen is null then s.category else c.category end as counts_for, s.competency,
        private.nemus_level_of(s.category, s.level) as level, s.is_sample
      from private.nemus_training_sources s
      left join public.nemus_requirement_credits c on c.set_id = chosen and c.source = s.source
      where s.user_id = account),
    wanted as (
      select * from source s where p_category is null or coalesce(s.counts_for, 'none') = p_category),
    shown as (
      select w.*, row_number() over (order by w.done_on desc, w.source, w.source_id, w.minutes, w.category) as place from wanted w
      order by place limit 50 offset greatest(coalesce(p_offset, 0), 0))
    select jsonb_build_object('total', (select count(*) from wanted),
      'rows', (select coalesce(jsonb_agg(to_jsonb(s) order by s.place), '[]') from shown s)));
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
  planned := private.nemus_planned_date(course, p_plan);
  teachers := private.nemus_planned_teachers(p_plan, '{}');
  -- A date in parts is written with its first ones, then with all.
  for times in select * from private.nemus_planned_times(case when has_parts
    then p_plan #> '{parts,0}' || jsonb_build_object('change_until', p_plan -> 'change_until') else p_plan end) loop
    perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}')
      where times.change_until <= now();
    insert into public.nemus_appointments (course_id, series_id, title, description, starts_at, ends_at, change_until, type,
      format, location, competency, units, capacity)
    values (course.id, series, planned.title, planned.description, times.starts_at, times.ends_at, times.change_until,
      planned.type, planned.format, planned.location, planned.competency, planned.units, planned.capacity)
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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_by_link (
  p_token    text,
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  link private.nemus_sign_off_links;
  person public.nemus_confirmers;
  entry public.nemus_logbook_entries;
  same uuid[];
  decided int := 0;
  still_open int;
begin
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token);
  perform private.nemus_refuse(404, 'sign_off_link_invalid') where not found;
  -- Lock order of nemus_decide_entries; the link after the person.
  perform private.nemus_lock_logbook(link.user_id);
  select * into person from public.nemus_confirmers c where c.id = link.confirmer_id for share;
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token) for update;
  perform private.nemus_refuse(404, 'sign_off_link_invalid')
    where link.confirmer_id is null or link.used_at is not null or link.expires_at <= now()
      or not private.nemus_gets_links(person.id);
  -- A signed-in account plays no role here, except that it never decides about its own hours.
  perform private.nemus_refuse(409, 'own_entry') where link.user_id = auth.uid();
  perform set_config('nemus.signer', person.name, true);
  same := array(select private.nemus_same_person(person.id, null));
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.user_id = link.user_id and e.confirmer_id = person.id and e.state <> 'draft'
      and e.file_id is null
    order by e.id for update
  loop
    perform private.nemus_refuse(409, 'entry_state', jsonb_build_object('state', entry.state))
      where entry.state <> 'submitted';
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    perform private.nemus_decide_entry(entry, person, null, same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  update private.nemus_sign_off_links k set used_at = now()
  where k.confirmer_id = link.confirmer_id and k.user_id = link.user_id;
  select count(*)::int into still_open from public.nemus_logbook_entries e
  where e.confirmer_id = person.id and e.state = 'submitted' and e.user_id = link.user_id;
  if still_open > 0 then
    perform private.nemus_write_link(person.id, link.user_id, true);
  end if;
  return jsonb_build_object('decided', decided, 'open', still_open);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_entries (
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  owner uuid;
  entry public.nemus_logbook_entries;
  person public.nemus_confirmers;
  -- The person that `same` belongs to.
  known uuid;
  same uuid[];
  decided int := 0;
begin
  -- Lock order: logbooks, people, entries, each by id. Two concurrent decisions never deadlock.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read') order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c where c.user_id = auth.uid() or c.id in (
    select e.confirmer_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read')) order by c.id for share;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (p_ids) order by e.id for update loop
    perform private.nemus_require_action(entry, p_decision);
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    select c.* into person from public.nemus_confirmers c
    where c.id = entry.confirmer_id and c.user_id = auth.uid() and c.ended_at is null;
    if not found then
      select c.* into person from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
      where d.confirmer_id = entry.confirmer_id
        and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
      limit 1;
    end if;
    perform private.nemus_refuse(404, 'entry_not_found') where person.id is null;
    if person.id is distinct from known then
      known := person.id;
      same := array(select private.nemus_same_person(person.id, auth.uid()));
    end if;
    perform private.nemus_decide_entry(entry, person, auth.uid(), same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  return decided;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_name_request (
  p_request uuid,
  p_accept  boolean,
  p_answer  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() or exists (select from public.nemus_members m
    where m.institution_id = request.institution_id and m.user_id = auth.uid()) then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id)
      or not private.nemus_is_approved(request.institution_id);
  end if;
  if p_accept then
    -- Before the time of the decision: waits for a paper that is being printed with the earlier name.
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end,
    decided_at = clock_timestamp(), answer = given where r.id = p_request;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'reason', given, 'person', request.old_name)), '/trainees');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_delete_account()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  case terms ->> 'blocked_by'
    when 'institution_has_members' then perform private.nemus_refuse(409, 'institution_has_members');
    when 'last_administrator' then perform private.nemus_refuse(409, 'last_administrator');
    when 'subscription_running' then perform private.nemus_refuse(409, 'subscription_running');
    when 'purchase_waiting' then perform private.nemus_refuse(409, 'purchase_waiting');
    when 'last_staff' then perform private.nemus_refuse(409, 'last_staff');
    else
  end case;
  -- What an institution booked is used up once begun or past its notice: no money comes back, and no one else gets the place.
  -- Fires bookings/booked_seminars.
  update public.nemus_booking_participants p set used_at = now() from public.nemus_course_enrollments e
  where e.user_id = me and p.enrollment_id = e.id and (private.nemus_is_begun(e)
    or private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date);
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_drop_uploads (
  p_paths text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.nemus_learning_media m where m.path = any (p_paths) and m.confirmed_at is null;
  update public.nemus_logbook_files f set dropped_at = now()
  where f.path = any (p_paths) and f.confirmed_at is null and f.dropped_at is null
$function$;

CREATE OR REPLACE FUNCTION public.nemus_duplicate_course (
  p_id       uuid,
  p_expected timestamp with time zone,
  p_copy     uuid,
  p_mark     text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  source public.nemus_courses;
begin
  perform private.nemus_require_staff('catalogue');
  source := private.nemus_open_course(p_id, p_expected);
  if exists (select from public.nemus_courses c where c.id = p_copy) then
    return p_copy;
  end if;
  perform public.nemus_save_course(p_copy, private.nemus_course_form(source)
    || jsonb_build_object('title', private.nemus_marked_title(source.title, p_mark))
    -- An approval is for one course.
    || case source.zfu_status when 'approved' then '{"zfu_status": null, "zfu_number": null}' else '{}' end::jsonb);
  perform private.nemus_copy_learning(l ->> 'id', p_mark, p_copy)
  from jsonb_array_elements(public.nemus_seminar_learning(p_id)) l where (l ->> 'drafted_here')::boolean;
  return p_copy;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_duplicate_learning_course (
  p_course text,
  p_mark   text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('catalogue');
  return private.nemus_copy_learning(p_course, p_mark, null);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_end_calendar (
  p_teacher uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_take_calendar(p_teacher);
  delete from private.nemus_calendars c
  where c.teacher_id = p_teacher or (p_teacher is null and c.user_id = auth.uid());
  if found and p_teacher is not null then
    perform private.nemus_note_act('end_calendar', 'teachers', p_teacher::text, null, null);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_enter_attendance_code (
  p_code text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  most constant int := 5;
  attempts int;
  a public.nemus_appointments;
  own public.nemus_appointment_participations;
  part record;
  had record;
begin
  perform private.nemus_refuse(403, 'own_attendance') where private.nemus_is_staff('teaching');
  -- Serialise attempts, so that concurrent ones are counted too.
  perform pg_advisory_xact_lock(hashtextextended('nemus_attendance_code ' || me, 0));
  delete from private.nemus_code_attempts t where t.created_at < now() - interval '15 minutes';
  select count(*) into attempts from private.nemus_code_attempts t where t.user_id = me;
  perform private.nemus_refuse(429, 'too_many_codes') where attempts >= most;
  select x.* into a from public.nemus_appointment_participations p
  join public.nemus_appointments x on x.id = p.appointment_id
  join private.nemus_attendance_codes c on c.appointment_id = x.id
  cross join lateral private.nemus_part_now(x) t
  where p.user_id = me and p.status = 'confirmed' and x.course_id is not null and x.cancelled_at is null
    and x.starts_at <= now() and now() <= private.nemus_code_closes(t.ends_at) and c.valid_until >= now()
    and c.digest = private.nemus_code_digest(x.id, p_code)
  limit 1;
  if not found then
    insert into private.nemus_code_attempts (user_id) values (me);
    return jsonb_build_object('status', 'wrong', 'attempts_left', most - attempts - 1);
  end if;
  perform private.nemus_lock_training(a.course_id, array[me]);
  -- Read again under its lock: date moved or cancelled, place given up, or enrolment refunded.
  select * into a from public.nemus_appointments x where x.id = a.id for share;
  perform private.nemus_refuse_ticks(a);
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = a.id and p.user_id = me for update;
  perform private.nemus_refuse(409, 'no_place') where own.status is distinct from 'confirmed'
    or not exists (select from public.nemus_course_enrollments e where e.user_id = me and e.course_id = a.course_id);
  select * into part from private.nemus_part_now(a);
  select case when part.id is null then own.attendance else own.part_marks #>> array[part.id::text, 'attendance'] end as attendance,
    case when part.id is null then own.attended_units else (own.part_marks #>> array[part.id::text, 'units'])::int end as units
  into had;
  if had.attendance is null then
    perform private.nemus_write_mark(a, part.id, me, 'present', part.units, 'code');
  end if;
  return jsonb_build_object('status', case when had.attendance is null then 'present' else 'already' end,
    'title', concat_ws(': ', a.title, nullif(part.title, '')), 'starts_at', part.starts_at, 'units', coalesce(had.units, part.units),
    'attempts_left', most - attempts);
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

REVOKE ALL ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_hand_over_entries (
  p_from uuid,
  p_to   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution uuid;
  wanted uuid[];
  owner uuid;
  entry public.nemus_logbook_entries;
  handed_over int := 0;
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  institution := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(institution);
  perform private.nemus_refuse(404, 'confirmer_not_found')
    where not exists (select from public.nemus_confirmers c where c.id = p_from and c.institution_id = institution);
  perform private.nemus_refuse_field('to', case when p_to is null then 'missing' else 'choice' end)
    where p_to is null or p_to = p_from;
  wanted := array(select e.id from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution
      and private.nemus_may_act(e, 'hand_over') and (e.category <> 'self_experience' or e.note = '')
      and private.nemus_takes_entry(e, p_to)
    order by e.submitted_at, e.id limit 200);
  -- Lock order of nemus_decide_entries: logbooks, people, entries.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e where e.id = any (wanted)
    order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c
  where c.id = p_to and c.institution_id = institution and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (wanted) order by e.id for update loop
    -- Decided, taken back or handed over meanwhile, or the role ended.
    continue when entry.state <> 'submitted' or (entry.category = 'self_experience' and entry.note <> '')
      or entry.confirmer_id is distinct from p_from
      or not private.nemus_takes_entry(entry, p_to);
    -- Fires logbook/entries.
    update public.nemus_logbook_entries e set confirmer_id = p_to, revision = e.revision + 1 where e.id = entry.id;
    handed_over := handed_over + 1;
  end loop;
  return jsonb_build_object('handed_over', handed_over, 'left', (select count(*) from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_invoice_archive (
  p_from  date,
  p_until date,
  p_after text DEFAULT ''::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return (select coalesce(jsonb_agg(private.nemus_whole_invoice(row (i.*)::public.nemus_invoices) order by i.number), '[]') from (
    select * from public.nemus_invoices x where not x.is_sample and x.issued_on between p_from and p_until
      and x.number > p_after and private.nemus_is_whole_invoice(x) order by x.number limit 50) i);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_invoice_document (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_whole_invoice(i)
  from public.nemus_invoices i
  where i.transaction_id = p_transaction and not i.is_sample and private.nemus_is_whole_invoice(i)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_issue_logbook_paper()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  paper private.nemus_logbook_papers;
  profile public.nemus_profiles;
  listed jsonb;
  attended jsonb;
  proved jsonb;
begin
  -- No confirmation and no other name halfway through the paper.
  perform private.nemus_lock_logbook(me);
  select * into profile from public.nemus_profiles p where p.user_id = me;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  perform private.nemus_refuse(429, 'paper_limit')
    where (select count(*) from private.nemus_logbook_papers p
        where p.user_id = me and p.created_at > now() - interval '1 hour') >= 20;
  with printed as (
    select e.*, private.nemus_entry_attributes(e) as attributes, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced,
        'certificate', case when e.file_id is not null then jsonb_build_object('issuer', e.issuer,
          'started_on', e.started_on, 'sha256', e.file_sha256) end) || e.attributes
      order by e.done_on, e.created_at, e.id), '[]'),
    count(*) filter (where e.file_id is null), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
  proved := jsonb_path_query_array(listed, '$[*] ? (@.certificate != null)');
  select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'kind', t.kind, 'done_on', t.done_on,
    'category', t.category, 'minutes', t.minutes) order by t.done_on, t.title, t.category), '[]') into attended
  from private.nemus_training_sources t where t.user_id = me and t.kind <> 'logbook' and not t.is_sample
    and not exists (select from jsonb_array_elements(listed) e where e ->> 'id' = t.source_id);
  select coalesce(jsonb_agg(distinct jsonb_build_object('name', e ->> 'confirmed_by', 'role', e ->> 'role',
    'institution', e ->> 'institution', 'address', e ->> 'address')), '[]') into paper.signers
  from jsonb_array_elements(listed) e;
  select l.number, l.hash into paper.step_number, paper.step_hash from private.nemus_logbook_steps l
  where l.user_id = me order by l.number desc limit 1;
  insert into private.nemus_logbook_papers (number, user_id, holder, minutes, entries, step_number, step_hash, sums, signers,
    settings, courses, certificates, attributes, created_at)
  values (private.nemus_draw_number(), me, coalesce(nullif(btrim(profile.first_name || ' ' || profile.last_name), ''),
      private.nemus_document_text('no_name')), paper.minutes, paper.entries, paper.step_number, paper.step_hash,
    private.nemus_printed_sums(listed, 'category'), paper.signers, private.nemus_printed_sums(listed, 'setting'),
    jsonb_build_object('count', jsonb_array_length(attended), 'sums', private.nemus_printed_sums(attended, 'category')),
    jsonb_build_object('count', jsonb_array_length(proved), 'sums', private.nemus_printed_sums(proved, 'category')),
    (select jsonb_object_agg(name, private.nemus_printed_sums(listed, name))
      from unnest('{form,age_group,procedure,service,site}'::text[]) name), clock_timestamp())
  returning * into paper;
  return jsonb_build_object('number', paper.number, 'issued_at', paper.created_at, 'holder', paper.holder,
    'requirement_set', (select jsonb_build_object('name', s.name, 'chamber', s.chamber, 'version', s.version,
        'source', s.source)
      from public.nemus_requirement_choices c join public.nemus_requirement_sets s on s.id = c.set_id
      where c.user_id = me and c.ended_at is null),
    'person', (select jsonb_build_object('birth_date', d.birth_date, 'chamber', i.chamber, 'field', i.field,
        'procedure', i.procedure, 'started_on', i.started_on, 'expected_end_on', i.expected_end_on)
      from public.nemus_personal_data d join public.nemus_training_info i using (user_id) where d.user_id = me),
    'courses', attended,
    'sites', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'started_on', s.started_on,
        'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
      from public.nemus_logbook_sites s where s.user_id = me and not s.is_sample),
    'entries', listed, 'sums', paper.sums, 'signers', paper.signers, 'minutes', paper.minutes,
    'last_step', case when paper.step_number is not null
      then jsonb_build_object('number', paper.step_number, 'hash', paper.step_hash) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_logbook_certificates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(private.nemus_own_entry(e) order by e.done_on desc, e.created_at desc, e.id), '[]')
  from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.file_id is not null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_logbook_certificates"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_logbook_week (
  p_monday date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(private.nemus_own_entry(e) order by e.done_on, e.created_at, e.id), '[]')
      from public.nemus_logbook_entries e
      where e.user_id = auth.uid() and e.done_on between p_monday and p_monday + 6 and e.file_id is null),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('monday', w.monday, 'state', w.state, 'count', w.n)
        order by w.monday desc, w.state), '[]')
      from (select date_trunc('week', o.done_on)::date as monday, o.state, count(*)::int as n
        from (select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state in ('draft', 'returned') and e.file_id is null
          union all
          -- `submitted` here: stranded.
          select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state = 'submitted' and e.file_id is null and private.nemus_is_stranded(e)) o
        where o.done_on not between p_monday and p_monday + 6
        group by 1, 2 order by 1 desc, 2 limit 12) w),
    'remembered', (select coalesce(jsonb_object_agg(g.category, l.said), '{}')
      from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning']) g (category)
      cross join lateral (select jsonb_build_object('competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'confirmer_id', e.confirmer_id, 'minutes', e.minutes, 'setting', e.setting, 'form', e.form,
          'age_group', e.age_group, 'procedure', e.procedure) as said
        from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.category = g.category and not e.is_sample and e.file_id is null
        order by e.done_on desc, e.id limit 1) l),
    'templates', (select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'created_at', 'updated_at']
        order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_logbook_templates t where t.user_id = auth.uid()),
    'attributes', (select coalesce(jsonb_object_agg(w.category, w.attributes), '{}')
      from (select f.category, jsonb_agg(distinct a.key) as attributes from public.nemus_requirement_figures f
        join private.nemus_figure_choices() a on a.is_attribute and to_jsonb(f) ->> a.key is not null
        where f.set_id = private.nemus_chosen_set(auth.uid()) and f.category is not null and f.is_counted group by 1) w))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_mark_attendance (
  p_appointment uuid,
  p_marks       jsonb,
  p_part        uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  perform private.nemus_refuse_ticks(a);
  select * into part from private.nemus_parts(a) t where t.id is not distinct from p_part;
  perform private.nemus_refuse(409, 'part_not_found') where not found;
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
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_message_participants (
  p_date    uuid,
  p_people  uuid[],
  p_text    text,
  p_message uuid   DEFAULT gen_random_uuid()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said text;
  date public.nemus_appointments;
  reached uuid[];
  is_new boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  said := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  -- No one leaves meanwhile, and two messages at once count each other.
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into date from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  select array_agg(m.user_id), bool_or(m.is_new) into reached, is_new from private.nemus_send_message(
    array(select u.user_id from private.nemus_people_at(date) u where u.user_id = any (p_people) order by u.place),
    null, 'date_message', p_date, p_message, jsonb_build_object('title', private.nemus_fact(date.title, '–'),
      'starts_at', date.starts_at, 'text', said), '/appointments') m;
  if is_new then
    perform private.nemus_note_act('message', 'appointments', p_date::text, null,
      jsonb_build_object('text', said, 'people', to_jsonb(reached)));
  end if;
  return jsonb_build_object('sent', coalesce(cardinality(reached), 0), 'skipped',
    (select count(distinct i) from unnest(p_people) as i) - coalesce(cardinality(reached), 0));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_message_trainees (
  p_trainees uuid[],
  p_text     text,
  p_message  uuid   DEFAULT gen_random_uuid()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  said constant text := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  reached uuid[];
  is_new boolean;
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  me := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(me);
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_trainees), 0) not between 1 and 200;
  -- Two members at once count each other's messages. Linked people are locked: a link that ends now gets nothing.
  perform pg_advisory_xact_lock(hashtextextended('nemus_message ' || me, 0));
  select array_agg(m.user_id), bool_or(m.is_new) into reached, is_new from private.nemus_send_message(
    array(select o.user_id from public.nemus_trainees o
      where o.institution_id = me and o.id = any (p_trainees) and o.user_id is not null order by o.id for share),
    me, 'institution_message', me, p_message,
    jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(me), '–'), 'text', said)) m;
  if is_new then
    insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id, after)
    select me, auth.uid(), coalesce(private.nemus_member_name(auth.uid()), ''), 'member', 'insert', 'trainee_messages', p_message,
      jsonb_build_object('text', said, 'recipients', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t where t.institution_id = me and t.user_id = any (reached);
  end if;
  return jsonb_build_object('sent', coalesce(cardinality(reached), 0), 'skipped',
    (select count(distinct i) from unnest(p_trainees) as i) - coalesce(cardinality(reached), 0));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_metrics()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with unsent (queue, attempts, due_at, tried_at) as (
    select 'dates', l.attempts, l.created_at, l.tried_at from private.nemus_date_letters l where l.sent_at is null
    union all select 'trainees', l.attempts, l.created_at, l.tried_at from private.nemus_trainee_letters l where l.sent_at is null
    union all select 'purchases', l.attempts, l.created_at, l.tried_at from private.nemus_purchase_letters l
      join public.nemus_transactions t on t.id = l.transaction_id where l.sent_at is null and not private.nemus_went_back(t.reference)
    union all select 'sign-offs', l.attempts, l.due_at, l.updated_at from private.nemus_sign_off_letters l where l.sent_at is null
    union all select 'notifications', s.attempts, s.created_at, s.updated_at from private.nemus_notification_sendings s
      where s.sent_at is null and s.channel = 'mail'
    union all select 'withdrawals', w.receipt_attempts, w.received_at, w.updated_at from private.nemus_withdrawals w
      where w.receipt_sent_at is null
    union all select 'sms', case when m.state = 'dropped' then 5 else 0 end, m.due_at, m.updated_at from public.nemus_sms m
      where m.state = 'waiting' or m.reason = 'failed'
  ), queues as (
    select n.queue, count(*) filter (where u.attempts < 5 and u.due_at <= now()) as waiting,
      count(*) filter (where u.attempts >= 5 and u.tried_at > now() - interval '1 day') as failed,
      coalesce(extract(epoch from now() - min(u.due_at) filter (where u.attempts < 5 and u.due_at <= now()))::int, 0) as oldest_seconds
    from unnest('{dates,trainees,purchases,sign-offs,notifications,withdrawals,sms}'::text[]) as n (queue)
    left join unsent u using (queue) group by 1
  ), jobs as (
    select j.name as job, greatest(0, extract(epoch from now() - 2 * case when j.schedule ~ '^[*] ' then interval '1 minute'
        when j.schedule ~ '^[*]/' then substring(j.schedule from '^[*]/([0-9]+)')::int * interval '1 minute'
        when j.schedule ~ '^[0-9]+ [*]' then interval '1 hour' when j.schedule ~ ' [*]$' then interval '1 day'
        else interval '1 week' end - greatest(j.created_at, (r.job ->> 'last_run_at')::timestamptz)))::int as late_seconds
    from private.nemus_jobs j left join jsonb_array_elements(public.nemus_jobs()) as r (job) on r.job ->> 'name' = j.name
  ), refunds as (
    select count(*) filter (where not r.is_held) as owed, coalesce(sum(r.amount_cents) filter (where not r.is_held), 0) as cents,
      count(*) filter (where r.is_held) as held, coalesce(extract(epoch from now() - min(r.created_at))::int, 0) as oldest_seconds
    from private.nemus_refunds r where r.refunded_at is null
  ), reports as (
    select r.environment, r.remote, r.version, r.kind, r.name, case r.kind when 'start' then r.detail else '' end as detail,
      sum(r.times) as times from private.nemus_area_reports r
    where r.hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour' group by 1, 2, 3, 4, 5, 6
  ), signatures as (
    select e.environment, e.remote, e.entry #>> '{signature,expiresAt}' as expires_at from public.nemus_release_entries e
    where e.entry #>> '{signature,expiresAt}' is not null
    union all select l.environment, '*', l.document ->> 'expiresAt' from public.nemus_release_stop_lists l
  )
  select jsonb_build_object('queues', (select jsonb_agg(to_jsonb(q) order by q.queue) from queues q),
    'jobs', (select jsonb_agg(to_jsonb(j) order by j.job) from jobs j), 'refunds', (select to_jsonb(r) from refunds r),
    'set_aside', (select count(*) from private.nemus_set_aside),
    'reports', coalesce((select jsonb_agg(to_jsonb(r) order by r.environment, r.remote, r.version, r.kind, r.name, r.detail) from reports r), '[]'),
    'signatures', coalesce((select jsonb_agg(to_jsonb(s) order by s.environment, s.remote) from signatures s), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_name_confirmer (
  p_name        text,
  p_email       text,
  p_role        text,
  p_valid_from  date,
  p_valid_until date DEFAULT NULL::date,
  p_site        text DEFAULT ''::text,
  p_trainee     uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person uuid;
  called text;
begin
  perform private.nemus_begin_naming();
  select c.id, c.name into person, called from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(private.nemus_mail_address(p_email)) and c.ended_at is null;
  perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', called))
  from (select private.nemus_plain_form(called, ' ') || ' ', private.nemus_plain_form(p_name, ' ') || ' ') n (known, given)
  where strpos(n.known, n.given) = 0 and strpos(n.given, n.known) = 0;
  person := coalesce(person, public.nemus_save_confirmer(p_name, p_email));
  perform public.nemus_save_confirmer_role(person, p_role, p_valid_from, p_valid_until, p_site, p_trainee);
  return person;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_invoice_mail (
  p_invoice uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_note_act('send_invoice', 'invoices', p_invoice::text, null, l.after) from private.nemus_audit_log l
  where l.subject = 'invoices' and l.subject_id = p_invoice::text and l.action = 'begin_invoice_mail'
    and l.actor_id = auth.uid() order by l.id desc limit 1;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_invoice_mail"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_only_confirms (
  p_profile public.nemus_profiles
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_profile.user_id = auth.uid() and private.nemus_only_confirms(auth.uid())
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_order_course (
  p_user_id     uuid,
  p_course_id   uuid,
  p_trainee_ids uuid[]  DEFAULT '{}'::uuid[],
  p_start       date    DEFAULT NULL::date,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainee_ids);
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'course', places > 0);
  course public.nemus_courses;
  ordered public.nemus_orders;
  price int;
  request uuid;
  answer jsonb;
begin
  perform private.nemus_refuse(400, 'invalid_order') where places = 0 and p_start is not null;
  perform private.nemus_refuse(409, 'members_book_for_trainees') where places = 0 and payer.user_id <> p_user_id;
  perform private.nemus_lock_course(p_course_id);
  perform private.nemus_check_buyable(p_course_id);
  select * into course from public.nemus_courses c where c.id = p_course_id and c.price_euros > 0;
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  price := round(course.price_euros * 100)::int;
  if places > 0 then
    perform private.nemus_check_start(p_start);
    perform private.nemus_check_trainees(payer.user_id, p_course_id, p_trainee_ids);
    request := private.nemus_check_spending(payer.user_id, p_user_id, p_course_id, p_trainee_ids, p_start, 0, price);
  elsif exists (select from public.nemus_course_enrollments e
    where e.user_id = payer.user_id and e.course_id = p_course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  else
    perform private.nemus_refuse_waiting(p_course_id, payer.user_id);
    perform private.nemus_refuse_above_limit(payer.user_id, p_user_id, 0, price);
  end if;
  ordered.kind := 'course';
  ordered.course_id := p_course_id;
  ordered.trainee_ids := p_trainee_ids;
  ordered.starts_on := p_start;
  -- An approved request keeps its date. What an institution chose is for its trainees.
  ordered.date_id := case when request is not null then (select r.date_id from public.nemus_booking_requests r where r.id = request)
    when places > 0 or payer.user_type = 'piw' then private.nemus_choice_of(p_user_id, p_course_id) end;
  ordered.title := course.title;
  ordered.amount_cents := price * greatest(places, 1);
  answer := private.nemus_write_order(payer, ordered, p_shown_cents);
  if request is not null then
    update public.nemus_booking_requests r set order_id = (answer ->> 'order_id')::uuid where r.id = request;
  end if;
  return answer;
exception
  -- The checks name trainees and days in their values; the payment functions pass on codes, and amounts.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      if code = 'price_changed' then
        raise;
      end if;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_order_tasks()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return jsonb_build_object(
    'unsettled', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.created_at), '[]') from (
      select * from public.nemus_orders x where x.status in ('open', 'pending') and x.checkout_session_id is not null
        and x.created_at < now() - interval '5 minutes' order by x.created_at limit 100) o),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select r.id as refund_id, r.order_id, private.nemus_account_name(p) as buyer, o.title, r.amount_cents, r.reason,
        r.attempts, r.last_error, r.is_held, r.created_at
      from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
      join public.nemus_profiles p on p.user_id = o.user_id
      where r.refunded_at is null and (private.nemus_payable_cents(r) > 0 or exists (select from private.nemus_disputes d
        where d.order_id = o.id and d.status <> 'lost' and private.nemus_is_charged_back(d.status)))
      order by r.created_at limit 100) listed),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.due_at, listed.created_at), '[]') from (
      select d.dispute_id, d.order_id, private.nemus_account_name(p) as buyer, o.title, d.amount_cents, d.reason,
        d.status, d.created_at, d.due_at
      from private.nemus_disputes d left join public.nemus_orders o on o.id = d.order_id
      left join public.nemus_profiles p on p.user_id = o.user_id
      where private.nemus_is_dispute_open(d.status) order by d.due_at, d.created_at limit 100) listed),
    'attention', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.updated_at), '[]') from (
      select * from public.nemus_orders x where x.attention is not null order by x.updated_at limit 100) o),
    'withdrawals', (select coalesce(jsonb_agg(private.nemus_withdrawal_row(w.*::private.nemus_withdrawals) order by w.received_at), '[]')
      from (select * from private.nemus_withdrawals x where x.handled_at is null
        order by x.received_at limit 100) w),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.occurred_at), '[]') from (
      select x.event_id, x.type, x.occurred_at, x.attempts, x.last_error from private.nemus_provider_events x
      where x.handled_at is null and x.last_error is not null order by x.occurred_at limit 100) e),
    'set_aside', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select x.job, x.item, x.error, x.attempts, x.created_at, x.failed_at from private.nemus_set_aside x
      order by x.created_at limit 100) s));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_order_totals (
  p_search text DEFAULT NULL::text,
  p_status text DEFAULT NULL::text,
  p_kind   text DEFAULT NULL::text,
  p_from   date DEFAULT NULL::date,
  p_until  date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return (select jsonb_build_object('orders', count(*), 'paid', count(*) filter (where s.is_paid),
      'paid_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0), 'refunded_cents', coalesce(sum(s.refunded), 0),
      'disputed_cents', coalesce(sum(s.disputed), 0),
      'kept_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0) - coalesce(sum(s.refunded + s.disputed), 0))
    from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, null, 0) s);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_organisation_lines (
  p_filters jsonb DEFAULT '{}'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
  filters constant jsonb := coalesce(p_filters, '{}');
  words constant text[] := private.nemus_search_patterns(filters ->> 'search');
  most int;
  lines jsonb;
begin
  begin
    most := least(greatest(coalesce((filters ->> 'limit')::int, 50), 1), 500);
    select jsonb_agg(to_jsonb(l) order by l.id desc) into lines from (
      select x.id, x.created_at as at, x.actor_id, x.actor_name, x.actor_kind, x.action, x.subject, x.subject_id, y.about,
        x.before, x.after
      from private.nemus_organisation_log x
      cross join lateral (select private.nemus_log_about(x.subject, x.subject_id, x.before, x.after, institution) as about offset 0) y
      where x.institution_id = institution
        and private.nemus_search_text(y.about || ' ' || x.actor_name) like all (words)
        and (filters ->> 'subject' is null or x.subject = filters ->> 'subject')
        and (filters ->> 'actor' is null or x.actor_id = (filters ->> 'actor')::uuid)
        and (filters ->> 'from' is null or x.created_at >= (filters ->> 'from')::timestamptz)
        and (filters ->> 'to' is null or x.created_at < (filters ->> 'to')::timestamptz)
        and (filters ->> 'before' is null or x.id < (filters ->> 'before')::bigint)
      order by x.id desc limit most + 1) l;
  exception when data_exception then
    perform private.nemus_refuse(400, 'invalid_request');
  end;
  lines := coalesce(lines, '[]');
  return jsonb_build_object(
    'lines', (select coalesce(jsonb_agg(line.value order by line.place), '[]')
      from jsonb_array_elements(lines) with ordinality as line (value, place) where line.place <= most),
    'next', case when jsonb_array_length(lines) > most then lines -> (most - 1) -> 'id' end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_own_invoices()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(private.nemus_invoice_row(i) order by i.issued_on desc, i.number desc), '[]')
  from public.nemus_invoices i where i.user_id = (select private.nemus_pays_for('billing'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_own_support()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'subject', r.subject, 'message', r.message,
    'created_at', r.created_at, 'answer', r.answer, 'answered_at', r.answered_at) order by r.created_at desc, r.id), '[]')
  from (select * from private.nemus_support_requests q where q.institution_id = (select private.nemus_acts_for('billing'))
    order by q.created_at desc, q.id limit 50) r
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_own_support"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_own_withdrawals()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', t.id, 'order_id', o.id, 'until', own.until,
      'is_open', w.id is null and o.status = 'paid' and own.until >= (now() at time zone 'Europe/Berlin')::date,
      'withdrawal', case when w.id is not null then jsonb_build_object('reference', w.reference, 'received_at',
        w.received_at, 'due_on', private.nemus_withdrawal_due(w.received_at), 'handled_at', w.handled_at) end)
    order by o.paid_at desc, o.id), '[]')
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id and p.user_type = 'piw'
  join public.nemus_transactions t on t.reference = 'order:' || o.id
  cross join lateral (select private.nemus_withdrawable_until(o.paid_at) as until) own
  left join lateral (select * from private.nemus_withdrawals x where x.order_id = o.id order by x.received_at limit 1) w on true
  where o.user_id = auth.uid() and o.kind = 'course' and o.paid_at is not null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_own_withdrawals"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_plan_parts (
  p_date   uuid,
  p_parts  jsonb,
  p_needed integer DEFAULT NULL::integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  where p.appointment_id = p_date and p.part_marks is not null;
  perform private.nemus_fill_places(p_date);
  return is_moved;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_possible_confirmers()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'institution', coalesce(p.institution_name, ''),
    'has_account', c.user_id is not null, 'roles', r.roles) order by private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_trainees t
  join public.nemus_confirmers c on c.institution_id = t.institution_id and private.nemus_is_confirming(c)
    and c.user_id is distinct from t.user_id
  join public.nemus_profiles p on p.user_id = c.institution_id
  cross join lateral (select jsonb_agg(jsonb_build_object('role', r.role, 'site', r.site, 'valid_from', r.valid_from,
      'valid_until', r.valid_until, 'categories',
      (select jsonb_agg(m.category order by m.category) from private.nemus_confirming_roles m where m.role = r.role))
      order by r.role, r.valid_from, r.id) as roles
    from public.nemus_confirmer_roles r where r.confirmer_id = c.id and (r.trainee_id is null or r.trainee_id = t.id)) r
  where t.user_id = auth.uid() and r.roles is not null and private.nemus_may_have_confirmed(t.institution_id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_prefer_waiting (
  p_date   uuid,
  p_user   uuid,
  p_reason text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is not null then
    update public.nemus_appointment_participations p set
      waitlist_position = case p.user_id when p_user then 1 else p.waitlist_position + 1 end,
      offered_until = case when p.user_id <> p_user or p.offered_until > now() then p.offered_until end,
      set_by_staff = case p.user_id when p_user then coalesce(p.set_by_staff, 'turn') else p.set_by_staff end
    where p.appointment_id = p_date and p.waitlist_position <= waits.waitlist_position;
    perform private.nemus_note_act('prefer', 'appointment_participations', p_date || ':' || p_user,
      jsonb_build_object('waitlist_position', waits.waitlist_position), jsonb_build_object('reason', reason));
    perform private.nemus_fill_places(p_date);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position, 'offered_until', p.offered_until)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = p_user and waits.user_id is not null);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

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
  return jsonb_build_object('name', (select t.name from public.nemus_teachers t where t.id = calendar.teacher_id),
    'entries', coalesce((select jsonb_agg(e.entry order by e.entry ->> 'starts_at', e.entry ->> 'id') from (
      select distinct on (found.entry ->> 'id') found.entry from (
        select 1 as place, jsonb_build_object('id', m.id, 'title', m.title, 'starts_at', m.starts_at, 'ends_at', m.ends_at,
          'type', m.type, 'format', m.format, 'location', m.location, 'instructor', m.instructor,
          'is_sample', m.is_sample, 'is_own', true, 'status', m.status, 'sequence', m.calendar_sequence, 'changed_at', m.updated_at,
          'parts', m.parts) as entry
        from public.nemus_my_appointments m where m.ends_at > now() - interval '1 year'
        union all select 2, private.nemus_taught_entries(calendar.user_id, calendar.teacher_id)) found
      order by found.entry ->> 'id', found.place) e), '[]'));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_read_calendar"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_rebook_participants (
  p_from   uuid,
  p_to     uuid,
  p_people uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_from);
  source public.nemus_appointments;
  target public.nemus_appointments;
  person uuid;
  done uuid[] := '{}'::uuid[];
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  perform from public.nemus_course_enrollments e
  where e.course_id = course and e.user_id = any (p_people) order by e.id for key share;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id in (p_from, p_to) or a.id in (select held.appointment_id
    from unnest(p_people) as u cross join private.nemus_held_dates(u, course) held) order by a.id for update;
  select * into source from public.nemus_appointments a where a.id = p_from;
  select * into target from public.nemus_appointments a where a.id = p_to and a.course_id = course and a.id <> p_from;
  perform private.nemus_refuse(404, 'date_not_found') where target.id is null;
  perform private.nemus_refuse(409, 'date_cancelled') where target.cancelled_at is not null;
  perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}')
    -- From a date in parts until the last one: who missed a part begins again.
    where target.starts_at <= now() or (source.cancelled_at is null
      and case when source.parts is null then source.starts_at else source.ends_at end <= now());
  for person in select u.user_id from private.nemus_people_at(source) u where u.user_id = any (p_people) order by u.place loop
    continue when private.nemus_has_attended(person, course) or exists (select from private.nemus_held_dates(person, course) held
      where held.appointment_id <> p_from and held.status = 'confirmed');
    -- The earlier place of a person who waits there by choice no longer prevents moving up.
    update public.nemus_appointment_participations p set set_by_staff = coalesce(p.set_by_staff, 'turn')
    where p.appointment_id = p_to and p.user_id = person and p.waitlist_position > 0;
    if found then
      perform private.nemus_fill_places(p_to);
      continue;
    end if;
    -- Read again: each move takes a place.
    select * into target from public.nemus_appointments a where a.id = p_to;
    perform private.nemus_place_at(person, target, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at));
    done := done || person;
  end loop;
  if done <> '{}' then
    perform private.nemus_write_institution_letters(p_to, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at), done);
    perform private.nemus_note_act('rebook', 'appointments', p_from::text, null,
      jsonb_build_object('to', p_to, 'people', to_jsonb(done)));
  end if;
  return (select jsonb_build_object('moved', count(*) filter (where p.status = 'confirmed'),
      'waiting', count(*) filter (where p.status = 'waitlist'),
      'skipped', count(*) filter (where p.status is null or p.status not in ('confirmed', 'waitlist')))
    from (select distinct u from unnest(p_people) as u) asked left join public.nemus_appointment_participations p
      on p.appointment_id = p_to and p.user_id = asked.u);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_record_withdrawal (
  p_key      uuid,
  p_name     text,
  p_email    text,
  p_contract text,
  p_message  text,
  p_source   text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  declared private.nemus_withdrawals;
  already boolean;
begin
  -- Serialised: limits count all earlier declarations, and the next call sees the claim.
  perform pg_advisory_xact_lock(hashtextextended('nemus_withdrawals', 0));
  select * into declared from private.nemus_withdrawals w where w.declaration_key = p_key;
  already := found;
  if not already then
    perform private.nemus_limit_withdrawals(p_source);
    insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract, message, user_id, order_id)
    values (p_key,
      'W-' || to_char(now() at time zone 'Europe/Berlin', 'YYYYMMDD') || '-'
        || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
      p_name, p_email, p_contract, p_message,
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(private.nemus_mail_address(p_email))
        order by p.created_at limit 1),
      (select o.id from public.nemus_orders o where o.id = private.nemus_order_number(p_contract)))
    returning * into declared;
  elsif (declared.name, declared.email, declared.contract, declared.message)
    is distinct from (p_name, p_email, p_contract, p_message) then
    perform private.nemus_refuse(409, 'withdrawal_differs');
  end if;
  return jsonb_build_object('reference', declared.reference, 'received_at', declared.received_at,
    'name', declared.name, 'email', declared.email, 'contract', declared.contract, 'message', declared.message,
    'receipt_sent', declared.receipt_sent_at is not null, 'claimed', private.nemus_claim_receipt(p_key, p_source),
    'is_new', not already);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_remove_waiting (
  p_date   uuid,
  p_user   uuid,
  p_reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is null then
    return;
  end if;
  -- A mail that has not left would still promise the position.
  delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_date and l.kind = 'waitlisted'
    and l.audience = 'participant' and l.sent_at is null;
  delete from private.nemus_notification_sendings s using public.nemus_notifications n
  where n.id = s.notification_id and n.user_id = p_user and s.sent_at is null
    and starts_with(n.key, 'place_offered:' || p_date || ':');
  perform private.nemus_release_place(p_date, p_user);
  perform private.nemus_note_act('remove_waiting', 'appointment_participations', p_date || ':' || p_user, null,
    jsonb_build_object('reason', reason));
  perform private.nemus_notify(p_user, 'waiting_ended', 'waiting_ended:' || p_date || ':' || waits.changes,
    jsonb_build_object('title', private.nemus_fact(a.title, '–'), 'starts_at', a.starts_at, 'reason', reason), '/appointments')
  from public.nemus_appointments a where a.id = p_date;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_renew_calendar (
  p_teacher uuid DEFAULT NULL::uuid
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
  perform private.nemus_take_calendar(p_teacher);
  perform private.nemus_refuse(404, 'teacher_not_found')
    where p_teacher is not null and not exists (select from public.nemus_teachers t where t.id = p_teacher);
  delete from private.nemus_calendars c
  where c.teacher_id = p_teacher or (p_teacher is null and c.user_id = auth.uid());
  insert into private.nemus_calendars (token_hash, user_id, teacher_id)
  values (private.nemus_token_hash(token), case when p_teacher is null then auth.uid() end, p_teacher);
  if p_teacher is not null then
    perform private.nemus_note_act('renew_calendar', 'teachers', p_teacher::text, null, null);
  end if;
  return token;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_request_name (
  p_first   text,
  p_last    text,
  p_reason  text,
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('first_name', p_first, 'last_name', p_last, 'reason', p_reason);
  profile public.nemus_profiles;
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('booking') end;
  made uuid;
begin
  select * into profile from public.nemus_profiles p where p.user_id = case when p_trainee is null then auth.uid()
    else (select t.user_id from public.nemus_trainees t where t.id = p_trainee and t.institution_id = institution) end
  for no key update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}') where p_trainee is not null and not found;
  perform private.nemus_require_approval(institution) where institution is not null;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  perform private.nemus_refuse(409, 'name_request_open', case when institution is null then '{}' else '{"of": "trainee"}' end::jsonb)
    where exists (select from public.nemus_name_requests r where r.user_id = profile.user_id and r.state = 'open');
  perform private.nemus_refuse(429, 'name_request_limit')
    where (select count(*) from public.nemus_name_requests r where r.user_id = profile.user_id
        and r.institution_id is not distinct from institution and r.created_at > now() - interval '30 days') >= 5;
  insert into public.nemus_name_requests (user_id, old_name, first_name, last_name, reason, institution_id, asked_by)
  values (profile.user_id, btrim(profile.first_name || ' ' || profile.last_name),
    private.nemus_text_field(fields, 'first_name', 100, true), private.nemus_text_field(fields, 'last_name', 100, true),
    private.nemus_text_field(fields, 'reason', 1000, true), institution,
    case when institution is not null then coalesce(private.nemus_inviting_name(institution), '–') end)
  returning id into made;
  perform private.nemus_refuse(409, 'name_unchanged')
    where exists (select from public.nemus_name_requests r where r.id = made
      and (r.first_name, r.last_name) = (profile.first_name, profile.last_name));
  if institution is not null then
    perform private.nemus_notify(profile.user_id, 'name_requested', 'name_requested:' || made, jsonb_build_object(
      'name', (select r.first_name || ' ' || r.last_name from public.nemus_name_requests r where r.id = made),
      'institution', coalesce(private.nemus_inviting_name(institution), '–')), '/account/name');
  end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_resend_for_institution (
  p_trainee uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trainee public.nemus_trainees;
  last_one public.nemus_invitations;
  sent jsonb;
begin
  perform private.nemus_require_staff('people');
  -- The lock of nemus_begin_inviting, before any row lock.
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
  select * into trainee from public.nemus_trainees t where t.id = p_trainee for update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}') where not found;
  perform private.nemus_require_approval(trainee.institution_id);
  perform private.nemus_refuse(409, 'trainee_linked') where trainee.user_id is not null;
  select * into last_one from public.nemus_invitations i where i.trainee_id = trainee.id
  order by i.created_at desc, i.id limit 1;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "trainee"}')
    where last_one.id is null or last_one.declined_at is not null
      or (last_one.revoked_at is not null and lower(last_one.email) = lower(trainee.email));
  sent := private.nemus_send_invitation(trainee);
  perform private.nemus_note_act('resend_invitation', 'trainees', p_trainee::text, null,
    jsonb_build_object('institution_id', trainee.institution_id, 'email', sent ->> 'email'));
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_deputy (
  p_confirmer   uuid,
  p_deputy      uuid,
  p_valid_from  date,
  p_valid_until date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved uuid;
  person public.nemus_confirmers;
  deputy public.nemus_confirmers;
begin
  -- Before any row: two people who appoint each other would otherwise wait for each other.
  perform private.nemus_lock_confirming();
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.user_id = auth.uid() and c.ended_at is null for update;
  if found then
    perform private.nemus_refuse(409, 'institution_unapproved') where not private.nemus_may_have_confirmed(person.institution_id);
  else
    perform private.nemus_begin_naming();
    person := private.nemus_own_confirmer(p_confirmer);
  end if;
  perform private.nemus_refuse_field('deputy', case when p_deputy is null then 'missing' else 'choice' end)
    where p_deputy is null or p_deputy = p_confirmer;
  -- A link decides for its recipient alone, so a deputy needs an account.
  select * into deputy from public.nemus_confirmers c
  where c.id = p_deputy and c.institution_id = person.institution_id and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform private.nemus_refuse(409, 'deputy_without_account', '{"field": "deputy"}') where deputy.user_id is null;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, false);
  perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
    where (select count(*) from public.nemus_confirmer_deputies d where d.confirmer_id = p_confirmer) >= 200;
  insert into public.nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
  values (person.institution_id, p_confirmer, p_deputy, p_valid_from, p_valid_until) returning id into saved;
  return saved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_entry (
  p_entry jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  known int;
  present public.nemus_logbook_entries;
  given public.nemus_logbook_entries;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entry) is distinct from 'object';
  wanted := private.nemus_id_field(p_entry, 'id', true);
  if p_entry ->> 'revision' is not null then
    known := private.nemus_count_field(p_entry, 'revision', 1, 999999999);
  end if;
  perform private.nemus_lock_logbook(me);
  select * into present from public.nemus_logbook_entries e where e.id = wanted and e.user_id = me for update;
  if not found then
    select * into present from public.nemus_logbook_entries e where e.id = wanted;
    if found then
      perform private.nemus_require_action(present, 'change');
    elsif known is not null then
      perform private.nemus_refuse(404, 'entry_not_found');
    end if;
  end if;
  -- A client that does not know them leaves them as they are. Hours never become a certificate, or a certificate hours.
  p_entry := private.nemus_entry_attributes(present) || jsonb_build_object('file_id', present.file_id,
    'issuer', present.issuer, 'started_on', present.started_on) || p_entry;
  perform private.nemus_refuse_field('file_id', 'choice')
    where present.id is not null and (present.file_id is null) <> (nullif(p_entry ->> 'file_id', '') is null);
  if nullif(p_entry ->> 'file_id', '') is not null then
    p_entry := p_entry || '{"site_id": null, "case_id": null}';
  end if;
  if present.id is not null and present.state <> 'returned' and private.nemus_is_same_entry(present, p_entry) then
    return jsonb_build_object('id', present.id, 'revision', present.revision, 'state', present.state);
  end if;
  if present.id is not null then
    perform private.nemus_require_action(present, 'change');
    perform private.nemus_refuse(409, 'entry_changed', jsonb_build_object('revision', present.revision))
      where known is distinct from present.revision;
  end if;
  given := private.nemus_read_entry(wanted, p_entry, present.corrects is not null);
  if present.id is null then
    perform private.nemus_refuse(409, 'logbook_full', '{"most": 20000}')
      where (select count(*) from public.nemus_logbook_entries e where e.user_id = me) >= 20000;
    -- Fires logbook/cohort.
    insert into public.nemus_logbook_entries (id, user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
      confirmer_id, is_imported, setting, form, age_group, procedure, service, file_id, file_sha256, issuer, started_on)
    values (given.id, me, given.done_on, given.category, given.minutes, given.competency, given.level, given.note,
      given.site_id, given.case_id, given.confirmer_id, coalesce(p_entry -> 'is_imported' = 'true', false),
      given.setting, given.form, given.age_group, given.procedure, given.service, given.file_id, given.file_sha256,
      given.issuer, given.started_on);
    return jsonb_build_object('id', wanted, 'revision', 1, 'state', 'draft');
  end if;
  -- The reason of the return stays readable until the next submission. The decision itself is cleared.
  -- Fires logbook/cohort, logbook/entries, logbook/hand_over, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set done_on = given.done_on, category = given.category, minutes = given.minutes,
    competency = given.competency, level = given.level, note = given.note, site_id = given.site_id,
    case_id = given.case_id, confirmer_id = given.confirmer_id, setting = given.setting, form = given.form,
    age_group = given.age_group, procedure = given.procedure, service = given.service, file_id = given.file_id,
    file_sha256 = given.file_sha256, issuer = given.issuer, started_on = given.started_on, state = 'draft', revision = e.revision + 1,
    institution_id = null, submitted_at = null, decided_by = null, decided_role = null, decided_as_deputy = false
  where e.id = wanted;
  return jsonb_build_object('id', wanted, 'revision', present.revision + 1, 'state', 'draft');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_seminar_dates (
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'description', a.description, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'free_places', greatest(private.nemus_open_places(a, auth.uid()), 0),
      'waiting', (select count(*) from public.nemus_appointment_participations w
        where w.appointment_id = a.id and w.status = 'waitlist'),
      'change_until', nullif(private.nemus_leave_until(a, own), a.starts_at),
      'is_changeable', private.nemus_leave_until(a, own) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position,
      'parts', a.parts, 'parts_needed', a.parts_needed) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_settle_dispute (
  p_dispute_id   text,
  p_payment_id   text,
  p_amount_cents integer,
  p_reason       text,
  p_status       text,
  p_asked_at     timestamp with time zone,
  p_is_renewal   boolean                  DEFAULT false,
  p_due_at       timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
  phase constant text := case when private.nemus_is_dispute_open(p_status) then 'opened' else 'closed' end;
  tell text;
begin
  -- Locks the order first: its refunds, payments and other disputes wait.
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found and not p_is_renewal;
  insert into private.nemus_disputes as d (dispute_id, order_id, payment_id, amount_cents, reason, status, asked_at, due_at)
  values (p_dispute_id, ordered.id, p_payment_id, p_amount_cents, p_reason, p_status, p_asked_at, p_due_at)
  on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    status = excluded.status, asked_at = excluded.asked_at, due_at = excluded.due_at
  where d.asked_at <= excluded.asked_at and d.payment_id = excluded.payment_id;
  if found then
    if ordered.id is not null then
      perform private.nemus_apply_disputes(p_dispute_id, ordered.id);
      select * into ordered from public.nemus_orders o where o.id = ordered.id;
    end if;
    update private.nemus_disputes d set told = phase
    where d.dispute_id = p_dispute_id and d.told is distinct from phase returning d.told into tell;
  end if;
  return jsonb_build_object('tell', tell, 'title', ordered.title, 'kind', ordered.kind,
    'attention', ordered.attention, 'order_id', ordered.id);
end $function$;

REVOKE ALL
  ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone)
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_show_attendance_code (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  a public.nemus_appointments;
  part record;
  until constant timestamptz := now() + interval '2 minutes';
  drawn text;
begin
  perform private.nemus_require_staff('teaching');
  select * into a from public.nemus_appointments x where x.id = p_appointment for share;
  perform private.nemus_refuse_ticks(a);
  select * into part from private.nemus_part_now(a);
  perform private.nemus_refuse(409, 'code_closed') where now() > private.nemus_code_closes(part.ends_at);
  if not exists (select from private.nemus_attendance_codes c
    where c.appointment_id = a.id and c.created_at > now() - interval '5 minutes') then
    perform private.nemus_note_act('show_attendance_code', 'appointments', a.id::text, null, null);
  end if;
  delete from private.nemus_attendance_codes c where c.valid_until < now() - interval '5 minutes';
  -- At most ten codes per date: enough for several screens. More would make guessing easier.
  delete from private.nemus_attendance_codes c where c.appointment_id = a.id and c.digest not in (
    select x.digest from private.nemus_attendance_codes x where x.appointment_id = a.id order by x.created_at desc limit 9);
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(chance.bytes, place) & 31), 1), ''
    order by place) into drawn
  from (select uuid_send(gen_random_uuid()) as bytes) chance, generate_series(0, 5) as place;
  insert into private.nemus_attendance_codes (appointment_id, digest, valid_until)
  values (a.id, private.nemus_code_digest(a.id, drawn), until) on conflict do nothing;
  return jsonb_build_object('code', drawn, 'valid_until', until, 'title', concat_ws(': ', a.title, nullif(part.title, '')),
    'starts_at', part.starts_at, 'ends_at', part.ends_at);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_page (
  p_token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('name', c.name, 'institution', private.nemus_inviting_name(c.institution_id),
    'trainee', private.nemus_trainee_name(k.user_id, c.institution_id), 'expires_at', k.expires_at,
    'entries', (select coalesce(jsonb_agg(private.nemus_entry_to_confirm(o) - 'user_id' order by o.done_on, o.id), '[]')
      from (select e.* from public.nemus_logbook_entries e
        where e.confirmer_id = c.id and e.state = 'submitted' and e.user_id = k.user_id and e.file_id is null
        order by e.done_on, e.id limit 200) as o))
  from private.nemus_sign_off_links k
  join public.nemus_confirmers c on c.id = k.confirmer_id
  where k.token_hash = private.nemus_token_hash(p_token) and k.used_at is null and k.expires_at > now()
    and private.nemus_gets_links(c.id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_status()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'open', (select count(*) from (select 1 from public.nemus_logbook_entries e
      where e.confirmer_id = any (array(select private.nemus_my_confirmers() union select private.nemus_my_deputised()))
        and e.state = 'submitted' and e.user_id <> auth.uid() limit 1000) as counted),
    'only', private.nemus_only_confirms(auth.uid()), 'mails', private.nemus_confirming_mails(auth.uid()),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
            'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from, d.id), '[]')
          from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
          where d.confirmer_id = c.id and d.valid_until >= (now() at time zone 'Europe/Berlin')::date),
        'possible_deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
            order by private.nemus_sort_key(o.name), o.id), '[]')
          from public.nemus_confirmers o where o.institution_id = c.institution_id and o.id <> c.id
            and o.user_id is not null and o.ended_at is null)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where c.user_id = auth.uid() and c.ended_at is null),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'roles', (select coalesce(jsonb_agg(distinct r.role), '[]') from public.nemus_confirmer_roles r
          where r.confirmer_id = c.id)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where lower(c.email) = private.nemus_confirmed_address()
        and private.nemus_is_invited(c.email) and c.user_id is null and c.ended_at is null
        and private.nemus_may_have_confirmed(c.institution_id)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'valid_until', d.valid_until,
        'institution', private.nemus_inviting_name(n.institution_id)) order by d.valid_until, d.id), '[]')
      from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
      where (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_site_package (
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('confirming', 'reading') end;
begin
  return (
    with entry as materialized (select e.* from private.nemus_reported_entries(account, institution) e)
    select jsonb_build_object('format', 'nemus-logbook-1', 'made_at', now(),
      'person', (select btrim(p.first_name || ' ' || p.last_name) from public.nemus_profiles p where p.user_id = account),
      'institution', private.nemus_inviting_name(institution),
      'sections', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'started_on', s.started_on,
          'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
        from public.nemus_logbook_sites s where s.user_id = account
          and (institution is null or s.id in (select e.site_id from entry e))),
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
          'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'issuer', case when institution is null or e.category <> 'self_experience' then e.issuer end,
          'started_on', e.started_on, 'file_sha256', e.file_sha256,
          'note', case when institution is null or e.category <> 'self_experience' then e.note else '' end,
          'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
          'as_deputy', e.decided_as_deputy, 'corrects', e.corrects,
          'counts', e.minutes > 0 and not exists (select from public.nemus_logbook_entries c
            where c.user_id = account and c.corrects = e.id and c.state = 'confirmed'))
          order by e.done_on, e.id), '[]') from entry e),
      'confirmations', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', s.entry_id, 'number', s.number,
          'at', s.created_at, 'by', s.actor_name, 'previous_hash', s.previous_hash, 'hash', s.hash) order by s.number), '[]')
        from private.nemus_logbook_steps s
        where s.user_id = account and s.action = 'confirm' and s.entry_id in (select e.id from entry e))));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_invoice (
  p_invoice uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  whole jsonb;
begin
  perform private.nemus_check_staff('orders');
  select private.nemus_whole_invoice(i) into whole from public.nemus_invoices i where i.id = p_invoice and not i.is_sample;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  return whole;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoice"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_invoices (
  p_search text    DEFAULT NULL::text,
  p_from   date    DEFAULT NULL::date,
  p_until  date    DEFAULT NULL::date,
  p_page   integer DEFAULT 1,
  p_order  uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  among uuid[];
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  among := case when p_order is not null then array(select d from private.nemus_documents_of(p_order) d)
    when search is not null then array(select f from private.nemus_found_invoices(search) f) end;
  ids := array(select i.id from public.nemus_invoices i where not i.is_sample and (among is null or i.id = any (among))
    and (p_from is null or i.issued_on >= p_from) and (p_until is null or i.issued_on <= p_until)
    order by i.issued_on desc, i.number desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_invoice_row(i) || jsonb_build_object('user_id', i.user_id,
        'buyer', i.buyer ->> 'name', 'email', private.nemus_invoice_mailbox(i.user_id), 'net_cents', i.net_cents,
        'tax_cents', i.tax_cents, 'order_id', private.nemus_order_behind(t.reference),
        'sent_at', (select l.created_at from private.nemus_audit_log l where l.subject = 'invoices'
          and l.subject_id = i.id::text and l.action = 'send_invoice' order by l.id desc limit 1)) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    cross join lateral (select * from public.nemus_invoices x where x.id = listed.id limit 1) i
    left join public.nemus_transactions t on t.id = i.transaction_id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_orders (
  p_search text    DEFAULT NULL::text,
  p_status text    DEFAULT NULL::text,
  p_kind   text    DEFAULT NULL::text,
  p_page   integer DEFAULT 1,
  p_from   date    DEFAULT NULL::date,
  p_until  date    DEFAULT NULL::date,
  p_size   integer DEFAULT 50
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  size constant int := least(greatest(coalesce(p_size, 50), 1), 50000);
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := array(select s.order_id from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, size + 1,
    size * (least(greatest(coalesce(p_page, 1), 1), 200) - 1)) s);
  return jsonb_build_object('has_more', cardinality(ids) > size, 'rows', (
    select coalesce(jsonb_agg(r.shown order by listed.place), '[]') from private.nemus_order_rows(ids[:size]) r
    join unnest(ids[:size]) with ordinality as listed (id, place) on listed.id = r.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_support (
  p_answered boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('people');
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (
    select q.id, q.institution_id, private.nemus_account_name(p) as institution_name, q.subject, q.message, q.created_at,
      q.answer, q.answered_at, y.is_priority,
      row_number() over (order by q.answered_at desc, y.is_priority desc, q.created_at, q.id) as place
    from private.nemus_support_requests q join public.nemus_profiles p on p.user_id = q.institution_id
    cross join lateral (select coalesce(private.nemus_running_plan(q.institution_id) = 'yearly', false) as is_priority) y
    where (q.answered_at is not null) = p_answered order by place limit 100) r);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_support"(boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_withdrawals (
  p_page   integer DEFAULT 1,
  p_open   boolean DEFAULT false,
  p_search text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := array(select w.id from private.nemus_withdrawals w where (w.handled_at is null or not p_open)
    and (words = '{}' or private.nemus_search_text(concat_ws(' ', w.reference, w.name, w.email, w.contract)) like all (words))
    order by w.received_at desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_withdrawal_row(w) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    join private.nemus_withdrawals w on w.id = listed.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_start_quiz (
  p_course text,
  p_block  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  bar constant text := private.nemus_learning_bar(p_course, p_block);
  pool int;
  run public.nemus_quiz_runs;
begin
  select count(*) into pool
  from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
  where q.course_id = p_course and q.block_id = p_block;
  perform private.nemus_refuse(404, 'quiz_not_found') where bar = 'not_found' or pool = 0;
  perform private.nemus_refuse_learning(bar);
  -- A run that lost a question can never be finished, nor one whose question got more or fewer options at its start.
  delete from public.nemus_quiz_runs r
  where r.user_id = me and r.course_id = p_course and r.block_id = p_block and r.finished_at is null
    and (select count(*) from private.nemus_quiz_draws d join public.nemus_quiz_questions q on q.id = d.question_id
      where d.run_id = r.id and cardinality(q.options) = cardinality(d.option_order)) < r.total_questions;
  -- Of two concurrent starts, the second waits here and continues the run of the first.
  insert into public.nemus_quiz_runs (user_id, course_id, block_id, total_questions)
  values (me, p_course, p_block, least(3, pool))
  on conflict (user_id, course_id, block_id) where finished_at is null do update set updated_at = now()
  returning * into run;
  if not exists (select from private.nemus_quiz_draws d where d.run_id = run.id) then
    perform private.nemus_draw_questions(run);
  end if;
  return (
    select jsonb_build_object('run_id', run.id, 'total_questions', run.total_questions, 'score', run.score,
      'lives_remaining', run.lives_remaining,
      'questions', jsonb_agg(jsonb_build_object('id', q.id, 'question', q.question,
        'options', (select jsonb_agg(q.options[1 + shown.option] order by shown.place)
          from unnest(d.option_order) with ordinality as shown (option, place)),
        'is_multiple', r.also_correct <> '{}', 'comic_reference', q.comic_reference) order by d.position),
      'answers', coalesce(jsonb_agg(jsonb_build_object('question_id', a.question_id, 'chosen_option', a.chosen_option,
        'chosen_options', a.chosen_option || a.also_chosen, 'is_correct', a.is_correct)
        order by d.position) filter (where a.question_id is not null), '[]'::jsonb))
    from private.nemus_quiz_draws d
    join public.nemus_quiz_questions q on q.id = d.question_id
    join private.nemus_quiz_answers r on r.question_id = d.question_id
    left join public.nemus_quiz_run_answers a on a.run_id = d.run_id and a.question_id = d.question_id
    where d.run_id = run.id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_submit_entries (
  p_entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  wanted uuid;
  entry public.nemus_logbook_entries;
  problem jsonb;
  submitted int := 0;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 100}')
    where coalesce(cardinality(p_entries), 0) not between 1 and 100;
  for wanted in select distinct w.id from unnest(p_entries) w (id) order by 1 loop
    entry := private.nemus_hold_entry(wanted, 'submit');
    if entry.confirmer_id is null or not private.nemus_takes_entry(entry, entry.confirmer_id) then
      perform private.nemus_refuse(409, 'entry_incomplete', jsonb_build_object('of',
        case when entry.confirmer_id is null then 'confirmer' when private.nemus_takes_entry(entry, entry.confirmer_id, true)
          then 'site' when entry.file_id is null then 'role' else 'account' end,
        'id', entry.id, 'done_on', entry.done_on));
    end if;
    problem := private.nemus_day_problem(entry);
    if problem is not null then
      perform private.nemus_refuse(409, 'entry_incomplete', jsonb_build_object('of', problem ->> 'problem', 'id', entry.id,
        'done_on', entry.done_on));
    end if;
    perform private.nemus_require_room(entry, array['submitted', 'confirmed']);
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'submitted', submitted_at = now(), revision = e.revision + 1,
      institution_id = (select c.institution_id from public.nemus_confirmers c where c.id = e.confirmer_id),
      decided_by = null, decided_role = null, decided_as_deputy = false, returned_at = null, returned_by = null,
      return_reason = null
    where e.id = wanted;
    submitted := submitted + 1;
  end loop;
  return submitted;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sync_subscription (
  p_subscription_id      text,
  p_status               text,
  p_tier                 text,
  p_period_end           timestamp with time zone,
  p_cancel_at_period_end boolean,
  p_event_at             timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_provider_subscriptions as s (subscription_id, status, tier, current_period_end,
    cancel_at_period_end, last_event_at)
  values (p_subscription_id, p_status, p_tier, p_period_end, coalesce(p_cancel_at_period_end, false), p_event_at)
  on conflict (subscription_id) do update set status = excluded.status, tier = coalesce(excluded.tier, s.tier),
    current_period_end = coalesce(excluded.current_period_end, s.current_period_end),
    cancel_at_period_end = excluded.cancel_at_period_end, last_event_at = excluded.last_event_at
  where s.last_event_at is null or s.last_event_at <= excluded.last_event_at;
  if found then
    perform private.nemus_show_subscription(p_subscription_id);
  end if;
  return (select private.nemus_letter_address(s.institution_id) from private.nemus_provider_subscriptions s
    where s.subscription_id = p_subscription_id);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

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
  return (select r.shown || jsonb_build_object('description', a.description, 'units', a.units, 'parts_needed', a.parts_needed,
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

CREATE OR REPLACE FUNCTION public.nemus_teaching_dates (
  p_from         timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_course       uuid                     DEFAULT NULL::uuid,
  p_teacher      uuid                     DEFAULT NULL::uuid,
  p_latest_first boolean                  DEFAULT false,
  p_limit        integer                  DEFAULT 50,
  p_offset       integer                  DEFAULT 0,
  p_state        text                     DEFAULT NULL::text
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

CREATE OR REPLACE FUNCTION public.nemus_turnover (
  p_from  date,
  p_until date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return (
    with line as materialized (
      select i.id, to_char(i.issued_on, 'YYYY-MM') as month, l.line, l.gross,
        coalesce(l.line -> 'tax', jsonb_build_object('category', case when i.tax_rate > 0 then 'S' else 'E' end,
          'rate', i.tax_rate)) as tax,
        -- Lines of documents from before they had a net share the document's.
        coalesce((l.line ->> 'net_cents')::int, (round(i.net_cents * l.until::numeric / nullif(i.gross_cents, 0))
          - round(i.net_cents * (l.until - l.gross)::numeric / nullif(i.gross_cents, 0)))::int) as net,
        case when l.place = 1 then i.rounding_cents else 0 end as rounding,
        coalesce((l.line ->> 'transaction_id')::uuid, i.transaction_id) as paid_by
      from public.nemus_invoices i
      cross join lateral (select x.line, x.place, (x.line ->> 'gross_cents')::int as gross,
          sum((x.line ->> 'gross_cents')::int) over (order by x.place) as until
        from jsonb_array_elements(i.lines) with ordinality as x (line, place)) l
      where not i.is_sample and i.issued_on between p_from and p_until),
    sold as (
      select l.*, coalesce(l.line ->> 'kind', t.type) as kind, o.course_id
      from line l left join public.nemus_transactions t on t.id = l.paid_by
      left join public.nemus_orders o on o.id = case when t.reference like 'order:%' then substring(t.reference from 7)::uuid
        else private.nemus_order_behind(t.reference) end),
    summed as (
      select s.month, s.kind, s.course_id, s.tax ->> 'category' as category, (s.tax ->> 'rate')::numeric as rate,
        sum(s.net) as net, sum(s.gross - s.net - s.rounding) as tax, sum(s.gross) as gross, count(distinct s.id) as documents
      from sold s group by 1, 2, 3, 4, 5),
    undocumented as (
      select t.amount_cents from public.nemus_transactions t
      where t.occurred_at >= p_from::timestamp at time zone 'Europe/Berlin'
        and t.occurred_at < (p_until + 1)::timestamp at time zone 'Europe/Berlin' and t.amount_cents <> 0
        and not t.is_sample and t.status = 'completed' and not private.nemus_needs_no_document(t)
        and not exists (select from public.nemus_invoices i where i.transaction_id = t.id)
        and not exists (select from private.nemus_collected_payments c
          where c.transaction_id = t.id and c.settled_at is not null))
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'kind', s.kind, 'course_id', s.course_id,
          'title', c.title, 'category', s.category, 'rate', s.rate, 'net_cents', s.net, 'tax_cents', s.tax,
          'gross_cents', s.gross, 'documents', s.documents) order by s.month, s.kind, c.title, s.course_id, s.category, s.rate), '[]')
        from summed s left join public.nemus_courses c on c.id = s.course_id),
      'open', (select count(*) from undocumented), 'open_cents', (select coalesce(sum(u.amount_cents), 0) from undocumented u)));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_turnover"(date, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_undo_confirmations (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owners constant uuid[] := array(select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.decided_by = auth.uid() order by e.user_id);
  entry public.nemus_logbook_entries;
  undone int := 0;
begin
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_ids), 0) not between 1 and 200;
  perform private.nemus_lock_logbook(o.id) from unnest(owners) o (id);
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.decided_by = auth.uid() and e.state = 'confirmed' order by e.id for update loop
    perform private.nemus_refuse(409, 'confirmation_used') where not private.nemus_may_undo(entry);
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'submitted', confirmed_at = null, confirmed_by = null,
      decided_by = null, decided_role = null, decided_as_deputy = false
    where e.id = entry.id;
    undone := undone + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found') where undone <> (select count(distinct i) from unnest(p_ids) as i);
  -- What a correction replaced counts again, if its day still has room.
  perform private.nemus_require_room(o, array['confirmed']) from public.nemus_logbook_entries c
  join public.nemus_logbook_entries o on o.id = c.corrects and o.user_id = c.user_id and o.state = 'confirmed'
  where c.id = any (p_ids);
  -- Nor may its file prove another entry of the category by now.
  perform private.nemus_refuse(409, 'confirmation_used') from public.nemus_logbook_entries c
  join public.nemus_logbook_entries o on o.id = c.corrects and o.user_id = c.user_id and o.file_id is not null
  where c.id = any (p_ids) and exists (select from public.nemus_logbook_entries d
    where d.user_id = o.user_id and d.file_sha256 = o.file_sha256 and d.category = o.category and d.id not in (o.id, c.id)
      and not exists (select from public.nemus_logbook_entries n
        where n.corrects = d.id and n.user_id = d.user_id and n.state = 'confirmed'));
  perform private.nemus_sum_logbook(o.id) from unnest(owners) o (id);
  return undone;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_unsubscribe_tokens (
  p_letters uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.id, l.user_id, k.kind from (
      select d.id, d.user_id, case when d.audience = 'institution'
          then 'trainee_date_' || case d.kind when 'rebooked' then 'moved' else d.kind end else
        case d.kind when 'waitlisted' then 'place_waiting' when 'promoted' then 'place_moved_up'
          when 'moved' then 'date_moved' when 'cancelled' then 'date_cancelled' else d.kind end end as kind
      from private.nemus_date_letters d where d.id = any (p_letters)
      union all
      select b.id, b.user_id, case b.kind when 'booked' then 'booking_made' else 'booking_' || b.kind end
      from private.nemus_trainee_letters b where b.id = any (p_letters)
      union all
      select s.id, s.account_id, 'sign_off_waiting' from private.nemus_sign_off_letters s
      where s.id = any (p_letters) and s.kind = 'reminder') l
    join private.nemus_notification_kinds k on k.kind = l.kind and k.mail in ('on', 'off')
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
    values (private.nemus_token_hash(token), letter.user_id, letter.kind);
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token);
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_upload_to_check (
  p_media uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  media jsonb;
begin
  select jsonb_build_object('bucket', 'logbook', 'path', f.path, 'content_type', f.content_type, 'size_bytes', f.size_bytes,
    'is_confirmed', f.confirmed_at is not null) into media
  from public.nemus_logbook_files f where f.id = p_media and f.user_id = auth.uid() and f.dropped_at is null;
  if found then return media; end if;
  perform private.nemus_require_staff('catalogue');
  select jsonb_build_object('bucket', 'learning', 'path', m.path, 'content_type', m.content_type, 'size_bytes', m.size_bytes,
    'is_confirmed', m.confirmed_at is not null) into media
  from public.nemus_learning_media m where m.id = p_media;
  perform private.nemus_refuse(404, 'media_not_found') where media is null;
  return media;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_verify_certificate (
  p_number text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('status', case when asked.number is null then 'unknown'
      when r.number is not null then 'revoked' when l.number is not null then 'genuine' when c.id is null then 'unknown'
      when c.is_sample then 'sample' else 'genuine' end,
    'number', coalesce(c.number, l.number, r.number), 'revoked_at', r.created_at,
    'certificate', case when c.id is not null then jsonb_build_object('kind', c.kind,
      -- Older certificates of accounts without a name have the address.
      'holder', case when c.holder like '%@%' then private.nemus_document_text('no_name') else c.holder end,
        'title', c.title, 'issuer', c.issuer, 'issuer_address', c.issuer_address, 'units', c.units,
        'issued_on', c.issued_on, 'session', c.session - 'instructor')
      when l.number is not null then jsonb_build_object('kind', 'logbook', 'holder', l.holder, 'title', '',
        'issuer', private.nemus_document_text('issuer'), 'issuer_address', '', 'units',
        private.nemus_whole_units(l.minutes), 'issued_on', (l.created_at at time zone 'Europe/Berlin')::date,
        'session', null) end,
    'renamed', exists (select from public.nemus_name_requests n
      where n.user_id = coalesce(c.user_id, l.user_id) and n.state = 'accepted'
        and n.decided_at > coalesce(c.created_at, l.created_at)),
    'logbook', case when l.number is not null then jsonb_build_object('sums', l.sums, 'entries', l.entries,
      'signers', l.signers, 'settings', l.settings, 'attributes', l.attributes, 'courses', l.courses,
      'certificates', l.certificates, 'step', l.step_number, 'hash', l.step_hash,
      'newer', exists (select from private.nemus_logbook_steps s where s.user_id = l.user_id and s.action = 'confirm'
          and s.number > coalesce(l.step_number, 0))
        or exists (select from public.nemus_certificates p where p.user_id = l.user_id and p.created_at <= l.created_at
          and private.nemus_revoked_at(p.id) > l.created_at)) end)
  from (
    select case when char_length(signs) = 16
      then concat_ws('-', substr(signs, 1, 4), substr(signs, 5, 4), substr(signs, 9, 4), substr(signs, 13, 4)) end
      as number
    from private.nemus_code_signs(p_number, 16) as signs
  ) asked
  left join public.nemus_certificates c on c.number = asked.number and private.nemus_is_drawn_number(c.number)
  left join private.nemus_logbook_papers l on l.number = asked.number
  left join private.nemus_certificate_revocations r on r.number = asked.number
$function$;

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_teacher_id_fkey" FOREIGN KEY (teacher_id) REFERENCES public.nemus_teachers(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_date_letters"
  ADD CONSTRAINT "nemus_date_letters_kind_check"
    CHECK ((kind = ANY (ARRAY['place_confirmed'::text, 'waitlisted'::text, 'promoted'::text, 'moved'::text, 'cancelled'::text, 'place_ended'::text, 'rebooked'::text])));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_attributes_check" CHECK ((jsonb_typeof(attributes) = 'object'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_certificates_check" CHECK ((jsonb_typeof(certificates) = 'object'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_courses_check" CHECK ((jsonb_typeof(courses) = 'object'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_settings_check" CHECK ((jsonb_typeof(settings) = 'object'::text));

ALTER TABLE "private"."nemus_quiz_answers"
  ADD CONSTRAINT "nemus_quiz_answers_also_correct_check" CHECK ((also_correct <@ ARRAY[0, 1, 2, 3, 4, 5]));

ALTER TABLE "private"."nemus_quiz_answers"
  ADD CONSTRAINT "nemus_quiz_answers_correct_option_check" CHECK (((correct_option >= 0) AND (correct_option <= 5)));

ALTER TABLE "private"."nemus_quiz_draws"
  ADD CONSTRAINT "nemus_quiz_draws_option_order_check"
    CHECK
    (((cardinality(option_order) >= 2) AND (cardinality(option_order) <= 6) AND (option_order @> (ARRAY[0, 1, 2, 3, 4, 5])[1:cardinality(option_order)]) AND (option_order <@
    (ARRAY[0, 1, 2, 3, 4, 5])[1:cardinality(option_order)])));

ALTER TABLE "private"."nemus_support_requests"
  ADD CONSTRAINT "nemus_support_requests_answered_by_fkey" FOREIGN KEY (answered_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."nemus_support_requests"
  ADD CONSTRAINT "nemus_support_requests_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."nemus_support_requests"
  ADD CONSTRAINT "nemus_support_requests_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_withdrawals"
  ADD CONSTRAINT "nemus_withdrawals_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.nemus_orders(id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD CONSTRAINT "marked_parts_are_attendance" CHECK (((part_marks IS NULL) OR ((jsonb_typeof(part_marks) = 'object'::text) AND (attendance IS NOT NULL))));

ALTER TABLE "public"."nemus_appointment_participations"
  ADD CONSTRAINT "nemus_appointment_participations_set_by_staff_check" CHECK ((set_by_staff = ANY (ARRAY['date'::text, 'turn'::text])));

ALTER TABLE "public"."nemus_appointments"
  ADD CONSTRAINT "needed_parts_exist" CHECK (
CASE
    WHEN (jsonb_typeof(parts) = 'array'::text) THEN ((COALESCE(parts_needed, 0) >= 1) AND (COALESCE(parts_needed, 0) <= jsonb_array_length(parts)))
    ELSE ((parts IS NULL) AND (parts_needed IS NULL))
END);

ALTER TABLE "public"."nemus_course_enrollments"
  ADD CONSTRAINT "nemus_course_enrollments_enrollment_type_check"
    CHECK ((enrollment_type = ANY (ARRAY['institution_credits'::text, 'direct_purchase'::text, 'institution_booking'::text, 'academy'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "certificate_is_whole" CHECK (
CASE
    WHEN (file_id IS NULL) THEN (num_nulls(file_sha256, issuer, started_on) = 3)
    ELSE ((num_nulls(file_sha256, issuer) = 0) AND (num_nonnulls(site_id, case_id) = 0) AND (note <> ''::text))
END);

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "minutes_fit" CHECK (((minutes >= 0) AND (minutes <=
CASE
    WHEN (file_id IS NULL) THEN 1440
    ELSE 90000
END)));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_file_sha256_check" CHECK ((file_sha256 ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_issuer_check" CHECK (((char_length(btrim(issuer)) >= 1) AND (char_length(btrim(issuer)) <= 200)));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_file_id_fkey" FOREIGN KEY (file_id) REFERENCES public.nemus_logbook_files(id);

ALTER TABLE "public"."nemus_logbook_files"
  ADD CONSTRAINT "nemus_logbook_files_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_quiz_questions"
  ADD CONSTRAINT "nemus_quiz_questions_options_check" CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 6) AND (array_position(options, NULL::text) IS NULL)));

ALTER TABLE "public"."nemus_quiz_run_answers"
  ADD CONSTRAINT "nemus_quiz_run_answers_also_chosen_check" CHECK ((also_chosen <@ ARRAY[0, 1, 2, 3, 4, 5]));

ALTER TABLE "public"."nemus_quiz_run_answers"
  ADD CONSTRAINT "nemus_quiz_run_answers_chosen_option_check" CHECK (((chosen_option >= 0) AND (chosen_option <= 5)));

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
            d.parts_needed
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
            d.parts_needed
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
            c.search_text
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

CREATE VIEW "public"."nemus_my_appointments" WITH (security_invoker=true) AS  SELECT a.id,
    a.title,
    a.description,
    a.starts_at,
    a.ends_at,
    a.type,
    a.format,
    a.location,
    a.instructor,
    a.competency,
    a.units,
    a.capacity,
    a.participants_taken,
    a.is_sample,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN l.meeting_url
            ELSE NULL::text
        END AS meeting_url,
        CASE
            WHEN ((p.status = ANY (ARRAY['confirmed'::text, 'waitlist'::text])) AND (a.cancelled_at IS NOT NULL)) THEN 'cancelled'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NULL) AND (a.ends_at <= now())) THEN 'completed'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NOT NULL) AND (p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND ((a.parts IS NULL) OR (a.ends_at <= now()))) THEN 'completed'::text
            ELSE p.status
        END AS status,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN p.waitlist_position
            ELSE NULL::integer
        END AS waitlist_position,
    COALESCE(p.cancelled_at, a.cancelled_at) AS cancelled_at,
    p.rating,
    p.feedback,
    p.rated_at,
    GREATEST(a.updated_at, p.updated_at) AS updated_at,
    a.course_id,
        CASE
            WHEN (a.course_id IS NOT NULL) THEN private.nemus_leave_until(a.*, p.*)
            ELSE NULL::timestamp with time zone
        END AS change_until,
    (a.cancelled_at IS NOT NULL) AS cancelled_by_academy,
    a.cancel_reason,
    p.attendance,
    p.attended_units,
    ((40000000 + a.sequence) + p.changes) AS calendar_sequence,
        CASE
            WHEN ((p.offered_until > now()) AND (a.cancelled_at IS NULL)) THEN p.offered_until
            ELSE NULL::timestamp with time zone
        END AS offered_until,
    private.nemus_search_text(a.title) AS search_text,
    a.parts,
    a.parts_needed,
    p.part_marks
   FROM ((public.nemus_appointment_participations p
     JOIN public.nemus_appointments a ON ((a.id = p.appointment_id)))
     LEFT JOIN public.nemus_appointment_links l ON ((l.appointment_id = a.id)))
  WHERE ((p.user_id = ( SELECT auth.uid() AS uid)) AND ((a.course_id IS NULL) OR (p.status <> 'cancelled'::text) OR (EXISTS ( SELECT
           FROM public.nemus_course_enrollments e
          WHERE ((e.user_id = p.user_id) AND (e.course_id = a.course_id))))));

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "anon", "service_role";

CREATE INDEX nemus_organisation_log_actor ON private.nemus_organisation_log USING btree (institution_id, actor_id, id DESC);

CREATE INDEX nemus_support_requests_answered_by ON private.nemus_support_requests USING btree (answered_by);

CREATE INDEX nemus_support_requests_asked_by ON private.nemus_support_requests USING btree (asked_by);

CREATE INDEX nemus_support_requests_institution ON private.nemus_support_requests USING btree (institution_id, created_at DESC);

CREATE INDEX nemus_support_requests_open ON private.nemus_support_requests USING btree (created_at)
  WHERE (answered_at IS NULL);

CREATE INDEX nemus_withdrawals_order ON private.nemus_withdrawals USING btree (order_id, received_at);

CREATE INDEX nemus_invoices_issued ON public.nemus_invoices USING btree (issued_on DESC, number DESC)
  WHERE (NOT is_sample);

CREATE INDEX nemus_learning_media_path ON public.nemus_learning_media USING btree (path);

CREATE INDEX nemus_logbook_entries_certificates ON public.nemus_logbook_entries USING btree (user_id, done_on)
  WHERE (file_id IS NOT NULL);

CREATE INDEX nemus_logbook_entries_confirmed ON public.nemus_logbook_entries USING btree (user_id, done_on) INCLUDE (id, category, minutes, competency, level, is_sample, file_id)
  WHERE (state = 'confirmed'::text);

CREATE INDEX nemus_logbook_entries_file ON public.nemus_logbook_entries USING btree (file_id)
  WHERE (file_id IS NOT NULL);

CREATE INDEX nemus_logbook_files_user ON public.nemus_logbook_files USING btree (user_id);

CREATE TRIGGER sum_confirmed
  AFTER UPDATE OF state ON public.nemus_logbook_entries
  FOR EACH ROW
  WHEN (((new.state = 'confirmed'::text) AND (old.state <> 'confirmed'::text) AND (new.file_id IS NULL)))
  EXECUTE FUNCTION private.nemus_sum_entry();

CREATE TRIGGER sum_inserted
  AFTER INSERT ON public.nemus_logbook_entries
  FOR EACH ROW
  WHEN (((new.state = 'confirmed'::text) AND (new.file_id IS NULL)))
  EXECUTE FUNCTION private.nemus_sum_entry();

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_my_appointments
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries"
  FOR SELECT
  TO "authenticated"
  USING
    (((user_id = ( SELECT auth.uid() AS uid)) OR ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND (confirmer_id IN ( SELECT
    private.nemus_my_confirmers() AS nemus_my_confirmers)) AND private.nemus_reads_note(category, note, confirmer_id, submitted_at)) OR
    ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((category <> 'self_experience'::text) OR ((note = ''::text) AND (return_reason IS NULL)))
    AND
    ((((state = 'submitted'::text) OR (decided_by = ( SELECT auth.uid() AS uid))) AND (confirmer_id IN ( SELECT private.nemus_my_deputised() AS nemus_my_deputised))) OR
    ((institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (user_id IN ( SELECT t.user_id
   FROM public.nemus_trainees t
  WHERE ((t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (t.user_id IS NOT NULL)))))))));

CREATE POLICY "files are read with their entry" ON "public"."nemus_logbook_files"
  FOR SELECT
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) OR private.nemus_reads_file(id)));

CREATE POLICY "the second factor was given" ON "public"."nemus_logbook_files"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

CREATE POLICY "logbook files are read with their row" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING (((bucket_id = 'logbook'::text) AND (EXISTS ( SELECT
   FROM public.nemus_logbook_files f
  WHERE (f.path = objects.name)))));

CREATE POLICY "logbook files are sent where a row waits" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((bucket_id = 'logbook'::text) AND (EXISTS ( SELECT
   FROM public.nemus_logbook_files f
  WHERE ((objects.name = ('incoming/'::text || f.path)) AND (f.user_id = ( SELECT auth.uid() AS uid)) AND (f.confirmed_at IS NULL) AND (f.dropped_at IS NULL))))));

REVOKE ALL ON FUNCTION "private"."nemus_attended"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_attended"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_attended"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_billed_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_billed_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_billed_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_certificate_source"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_certificate_source"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_certificate_source"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_check_span"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_span"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_span"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_copy_learning"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_copy_learning"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_copy_learning"(text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_course_form"(public.nemus_courses) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_course_form"(public.nemus_courses) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_course_form"(public.nemus_courses) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_date_messages"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_date_messages"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_date_messages"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_documents_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_documents_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_documents_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_draft_correct"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_draft_correct"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_draft_correct"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_draft_options"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_draft_options"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_draft_options"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_found_invoices"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_found_invoices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_found_invoices"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_holidays"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_holidays"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_holidays"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_holidays_in"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_holidays_in"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_holidays_in"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_invoice_mailbox"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_invoice_mailbox"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_invoice_mailbox"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_invoice_row"(public.nemus_invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_invoice_row"(public.nemus_invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_invoice_row"(public.nemus_invoices) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_bound"(uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_bound"(uuid, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_bound"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_confirming"(public.nemus_confirmers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_confirming"(public.nemus_confirmers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_confirming"(public.nemus_confirmers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_dispute_open"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_dispute_open"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_dispute_open"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_institution_of_caller"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_institution_of_caller"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_institution_of_caller"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_whole_invoice"(public.nemus_invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_whole_invoice"(public.nemus_invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_whole_invoice"(public.nemus_invoices) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_leave_until"(public.nemus_appointments, public.nemus_appointment_participations) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_logbook_page_of"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_logbook_page_of"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_logbook_page_of"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_marked_title"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_marked_title"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_marked_title"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_meets"(jsonb, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_meets"(jsonb, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_meets"(jsonb, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_name_within"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_name_within"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_name_within"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_needs_no_document"(public.nemus_transactions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_needs_no_document"(public.nemus_transactions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_needs_no_document"(public.nemus_transactions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_behind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_behind"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_behind"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_lines"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_lines"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_lines"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_rows"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_rows"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_part_now"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_part_now"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_part_now"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_parts"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_parts"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_parts"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_parts"(public.nemus_appointments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_parts"(public.nemus_appointments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_parts"(public.nemus_appointments, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_printed_sums"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_printed_sums"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_printed_sums"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_read_certificate"(public.nemus_logbook_entries, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_read_certificate"(public.nemus_logbook_entries, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_read_certificate"(public.nemus_logbook_entries, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_reads_entry_file"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_reads_entry_file"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_entry_file"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_reads_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_file"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_reads_file"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_file"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_role_day"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_role_day"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_role_day"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_role_for"(public.nemus_logbook_entries, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_role_for"(public.nemus_logbook_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_role_for"(public.nemus_logbook_entries, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_running_plan"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_running_plan"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_running_plan"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_selected_orders"(text, text, text, date, date, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_selected_orders"(text, text, text, date, date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_selected_orders"(text, text, text, date, date, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_shuffled_options"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_shuffled_options"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_shuffled_options"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_sum_marks"(public.nemus_appointments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_sum_marks"(public.nemus_appointments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_sum_marks"(public.nemus_appointments, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_calendar"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_dates"(uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_dates"(uuid, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_dates"(uuid, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_taught_entries"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_taught_entries"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_taught_entries"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_whole_invoice"(public.nemus_invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_whole_invoice"(public.nemus_invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_whole_invoice"(public.nemus_invoices) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_withdrawable_until"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_withdrawable_until"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_withdrawable_until"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_withdrawal_due"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_withdrawal_due"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_withdrawal_due"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_institution_letters"(uuid, text, jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_mark"(public.nemus_appointments, uuid, uuid, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_mark"(public.nemus_appointments, uuid, uuid, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_mark"(public.nemus_appointments, uuid, uuid, text, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_parts"(public.nemus_appointments, jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_parts"(public.nemus_appointments, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_parts"(public.nemus_appointments, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_abandoned_uploads"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_abandoned_uploads"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_abandoned_uploads"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_support"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_answer_support"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_support"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_certificates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_logbook_certificates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_certificates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_mark_attendance"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_invoice_mail"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_note_invoice_mail"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_invoice_mail"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_support"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_support"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_support"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_withdrawals"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_withdrawals"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_withdrawals"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_plan_parts"(uuid, jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_read_calendar"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_read_calendar"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_read_calendar"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoice"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoice"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoice"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_support"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_support"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_support"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_turnover"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_turnover"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_turnover"(date, date) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_logbook_files" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_logbook_files" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_my_appointments" TO "authenticated";

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.nemus_search_text(((((note || ' '::text) || COALESCE(confirmed_by, ''::text)) || ' '::text) || COALESCE(issuer, ''::text)))) STORED NOT NULL;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_check" CHECK ((private.nemus_is_day(started_on) AND (started_on <= done_on)));

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  ('rebooked', 'piw', 'on', 'always', 'off', true),
  ('waiting_ended', 'piw', 'on', 'always', 'never', false),
  ('date_message', 'piw', 'on', 'on', 'never', false),
  ('enrolled', 'piw', 'on', 'always', 'never', false),
  ('purchase_offered', 'piw', 'on', 'always', 'never', false);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('logbook', 'logbook', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png'])
on conflict (id) do update set public = false, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Choices of dates that a purchase or a booking has used.
delete from public.nemus_date_choices c where exists (select from public.nemus_course_enrollments e
    where e.user_id = c.user_id and e.course_id = c.course_id)
  or exists (select from public.nemus_course_bookings b join public.nemus_members m on m.institution_id = b.institution_id
    where m.user_id = c.user_id and b.date_id = c.date_id and b.created_at >= c.created_at);
-- Withdrawals that name an order.
update private.nemus_withdrawals w set order_id = o.id from public.nemus_orders o where o.id = private.nemus_order_number(w.contract);

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  ('support_answered', 'institution', 'on', 'on', 'never', false);
