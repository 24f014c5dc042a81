SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb);

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
            case when l.line ? 'is_advance' then '{}' else jsonb_build_object('service_from', c.service_on,
              'service_until', coalesce(c.service_until, c.service_on)) end || l.line order by array_position(due.ids, c.transaction_id), l.place)
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
    ('unused_time', 'Nicht genutzte Zeit: %s'),
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
    'transaction_id', p_transaction.id) || service.days || case when p_transaction.amount_cents > 0 then jsonb_build_object(
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

CREATE OR REPLACE FUNCTION private.nemus_taxed_lines (
  p_lines   jsonb,
  p_earlier jsonb   DEFAULT '[]'::jsonb,
  p_rounds  boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with earlier as (
    select e.tax, e.gross, e.net, e.tax_cents
    from jsonb_to_recordset(p_earlier) as e (tax jsonb, gross int, net int, tax_cents int)),
  line as (
    select l.line, l.place, (l.line ->> 'gross_cents')::int as gross, l.line -> 'tax' as tax,
      1 + (l.line #>> '{tax,rate}')::numeric / 100 as factor
    from jsonb_array_elements(p_lines) with ordinality as l (line, place)),
  summed as (
    select line.*, coalesce(e.gross, 0) as gross_before, coalesce(e.net, 0) as net_before, coalesce(e.tax_cents, 0) as tax_before,
      row_number() over (partition by line.tax order by place) as nth,
      coalesce(e.gross, 0) + sum(line.gross) over (partition by line.tax order by place) as until
    from line left join earlier e on e.tax = line.tax),
  shared as (
    select s.*, (round(s.until / s.factor)
      - case when s.nth = 1 then s.net_before else round((s.until - s.gross) / s.factor) end)::int as net
    from summed s),
  grouped as (
    select s.tax, sum(s.gross)::int as gross, sum(s.net)::int as net,
      (case when p_rounds then round((min(s.net_before) + sum(s.net)) * (s.tax ->> 'rate')::numeric / 100)
        else min(s.gross_before) + sum(s.gross) - min(s.net_before) - sum(s.net) end)::int - min(s.tax_before) as tax_cents,
      min(s.place) as place
    from shared s group by s.tax)
  select jsonb_build_object(
    'lines', (select jsonb_agg(s.line || jsonb_build_object('net_cents', s.net) order by s.place) from shared s),
    'taxes', (select jsonb_agg(g.tax || jsonb_build_object('net_cents', g.net, 'tax_cents', g.tax_cents) order by g.place)
      from grouped g),
    'net', (select sum(g.net) from grouped g), 'tax', (select sum(g.tax_cents) from grouped g),
    'gross', (select sum(g.gross) from grouped g),
    'rounding', (select sum(g.gross - g.net - g.tax_cents) from grouped g))
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
  -- An advance payment stays one in its corrections.
  lines jsonb;
  taxed jsonb;
  is_sample boolean;
  issued public.nemus_invoices;
begin
  select * into document from jsonb_to_record(p_document) as d (user_id uuid, transaction_id uuid, number text,
    cancels_id uuid, issued_on date, service_on date, service_until date, balance_cents int);
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

CREATE OR REPLACE FUNCTION public.nemus_gathered_payments()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('payments', count(*), 'amount_cents', coalesce(sum(c.amount_cents), 0),
    'next_on', least(min(private.nemus_interval_end(c.counts_on, s.invoice_frequency)),
      (min(c.counts_on) + interval '6 months' - interval '7 days')::date),
    'transaction_ids', coalesce(jsonb_agg(c.transaction_id), '[]'), 'has_phone', (select
      regexp_replace(coalesce(s.value #>> '{seller,phone}', ''), '\D', '', 'g') ~ '^\d{3}' from private.nemus_settings s
      where s.key = 'invoicing'))
  from private.nemus_collected_payments c
  join public.nemus_institution_settings s on s.institution_id = c.institution_id
  where c.settled_at is null and c.institution_id = (select private.nemus_acts_for('billing'))
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb, boolean) TO "postgres";

CREATE OR REPLACE FUNCTION private.nemus_news_of_invoice()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_tell_payer(new.user_id, 'invoice_issued', 'invoice_issued:' || new.id,
    jsonb_build_object('number', new.number, 'cents', new.gross_cents, 'cancels', new.kind = 'cancellation', 'corrects', new.document_code is not distinct from 381),
    '/profile/kaeufe', '/purchases');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_order_history (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with line as (
    select t.* from public.nemus_transactions t
    where t.user_id = p_order.user_id and (t.reference = 'order:' || p_order.id
      or t.reference like 'refund:' || p_order.id || ':%'
      or t.reference in (select 'owed:' || r.id from private.nemus_refunds r where r.order_id = p_order.id)
      or exists (select from private.nemus_disputes d
        where d.order_id = p_order.id and t.reference like 'dispute:' || d.dispute_id || ':%'))),
  event (at, what, amount_cents, words, who) as (
    select p_order.created_at, 'ordered', p_order.amount_cents, null::text, null::text
    union all select p_order.paid_at, 'paid', p_order.amount_cents, p_order.payment_method, null
      where p_order.paid_at is not null
    union all select l.occurred_at, case when l.amount_cents < 0 then 'refund' else 'purchase' end, l.amount_cents,
      l.item_name, l.status from line l where l.reference <> 'order:' || p_order.id
    union all select i.created_at, 'invoice', i.gross_cents, i.number, case i.document_code when 381 then 'correction' else i.kind end
      from public.nemus_invoices i join line l on l.id = i.transaction_id
    union all select r.created_at, 'owed', r.amount_cents, coalesce(r.note, r.reason),
      (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = r.requested_by)
      from private.nemus_refunds r where r.order_id = p_order.id
    union all select r.updated_at, 'refund_failed', r.amount_cents, r.last_error, r.attempts::text
      from private.nemus_refunds r where r.order_id = p_order.id and r.last_error is not null
    union all select r.told_at, 'told', r.amount_cents, null, null
      from private.nemus_refunds r where r.order_id = p_order.id and r.told_at is not null
    union all select x.sent_at, 'confirmed', null, null, null
      from private.nemus_purchase_letters x join line l on l.id = x.transaction_id where x.sent_at is not null
    union all select n.created_at, 'payment_failed', null, null, null
      from private.nemus_failure_notices n where n.order_id = p_order.id
    union all select d.created_at, 'dispute', d.amount_cents, d.status, d.dispute_id
      from private.nemus_disputes d where d.order_id = p_order.id
    union all select w.received_at, 'withdrawal', null, w.reference, w.contract
      from private.nemus_withdrawals w where w.user_id = p_order.user_id and w.received_at >= p_order.created_at
    union all select a.created_at, 'act', null, a.action, a.actor_name
      from private.nemus_audit_log a where a.subject = 'orders' and a.subject_id = p_order.id::text)
  select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc, e.what), '[]') from event e
$function$;

CREATE OR REPLACE FUNCTION private.nemus_sold_countries()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.needs_vat_id, s.country), '[]') from (
    select c.country, bool_and(c.is_business) as needs_vat_id from public.nemus_country_taxes c
    where c.rule <> 'refused' group by c.country) s
$function$;
