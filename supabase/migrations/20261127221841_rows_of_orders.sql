SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_order_row (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.shown from private.nemus_order_rows(array[p_order.id]) r
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_rows (
  p_orders uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, jsonb_build_object('order_id', o.id, 'buyer', private.nemus_account_name(p), 'email', p.email,
    'title', o.title, 'kind', o.kind, 'status', o.status, 'amount_cents', o.amount_cents,
    'refunded_cents', o.refunded_cents, 'disputed_cents', o.disputed_cents, 'attention', o.attention,
    'created_at', o.created_at, 'paid_at', o.paid_at, 'dispute_due_at', d.due_at,
    'withdrawal_due_on', case when w.received_at is not null then private.nemus_withdrawal_due(w.received_at) end)
  from unnest(p_orders) as given (id)
  cross join lateral (select * from public.nemus_orders x where x.id = given.id limit 1) o
  cross join lateral (select * from public.nemus_profiles x where x.user_id = o.user_id limit 1) p
  left join lateral (select min(x.due_at) as due_at from private.nemus_disputes x
    where x.order_id = o.id and private.nemus_is_dispute_open(x.status)) d on true
  left join lateral (select min(x.received_at) as received_at from private.nemus_withdrawals x
    where x.order_id = o.id and x.handled_at is null) w on true
$function$;

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
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'document_code', t.document_code, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'vat_id', t.vat_id, 'net_cents', (t.tax ->> 'net_cents')::int, 'tax_cents', (t.tax ->> 'tax_cents')::int,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross,
          'account', case when t.tax ->> 'note' = (select private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          i.document_code, e.number as cancels_number, i.buyer ->> 'name' as buyer, coalesce(i.buyer ->> 'vat_id', '') as vat_id, i.balance_cents, x.tax, x.place, g.gross,
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

CREATE OR REPLACE FUNCTION public.nemus_staff_orders (
  p_search text    DEFAULT NULL::text,
  p_status text    DEFAULT NULL::text,
  p_kind   text    DEFAULT NULL::text,
  p_page   integer DEFAULT 1,
  p_from   date    DEFAULT NULL::date,
  p_until  date    DEFAULT NULL::date,
  p_size   integer DEFAULT 50
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  size constant int := least(greatest(coalesce(p_size, 50), 1), 50000);
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := array(select s.order_id from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, size + 1,
    size * (least(greatest(coalesce(p_page, 1), 1), 200) - 1)) s);
  return jsonb_build_object('has_more', cardinality(ids) > size, 'rows', (
    select coalesce(jsonb_agg(r.shown order by listed.place), '[]') from private.nemus_order_rows(ids[:size]) r
    join unnest(ids[:size]) with ordinality as listed (id, place) on listed.id = r.id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_turnover (
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
  return (
    with line as materialized (
      select i.id, to_char(i.issued_on, 'YYYY-MM') as month, l.line, l.gross,
        coalesce(l.line -> 'tax', jsonb_build_object('category', case when i.tax_rate > 0 then 'S' else 'E' end,
          'rate', i.tax_rate)) as tax,
        -- Lines of documents from before they had a net share the document's.
        coalesce((l.line ->> 'net_cents')::int, (round(i.net_cents * l.until::numeric / nullif(i.gross_cents, 0))
          - round(i.net_cents * (l.until - l.gross)::numeric / nullif(i.gross_cents, 0)))::int) as net,
        case when l.place = 1 then i.rounding_cents else 0 end as rounding,
        coalesce((l.line ->> 'transaction_id')::uuid, i.transaction_id) as paid_by
      from public.nemus_invoices i
      cross join lateral (select x.line, x.place, (x.line ->> 'gross_cents')::int as gross,
          sum((x.line ->> 'gross_cents')::int) over (order by x.place) as until
        from jsonb_array_elements(i.lines) with ordinality as x (line, place)) l
      where not i.is_sample and i.issued_on between p_from and p_until),
    sold as (
      select l.*, coalesce(l.line ->> 'kind', t.type) as kind, o.course_id
      from line l left join public.nemus_transactions t on t.id = l.paid_by
      left join public.nemus_orders o on o.id = case when t.reference like 'order:%' then substring(t.reference from 7)::uuid
        else private.nemus_order_behind(t.reference) end),
    summed as (
      select s.month, s.kind, s.course_id, s.tax ->> 'category' as category, (s.tax ->> 'rate')::numeric as rate,
        sum(s.net) as net, sum(s.gross - s.net - s.rounding) as tax, sum(s.gross) as gross, count(distinct s.id) as documents
      from sold s group by 1, 2, 3, 4, 5),
    undocumented as (
      select t.amount_cents from public.nemus_transactions t
      where t.occurred_at >= p_from::timestamp at time zone 'Europe/Berlin'
        and t.occurred_at < (p_until + 1)::timestamp at time zone 'Europe/Berlin' and t.amount_cents <> 0
        and not t.is_sample and t.status = 'completed'
        and not exists (select from public.nemus_invoices i where i.transaction_id = t.id)
        and not exists (select from private.nemus_collected_payments c
          where c.transaction_id = t.id and c.settled_at is not null))
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'kind', s.kind, 'course_id', s.course_id,
          'title', c.title, 'category', s.category, 'rate', s.rate, 'net_cents', s.net, 'tax_cents', s.tax,
          'gross_cents', s.gross, 'documents', s.documents) order by s.month, s.kind, c.title, s.course_id, s.category, s.rate), '[]')
        from summed s left join public.nemus_courses c on c.id = s.course_id),
      'open', (select count(*) from undocumented), 'open_cents', (select coalesce(sum(u.amount_cents), 0) from undocumented u)));
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_order_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_rows"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_rows"(uuid[]) TO "postgres";
