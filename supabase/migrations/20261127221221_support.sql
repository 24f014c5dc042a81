SET local check_function_bodies = off;

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

ALTER TABLE "private"."nemus_support_requests"
  ADD CONSTRAINT "nemus_support_requests_answered_by_fkey" FOREIGN KEY (answered_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."nemus_support_requests"
  ADD CONSTRAINT "nemus_support_requests_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."nemus_support_requests"
  ADD CONSTRAINT "nemus_support_requests_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE INDEX nemus_support_requests_answered_by ON private.nemus_support_requests USING btree (answered_by);

CREATE INDEX nemus_support_requests_asked_by ON private.nemus_support_requests USING btree (asked_by);

CREATE INDEX nemus_support_requests_institution ON private.nemus_support_requests USING btree (institution_id, created_at DESC);

CREATE INDEX nemus_support_requests_open ON private.nemus_support_requests USING btree (created_at)
  WHERE (answered_at IS NULL);

REVOKE ALL ON FUNCTION "private"."nemus_running_plan"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_running_plan"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_running_plan"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_support"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_answer_support"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_support"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_support"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_support"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_support"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_support"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_support"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_support"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_support"(boolean) TO "postgres";

INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
VALUES ('support_answered', 'institution', 'on', 'on', 'never', false);
