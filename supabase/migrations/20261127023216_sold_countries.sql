SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_refunds"
  DROP CONSTRAINT "nemus_refunds_reason_check";

ALTER TABLE "public"."nemus_tax_treatments"
  DROP CONSTRAINT "exempt_has_a_ground";

ALTER TABLE "public"."nemus_tax_treatments"
  DROP CONSTRAINT "nemus_tax_treatments_category_check";

ALTER TABLE "public"."nemus_tax_treatments"
  DROP CONSTRAINT "reasons_are_of_exemptions";

DROP FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid);

DROP FUNCTION "private"."nemus_tax_of"(text, uuid);

CREATE TABLE "public"."nemus_country_taxes" (
  "country"     text                     NOT NULL,
  "is_business" boolean                  NOT NULL,
  "rule"        text                     NOT NULL,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_country_taxes_country_check" CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT "nemus_country_taxes_pkey" PRIMARY KEY (country, is_business),
  CONSTRAINT "nemus_country_taxes_rule_check" CHECK ((rule = ANY (ARRAY['as_product'::text, 'reverse_charge'::text, 'outside_scope'::text, 'refused'::text]))),
  CONSTRAINT "rule_fits_buyer" CHECK (
CASE rule
    WHEN 'reverse_charge'::text THEN (is_business AND (country <> 'DE'::text))
    WHEN 'outside_scope'::text THEN (country <> 'DE'::text)
    ELSE true
END)
);

ALTER TABLE "public"."nemus_country_taxes"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_country_taxes" FROM "anon", "authenticated";

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
      else coalesce((given ->> 'street') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || coalesce(private.nemus_document_text('country_' || (given ->> 'country')),
          nullif(given ->> 'country', 'DE')), ''), '') end,
    'street', given ->> 'street', 'postal_code', given ->> 'postal_code', 'city', given ->> 'city',
    'country', given ->> 'country', 'reference', nullif(c.buyer_reference, ''),
    'email', coalesce(nullif(s.billing_email, ''), p.email), 'vat_id', coalesce(nullif(given ->> 'vat_id', ''), s.vat_id, '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_vat_id()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_vat_id(case left(new.vat_id, 2) when 'EL' then 'GR' else left(new.vat_id, 2) end, new.vat_id) then
    perform private.nemus_refuse_field('vat_id', 'vat_id');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_collect_invoices_of (
  p_institution uuid,
  p_today       date,
  p_all         boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  frequency text;
  is_collected boolean;
  due record;
  issued uuid;
  written int := 0;
begin
  -- One run per institution at a time. A choice made meanwhile counts next time.
  select s.invoice_frequency into frequency from public.nemus_institution_settings s
  where s.institution_id = p_institution for update;
  is_collected := not p_all and coalesce((select c.is_collected from public.nemus_invoice_choices c
    where c.institution_id = p_institution), false);
  perform from private.nemus_collected_payments c
  where c.institution_id = p_institution and c.settled_at is null order by c.transaction_id for update;
  for due in
    select g.ends_on, array_agg(g.transaction_id order by g.counts_on, g.created_at, g.transaction_id) as ids,
      sum(g.amount_cents)::int as amount, sum(g.balance_cents)::int as balance, min(g.service_on) as first_day,
      max(coalesce(g.service_until, g.service_on)) as last_day
    from (select c.*, case when is_collected then private.nemus_interval_end(c.counts_on, frequency)
        -- Single invoices chosen: everything gathered is one interval.
        else p_today end as ends_on
      from private.nemus_collected_payments c where c.institution_id = p_institution and c.settled_at is null) g
    -- What is outside the scope of VAT has a document of its own (BR-O-11).
    group by g.ends_on, g.lines #>> '{0,tax,category}' = 'O'
    having g.ends_on <= p_today or min(g.counts_on) <= (p_today - interval '6 months' + interval '7 days')::date
    order by g.ends_on
  loop
    if due.amount < 0 then
      update private.nemus_collected_payments c set counts_on = greatest(due.ends_on, c.counts_on)
      where c.transaction_id = any (due.ids);
      continue;
    end if;
    issued := null;
    if due.amount > 0 then
      issued := private.nemus_write_invoice(jsonb_build_object('user_id', p_institution, 'issued_on', p_today,
        'service_on', due.first_day, 'service_until', due.last_day, 'balance_cents', due.balance,
        'lines', (select jsonb_agg(
            jsonb_build_object('service_from', c.service_on, 'service_until', coalesce(c.service_until, c.service_on))
            || l.line order by array_position(due.ids, c.transaction_id), l.place)
          from private.nemus_collected_payments c
          cross join lateral jsonb_array_elements(c.lines) with ordinality as l (line, place)
          where c.transaction_id = any (due.ids))));
      written := written + 1;
    end if;
    update private.nemus_collected_payments c set settled_at = now(), invoice_id = issued
    where c.transaction_id = any (due.ids);
  end loop;
  return written;
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
    ('unused_time', 'Gutschrift %s für nicht genutzte Zeit'),
    -- Units of invoice lines
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits returned
    ('refund', 'Erstattung'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_country_not_sold', 'Automatische Erstattung (Land der Rechnungsanschrift)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Countries of addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
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
  if not private.nemus_is_sold(p_order) or not private.nemus_is_offered(p_order.course_id) then
    return jsonb_build_object('places', places,
      'reason', case when private.nemus_is_sold(p_order) then 'course_gone' else 'country_not_sold' end);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    return case when not found then jsonb_build_object('reason', 'already_enrolled', 'places', 1) end;
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
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0);
    -- Fires courses/catalogue.
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
  if cardinality(free) = places then
    return null;
  end if;
  return (
    select jsonb_build_object('places', places - cardinality(free), 'reason',
      case when count(t.id) > 0 then 'already_enrolled' else 'trainee_gone' end,
      'people', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.last_name, t.first_name))
    from public.nemus_trainees t
    where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and t.id <> all (free));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_subscription (
  p_order           public.nemus_orders,
  p_subscription_id text,
  p_period_end      timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_sold constant boolean := private.nemus_is_sold(p_order);
begin
  perform private.nemus_lock_orders(p_order.user_id);
  if not is_sold or (exists (select from public.nemus_subscriptions s
      where s.institution_id = p_order.user_id and s.status in ('active', 'trialing', 'past_due'))
    and not exists (select from private.nemus_provider_subscriptions s
      where s.subscription_id = p_subscription_id and s.institution_id = p_order.user_id)) then
    -- Kept but never shown, so that events of it find its order.
    insert into private.nemus_provider_subscriptions as s (subscription_id, order_id, status, tier, superseded_at)
    values (p_subscription_id, p_order.id, 'active', p_order.tier, now())
    on conflict (subscription_id) do update set order_id = excluded.order_id, superseded_at = excluded.superseded_at;
    return jsonb_build_object('reason', case when is_sold then 'already_subscribed' else 'country_not_sold' end, 'places', 1);
  end if;
  update private.nemus_provider_subscriptions s set superseded_at = now()
  where s.institution_id = p_order.user_id and s.superseded_at is null and s.subscription_id <> p_subscription_id;
  insert into private.nemus_provider_subscriptions as s (subscription_id, institution_id, order_id, status, tier,
    current_period_end)
  values (p_subscription_id, p_order.user_id, p_order.id, 'active', p_order.tier, p_period_end)
  -- An event that came in between is newer than the checkout.
  on conflict (subscription_id) do update set institution_id = excluded.institution_id, order_id = excluded.order_id,
    status = coalesce(s.status, excluded.status), tier = coalesce(s.tier, excluded.tier),
    current_period_end = coalesce(s.current_period_end, excluded.current_period_end);
  perform private.nemus_show_subscription(p_subscription_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_sold (
  p_order public.nemus_orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_tax_of(p_order.kind, p_order.course_id,
    private.nemus_buyer(p_order.user_id, false, p_order.id)) is not null
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_vat_id (
  p_country text,
  p_id      text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(regexp_replace(upper(p_id), '[^A-Z0-9]', '', 'g') ~ ('^' || case p_country
    when 'AT' then 'ATU\d{8}' when 'BE' then 'BE[01]\d{9}' when 'BG' then 'BG\d{9,10}' when 'CH' then 'CHE\d{9}(MWST|TVA|IVA)?'
    when 'CY' then 'CY\d{8}[A-Z]' when 'CZ' then 'CZ\d{8,10}' when 'DE' then 'DE[1-9]\d{8}' when 'DK' then 'DK\d{8}'
    when 'EE' then 'EE\d{9}' when 'ES' then 'ES[A-Z0-9]\d{7}[A-Z0-9]' when 'FI' then 'FI\d{8}'
    when 'FR' then 'FR[A-Z0-9]{2}\d{9}' when 'GB' then 'GB(\d{9}|\d{12}|(GD|HA)\d{3})' when 'GR' then 'EL\d{9}'
    when 'HR' then 'HR\d{11}' when 'HU' then 'HU\d{8}' when 'IE' then 'IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}' when 'IT' then 'IT\d{11}'
    when 'LT' then 'LT(\d{9}|\d{12})' when 'LU' then 'LU\d{8}' when 'LV' then 'LV\d{11}' when 'MT' then 'MT\d{8}'
    when 'NL' then 'NL\d{9}B\d{2}' when 'NO' then 'NO\d{9}(MVA)?' when 'PL' then 'PL\d{10}' when 'PT' then 'PT\d{9}'
    when 'RO' then 'RO\d{2,10}' when 'SE' then 'SE\d{10}01' when 'SI' then 'SI\d{8}' when 'SK' then 'SK\d{10}' end || '$'), false)
$function$;

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
    'transaction_id', p_transaction.id) order by l.place)
  from jsonb_array_elements(coalesce(p_transaction.parts, jsonb_build_array(jsonb_build_object(
      'description', p_transaction.item_name, 'quantity', p_quantity, 'unit', p_unit,
      'gross_cents', p_transaction.amount_cents)))) with ordinality as l (line, place)
  left join public.nemus_orders o on o.id = private.nemus_order_of(p_transaction.id)
  cross join lateral (select coalesce(private.nemus_tax_of(p_transaction.type, o.course_id,
      private.nemus_buyer(p_transaction.user_id, false, o.id)), private.nemus_tax_of(p_transaction.type, o.course_id)) as tax) as product
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_of (
  p_transaction uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select substring(t.reference from '^order:(.*)$')::uuid from public.nemus_transactions t where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', p.email,
    'copy_to', nullif(nullif(s.billing_email, ''), p.email), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number,
    'taxes', coalesce(i.taxes, (select jsonb_agg(distinct l.line -> 'tax') from private.nemus_collected_payments c
      cross join lateral jsonb_array_elements(c.lines) as l (line) where c.transaction_id = t.id), '[]'),
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.last_name, x.first_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_sold_countries()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(distinct c.country order by c.country), '[]') from public.nemus_country_taxes c where c.rule <> 'refused'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_tax_of (
  p_kind   text,
  p_course uuid,
  p_buyer  jsonb DEFAULT '{}'::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when place.rule = 'as_product' or (place.rule <> 'refused' and product.is_voucher) then product.tax
    else private.nemus_treatment(place.rule) end
  from (select case when p_buyer ->> 'country' is null then 'as_product' else coalesce((
      select c.rule from public.nemus_country_taxes c where c.country = p_buyer ->> 'country'
        and c.is_business = private.nemus_is_vat_id(c.country, p_buyer ->> 'vat_id')), 'refused') end as rule) as place
  cross join private.nemus_settings s
  cross join lateral (select p_kind = 'credits' and s.value ->> 'credits_are' = 'multi_purpose' as is_voucher) as sold
  cross join lateral (select sold.is_voucher, coalesce(
    case when sold.is_voucher then private.nemus_treatment('multi_purpose_voucher') end,
    (select private.nemus_treatment(p.treatment) from public.nemus_product_taxes p
      where p.kind = p_kind and (p.course_id = p_course or p.course_id is null) order by p.course_id nulls last limit 1),
    (select jsonb_build_object('category', case when rates.rate > 0 then 'S' else 'E' end, 'rate', rates.rate,
        'note', case when rates.rate > 0 then null else s.value -> 'tax_notes' ->> p_kind end, 'reason', null)
      from (select (s.value -> 'tax_rates' ->> p_kind)::numeric as rate) rates)) as tax) as product
  where s.key = 'invoicing'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_treatment (
  p_code text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('category', t.category, 'rate', t.rate, 'note', t.legal_text, 'reason', t.reason_code)
  from public.nemus_tax_treatments t where t.code = p_code
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
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample,
      private.nemus_order_of(document.transaction_id))), taxed -> 'lines', taxed -> 'taxes',
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

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders
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
  if not private.nemus_is_sold(p_order) then
    perform private.nemus_refuse(409, 'country_not_sold');
  end if;
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
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.postal_code, b.city, b.country
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
  listed public.nemus_transactions;
  balance record;
begin
  -- Lock order: course, then order. Concurrent bookings wait.
  perform private.nemus_lock_course(o.course_id) from public.nemus_orders o
  where o.checkout_session_id = p_session_id and o.course_id is not null;
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  if p_amount_cents is distinct from ordered.amount_cents or lower(p_currency) is distinct from ordered.currency then
    perform private.nemus_refuse(409, 'amount_mismatch');
  end if;
  processed := ordered.status in ('paid', 'returning', 'refunded', 'disputed');
  if not processed then
    if ordered.kind = 'subscription' and p_subscription_id is null then
      perform private.nemus_refuse(400, 'subscription_missing');
    end if;
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
    listed := private.nemus_list_order(ordered, 'completed');
    if missing is not null then
      ordered := private.nemus_owe_refund(ordered, missing, p_subscription_id);
    end if;
    -- Nothing granted, nothing to invoice.
    if ordered.status = 'paid' then
      perform private.nemus_issue_invoice(listed, coalesce(listed.credits_amount, listed.participants, 1),
        private.nemus_invoice_unit(ordered.kind, listed.participants), null, null);
    end if;
  end if;
  select b.available_credits, b.total_credits into balance from public.nemus_credit_balances b
  where b.institution_id = ordered.user_id;
  return jsonb_build_object('order_id', ordered.id, 'status', ordered.status, 'already_processed', processed,
    'kind', ordered.kind, 'credits_added', ordered.credits, 'available_credits', balance.available_credits,
    'total_credits', balance.total_credits, 'subscription_tier', ordered.tier,
    'returning_cents', ordered.returning_cents, 'return_reason', (select r.reason from private.nemus_refunds r
      where r.order_id = ordered.id order by r.created_at desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_offered_address()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(offered) from (
    select b.recipient, b.street, b.postal_code, b.city, b.country from private.nemus_order_buyers b
    where b.user_id = (select private.nemus_pays_for('billing'))
      and not exists (select from public.nemus_billing_addresses a where a.user_id = b.user_id)
    order by b.created_at desc limit 1) as offered
  where private.nemus_tax_of('course', null, to_jsonb(offered)) is not null and (offered.country in ('AT', 'CH') and offered.postal_code ~ '^[1-9][0-9]{3}$'
    or offered.country = 'DE' and offered.postal_code ~ '^[0-9]{5}$')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_own_taxes()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('country', buyer.place -> 'country', 'countries', private.nemus_sold_countries(),
    'kinds', (select jsonb_object_agg(k.kind, private.nemus_tax_of(k.kind, null, buyer.place))
      from unnest(array['course', 'credits', 'subscription']) as k (kind)),
    'courses', (select coalesce(jsonb_object_agg(p.course_id, private.nemus_tax_of('course', p.course_id, buyer.place)), '{}')
      from public.nemus_product_taxes p where p.course_id is not null))
  from (select private.nemus_buyer(coalesce(private.nemus_pays_for('booking', 'billing'), auth.uid()), false, null) as place) as buyer
  where auth.uid() is not null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_own_taxes"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_product_tax_desk()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'treatment', p.treatment,
        'tax', private.nemus_tax_of(k.kind, null)) order by k.place)
      from unnest(array['course', 'credits', 'subscription']) with ordinality as k (kind, place)
      left join public.nemus_product_taxes p on p.kind = k.kind and p.course_id is null),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'title', c.title,
        'treatment', p.treatment) order by c.title, c.id), '[]')
      from public.nemus_courses c left join public.nemus_product_taxes p on p.course_id = c.id),
    'treatments', (select jsonb_agg(jsonb_build_object('code', t.code, 'category', t.category, 'rate', t.rate,
        'legal_text', t.legal_text) order by t.rate desc, t.code) from public.nemus_tax_treatments t where t.category in ('S', 'E')),
    'countries', (select coalesce(jsonb_agg(jsonb_build_object('country', c.country, 'is_business', c.is_business,
        'rule', c.rule) order by c.country, c.is_business), '[]') from public.nemus_country_taxes c),
    'credits_are', (select s.value -> 'credits_are' from private.nemus_settings s where s.key = 'invoicing'),
    'course_taxes', (select count(distinct private.nemus_tax_of('course', c.id)) from public.nemus_courses c where c.is_active));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_set_country_tax (
  p_country     text,
  p_is_business boolean,
  p_rule        text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('orders');
  delete from public.nemus_country_taxes c where p_rule is null and c.country = p_country and c.is_business = p_is_business;
  insert into public.nemus_country_taxes (country, is_business, rule) select p_country, p_is_business, p_rule where p_rule is not null
  on conflict (country, is_business) do update set rule = excluded.rule;
exception when check_violation or not_null_violation then
  perform private.nemus_refuse(400, 'invalid_request');
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_set_country_tax"(text, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_set_credit_voucher (
  p_credits_are text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('orders');
  if p_credits_are is null or p_credits_are not in ('single_purpose', 'multi_purpose') then
    perform private.nemus_refuse(400, 'invalid_request');
  end if;
  update private.nemus_settings s set value = s.value || jsonb_build_object('credits_are', p_credits_are) where s.key = 'invoicing';
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_set_credit_voucher"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_set_product_tax (
  p_kind      text,
  p_course    uuid DEFAULT NULL::uuid,
  p_treatment text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('orders');
  if p_kind is null or p_kind not in ('course', 'credits', 'subscription') or (p_course is not null and p_kind <> 'course')
    or (p_treatment is not null and not exists (
      select from public.nemus_tax_treatments t where t.code = p_treatment and t.category in ('S', 'E'))) then
    perform private.nemus_refuse(400, 'invalid_request');
  end if;
  if p_course is not null and not exists (select from public.nemus_courses c where c.id = p_course) then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  if p_treatment is null then
    delete from public.nemus_product_taxes p where p.kind = p_kind and p.course_id is not distinct from p_course;
  else
    insert into public.nemus_product_taxes (kind, course_id, treatment) values (p_kind, p_course, p_treatment)
    on conflict (kind, course_id) do update set treatment = excluded.treatment;
  end if;
end $function$;

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_reason_check"
    CHECK
    ((reason = ANY (ARRAY['already_enrolled'::text, 'course_gone'::text, 'trainee_gone'::text, 'already_subscribed'::text, 'booking_cancelled'::text, 'by_staff'::text,
    'country_not_sold'::text])));

ALTER TABLE "public"."nemus_tax_treatments"
  ADD CONSTRAINT "exempt_has_a_ground" CHECK ((((category <> 'S'::text) = (rate = (0)::numeric)) AND ((category <> 'S'::text) = (legal_text IS NOT NULL))));

ALTER TABLE "public"."nemus_tax_treatments"
  ADD CONSTRAINT "nemus_tax_treatments_category_check" CHECK ((category = ANY (ARRAY['S'::text, 'E'::text, 'AE'::text, 'O'::text])));

ALTER TABLE "public"."nemus_tax_treatments"
  ADD CONSTRAINT "reasons_are_of_exemptions" CHECK (((category <> 'S'::text) OR (reason_code IS NULL)));

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON public.nemus_country_taxes
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('country', 'is_business');

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_country_taxes
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE TRIGGER check_vat_id
  BEFORE INSERT OR UPDATE OF vat_id ON public.nemus_institution_settings
  FOR EACH ROW
  WHEN ((new.vat_id <> ''::text))
  EXECUTE FUNCTION private.nemus_check_vat_id();

CREATE POLICY "the second factor was given" ON "public"."nemus_country_taxes"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_check_vat_id"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_vat_id"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_vat_id"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_sold"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_sold"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_sold"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_vat_id"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_vat_id"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_vat_id"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_sold_countries"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_sold_countries"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_sold_countries"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tax_of"(text, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tax_of"(text, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tax_of"(text, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_treatment"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_treatment"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_treatment"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_taxes"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_taxes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_taxes"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_country_tax"(text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_set_country_tax"(text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_country_tax"(text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_credit_voucher"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_set_credit_voucher"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_credit_voucher"(text) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_country_taxes" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_country_taxes" TO "service_role";

INSERT INTO public.nemus_tax_treatments (code, category, rate, legal_text, reason_code) VALUES
  ('reverse_charge', 'AE', 0, 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)', 'VATEX-EU-AE'),
  ('outside_scope', 'O', 0, 'In Deutschland nicht steuerbar (§ 3a UStG)', 'VATEX-EU-O'),
  ('multi_purpose_voucher', 'O', 0, 'Mehrzweck-Gutschein: Umsatzsteuer fällt erst beim Einlösen an (§ 3 Abs. 15 UStG)', 'VATEX-EU-O');
INSERT INTO public.nemus_country_taxes (country, is_business, rule) VALUES ('DE', false, 'as_product'), ('DE', true, 'as_product');
UPDATE private.nemus_settings SET value = value || '{"credits_are": "single_purpose"}' WHERE key = 'invoicing';

CREATE OR REPLACE FUNCTION public.nemus_note_buyer (
  p_session_id text,
  p_buyer      jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.nemus_order_buyers (order_id, user_id, recipient, street, postal_code, city, country, vat_id)
  select o.id, o.user_id, coalesce(nullif(given.business, ''), a.recipient, p.institution_name,
      nullif(given.name, ''), nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    given.street, given.postal_code, given.city, given.country, regexp_replace(upper(given.vat_id), '[^A-Z0-9]', '', 'g')
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id
  left join public.nemus_billing_addresses a on a.user_id = o.user_id
  cross join jsonb_to_record(p_buyer) as given (business text, name text, street text, postal_code text, city text,
    country text, vat_id text)
  where o.checkout_session_id = p_session_id
  on conflict (order_id) do nothing
$function$;
