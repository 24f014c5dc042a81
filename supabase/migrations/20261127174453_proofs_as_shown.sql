SET local check_function_bodies = off;

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "settings" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "courses" jsonb;

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
    select e.*, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'setting', e.setting, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced)
      order by e.done_on, e.created_at, e.id), '[]'),
    count(*), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
  select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'kind', t.kind, 'done_on', t.done_on,
    'category', t.category, 'minutes', t.minutes) order by t.done_on, t.title, t.category), '[]') into attended
  from private.nemus_training_sources t where t.user_id = me and t.kind <> 'logbook' and not t.is_sample;
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

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_courses_check" CHECK ((jsonb_typeof(courses) = 'object'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_settings_check" CHECK ((jsonb_typeof(settings) = 'object'::text));

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

REVOKE ALL ON FUNCTION "private"."nemus_printed_sums"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_printed_sums"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_printed_sums"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_shown_since"(public.nemus_logbook_entries) TO "postgres";
