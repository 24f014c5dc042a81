SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "certificates" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "attributes" jsonb;

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
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at'),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at'),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at')
  ) as t (source, owner_column, columns)
$function$;

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

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_attributes_check" CHECK ((jsonb_typeof(attributes) = 'object'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_certificates_check" CHECK ((jsonb_typeof(certificates) = 'object'::text));
