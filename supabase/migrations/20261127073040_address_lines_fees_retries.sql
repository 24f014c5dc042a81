SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_provider_fees"
  DROP CONSTRAINT "nemus_provider_fees_fee_cents_check";

ALTER TABLE "public"."nemus_orders"
  DROP CONSTRAINT "nemus_orders_attention_check";

ALTER TABLE "private"."nemus_order_buyers"
  ADD COLUMN "extra_line" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."nemus_billing_addresses"
  ADD COLUMN "extra_line" text NOT NULL DEFAULT ''::text;

CREATE OR REPLACE FUNCTION private.nemus_almost_all_cents (
  p_order public.nemus_orders
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select ceil(p_order.amount_cents * 0.9)::int
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
begin
  if delta > 0 then
    perform private.nemus_cancel_invoice(private.nemus_list_return(ordered,
      format('refund:%s:%s', ordered.id, ordered.refunded_cents), private.nemus_document_text('refund'), -delta),
      ordered.id, private.nemus_document_text('refund'));
    -- A second person looks at a refund that costs the buyer nothing but leaves the access.
    update public.nemus_orders o set attention = case o.status when 'paid' then 'access_kept' end
    where o.id = ordered.id and o.kind <> 'credits' and private.nemus_gone_cents(ordered) >= private.nemus_almost_all_cents(o)
      and (o.attention is null or o.attention = 'access_kept');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_buyer (
  p_user      uuid,
  p_is_sample boolean,
  p_order     uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
begin
  if not p_is_sample then
    select to_jsonb(b) into given from private.nemus_order_buyers b where b.order_id = p_order;
    if given is null then
      select to_jsonb(a) into given from public.nemus_billing_addresses a where a.user_id = p_user;
    end if;
    if given is null then
      select to_jsonb(b) into given from private.nemus_order_buyers b where b.user_id = p_user
      order by b.created_at desc limit 1;
    end if;
  end if;
  return (select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(given ->> 'recipient', p.institution_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'address', case when p_is_sample then coalesce(s.institution_address, '')
      else coalesce((given ->> 'street') || coalesce(E'\n' || nullif(given ->> 'extra_line', ''), '') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || coalesce(private.nemus_document_text('country_' || (given ->> 'country')),
          nullif(given ->> 'country', 'DE')), ''), '') end,
    'street', given ->> 'street', 'extra_line', nullif(given ->> 'extra_line', ''), 'postal_code', given ->> 'postal_code', 'city', given ->> 'city',
    'country', given ->> 'country', 'reference', nullif(c.buyer_reference, ''),
    'email', coalesce(nullif(s.billing_email, ''), p.email), 'vat_id', coalesce(nullif(given ->> 'vat_id', ''), s.vat_id, '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
end $function$;

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

CREATE OR REPLACE FUNCTION private.nemus_invoice_order (
  p_order public.nemus_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  listed public.nemus_transactions;
begin
  if private.nemus_buyer(p_order.user_id, false, p_order.id) ->> 'address' = '' then
    update public.nemus_orders o set attention = 'address_missing' where o.id = p_order.id and o.attention is null;
  elsif p_order.status = 'paid' and p_order.refunded_cents + p_order.disputed_cents = 0 then
    select * into listed from public.nemus_transactions t where t.reference = 'order:' || p_order.id;
    perform private.nemus_issue_invoice(listed, coalesce(listed.credits_amount, listed.participants, 1),
      private.nemus_invoice_unit(p_order.kind, listed.participants), null, null);
    update public.nemus_orders o set attention = null where o.id = p_order.id and o.attention = 'address_missing';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_invoice_waiting_orders()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_invoice_order(o) from public.nemus_orders o
  where o.user_id = new.user_id and o.attention = 'address_missing' order by o.paid_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_own_order (
  p_order public.nemus_orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_order.user_id = auth.uid()
    or exists (select from public.nemus_members m where m.institution_id = p_order.user_id and m.user_id = auth.uid())
    or exists (select from public.nemus_trainees t where t.institution_id = p_order.user_id and t.user_id = auth.uid())
    or exists (select from private.nemus_organisation_log l where l.institution_id = p_order.user_id
      and l.subject = 'members' and l.subject_id = auth.uid()::text)
    or exists (select from public.nemus_invitations i where i.institution_id = p_order.user_id
      and i.accepted_at is not null and private.nemus_is_invited(i.email))
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
  elsif p_number is null and exists (select from public.nemus_invoice_choices c
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
    'lines', private.nemus_lines_of(p_transaction, p_quantity, p_unit, tax), 'balance_cents', p_transaction.balance_cents));
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
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    terms_version)
  select p_payer.user_id, p_order.kind, p_order.course_id, coalesce(p_order.trainee_ids, '{}'), p_order.credits,
    p_order.tier, p_order.title, p_order.amount_cents, p_order.starts_on, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title, 'email', p_payer.email,
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_fulfil_checkout (
  p_session_id      text,
  p_amount_cents    integer,
  p_currency        text,
  p_payment_id      text                     DEFAULT NULL::text,
  p_subscription_id text                     DEFAULT NULL::text,
  p_period_end      timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
  processed boolean;
  missing jsonb;
  balance record;
begin
  -- Lock order: course, then order. Concurrent bookings wait.
  perform private.nemus_lock_course(o.course_id) from public.nemus_orders o
  where o.checkout_session_id = p_session_id and o.course_id is not null;
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_refuse(409, 'amount_mismatch')
    where p_amount_cents is distinct from ordered.amount_cents or lower(p_currency) is distinct from ordered.currency;
  processed := ordered.status in ('paid', 'returning', 'refunded', 'disputed');
  if not processed then
    perform private.nemus_refuse(400, 'subscription_missing')
      where ordered.kind = 'subscription' and p_subscription_id is null;
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), payment_id = p_payment_id, result_shown_at = null
    where o.id = ordered.id returning * into ordered;
    if ordered.kind = 'course' then
      missing := private.nemus_grant_course(ordered);
    elsif ordered.kind = 'credits' and not private.nemus_is_sold(ordered) then
      missing := '{"reason": "country_not_sold", "places": 1}';
    elsif ordered.kind = 'credits' then
      -- Fires credits/credits.
      insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
      values (ordered.user_id, 'purchase', ordered.credits, ordered.id::text);
    else
      missing := private.nemus_grant_subscription(ordered, p_subscription_id, p_period_end);
    end if;
    perform private.nemus_list_order(ordered, 'completed');
    if missing is not null then
      ordered := private.nemus_owe_refund(ordered, missing, p_subscription_id);
    end if;
    -- Nothing granted, nothing to invoice.
    perform private.nemus_invoice_order(ordered) where ordered.status = 'paid';
  end if;
  select b.available_credits, b.total_credits into balance from public.nemus_credit_balances b
  where b.institution_id = ordered.user_id;
  return jsonb_build_object('order_id', ordered.id, 'status', ordered.status, 'already_processed', processed,
    'kind', ordered.kind, 'credits_added', ordered.credits, 'available_credits', balance.available_credits,
    'total_credits', balance.total_credits, 'subscription_tier', ordered.tier,
    'returning_cents', ordered.returning_cents, 'return_reason', (select r.reason from private.nemus_refunds r
      where r.order_id = ordered.id order by r.created_at desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_buyer (
  p_session_id text,
  p_buyer      jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.nemus_order_buyers (order_id, user_id, recipient, street, extra_line, postal_code, city, country, vat_id)
  select o.id, o.user_id, coalesce(nullif(given.business, ''), a.recipient, p.institution_name,
      nullif(given.name, ''), nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    given.street, coalesce(given.extra_line, ''), given.postal_code, given.city, given.country, regexp_replace(upper(given.vat_id), '[^A-Z0-9]', '', 'g')
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id
  left join public.nemus_billing_addresses a on a.user_id = o.user_id
  cross join jsonb_to_record(p_buyer) as given (business text, name text, street text, extra_line text, postal_code text,
    city text, country text, vat_id text)
  where o.checkout_session_id = p_session_id
  on conflict (order_id) do nothing
$function$;

CREATE OR REPLACE FUNCTION public.nemus_offered_address()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(offered) from (
    select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country from private.nemus_order_buyers b
    where b.user_id = (select private.nemus_pays_for('billing'))
      and not exists (select from public.nemus_billing_addresses a where a.user_id = b.user_id)
    order by b.created_at desc limit 1) as offered
  where private.nemus_tax_of('course', null, to_jsonb(offered)) is not null and (offered.country in ('AT', 'CH') and offered.postal_code ~ '^[1-9][0-9]{3}$'
    or offered.country = 'DE' and offered.postal_code ~ '^[0-9]{5}$')
$function$;

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
begin
  perform private.nemus_require_staff('orders');
  update private.nemus_set_aside s set failed_at = '-infinity' where s.job = p_job and s.item = p_item;
  perform private.nemus_refuse(404, 'set_aside_not_found') where not found or command is null;
  perform private.nemus_note_act('retry_set_aside', 'jobs', p_job || ':' || p_item, null, null);
  perform set_config(name, '', true) from unnest(array['nemus.staff', 'request.jwt.claims', 'request.jwt.claim.sub']) as name;
  execute command;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_retry_set_aside"(text, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_order_buyers"
  ADD CONSTRAINT "nemus_order_buyers_extra_line_check" CHECK (((char_length(extra_line) <= 200) AND (extra_line !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."nemus_billing_addresses"
  ADD CONSTRAINT "nemus_billing_addresses_extra_line_check" CHECK (((char_length(extra_line) <= 200) AND (extra_line !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_attention_check" CHECK ((attention = ANY (ARRAY['already_enrolled'::text, 'credits_spent'::text, 'access_kept'::text, 'address_missing'::text])));

CREATE TRIGGER invoice_waiting
  AFTER INSERT OR UPDATE ON public.nemus_billing_addresses
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_invoice_waiting_orders();

REVOKE ALL ON FUNCTION "private"."nemus_almost_all_cents"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_almost_all_cents"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_almost_all_cents"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_invoice_order"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_invoice_order"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_invoice_order"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_invoice_waiting_orders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_invoice_waiting_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_invoice_waiting_orders"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_retry_set_aside"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_retry_set_aside"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_retry_set_aside"(text, text) TO "postgres";

REVOKE ALL ("extra_line") ON TABLE "public"."nemus_billing_addresses" FROM "authenticated";

GRANT INSERT ("extra_line"), UPDATE ("extra_line") ON TABLE "public"."nemus_billing_addresses" TO "authenticated";
