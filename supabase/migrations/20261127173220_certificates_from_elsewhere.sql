SET local check_function_bodies = off;

DROP TRIGGER "sum_confirmed" ON "public"."nemus_logbook_entries";

DROP TRIGGER "sum_inserted" ON "public"."nemus_logbook_entries";

DROP INDEX "public"."nemus_logbook_entries_confirmed";

DROP VIEW "private"."nemus_training_sources";

ALTER TABLE "public"."nemus_logbook_entries"
  DROP CONSTRAINT "nemus_logbook_entries_minutes_check";

DROP FUNCTION "public"."nemus_abandoned_uploads"();

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
      then p_entry.note else '' end, 'submitted_at', p_entry.submitted_at,
    'site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
    'case', (select c.code from public.nemus_logbook_cases c where c.id = p_entry.case_id),
    'confirmer_id', p_entry.confirmer_id, 'is_imported', p_entry.is_imported,
    'is_linked', private.nemus_is_linked_entry(p_entry),
    'attributes', private.nemus_entry_attributes(p_entry),
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'certificate', (select jsonb_build_object('issuer', p_entry.issuer, 'started_on', p_entry.started_on,
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
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number sums signers created_at'),
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
      and case a.role when 'owner' then true when 'institution' then false when 'deputy' then p_entry.category <> 'self_experience'
        else private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at) end)
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
  return jsonb_build_object('id', file, 'path', path);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) FROM PUBLIC, "anon", "service_role";

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
begin
  select * into profile from public.nemus_profiles p where p.user_id = me;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  -- No confirmation halfway through the paper.
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(429, 'paper_limit')
    where (select count(*) from private.nemus_logbook_papers p
        where p.user_id = me and p.created_at > now() - interval '1 hour') >= 20;
  with printed as (
    select e.*, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'setting', e.setting, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced,
        'certificate', case when e.file_id is not null then jsonb_build_object('issuer', e.issuer,
          'started_on', e.started_on, 'sha256', e.file_sha256) end)
      order by e.done_on, e.created_at, e.id), '[]'),
    count(*), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
  select coalesce(jsonb_object_agg(by_category.category, by_category.minutes), '{}') into paper.sums
  from (select e ->> 'category' as category, sum((e ->> 'minutes')::int) as minutes
    from jsonb_array_elements(listed) e where not (e ->> 'replaced')::boolean group by 1) by_category;
  select coalesce(jsonb_agg(distinct jsonb_build_object('name', e ->> 'confirmed_by', 'role', e ->> 'role',
    'institution', e ->> 'institution', 'address', e ->> 'address')), '[]') into paper.signers
  from jsonb_array_elements(listed) e;
  select l.number, l.hash into paper.step_number, paper.step_hash from private.nemus_logbook_steps l
  where l.user_id = me order by l.number desc limit 1;
  insert into private.nemus_logbook_papers (number, user_id, holder, minutes, entries, step_number, step_hash, sums, signers)
  values (private.nemus_draw_number(), me, btrim(profile.first_name || ' ' || profile.last_name), paper.minutes,
    paper.entries, paper.step_number, paper.step_hash, paper.sums, paper.signers)
  returning * into paper;
  return jsonb_build_object('number', paper.number, 'issued_at', paper.created_at, 'holder', paper.holder,
    'requirement_set', (select jsonb_build_object('name', s.name, 'chamber', s.chamber, 'version', s.version,
        'source', s.source)
      from public.nemus_requirement_choices c join public.nemus_requirement_sets s on s.id = c.set_id
      where c.user_id = me and c.ended_at is null),
    'person', (select jsonb_build_object('birth_date', d.birth_date, 'chamber', i.chamber, 'field', i.field,
        'procedure', i.procedure, 'started_on', i.started_on, 'expected_end_on', i.expected_end_on)
      from public.nemus_personal_data d join public.nemus_training_info i using (user_id) where d.user_id = me),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'kind', t.kind, 'done_on', t.done_on,
        'category', t.category, 'minutes', t.minutes) order by t.done_on, t.title, t.category), '[]')
      from private.nemus_training_sources t where t.user_id = me and t.kind <> 'logbook' and not t.is_sample
        and not exists (select from jsonb_array_elements(listed) e where e ->> 'id' = t.source_id)),
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
      'institution', (select p.institution_name from public.nemus_profiles p where p.user_id = institution),
      'sections', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'started_on', s.started_on,
          'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
        from public.nemus_logbook_sites s where s.user_id = account
          and (institution is null or s.id in (select e.site_id from entry e))),
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
          'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'issuer', e.issuer, 'started_on', e.started_on, 'file_sha256', e.file_sha256,
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
  me constant uuid := auth.uid();
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
    c.id AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
    'elearning'::text AS source,
    'elearning'::text AS category,
    (c.units * 45) AS minutes,
    ((l.completed_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    l.is_sample
   FROM (public.nemus_learning_progress l
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
  WHERE ((f.path = objects.name) AND (f.user_id = ( SELECT auth.uid() AS uid)) AND (f.confirmed_at IS NULL) AND (f.dropped_at IS NULL))))));

REVOKE ALL ON FUNCTION "private"."nemus_certificate_source"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_certificate_source"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_certificate_source"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_logbook_page_of"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_logbook_page_of"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_logbook_page_of"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_own_entry"(public.nemus_logbook_entries) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_abandoned_uploads"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_abandoned_uploads"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_abandoned_uploads"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_certificate_upload"(text, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_certificates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_logbook_certificates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_certificates"() TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_logbook_files" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_logbook_files" TO "authenticated";

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.nemus_search_text(((((note || ' '::text) || COALESCE(confirmed_by, ''::text)) || ' '::text) || COALESCE(issuer, ''::text)))) STORED NOT NULL;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_check" CHECK ((private.nemus_is_day(started_on) AND (started_on <= done_on)));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('logbook', 'logbook', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png'])
on conflict (id) do update set public = false, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
