SET local check_function_bodies = off;

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

DROP TRIGGER "sum_confirmed" ON "public"."nemus_logbook_entries";

DROP TRIGGER "sum_inserted" ON "public"."nemus_logbook_entries";

DROP INDEX "public"."nemus_logbook_entries_confirmed";

DROP VIEW "private"."nemus_training_sources";

ALTER TABLE "private"."nemus_date_letters"
  DROP CONSTRAINT "nemus_date_letters_kind_check";

ALTER TABLE "public"."nemus_course_enrollments"
  DROP CONSTRAINT "nemus_course_enrollments_enrollment_type_check";

ALTER TABLE "public"."nemus_logbook_entries"
  DROP CONSTRAINT "nemus_logbook_entries_minutes_check";

DROP FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments);

DROP FUNCTION "public"."nemus_abandoned_uploads"();

DROP FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer);

DROP FUNCTION "public"."nemus_message_trainees"(uuid[], text);

ALTER TABLE "public"."nemus_logbook_entries"
  DROP COLUMN "search_text";

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

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "settings" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "courses" jsonb;

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

CREATE OR REPLACE FUNCTION private.nemus_certify_seminar()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  enrolment constant public.nemus_course_enrollments := case tg_op when 'DELETE' then old else new end;
  standing public.nemus_certificates;
begin
  select * into standing from public.nemus_certificates c
  where c.user_id = enrolment.user_id and c.seminar_id = enrolment.course_id and private.nemus_revoked_at(c.id) is null;
  if tg_op <> 'DELETE' and enrolment.status = 'completed' then
    -- Fires certificates/certificates, notifications/events.
    insert into public.nemus_certificates (user_id, seminar_id, edition, number, title, issuer, competency, units,
      content, issued_on)
    select enrolment.user_id, s.id, 1 + (select count(*) from public.nemus_certificates c
        where c.user_id = enrolment.user_id and c.seminar_id = s.id), private.nemus_draw_number(), s.title,
      private.nemus_document_text('issuer'), s.competency,
      greatest(s.theory_units + s.practical_units + coalesce((select sum(coalesce((select k.units
          from public.nemus_certificates k where k.user_id = p.user_id and k.course_id = l.id order by k.edition desc limit 1), l.units))
        from public.nemus_learning_courses l join public.nemus_learning_progress p on p.course_id = l.id
          and p.user_id = enrolment.user_id and p.status = 'completed'
        where l.seminar_id = s.id), 0), 1)::int,
      s.description, (now() at time zone 'Europe/Berlin')::date
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
  role constant text := private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, role_day,
    p_entry.site_id);
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
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id,
        p_entry.category, role_day, p_entry.site_id, true) is null then 'role' else 'site' end))
    where role is null;
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
      || ' settings courses created_at'),
    ('private.nemus_logbook_steps', 'user_id', 'user_id number entry_id action created_at actor_name content'),
    ('private.nemus_notification_sendings', 'user_id', 'id notification_id user_id channel attempts sent_at created_at'),
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street extra_line postal_code city country vat_id created_at'),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at'),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at asked_as asked_at sent_at created_at'),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at'),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at'),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at')
  ) as t (source, owner_column, columns)
$function$;

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
      where c.id = p_entry.confirmer_id and c.ended_at is null)
    or private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, private.nemus_role_day(p_entry), p_entry.site_id) is null)
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

CREATE OR REPLACE FUNCTION private.nemus_log_about (
  p_subject text,
  p_id      text,
  p_before  jsonb,
  p_after   jsonb
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
      (select coalesce(nullif(private.nemus_account_name(p), ''), p.email) from public.nemus_profiles p
        where p.user_id = (r ->> 'user_id')::uuid),
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
  insert into public.nemus_appointment_participations (appointment_id, user_id) values (p_date.id, p_user)
  on conflict (appointment_id, user_id) do update
  set status = excluded.status, waitlist_position = excluded.waitlist_position, cancelled_at = null;
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
      and case a.role when 'owner' then true when 'institution' then false else p_entry.category <> 'self_experience'
        or (p_entry.confirmer_id in (select private.nemus_my_confirmers())
          and private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at)) end)
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
      else private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, private.nemus_role_day(p_entry), p_entry.site_id) end,
    'as_deputy', p_entry.state in ('confirmed', 'returned') and p_entry.decided_as_deputy,
    'institution', private.nemus_inviting_name(p_institution),
    'address', (select s.institution_address from public.nemus_institution_settings s where s.institution_id = p_institution))
$function$;

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
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_confirms_for(p_entry.user_id, p_confirmer, p_entry.category, private.nemus_role_day(p_entry),
      p_entry.site_id, p_anywhere)
    and (p_entry.file_id is null or exists (select from public.nemus_confirmers c
      where c.id = p_confirmer and c.user_id is not null))
$function$;

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
begin
  select * into date from public.nemus_appointments a where a.id = p_appointment and a.course_id is not null;
  if not found then
    return;
  end if;
  with replaced as (
    delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_appointment
      and l.audience = 'participant' and l.sent_at is null
    returning l.kind, l.details)
  select r.details into before from replaced r where r.kind = 'moved' limit 1;
  if p_kind in ('place_confirmed', 'waitlisted', 'place_ended') and 20 <= (select count(*)
    from private.nemus_date_letters l where l.user_id = p_user and l.audience = 'participant'
      and l.kind in ('place_confirmed', 'waitlisted', 'place_ended') and l.created_at > now() - interval '1 day') then
    return;
  end if;
  -- If the first letter of two moves was never sent, the person still expects the very first time.
  if p_kind = 'moved' and before is not null then
    said := said || before;
  end if;
  -- Fires notifications/events.
  insert into private.nemus_date_letters (user_id, appointment_id, kind, has_place, title, starts_at, ends_at, details)
  values (p_user, p_appointment, p_kind, p_kind in ('place_confirmed', 'promoted', 'place_ended', 'rebooked')
      or exists (select from public.nemus_appointment_participations p
        where p.appointment_id = p_appointment and p.user_id = p_user and p.status = 'confirmed'),
    date.title, date.starts_at, date.ends_at, jsonb_strip_nulls(said));
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
  (select 'learning', m.path from public.nemus_learning_media m
  where m.confirmed_at is null and m.created_at < now() - interval '1 day'
    and not private.nemus_is_set_aside('clear-uploads', m.path) order by m.created_at limit 50)
  union all
  (select 'logbook', f.path from public.nemus_logbook_files f
  where f.dropped_at is not null and not private.nemus_is_set_aside('clear-uploads', f.path) order by f.created_at limit 50)
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_abandoned_uploads"() FROM PUBLIC, "anon", "authenticated";

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
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_member_name(r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'date_starts_at', (select a.starts_at from public.nemus_appointments a where a.id = r.date_id),
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_member_name(r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

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
  dates := private.nemus_take_dates(p_date, p_following);
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
      location = planned.location, units = planned.units, capacity = planned.capacity,
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
      'instructor', a.instructor, 'details', l.details, 'changed_at', greatest(a.updated_at, l.created_at),
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
    'has_begun', a.starts_at <= now(), 'messages', private.nemus_date_messages(a.id),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id,
        'name', private.nemus_holder(p.user_id), 'email', u.email, 'status', p.status,
        'waitlist_position', p.waitlist_position, 'is_enrolled', e.id is not null, 'is_own', p.user_id = auth.uid(),
        'attendance', p.attendance, 'attended_units', p.attended_units, 'marks', p.marks, 'marked_at', p.marked_at,
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
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end, decided_at = now(),
    answer = given where r.id = p_request;
  if p_accept then
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
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
  delete from public.nemus_logbook_files f
  where f.path = any (p_paths) and (f.confirmed_at is null or f.dropped_at is not null)
$function$;

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
    reason := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
  end if;
  select p.user_id into person from public.nemus_profiles p join auth.users u on u.id = p.user_id
  where lower(p.email) = lower(private.nemus_mail_address(p_email)) and p.user_type = 'piw' and u.email_confirmed_at is not null
    and not private.nemus_is_blocked(p.user_id);
  perform private.nemus_refuse(404, 'account_not_found', '{"field": "email"}') where person is null;
  perform private.nemus_refuse(409, 'own_request') where p_way = 'free' and person = auth.uid();
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
begin
  select * into profile from public.nemus_profiles p where p.user_id = me;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  -- No confirmation halfway through the paper.
  perform private.nemus_lock_logbook(me);
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
    count(*), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
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
    settings, courses)
  values (private.nemus_draw_number(), me, coalesce(nullif(btrim(profile.first_name || ' ' || profile.last_name), ''),
      private.nemus_document_text('no_name')), paper.minutes, paper.entries, paper.step_number, paper.step_hash,
    private.nemus_printed_sums(listed, 'category'), paper.signers, private.nemus_printed_sums(listed, 'setting'),
    jsonb_build_object('count', jsonb_array_length(attended), 'sums', private.nemus_printed_sums(attended, 'category')))
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
      cross join lateral (select private.nemus_log_about(x.subject, x.subject_id, x.before, x.after) as about offset 0) y
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
  join public.nemus_confirmers c on c.institution_id = t.institution_id and c.ended_at is null
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
      offered_until = case when p.user_id <> p_user or p.offered_until > now() then p.offered_until end
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
    where target.starts_at <= now() or (source.starts_at <= now() and source.cancelled_at is null);
  for person in select u.user_id from private.nemus_people_at(source) u where u.user_id = any (p_people) order by u.place loop
    continue when private.nemus_has_attended(person, course) or exists (
      select from private.nemus_held_dates(person, course) held
      where held.appointment_id = p_to or (held.appointment_id <> p_from and held.status = 'confirmed'));
    -- Read again: each move takes a place.
    select * into target from public.nemus_appointments a where a.id = p_to;
    perform private.nemus_place_at(person, target, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at));
    done := done || person;
  end loop;
  if done <> '{}' then
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
  from public.nemus_logbook_files f where f.id = p_media and f.user_id = auth.uid();
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
      'signers', l.signers, 'settings', l.settings, 'courses', l.courses, 'step', l.step_number, 'hash', l.step_hash,
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

ALTER TABLE "private"."nemus_date_letters"
  ADD CONSTRAINT "nemus_date_letters_kind_check"
    CHECK ((kind = ANY (ARRAY['place_confirmed'::text, 'waitlisted'::text, 'promoted'::text, 'moved'::text, 'cancelled'::text, 'place_ended'::text, 'rebooked'::text])));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_courses_check" CHECK ((jsonb_typeof(courses) = 'object'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_settings_check" CHECK ((jsonb_typeof(settings) = 'object'::text));

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
            d.sequence
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
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM ((((public.nemus_appointment_participations p
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
            d.sequence
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
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN p.attended_units
                    ELSE (round((((p.attended_units)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)))::integer
                END AS units) theory)
     CROSS JOIN LATERAL ( VALUES ('theory'::text,theory.units), ('practice'::text,(p.attended_units - theory.units))) part(category, units))
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

REVOKE ALL ON FUNCTION "private"."nemus_certificate_source"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_certificate_source"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_certificate_source"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_date_messages"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_date_messages"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_date_messages"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_logbook_page_of"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_logbook_page_of"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_logbook_page_of"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_use_choice"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_abandoned_uploads"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_abandoned_uploads"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_abandoned_uploads"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_certificates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_logbook_certificates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_certificates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_logbook_files" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_logbook_files" TO "authenticated";

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
