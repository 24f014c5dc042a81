SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_check_logbook"();

CREATE TABLE "public"."nemus_name_requests" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "user_id"    uuid                     NOT NULL,
  "old_name"   text                     NOT NULL,
  "first_name" text                     NOT NULL,
  "last_name"  text                     NOT NULL,
  "reason"     text                     NOT NULL,
  "state"      text                     NOT NULL DEFAULT 'open'::text,
  "decided_at" timestamp with time zone,
  "answer"     text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "decision_has_a_time" CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT "nemus_name_requests_answer_check" CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 1000))),
  CONSTRAINT "nemus_name_requests_first_name_check" CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 100))),
  CONSTRAINT "nemus_name_requests_last_name_check" CHECK (((char_length(last_name) >= 1) AND (char_length(last_name) <= 100))),
  CONSTRAINT "nemus_name_requests_old_name_check" CHECK ((char_length(old_name) <= 201)),
  CONSTRAINT "nemus_name_requests_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_name_requests_reason_check" CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT "nemus_name_requests_state_check" CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  CONSTRAINT "refusal_has_an_answer" CHECK (((state <> 'declined'::text) OR (answer IS NOT NULL)))
);

ALTER TABLE "public"."nemus_name_requests"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_name_requests" FROM "anon";

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "sums" jsonb;

ALTER TABLE "private"."nemus_logbook_papers"
  ADD COLUMN "signers" jsonb;

ALTER TABLE "public"."nemus_certificates"
  ADD COLUMN "issuer_address" text NOT NULL DEFAULT ''::text;

CREATE OR REPLACE FUNCTION private.nemus_check_steps (
  p_user uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    user_id uuid,
    number  integer,
    problem text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
  with chain as (
    select s.*, s as step, lag(s.hash, 1, repeat('0', 64)) over w as hash_before, row_number() over w as place
    from private.nemus_logbook_steps s where s.user_id = coalesce(p_user, s.user_id)
    window w as (partition by s.user_id order by s.number)
  ),
  last_steps as (
    select distinct on (c.user_id, c.entry_id) c.user_id, c.entry_id, c.number, c.action, c.content
    from chain c order by c.user_id, c.entry_id, c.number desc
  )
  select c.user_id, c.number, case when c.number <> c.place then 'missing'
    when c.previous_hash <> c.hash_before then 'unlinked' else 'changed' end
  from chain c
  where c.number <> c.place or c.previous_hash <> c.hash_before or c.hash <> private.nemus_step_hash(c.step)
  union all
  select coalesce(e.user_id, s.user_id), s.number, 'entry'
  from (select l.* from last_steps l where l.action = 'confirm'
    and not (l.content::jsonb ->> 'is_sample')::boolean) as s
  full join (select o.* from public.nemus_logbook_entries o
    where o.state = 'confirmed' and not o.is_sample and o.user_id = coalesce(p_user, o.user_id)) as e
    on e.id = s.entry_id and e.user_id = s.user_id
  where e.id is null or s.content is null or exists (
    -- Only columns of both moments. These three may be emptied when another account is deleted.
    select from jsonb_each(s.content::jsonb) as was join jsonb_each(to_jsonb(e)) as is_now on is_now.key = was.key
    where was.value <> is_now.value and (was.key not in ('confirmer_id', 'institution_id', 'decided_by')
      or is_now.value <> 'null'))
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
    ('public.nemus_known_devices', 'user_id', null),
    ('public.nemus_learning_progress', 'user_id', null),
    ('public.nemus_logbook_cases', 'user_id', null),
    ('public.nemus_logbook_entries', 'user_id', null),
    ('public.nemus_logbook_sites', 'user_id', null),
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
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street postal_code city country vat_id created_at'),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at'),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at sent_at created_at'),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at'),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at'),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at')
  ) as t (source, owner_column, columns)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_has_proofs (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_certificates c where c.user_id = p_user and not c.is_sample)
    or exists (select from public.nemus_logbook_entries e
      where e.user_id = p_user and e.state = 'confirmed' and not e.is_sample)
    or exists (select from private.nemus_logbook_papers l where l.user_id = p_user)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_keep_proved_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() = old.user_id then
    -- No confirmation meanwhile.
    perform private.nemus_lock_logbook(old.user_id);
    if private.nemus_has_proofs(old.user_id) then
      perform private.nemus_refuse(409, 'name_is_proved');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_logbook_key (
  p_user uuid
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to('nemus-logbook ' || p_user, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_name_holder()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), private.nemus_document_text('no_name'))
  into new.holder from public.nemus_profiles p where p.user_id = new.user_id;
  select coalesce(string_agg(part.value, ', ' order by part.place), '') into new.issuer_address
  from private.nemus_settings s cross join unnest(array[s.value #>> '{seller,name}', s.value #>> '{seller,street}',
    concat_ws(' ', s.value #>> '{seller,postal_code}', s.value #>> '{seller,city}')]) with ordinality as part (value, place)
  -- Values in brackets are still to be filled in.
  where s.key = 'invoicing' and (s.value ->> 'seller') !~ '"\[' and part.value <> '';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_certificate()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_notify(new.user_id, 'certificate_issued', 'certificate_issued:' || new.id,
    jsonb_build_object('title', private.nemus_fact(new.title, '–'), 'kind', new.kind, 'edition', new.edition), '/competencies');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_step()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  signer constant text := nullif(current_setting('nemus.signer', true), '');
  step private.nemus_logbook_steps;
begin
  step.action := case new.state when 'confirmed' then 'confirm' when 'returned' then 'return' when 'draft' then 'take_back'
    else case old.state when 'submitted' then 'hand_over' else 'submit' end end;
  perform private.nemus_lock_logbook(new.user_id);
  select l.number, l.hash into step.number, step.previous_hash from private.nemus_logbook_steps l
  where l.user_id = new.user_id order by l.number desc limit 1;
  step.user_id := new.user_id;
  step.number := coalesce(step.number, 0) + 1;
  step.previous_hash := coalesce(step.previous_hash, repeat('0', 64));
  step.entry_id := new.id;
  step.created_at := clock_timestamp();
  step.actor_id := case when signer is null then auth.uid() end;
  step.actor_name := coalesce(signer,
    case when new.state = 'confirmed' then new.confirmed_by when new.state = 'returned' then new.returned_by end,
    (select nullif(coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), '')
      from public.nemus_profiles p where p.user_id = auth.uid()), coalesce(auth.uid()::text, ''));
  step.content := (to_jsonb(new) - 'updated_at' || jsonb_build_object('names',
    private.nemus_step_names(new, coalesce(new.institution_id, old.institution_id))))::text;
  step.hash := private.nemus_step_hash(step);
  insert into private.nemus_logbook_steps select step.*;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_revoke_certificate (
  p_certificate public.nemus_certificates,
  p_reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_certificate_revocations (number, certificate_id, reason)
  values (p_certificate.number, p_certificate.id, p_reason) on conflict do nothing;
  perform private.nemus_notify(p_certificate.user_id, 'certificate_revoked', 'certificate_revoked:' || p_certificate.id,
    jsonb_build_object('title', private.nemus_fact(p_certificate.title, '–'), 'kind', p_certificate.kind, 'reason', p_reason),
    '/competencies')
  from public.nemus_profiles p where p.user_id = p_certificate.user_id;
  perform private.nemus_note_act('revoke_certificate', 'certificates', p_certificate.id::text,
    to_jsonb(p_certificate), jsonb_build_object('reason', p_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_step_hash (
  p_step private.nemus_logbook_steps
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to(string_agg(octet_length(f.value) || ':' || f.value, '' order by f.place), 'UTF8')), 'hex')
  from unnest(array['nemus-step-2', p_step.previous_hash, p_step.user_id::text, p_step.number::text, p_step.entry_id::text,
    p_step.action, (extract(epoch from p_step.created_at) * 1000000)::bigint::text, coalesce(p_step.actor_id::text, ''),
    p_step.actor_name, p_step.content]) with ordinality as f (value, place)
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
      else private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, p_entry.done_on, p_entry.site_id) end,
    'as_deputy', p_entry.state in ('confirmed', 'returned') and p_entry.decided_as_deputy,
    'institution', private.nemus_inviting_name(p_institution),
    'address', (select s.institution_address from public.nemus_institution_settings s where s.institution_id = p_institution))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_check_logbook (
  p_heads jsonb DEFAULT '[]'::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with account as (
    select p.user_id, private.nemus_logbook_key(p.user_id) as logbook from public.nemus_profiles p
    where not exists (select from private.nemus_deleted_accounts d where d.user_id = p.user_id)
  ), found as (
    select p.user_id, p.number, p.problem from private.nemus_check_steps() p
    union all
    select a.user_id, h.number, case when a.user_id is null then 'gone' else 'signed' end
    from jsonb_to_recordset(p_heads) as h (logbook text, number int, hash text)
    left join account a on a.logbook = h.logbook
    left join private.nemus_logbook_steps s on s.user_id = a.user_id and s.number = h.number
    where s.hash is distinct from h.hash
  )
  select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (select * from found order by problem = 'gone' limit 1000) as f
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_check_logbook"(jsonb) FROM PUBLIC, "anon", "authenticated";

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
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() then
    perform private.nemus_refuse(409, 'own_request');
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end, decided_at = now(),
    answer = given where r.id = p_request;
  if p_accept then
    -- Fires accounts/name_requests, accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_decide_name_request"(uuid, boolean, text) FROM PUBLIC, "anon", "service_role";

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
  if profile.user_type is distinct from 'piw' then
    perform private.nemus_refuse(403, 'piw_required');
  end if;
  -- No confirmation halfway through the paper.
  perform private.nemus_lock_logbook(me);
  if (select count(*) from private.nemus_logbook_papers p
      where p.user_id = me and p.created_at > now() - interval '1 hour') >= 20 then
    perform private.nemus_refuse(429, 'paper_limit');
  end if;
  with printed as (
    select e.*, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced)
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
    'sites', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'started_on', s.started_on,
        'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
      from public.nemus_logbook_sites s where s.user_id = me),
    'entries', listed, 'sums', paper.sums, 'signers', paper.signers, 'minutes', paper.minutes,
    'last_step', case when paper.step_number is not null
      then jsonb_build_object('number', paper.step_number, 'hash', paper.step_hash) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_logbook_heads()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('logbook', private.nemus_logbook_key(h.user_id), 'number', h.number,
    'hash', h.hash) order by private.nemus_logbook_key(h.user_id)), '[]')
  from (select distinct on (s.user_id) s.user_id, s.number, s.hash from private.nemus_logbook_steps s
    order by s.user_id, s.number desc) h
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_logbook_heads"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_name_is_proved()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.nemus_has_proofs(auth.uid()) $function$;

REVOKE ALL ON FUNCTION "public"."nemus_name_is_proved"() FROM PUBLIC, "anon", "service_role";

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
      r.decided_at, (select count(*) from public.nemus_certificates c where c.user_id = r.user_id and not c.is_sample)
      as certificates, (select count(*) from public.nemus_logbook_entries e
        where e.user_id = r.user_id and e.state = 'confirmed' and not e.is_sample) as hours,
      row_number() over (order by r.state <> 'open', case when r.state = 'open' then r.created_at end, r.decided_at desc, r.id)
      as place
    from public.nemus_name_requests r join public.nemus_profiles p on p.user_id = r.user_id
    where r.state <> 'withdrawn' order by place limit 200) l);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_name_requests"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_request_name (
  p_first  text,
  p_last   text,
  p_reason text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('first_name', p_first, 'last_name', p_last, 'reason', p_reason);
  profile public.nemus_profiles;
  made uuid;
begin
  select * into profile from public.nemus_profiles p where p.user_id = auth.uid() for no key update;
  if profile.user_type is distinct from 'piw' then
    perform private.nemus_refuse(403, 'piw_required');
  end if;
  if exists (select from public.nemus_name_requests r where r.user_id = profile.user_id and r.state = 'open') then
    perform private.nemus_refuse(409, 'name_request_open');
  end if;
  if (select count(*) from public.nemus_name_requests r
      where r.user_id = profile.user_id and r.created_at > now() - interval '30 days') >= 5 then
    perform private.nemus_refuse(429, 'name_request_limit');
  end if;
  insert into public.nemus_name_requests (user_id, old_name, first_name, last_name, reason)
  values (profile.user_id, btrim(profile.first_name || ' ' || profile.last_name),
    private.nemus_text_field(fields, 'first_name', 100, true), private.nemus_text_field(fields, 'last_name', 100, true),
    private.nemus_text_field(fields, 'reason', 1000, true))
  returning id into made;
  if exists (select from public.nemus_name_requests r where r.id = made
    and (r.first_name, r.last_name) = (profile.first_name, profile.last_name)) then
    perform private.nemus_refuse(409, 'name_unchanged');
  end if;
  return made;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_request_name"(text, text, text) FROM PUBLIC, "anon", "service_role";

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
      'signers', l.signers, 'step', l.step_number, 'hash', l.step_hash,
      'newer', exists (select from private.nemus_logbook_steps s where s.user_id = l.user_id and s.action = 'confirm'
        and s.number > coalesce(l.step_number, 0))) end)
  from (
    select case when char_length(signs) = 16
      then concat_ws('-', substr(signs, 1, 4), substr(signs, 5, 4), substr(signs, 9, 4), substr(signs, 13, 4)) end
      as number
    from translate(upper(left(p_number, 100)), 'OIL- ', '011') as signs
  ) asked
  left join public.nemus_certificates c on c.number = asked.number and private.nemus_is_drawn_number(c.number)
  left join private.nemus_logbook_papers l on l.number = asked.number
  left join private.nemus_certificate_revocations r on r.number = asked.number
$function$;

CREATE OR REPLACE FUNCTION public.nemus_withdraw_name_request()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_name_requests r set state = 'withdrawn', decided_at = now()
  where r.user_id = auth.uid() and r.state = 'open';
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_withdraw_name_request"() FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_signers_check" CHECK ((jsonb_typeof(signers) = 'array'::text));

ALTER TABLE "private"."nemus_logbook_papers"
  ADD CONSTRAINT "nemus_logbook_papers_sums_check" CHECK ((jsonb_typeof(sums) = 'object'::text));

ALTER TABLE "public"."nemus_certificates"
  ADD CONSTRAINT "nemus_certificates_issuer_address_check" CHECK ((char_length(issuer_address) <= 500));

ALTER TABLE "public"."nemus_name_requests"
  ADD CONSTRAINT "nemus_name_requests_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE UNIQUE INDEX nemus_name_requests_open ON public.nemus_name_requests USING btree (user_id)
  WHERE (state = 'open'::text);

CREATE INDEX nemus_name_requests_user ON public.nemus_name_requests USING btree (user_id, created_at DESC);

CREATE INDEX nemus_name_requests_waiting ON public.nemus_name_requests USING btree (created_at, id)
  WHERE (state = 'open'::text);

CREATE TRIGGER audit
  AFTER UPDATE ON public.nemus_name_requests
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id');

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_name_requests
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE TRIGGER keep_proved_name
  BEFORE UPDATE OF first_name, last_name ON public.nemus_profiles
  FOR EACH ROW
  WHEN (((new.first_name IS DISTINCT FROM old.first_name) OR (new.last_name IS DISTINCT FROM old.last_name)))
  EXECUTE FUNCTION private.nemus_keep_proved_name();

CREATE POLICY "own requests for a name are read" ON "public"."nemus_name_requests"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_name_requests"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_has_proofs"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_has_proofs"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_proofs"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_keep_proved_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_keep_proved_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_keep_proved_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_logbook_key"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_logbook_key"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_logbook_key"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_step_names"(public.nemus_logbook_entries, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_step_names"(public.nemus_logbook_entries, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_step_names"(public.nemus_logbook_entries, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_check_logbook"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_check_logbook"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_check_logbook"(jsonb) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_name_request"(uuid, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_decide_name_request"(uuid, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_name_request"(uuid, boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_logbook_heads"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_heads"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_logbook_heads"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_is_proved"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_name_is_proved"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_is_proved"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_requests"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_name_requests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_requests"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_request_name"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_request_name"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_request_name"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_withdraw_name_request"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_withdraw_name_request"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_withdraw_name_request"() TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_name_requests" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_name_requests" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_name_requests" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_name_requests" TO "service_role";

INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) VALUES
  ('certificate_revoked', 'piw', 'on', 'always', 'never', false),
  ('name_decided', 'piw', 'on', 'always', 'never', false);

-- Existing steps get hashes of the new format, without names: these are unknown for that time. A step that did not fit
-- its old hash, or did not follow, keeps both and is still found by the check. Papers keep the hash that is printed.
DO $rechain$
declare
  step private.nemus_logbook_steps;
  was text;
  old_head text;
  new_head text;
  owner uuid;
begin
  alter table private.nemus_logbook_steps disable trigger keep_rows;
  for step in select s.* from private.nemus_logbook_steps s order by s.user_id, s.number loop
    if owner is distinct from step.user_id then
      owner := step.user_id;
      old_head := repeat('0', 64);
      new_head := old_head;
    end if;
    was := step.hash;
    if was = encode(sha256(convert_to(concat_ws(E'\n', step.previous_hash, step.user_id, step.number, step.entry_id,
        step.action, (extract(epoch from step.created_at) * 1000000)::bigint, coalesce(step.actor_id::text, ''),
        step.actor_name, step.content), 'UTF8')), 'hex') and step.previous_hash = old_head then
      step.previous_hash := new_head;
      step.hash := private.nemus_step_hash(step);
      update private.nemus_logbook_steps s set previous_hash = step.previous_hash, hash = step.hash
      where s.user_id = step.user_id and s.number = step.number;
    end if;
    old_head := was;
    new_head := step.hash;
  end loop;
  alter table private.nemus_logbook_steps enable trigger keep_rows;
end $rechain$;
