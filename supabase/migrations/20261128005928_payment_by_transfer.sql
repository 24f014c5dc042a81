SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_orders"
  DROP CONSTRAINT "nemus_orders_payment_method_check";

DROP FUNCTION "public"."nemus_order_credits"(uuid, integer, integer);

CREATE TABLE "private"."nemus_bank_receipts" (
  "id"           bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "invoice_id"   uuid                     NOT NULL,
  "amount_cents" integer                  NOT NULL,
  "received_on"  date                     NOT NULL,
  "reference"    text                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_bank_receipts_amount_cents_check" CHECK ((amount_cents <> 0)),
  CONSTRAINT "nemus_bank_receipts_invoice_id_received_on_amount_cents_ref_key" UNIQUE (invoice_id, received_on, amount_cents, reference),
  CONSTRAINT "nemus_bank_receipts_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_bank_receipts_reference_check"
    CHECK ((((char_length(btrim(reference)) >= 1) AND (char_length(btrim(reference)) <= 300)) AND (reference !~ '[[:cntrl:]]'::text)))
);

ALTER TABLE "private"."nemus_bank_receipts"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."nemus_payment_reminders" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "invoice_id" uuid                     NOT NULL,
  "step"       integer                  NOT NULL,
  "claimed_at" timestamp with time zone,
  "sent_at"    timestamp with time zone,
  "attempts"   integer                  NOT NULL DEFAULT 0,
  "tried_at"   timestamp with time zone,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_payment_reminders_invoice_id_step_key" UNIQUE (invoice_id, step),
  CONSTRAINT "nemus_payment_reminders_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_payment_reminders_step_check" CHECK ((step = ANY (ARRAY[1, 2])))
);

ALTER TABLE "private"."nemus_payment_reminders"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."nemus_transfer_terms" (
  "institution_id" uuid                     NOT NULL,
  "days"           integer                  NOT NULL,
  "limit_cents"    integer                  NOT NULL,
  "withdrawn_at"   timestamp with time zone,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_transfer_terms_days_check" CHECK (((days >= 1) AND (days <= 90))),
  CONSTRAINT "nemus_transfer_terms_limit_cents_check" CHECK (((limit_cents >= 1) AND (limit_cents <= 100000000))),
  CONSTRAINT "nemus_transfer_terms_pkey" PRIMARY KEY (institution_id)
);

ALTER TABLE "private"."nemus_transfer_terms"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."nemus_invoices"
  ADD COLUMN "payment" jsonb;

CREATE OR REPLACE FUNCTION private.nemus_bank_account()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('holder', a.holder, 'iban', a.iban, 'bic', a.bic)
  from (select btrim(s.value ->> 'holder') as holder, upper(replace(s.value ->> 'iban', ' ', '')) as iban,
      upper(replace(s.value ->> 'bic', ' ', '')) as bic from private.nemus_settings s where s.key = 'bank_account') a
  where a.holder <> '' and a.iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' and a.bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_book_refund (
  p_order  public.nemus_orders,
  p_cents  integer,
  p_source text,
  p_first  uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered constant public.nemus_orders := private.nemus_settle_returns(p_order.id, p_order.refunded_cents + p_cents,
    p_order.disputed_cents, p_source);
  delta constant int := p_cents - private.nemus_settle_refunds(ordered, p_cents, p_source, p_first);
  -- An invoice to be paid by transfer is cancelled: no money went back with it.
  words constant text := private.nemus_document_text(
    case when p_order.payment_method = 'invoice' then 'cancellation' else 'refund' end);
begin
  if delta > 0 then
    perform private.nemus_cancel_invoice(private.nemus_list_return(ordered,
      format('refund:%s:%s', ordered.id, ordered.refunded_cents), words, -delta), ordered.id, words);
    -- A second person looks at a refund that costs the buyer nothing but leaves the access.
    update public.nemus_orders o set attention = case o.status when 'paid' then 'access_kept' end
    where o.id = ordered.id and o.kind <> 'credits' and private.nemus_gone_cents(ordered) >= private.nemus_almost_all_cents(o)
      and (o.attention is null or o.attention = 'access_kept');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_document_text (
  p_code  text,
  p_value text DEFAULT ''::text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select format(t.text, p_value) from (values
    -- Order titles
    ('credits', '%s Credits'),
    ('monthly', 'Monatsabonnement'),
    ('yearly', 'Jahresabonnement'),
    ('plan_change', 'Wechsel zum %s'),
    ('unused_time', 'Nicht genutzte Zeit: %s'),
    -- Units of invoice lines
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits returned
    ('refund', 'Erstattung'),
    ('refund_failed', 'Erstattung fehlgeschlagen'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation', 'Stornierung'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_dates_gone', 'Automatische Erstattung (kein Termin mehr)'),
    ('refund_country_not_sold', 'Automatische Erstattung (Land der Rechnungsanschrift)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Countries of addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
$function$;

CREATE OR REPLACE FUNCTION private.nemus_due_reminders()
  RETURNS TABLE (
    invoice_id uuid,
    step       integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.invoice_id, d.step from private.nemus_transfers() t
  cross join lateral (select case when t.due_on + 14 <= (now() at time zone 'Europe/Berlin')::date then 2
    when t.due_on + 3 <= (now() at time zone 'Europe/Berlin')::date then 1 end as step) d
  where t.open_cents > 0 and t.state in ('due', 'reminded') and d.step is not null
    and private.nemus_invoice_mailbox(t.user_id) is not null
    and not exists (select from private.nemus_payment_reminders r where r.invoice_id = t.invoice_id
      and (r.step >= d.step and (r.sent_at is not null or r.attempts >= 5
          or r.claimed_at > now() - interval '15 minutes' or r.tried_at > now() - interval '5 minutes')
        or r.sent_at > now() - interval '7 days'))
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
    ('private.nemus_transfer_terms', 'institution_id', 'institution_id days limit_cents withdrawn_at created_at updated_at'),
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

CREATE OR REPLACE FUNCTION private.nemus_forget_account (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform set_config('nemus.forgets', p_user::text, true);
  delete from private.nemus_withdrawals w where w.user_id = p_user;
  -- Fires orders/order_entries.
  delete from private.nemus_order_entries e where e.user_id = p_user;
  delete from private.nemus_refunds r using public.nemus_orders o where o.id = r.order_id and o.user_id = p_user;
  delete from private.nemus_disputes d using public.nemus_orders o where o.id = d.order_id and o.user_id = p_user;
  delete from private.nemus_provider_subscriptions s where s.institution_id = p_user;
  -- Fires invoices/electronic_invoices.
  delete from public.nemus_invoice_files f using public.nemus_invoices i where i.id = f.invoice_id and i.user_id = p_user;
  -- Fires invoices/transfers.
  delete from private.nemus_bank_receipts r using public.nemus_invoices i where i.id = r.invoice_id and i.user_id = p_user;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.cancels_id is not null;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user;
  delete from public.nemus_transactions t where t.user_id = p_user;
  delete from public.nemus_orders o where o.user_id = p_user;
  -- Fires credits/credits.
  delete from public.nemus_credit_entries c where c.institution_id = p_user and c.reverses_id is not null;
  -- Fires credits/credits.
  delete from public.nemus_credit_entries c where c.institution_id = p_user;
  delete from public.nemus_credit_balances b where b.institution_id = p_user;
  delete from auth.users u where u.id = p_user;
  perform set_config('nemus.forgets', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_gone_letters()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with letter as (
    select s.job, s.item, case when s.item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.item::uuid end as id
    from private.nemus_set_aside s
    where s.job in ('send-letters', 'send-notifications', 'send-sign-off-letters', 'send-sms')
  ), gone as (
    delete from private.nemus_set_aside s using letter l where s.job = l.job and s.item = l.item and not exists (
      select from private.nemus_date_letters x where x.id = l.id
      union all select from private.nemus_trainee_letters x where x.id = l.id
      union all select from private.nemus_purchase_letters x where x.transaction_id = l.id
      union all select from private.nemus_payment_reminders x where x.id = l.id
      union all select from private.nemus_notification_sendings x where x.id = l.id
      union all select from private.nemus_sign_off_letters x where x.id = l.id
      union all select from public.nemus_sms x where x.id = l.id)
    returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_issue_invoice (
  p_transaction public.nemus_transactions,
  p_quantity    integer,
  p_unit        text,
  p_cancels     uuid,
  p_number      text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (p_transaction.occurred_at at time zone 'Europe/Berlin')::date;
  earlier public.nemus_invoices;
  gathered private.nemus_collected_payments;
  tax jsonb;
begin
  select * into earlier from public.nemus_invoices i where i.id = p_cancels;
  if p_number is null and p_transaction.amount_cents < 0 then
    -- A change of plan with more credit than charge, after gathered payments: gathered with them.
    select c.* into gathered from private.nemus_collected_payments c
    join public.nemus_transactions t on t.id = c.transaction_id
    where c.institution_id = p_transaction.user_id and t.type = p_transaction.type and c.returns_id is null
      and t.occurred_at <= p_transaction.occurred_at order by t.occurred_at desc, c.created_at desc limit 1;
    if gathered.transaction_id is not null and (earlier.id is null or gathered.created_at > earlier.created_at) then
      if gathered.invoice_id is null then
        perform private.nemus_gather_payment(p_transaction, private.nemus_lines_of(p_transaction, p_quantity, p_unit, null),
          gathered.transaction_id);
        return null;
      end if;
      select * into earlier from public.nemus_invoices i where i.id = gathered.invoice_id;
    end if;
  end if;
  if earlier.id is not null then
    tax := private.nemus_tax_in(earlier, null, p_transaction.type);
  -- What is still to be paid gets its invoice at once.
  elsif p_number is null and p_transaction.payment_method <> 'invoice' and exists (select from public.nemus_invoice_choices c
      where c.institution_id = p_transaction.user_id and c.is_collected) then
    perform private.nemus_gather_payment(p_transaction, private.nemus_lines_of(p_transaction, p_quantity, p_unit, null), null);
    return null;
  end if;
  return private.nemus_write_invoice(jsonb_build_object('user_id', p_transaction.user_id,
    'transaction_id', p_transaction.id, 'number', p_number, 'cancels_id', earlier.id,
    -- Later than the payment, if its address was missing.
    'issued_on', case when p_number is null then greatest(today, (now() at time zone 'Europe/Berlin')::date) else today end,
    'service_on', coalesce(p_transaction.service_from, earlier.service_on, today),
    'service_until', coalesce(p_transaction.service_until, earlier.service_until),
    'lines', private.nemus_lines_of(p_transaction, p_quantity, p_unit, tax), 'balance_cents', p_transaction.balance_cents,
    'payment', case when p_number is null and p_transaction.payment_method = 'invoice'
      then private.nemus_transfer_payment(p_transaction.user_id) end));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_lines_of (
  p_transaction public.nemus_transactions,
  p_quantity    integer,
  p_unit        text,
  p_tax         jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_agg(l.line || jsonb_build_object('tax', coalesce(p_tax, product.tax), 'kind', p_transaction.type,
    'transaction_id', p_transaction.id) || service.days || case when p_transaction.amount_cents > 0
      and p_transaction.payment_method <> 'invoice' then jsonb_build_object(
    'paid_on', (p_transaction.occurred_at at time zone 'Europe/Berlin')::date, 'paid_by', p_transaction.payment_method)
    else '{}' end order by l.place)
  from jsonb_array_elements(coalesce(p_transaction.parts, jsonb_build_array(jsonb_build_object(
      'description', p_transaction.item_name, 'quantity', p_quantity, 'unit', p_unit,
      'gross_cents', p_transaction.amount_cents)))) with ordinality as l (line, place)
  left join public.nemus_orders o on o.id = private.nemus_order_of(p_transaction.id)
  cross join lateral (select coalesce(private.nemus_tax_of(p_transaction.type, o.course_id,
      private.nemus_buyer(p_transaction.user_id, false, o.id)), private.nemus_tax_of(p_transaction.type, o.course_id)) as tax) as product
  left join public.nemus_course_bookings b on b.order_id = o.id
  cross join lateral (select case
      -- Each person chooses a date later.
      when (o.terms ->> 'has_dates')::boolean then '{"is_advance": true}'
      when b.id is not null then jsonb_build_object('service_from', b.start_date, 'service_until', b.end_date)
        || case when b.start_date > (p_transaction.occurred_at at time zone 'Europe/Berlin')::date
          then '{"is_advance": true}' else '{}'::jsonb end
      else '{}' end as days) as service
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
    when p_subject in ('members', 'staff', 'profiles', 'blocked_accounts', 'institution_approvals',
        'transfer_terms')
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
    when p_subject = 'bank_receipts' then coalesce((select jsonb_build_object('user_id', i.user_id, 'title', i.number)
      from public.nemus_invoices i where i.id = (p_after ->> 'invoice_id')::uuid), '{}')
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

CREATE OR REPLACE FUNCTION private.nemus_news_of_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'failed' and old.status <> 'failed' then
    perform private.nemus_tell_payer(new.user_id, 'payment_failed', 'payment_failed:' || new.id,
      jsonb_build_object('item', private.nemus_fact(new.title, '–'), 'cents', new.amount_cents),
      case new.kind when 'course' then '/seminar-catalog' else '/subscription' end,
      case new.kind when 'course' then '/course-bookings' else '/subscription' end);
  end if;
  -- A cancelled invoice is news of its own.
  if new.refunded_cents > old.refunded_cents and new.payment_method is distinct from 'invoice' then
    perform private.nemus_tell_payer(new.user_id, 'refund_made', 'refund_made:' || new.id || ':' || new.refunded_cents,
      jsonb_build_object('item', private.nemus_fact(new.title, '–'), 'cents', new.refunded_cents - old.refunded_cents),
      '/profile/kaeufe', '/purchases');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', own.mailbox,
    'copy_to', nullif(nullif(s.billing_email, ''), own.mailbox), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number, 'payment', i.payment,
    'taxes', coalesce(i.taxes, (select jsonb_agg(distinct l.line -> 'tax') from private.nemus_collected_payments c
      cross join lateral jsonb_array_elements(c.lines) as l (line) where c.transaction_id = t.id), '[]'),
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.sort_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  cross join lateral (select private.nemus_letter_address(t.user_id) as mailbox) own
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_refundable_cents (
  p_order public.nemus_orders
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_order.status = 'paid' and p_order.payment_method is distinct from 'invoice' then greatest(p_order.amount_cents - p_order.refunded_cents
    - p_order.disputed_cents - private.nemus_owed_cents(p_order.id), 0) else 0 end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_remind_payments()
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when exists (select from private.nemus_due_reminders()) then private.nemus_ask_function('send-letters')
    else false end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_send_letters()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_forget_gone_letters();
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_purchase_letters l join public.nemus_transactions t on t.id = l.transaction_id
      where l.sent_at is null and l.attempts < 5 and l.created_at < now() - interval '5 minutes'
        and coalesce(l.tried_at < now() - interval '5 minutes', true) and not private.nemus_went_back(t.reference))
    or exists (select from private.nemus_due_reminders() d join private.nemus_payment_reminders r using (invoice_id, step)) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_transfer_offer (
  p_institution uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('days', t.days, 'limit_cents', t.limit_cents, 'left_cents', greatest(0, t.limit_cents - x.cents),
    'is_overdue', x.is_overdue, 'has_address', private.nemus_buyer(p_institution, false, null) ->> 'address' <> '')
  from private.nemus_transfer_terms t
  cross join lateral (select coalesce(sum(greatest(o.open_cents, 0)), 0)::int as cents,
      coalesce(bool_or(o.state in ('due', 'reminded')), false) as is_overdue
    from private.nemus_transfers(p_institution) o) x
  where t.institution_id = p_institution and t.withdrawn_at is null and private.nemus_bank_account() is not null
    and private.nemus_is_approved(p_institution) and not private.nemus_is_blocked(p_institution)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_transfer_payment (
  p_institution uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_bank_account()
    || jsonb_build_object('due_on', (now() at time zone 'Europe/Berlin')::date + t.days)
  from private.nemus_transfer_terms t where t.institution_id = p_institution
$function$;

CREATE OR REPLACE FUNCTION private.nemus_transfers (
  p_user    uuid DEFAULT NULL::uuid,
  p_invoice uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    invoice_id      uuid,
    user_id         uuid,
    order_id        uuid,
    number          text,
    issued_on       date,
    due_on          date,
    gross_cents     integer,
    cancelled_cents integer,
    received_cents  integer,
    open_cents      integer,
    reminded_at     timestamp with time zone,
    state           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select i.id, i.user_id, private.nemus_order_of(i.transaction_id), i.number, i.issued_on, p.due_on, i.gross_cents,
    p.cancelled, p.received, p.open, p.reminded_at,
    case when p.cancelled = i.gross_cents then 'cancelled' when p.open <= 0 then 'paid'
      when p.reminded_at is not null then 'reminded'
      when p.due_on < (now() at time zone 'Europe/Berlin')::date then 'due' else 'open' end
  from public.nemus_invoices i
  cross join lateral (select s.*, i.gross_cents - s.cancelled - s.received as open from (
    select (i.payment ->> 'due_on')::date as due_on,
      (select coalesce(-sum(c.gross_cents), 0)::int from public.nemus_invoices c where c.cancels_id = i.id) as cancelled,
      (select coalesce(sum(r.amount_cents), 0)::int from private.nemus_bank_receipts r where r.invoice_id = i.id) as received,
      (select max(n.sent_at) from private.nemus_payment_reminders n where n.invoice_id = i.id) as reminded_at) s) p
  where i.payment is not null and p.due_on is not null and (p_user is null or i.user_id = p_user)
    and (p_invoice is null or i.id = p_invoice)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_unused_cents (
  p_order public.nemus_orders
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_order.status <> 'paid' then 0 when b.available_credits >= m.still then p_order.amount_cents - p_order.refunded_cents
    else (p_order.amount_cents::bigint * b.available_credits / p_order.credits)::int end
  from public.nemus_credit_balances b
  cross join lateral (select p_order.credits + coalesce(sum(e.amount), 0)::int as still
    from public.nemus_credit_entries p join public.nemus_credit_entries e on e.reverses_id = p.id
    where p.kind = 'purchase' and p.source_id = p_order.id::text) m
  where b.institution_id = p_order.user_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_credit_order (
  p_payer       public.nemus_profiles,
  p_credits     integer,
  p_shown_cents integer,
  p_order       uuid,
  p_method      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order')
    where p_credits is null or p_credits not between 100 and 100000 or p_credits % 50 <> 0;
  ordered.id := p_order;
  ordered.payment_method := p_method;
  ordered.kind := 'credits';
  ordered.credits := p_credits;
  ordered.title := private.nemus_document_text('credits', private.nemus_count(p_credits));
  ordered.amount_cents := p_credits * (select p.amount_cents from public.nemus_prices p where p.item = 'credit');
  return private.nemus_write_order(p_payer, ordered, p_shown_cents);
end $function$;

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
  -- An advance payment stays one in its corrections.
  lines jsonb;
  taxed jsonb;
  is_sample boolean;
  issued public.nemus_invoices;
begin
  select * into document from jsonb_to_record(p_document) as d (user_id uuid, transaction_id uuid, number text,
    cancels_id uuid, issued_on date, service_on date, service_until date, balance_cents int, payment jsonb);
  -- Locked: concurrent corrections of one document are rounded together.
  select * into earlier from public.nemus_invoices i where i.id = document.cancels_id for update;
  select jsonb_agg(l.line || case when not jsonb_path_exists(earlier.lines, '$[*] ? (!(@.is_advance == true))')
      then '{"is_advance": true}' else '{}'::jsonb end order by l.place) into lines
  from jsonb_array_elements(p_document -> 'lines') with ordinality as l (line, place);
  taxed := private.nemus_taxed_lines(lines, private.nemus_corrected_taxes(earlier.id), earlier.rounding_cents <> 0);
  -- The period of a document spans its lines (PEPPOL-EN16931-R111).
  select least(document.service_on, min((l.line ->> 'service_from')::date)),
    nullif(greatest(document.service_until, max((l.line ->> 'service_until')::date)),
      case when document.service_until is null then least(document.service_on, min((l.line ->> 'service_from')::date)) end)
  into document.service_on, document.service_until from jsonb_array_elements(lines) as l (line);
  is_sample := document.number is not null;
  -- Fires notifications/events.
  insert into public.nemus_invoices (user_id, transaction_id, is_collective, number, is_sample, kind, document_code,
    cancels_id, issued_on, service_on, service_until, seller, buyer, lines, taxes, balance_cents, net_cents, tax_cents,
    rounding_cents, gross_cents, tax_rate, tax_note, payment, format)
  values (document.user_id, document.transaction_id, document.transaction_id is null,
    coalesce(document.number, private.nemus_next_invoice_number()), is_sample,
    case when document.cancels_id is null then 'invoice' else 'cancellation' end,
    case when document.cancels_id is null then 380 when (taxed ->> 'gross')::int = -earlier.gross_cents then 384 else 381 end,
    document.cancels_id, document.issued_on, document.service_on, document.service_until,
    (select s.value -> 'seller' from private.nemus_settings s where s.key = 'invoicing'),
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample,
      private.nemus_order_of(document.transaction_id))), taxed -> 'lines', taxed -> 'taxes',
    document.balance_cents, (taxed ->> 'net')::int, (taxed ->> 'tax')::int, (taxed ->> 'rounding')::int,
    (taxed ->> 'gross')::int,
    (select max((t.tax ->> 'rate')::numeric) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    (select left(string_agg(distinct t.tax ->> 'note', ' · '), 500) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    coalesce(nullif(document.payment, 'null'), earlier.payment - 'due_on'),
    -- A correction has the format of the corrected document.
    case when is_sample then null when earlier.id is not null then earlier.format else coalesce(
      (select c.format from public.nemus_invoice_choices c where c.institution_id = document.user_id), 'zugferd') end)
  returning * into issued;
  return issued.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders,
  p_shown integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  p_order.user_id := p_payer.user_id;
  perform private.nemus_refuse(409, 'country_not_sold') where not private.nemus_is_sold(p_order);
  perform private.nemus_check_price('cents', p_shown, p_order.amount_cents);
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (id, payment_method, user_id, kind, course_id, trainee_ids, credits, tier, title,
    amount_cents, starts_on, date_id, terms_version)
  select coalesce(p_order.id, gen_random_uuid()), p_order.payment_method, p_payer.user_id, p_order.kind, p_order.course_id, coalesce(p_order.trainee_ids, '{}'), p_order.credits,
    p_order.tier, p_order.title, p_order.amount_cents, p_order.starts_on, p_order.date_id, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title,
    'email', private.nemus_letter_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
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
    'receipts', (select coalesce(jsonb_agg(jsonb_build_object('number', i.number, 'buyer', i.buyer ->> 'name',
        'received_on', r.received_on, 'amount_cents', r.amount_cents, 'reference', r.reference)
        order by r.received_on, r.id), '[]')
      from private.nemus_bank_receipts r join public.nemus_invoices i on i.id = r.invoice_id
      where r.received_on between p_from and p_until),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'document_code', t.document_code, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'vat_id', t.vat_id, 'net_cents', (t.tax ->> 'net_cents')::int, 'tax_cents', (t.tax ->> 'tax_cents')::int,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross, 'is_transfer', t.is_transfer,
          'account', case when t.tax ->> 'note' = (select private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          i.document_code, e.number as cancels_number, i.buyer ->> 'name' as buyer, coalesce(i.buyer ->> 'vat_id', '') as vat_id, i.balance_cents, i.payment is not null as is_transfer, x.tax, x.place, g.gross,
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

CREATE OR REPLACE FUNCTION public.nemus_cancel_transfer (
  p_invoice uuid,
  p_cents   integer,
  p_note    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  note constant text := btrim(coalesce(p_note, ''));
  ordered public.nemus_orders;
  cents int;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  -- Lock order: order, then balance, as in nemus_settle_returns.
  select o.* into ordered from public.nemus_orders o
  where o.id = (select t.order_id from private.nemus_transfers(null, p_invoice) t where p_invoice is not null) for update;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  perform private.nemus_require_other_buyer(ordered);
  perform private.nemus_refuse(400, 'note_missing') where char_length(note) not between 3 and 1000;
  perform from public.nemus_credit_balances b where b.institution_id = ordered.user_id for update;
  cents := private.nemus_unused_cents(ordered);
  perform private.nemus_refuse(409, 'transfer_used') where cents = 0;
  perform private.nemus_refuse(409, 'refund_outdated') where p_cents is distinct from cents;
  perform private.nemus_book_refund(ordered, cents, 'staff', '{}');
  perform private.nemus_note_act('cancel_transfer', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', ordered.refunded_cents),
    jsonb_build_object('refunded_cents', ordered.refunded_cents + cents, 'reason', note));
  return (select to_jsonb(t) from private.nemus_transfers(null, p_invoice) t);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_claim_payment_reminders()
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with due as (select d.invoice_id, d.step from private.nemus_due_reminders() d order by d.invoice_id limit 20),
  taken as (
    insert into private.nemus_payment_reminders as r (invoice_id, step, claimed_at, tried_at, attempts)
    select d.invoice_id, d.step, now(), now(), 1 from due d
    on conflict (invoice_id, step) do update set claimed_at = now(), tried_at = now(), attempts = r.attempts + 1
    -- Claimed by another caller meanwhile.
    where r.sent_at is null and coalesce(r.claimed_at < now() - interval '15 minutes', true)
    returning r.id, r.invoice_id, r.step)
  select coalesce(jsonb_agg(jsonb_build_object('reminder_id', k.id, 'step', k.step,
    'email', private.nemus_invoice_mailbox(i.user_id), 'name', private.nemus_account_name(p), 'user_type', p.user_type,
    'number', i.number, 'issued_on', i.issued_on, 'due_on', t.due_on, 'gross_cents', t.gross_cents,
    'open_cents', t.open_cents, 'payment', i.payment, 'transaction_id', i.transaction_id) order by t.due_on, i.number), '[]')
  from taken k cross join lateral private.nemus_transfers(null, k.invoice_id) t
  join public.nemus_invoices i on i.id = k.invoice_id join public.nemus_profiles p on p.user_id = i.user_id
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_claim_payment_reminders"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_enter_receipts (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  line record;
  billed record;
  entered int := 0;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_lines) is distinct from 'array'
    or jsonb_array_length(p_lines) not between 1 and 500;
  -- Always in the same order, so two statements that are entered at once wait for each other.
  for line in select l.* from jsonb_to_recordset(p_lines) as l (invoice_id uuid, amount_cents int, received_on date,
    reference text) order by l.invoice_id, l.amount_cents desc
  loop
    perform from public.nemus_invoices i where i.id = line.invoice_id for update;
    select * into billed from private.nemus_transfers(null, line.invoice_id);
    perform private.nemus_refuse(404, 'invoice_not_found') where billed.invoice_id is null or line.invoice_id is null;
    perform private.nemus_refuse(403, 'second_person') where private.nemus_is_institution_of_caller(billed.user_id);
    perform private.nemus_refuse(400, 'receipt_reference')
      where line.reference is null or char_length(btrim(line.reference)) not between 1 and 300
        or line.reference ~ '[[:cntrl:]]';
    perform private.nemus_refuse(400, 'receipt_day') where line.received_on is null
      or line.received_on not between billed.issued_on and (now() at time zone 'Europe/Berlin')::date;
    continue when exists (select from private.nemus_bank_receipts r where r.invoice_id = line.invoice_id
      and (r.amount_cents, r.received_on, r.reference) = (line.amount_cents, line.received_on, btrim(line.reference)));
    perform private.nemus_refuse(400, 'receipt_amount') where line.amount_cents is null or line.amount_cents = 0
      or abs(line.amount_cents) > 100000000 or billed.received_cents + line.amount_cents < 0;
    insert into private.nemus_bank_receipts (invoice_id, amount_cents, received_on, reference)
    values (line.invoice_id, line.amount_cents, line.received_on, btrim(line.reference));
    entered := entered + 1;
  end loop;
  return jsonb_build_object('entered', entered, 'known', jsonb_array_length(p_lines) - entered);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_enter_receipts"(jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_note_payment_reminder (
  p_reminder uuid,
  p_sent     boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.nemus_payment_reminders r
  set sent_at = case when p_sent then now() end, claimed_at = case when p_sent then r.claimed_at end
  where r.id = p_reminder and r.sent_at is null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_order_credits (
  p_user_id     uuid,
  p_credits     integer,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_write_credit_order(private.nemus_order_payer(p_user_id, 'credits', true), p_credits, p_shown_cents,
    null, null)
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_order_credits_by_transfer (
  p_order       uuid,
  p_credits     integer,
  p_shown_cents integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('billing');
  payer public.nemus_profiles;
  offer jsonb;
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order') where p_order is null or p_shown_cents is null;
  -- Orders of one buyer wait for each other: two of them cannot both use the rest of the limit.
  perform private.nemus_lock_orders(institution);
  select * into ordered from public.nemus_orders o where o.id = p_order;
  if not found then
    -- Terms that staff withdraws now count before or after, not in between.
    perform from private.nemus_transfer_terms t where t.institution_id = institution for share;
    offer := private.nemus_transfer_offer(institution);
    perform private.nemus_refuse(409, 'transfer_not_offered') where offer is null;
    perform private.nemus_refuse(409, 'transfer_overdue') where (offer ->> 'is_overdue')::boolean;
    perform private.nemus_refuse(409, 'transfer_address') where not (offer ->> 'has_address')::boolean;
    select * into payer from public.nemus_profiles p where p.user_id = institution;
    perform private.nemus_write_credit_order(payer, p_credits, p_shown_cents, p_order, 'invoice');
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), result_shown_at = now() where o.id = p_order
    returning * into ordered;
    perform private.nemus_refuse(409, 'transfer_limit', jsonb_build_object('left_cents', offer -> 'left_cents'))
      where ordered.amount_cents > (offer ->> 'left_cents')::int;
    -- Fires credits/credits.
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
    values (institution, 'purchase', ordered.credits, ordered.id::text);
    perform private.nemus_list_order(ordered, 'completed');
    perform private.nemus_invoice_order(ordered);
  end if;
  perform private.nemus_refuse(400, 'invalid_order')
    where ordered.user_id <> institution or ordered.payment_method is distinct from 'invoice' or ordered.credits <> p_credits;
  return (select to_jsonb(t) from private.nemus_transfers(institution) t where t.order_id = p_order);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) FROM PUBLIC, "anon", "service_role";

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
      'unpaid_cents', coalesce(sum(greatest(t.open_cents, 0)), 0),
      'kept_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0) - coalesce(sum(s.refunded + s.disputed), 0))
    from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, null, 0) s
    left join private.nemus_transfers() t on t.order_id = s.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_own_transfers()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('offer', private.nemus_transfer_offer(own.id),
    'invoices', (select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('payment', i.payment)
        order by t.issued_on desc, t.number desc), '[]')
      from private.nemus_transfers(own.id) t join public.nemus_invoices i on i.id = t.invoice_id))
  from (select private.nemus_acts_for('billing') as id) own where own.id is not null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_own_transfers"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_retry_set_aside (
  p_job  text,
  p_item text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  command constant text := (select j.command from private.nemus_jobs j where j.name = 'nemus-' || p_job);
  letter constant uuid := case when p_item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_item::uuid end;
begin
  perform private.nemus_require_staff('orders');
  delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
  perform private.nemus_refuse(404, 'set_aside_not_found') where not found or command is null;
  update private.nemus_notification_sendings s set attempts = 0, claimed_at = null where s.id = letter and s.sent_at is null;
  update private.nemus_date_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_trainee_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_sign_off_letters l set attempts = 0, claimed_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_purchase_letters l set attempts = 0, claimed_at = null, tried_at = null
  where l.transaction_id = letter and l.sent_at is null;
  update private.nemus_payment_reminders r set attempts = 0, claimed_at = null, tried_at = null
  where r.id = letter and r.sent_at is null;
  update public.nemus_sms s set state = 'waiting', reason = null, attempts = 0, claimed_at = null
  where s.id = letter and s.sent_at is null and s.drop_after > now() and (s.state = 'waiting' or s.reason = 'failed')
    and exists (select from public.nemus_phones p where p.id = s.phone_id and p.ended_at is null);
  perform private.nemus_note_act('retry_set_aside', 'jobs', p_job || ':' || p_item, null, null);
  perform set_config(name, '', true) from unnest(array['nemus.staff', 'request.jwt.claims', 'request.jwt.claim.sub']) as name;
  execute command;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_set_bookkeeping (
  p_settings jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given record;
begin
  perform private.nemus_require_staff('orders');
  -- Pages from before transfers name no accounts for them.
  select jsonb_build_object('receivable_account', s.value -> 'receivable_account', 'bank_account', s.value -> 'bank_account')
    || p_settings into p_settings from private.nemus_settings s where s.key = 'bookkeeping';
  for given in select f.field, p_settings ->> f.field as value, f.form from (values ('consultant', '^([1-9]\d{3,6})?$'),
      ('client', '^([1-9]\d{0,4})?$'), ('account_length', '^[4-8]$'), ('year_starts', '^([1-9]|1[0-2])$')) as f (field, form)
    union all select f.field, coalesce(p_settings #>> string_to_array(f.path, '.'), 'missing'),
      format('^(\d{%s})?$', coalesce(substring(p_settings ->> 'account_length' from '^[4-8]$'), '4'))
    from (values ('money_account', 'money_account'), ('balance_account', 'balance_account'), ('fee_account', 'fee_account'),
      ('receivable_account', 'receivable_account'), ('bank_account', 'bank_account'),
      ('19', 'revenue_accounts.19'), ('7', 'revenue_accounts.7'), ('0', 'revenue_accounts.0'), ('AE', 'revenue_accounts.AE'),
      ('O', 'revenue_accounts.O'), ('voucher', 'revenue_accounts.voucher')) as f (field, path)
  loop
    perform private.nemus_refuse_field(given.field, 'number_form')
      where given.value is null or given.value !~ given.form;
  end loop;
  update private.nemus_settings s set value = jsonb_build_object('consultant', p_settings ->> 'consultant',
    'client', p_settings ->> 'client', 'account_length', (p_settings ->> 'account_length')::int,
    'year_starts', (p_settings ->> 'year_starts')::int, 'money_account', p_settings ->> 'money_account',
    'balance_account', p_settings ->> 'balance_account', 'fee_account', p_settings ->> 'fee_account',
    'receivable_account', p_settings ->> 'receivable_account', 'bank_account', p_settings ->> 'bank_account',
    'revenue_accounts', (select jsonb_object_agg(a.key, a.value) from jsonb_each_text(p_settings -> 'revenue_accounts') as a
      where a.key in ('19', '7', '0', 'AE', 'O', 'voucher'))) where s.key = 'bookkeeping';
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_set_transfer_terms (
  p_institution uuid,
  p_days        integer DEFAULT NULL::integer,
  p_limit_cents integer DEFAULT NULL::integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(404, 'account_not_found') where not exists (select from public.nemus_profiles p
    where p.user_id = p_institution and p.user_type = 'institution' and p.institution_name is not null);
  perform private.nemus_refuse(403, 'second_person') where private.nemus_is_institution_of_caller(p_institution);
  if p_days is null then
    update private.nemus_transfer_terms t set withdrawn_at = now()
    where t.institution_id = p_institution and t.withdrawn_at is null;
    return;
  end if;
  perform private.nemus_refuse(400, 'transfer_terms')
    where p_days not between 1 and 90 or p_limit_cents is null or p_limit_cents not between 1 and 100000000;
  insert into private.nemus_transfer_terms (institution_id, days, limit_cents) values (p_institution, p_days, p_limit_cents)
  on conflict (institution_id) do update
  set days = excluded.days, limit_cents = excluded.limit_cents, withdrawn_at = null;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_transfer_terms (
  p_search text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := case when search is null then array(select t.institution_id from private.nemus_transfer_terms t)
    else array(select p.user_id from private.nemus_found_accounts(search) p
      where p.user_type = 'institution' and p.institution_name is not null limit 20) end;
  return (select coalesce(jsonb_agg(jsonb_build_object('institution_id', p.user_id, 'name', private.nemus_account_name(p),
      'email', p.email, 'days', t.days, 'limit_cents', t.limit_cents, 'withdrawn_at', t.withdrawn_at,
      'updated_at', t.updated_at, 'is_own', private.nemus_is_institution_of_caller(p.user_id),
      'open_cents', (select coalesce(sum(greatest(o.open_cents, 0)), 0) from private.nemus_transfers(p.user_id) o))
      order by private.nemus_sort_key(private.nemus_account_name(p)), p.user_id), '[]')
    from public.nemus_profiles p left join private.nemus_transfer_terms t on t.institution_id = p.user_id
    where p.user_id = any (ids));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfer_terms"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_transfers (
  p_state text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return (
    with listed as materialized (select t.* from private.nemus_transfers() t),
    chosen as (select l.* from listed l where p_state is null or l.state = p_state
        or (p_state = 'unsettled' and l.open_cents <> 0)
      order by l.open_cents = 0, l.due_on, l.number limit 501)
    select jsonb_build_object('has_account', private.nemus_bank_account() is not null,
      'sums', (select jsonb_build_object('open_cents', coalesce(sum(l.open_cents) filter (where l.open_cents > 0), 0),
          'due_cents', coalesce(sum(l.open_cents) filter (where l.state in ('due', 'reminded')), 0),
          'owed_cents', coalesce(-sum(l.open_cents) filter (where l.open_cents < 0), 0)) from listed l),
      'has_more', (select count(*) > 500 from chosen),
      'rows', (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('buyer', i.buyer ->> 'name',
          'is_own', private.nemus_is_institution_of_caller(c.user_id),
          'unused_cents', private.nemus_unused_cents(o),
          'receipts', (select coalesce(jsonb_agg(jsonb_build_object('received_on', r.received_on,
              'amount_cents', r.amount_cents, 'reference', r.reference) order by r.received_on, r.id), '[]')
            from private.nemus_bank_receipts r where r.invoice_id = c.invoice_id))
          order by c.open_cents = 0, c.due_on, c.number), '[]')
        from (select * from chosen limit 500) c join public.nemus_invoices i on i.id = c.invoice_id
        join public.nemus_orders o on o.id = c.order_id)));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfers"(text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_bank_receipts"
  ADD CONSTRAINT "nemus_bank_receipts_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.nemus_invoices(id) ON DELETE RESTRICT;

ALTER TABLE "private"."nemus_payment_reminders"
  ADD CONSTRAINT "nemus_payment_reminders_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.nemus_invoices(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_transfer_terms"
  ADD CONSTRAINT "nemus_transfer_terms_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_invoices"
  ADD CONSTRAINT "nemus_invoices_payment_check" CHECK ((jsonb_typeof(payment) = 'object'::text));

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_payment_method_check" CHECK ((payment_method = ANY (ARRAY['card'::text, 'sepa_debit'::text, 'other'::text, 'invoice'::text])));

CREATE INDEX nemus_invoices_transfers ON public.nemus_invoices USING btree (user_id)
  WHERE (payment IS NOT NULL);

CREATE TRIGGER audit
  AFTER INSERT ON private.nemus_bank_receipts
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id');

CREATE TRIGGER keep
  BEFORE DELETE OR UPDATE ON private.nemus_bank_receipts
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON private.nemus_transfer_terms
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('institution_id');

CREATE TRIGGER touch
  BEFORE UPDATE ON private.nemus_transfer_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

REVOKE ALL ON FUNCTION "private"."nemus_bank_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_bank_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_bank_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_due_reminders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_due_reminders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_due_reminders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_remind_payments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_remind_payments"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_remind_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_transfer_offer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_transfer_offer"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_transfer_offer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_transfer_payment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_transfer_payment"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_transfer_payment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_transfers"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_transfers"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_transfers"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_unused_cents"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_unused_cents"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_unused_cents"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_credit_order"(public.nemus_profiles, integer, integer, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_credit_order"(public.nemus_profiles, integer, integer, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_credit_order"(public.nemus_profiles, integer, integer, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_claim_payment_reminders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_claim_payment_reminders"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_claim_payment_reminders"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_receipts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_enter_receipts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_receipts"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_transfers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_transfers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_transfers"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfer_terms"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfer_terms"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfer_terms"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfers"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfers"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfers"(text) TO "postgres";

insert into private.nemus_settings (key, value) values ('bank_account', '{"holder": "", "iban": "", "bic": ""}');

update private.nemus_settings set value = value || '{"receivable_account": "1400", "bank_account": "1200"}'
where key = 'bookkeeping';

insert into private.nemus_jobs (name, schedule, command) values
  ('nemus-remind-payments', '20 6-16 * * *', 'select private.nemus_remind_payments()');
