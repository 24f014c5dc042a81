SET local check_function_bodies = off;

DROP VIEW "private"."nemus_training_sources";

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
