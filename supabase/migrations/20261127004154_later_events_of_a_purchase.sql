-- No rows to change: credits that came back before this migration stay; issued corrections keep their rounding, and the
-- next correction of their invoice takes the remainder.
SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_taxed_lines"(jsonb);

CREATE OR REPLACE FUNCTION private.nemus_corrected_taxes (
  p_invoice uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
    select l.line -> 'tax' as tax, sum((l.line ->> 'gross_cents')::int) as gross,
      sum((l.line ->> 'net_cents')::int) as net, min(t.tax_cents) as tax_cents
    from public.nemus_invoices i cross join lateral jsonb_array_elements(i.lines) as l (line)
    join (select x.tax - 'net_cents' - 'tax_cents' as tax, sum((x.tax ->> 'tax_cents')::int) as tax_cents
      from public.nemus_invoices c cross join lateral jsonb_array_elements(c.taxes) as x (tax)
      where c.cancels_id = p_invoice group by 1) t on t.tax = l.line -> 'tax'
    where i.cancels_id = p_invoice group by 1) s
$function$;

CREATE OR REPLACE FUNCTION private.nemus_owe_refund (
  p_order           public.nemus_orders,
  p_missing         jsonb,
  p_subscription_id text
)
  RETURNS public.nemus_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := (p_missing ->> 'places')::int;
  -- Settled debts are part of refunded_cents already.
  owed constant int := least(p_order.amount_cents / greatest(cardinality(p_order.trainee_ids), 1) * places,
    p_order.amount_cents - p_order.refunded_cents - private.nemus_owed_cents(p_order.id));
  ordered public.nemus_orders := p_order;
  refund uuid;
begin
  if owed > 0 then
    -- Fires sessions/fresh_factors.
    insert into private.nemus_refunds (order_id, amount_cents, reason, places, people, subscription_id)
    values (p_order.id, owed, p_missing ->> 'reason', places, p_missing ->> 'people', p_subscription_id)
    returning id into refund;
    perform private.nemus_list_return(p_order, 'owed:' || refund, private.nemus_refund_words(p_missing ->> 'reason'),
      -owed);
    -- Fires orders/letters.
    update public.nemus_transactions t set status = 'pending' where t.reference = 'owed:' || refund;
    -- Fires notifications/events.
    update public.nemus_orders o set returning_cents = o.returning_cents + owed,
      status = case when o.returning_cents + owed = o.amount_cents then 'returning' else o.status end
    where o.id = p_order.id returning o.* into ordered;
  end if;
  return ordered;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_returned_credits()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  returned int := new.amount;
  short record;
  taken int;
begin
  for short in
    select p.id, o.id as order_id, t.times,
      (o.credits::bigint * (o.refunded_cents + o.disputed_cents) / o.amount_cents)::int - t.taken as missing
    from public.nemus_credit_entries p
    join public.nemus_orders o on o.id::text = p.source_id
    cross join lateral (select coalesce(-sum(e.amount), 0)::int as taken, count(*) as times
      from public.nemus_credit_entries e where e.reverses_id = p.id) t
    where p.institution_id = new.institution_id and p.kind = 'purchase' and o.refunded_cents + o.disputed_cents > 0
    order by p.id
  loop
    exit when returned = 0;
    continue when short.missing <= 0;
    taken := least(short.missing, returned);
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
    values (new.institution_id, 'purchase_reversal', -taken, short.order_id || ':' || short.times, short.id);
    returned := returned - taken;
    if taken = short.missing then
      -- Orders are locked before balances elsewhere. A locked one is settled by its own refund, which clears this too.
      update public.nemus_orders o set attention = null where o.attention = 'credits_spent' and o.id = (
        select x.id from public.nemus_orders x where x.id = short.order_id for update skip locked);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_taxed_lines (
  p_lines   jsonb,
  p_earlier jsonb DEFAULT '[]'::jsonb
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
    select line.*, coalesce(e.net, 0) as net_before, coalesce(e.tax_cents, 0) as tax_before,
      row_number() over (partition by line.tax order by place) as nth,
      coalesce(e.gross, 0) + sum(line.gross) over (partition by line.tax order by place) as until
    from line left join earlier e on e.tax = line.tax),
  shared as (
    select s.*, (round(s.until / s.factor)
      - case when s.nth = 1 then s.net_before else round((s.until - s.gross) / s.factor) end)::int as net
    from summed s),
  grouped as (
    select s.tax, sum(s.gross)::int as gross, sum(s.net)::int as net,
      round((min(s.net_before) + sum(s.net)) * (s.tax ->> 'rate')::numeric / 100)::int - min(s.tax_before) as tax_cents,
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
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample)), taxed -> 'lines', taxed -> 'taxes',
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

CREATE TRIGGER take_returned
  AFTER INSERT ON public.nemus_credit_entries
  FOR EACH ROW
  WHEN ((new.kind = 'spend_reversal'::text))
  EXECUTE FUNCTION private.nemus_take_returned_credits();

REVOKE ALL ON FUNCTION "private"."nemus_corrected_taxes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_corrected_taxes"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_corrected_taxes"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_returned_credits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_returned_credits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_returned_credits"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_taxed_lines"(jsonb, jsonb) TO "postgres";
