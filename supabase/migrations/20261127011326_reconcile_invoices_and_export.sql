SET local check_function_bodies = off;

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
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number created_at'),
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

CREATE OR REPLACE FUNCTION private.nemus_write_invoice (
  p_document jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document record;
  earlier public.nemus_invoices;
  taxed jsonb;
  is_sample boolean;
  issued public.nemus_invoices;
begin
  select * into document from jsonb_to_record(p_document) as d (user_id uuid, transaction_id uuid, number text,
    cancels_id uuid, issued_on date, service_on date, service_until date, balance_cents int);
  -- Locked: concurrent corrections of one document are rounded together.
  select * into earlier from public.nemus_invoices i where i.id = document.cancels_id for update;
  taxed := private.nemus_taxed_lines(p_document -> 'lines', private.nemus_corrected_taxes(earlier.id));
  is_sample := document.number is not null;
  -- Fires notifications/events.
  insert into public.nemus_invoices (user_id, transaction_id, is_collective, number, is_sample, kind, document_code,
    cancels_id, issued_on, service_on, service_until, seller, buyer, lines, taxes, balance_cents, net_cents, tax_cents,
    rounding_cents, gross_cents, tax_rate, tax_note, format)
  values (document.user_id, document.transaction_id, document.transaction_id is null,
    coalesce(document.number, private.nemus_next_invoice_number()), is_sample,
    case when document.cancels_id is null then 'invoice' else 'cancellation' end,
    case when document.cancels_id is null then 380 when (taxed ->> 'gross')::int = -earlier.gross_cents then 384 else 381 end,
    document.cancels_id, document.issued_on, document.service_on, document.service_until,
    (select s.value -> 'seller' from private.nemus_settings s where s.key = 'invoicing'),
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample, document.transaction_id)), taxed -> 'lines', taxed -> 'taxes',
    document.balance_cents, (taxed ->> 'net')::int, (taxed ->> 'tax')::int, (taxed ->> 'rounding')::int,
    (taxed ->> 'gross')::int,
    (select max((t.tax ->> 'rate')::numeric) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    (select left(string_agg(distinct t.tax ->> 'note', ' · '), 500) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    -- A correction has the format of the corrected document.
    case when is_sample then null when earlier.id is not null then earlier.format else coalesce(
      (select c.format from public.nemus_invoice_choices c where c.institution_id = document.user_id), 'zugferd') end)
  returning * into issued;
  return issued.id;
end $function$;
