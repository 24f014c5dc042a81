SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean);

DROP FUNCTION "public"."nemus_staff_orders"(text, text, text, integer);

DROP FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean);

ALTER TABLE "private"."nemus_disputes"
  ADD COLUMN "due_at" timestamp WITH time zone;

ALTER TABLE "private"."nemus_withdrawals"
  ADD COLUMN "order_id" uuid;

CREATE OR REPLACE FUNCTION private.nemus_billed_number (
  p_search text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(upper(replace(substring(s.plain from '(?i)\mNE ?- ?[0-9]{4} ?- ?[0-9]{6}\M'), ' ', '')), s.plain)
  from (select private.nemus_plain_code(p_search) as plain) s
$function$;

CREATE OR REPLACE FUNCTION private.nemus_check_span (
  p_from  date,
  p_until date
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(400, 'invalid_request', jsonb_build_object('span', true))
    where p_from is null or p_until is null or p_until < p_from or p_until - p_from > 400;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_documents_of (
  p_order uuid
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select i.id from public.nemus_orders o cross join lateral private.nemus_order_lines(o) l
  cross join lateral (select private.nemus_invoice_about(l.id) as id) i where o.id = p_order and i.id is not null
  group by i.id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_found_invoices (
  p_search text
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  billed constant text := private.nemus_billed_number(p_search);
  ordered constant uuid := private.nemus_order_number(p_search);
begin
  if ordered is not null then
    return query select d from private.nemus_documents_of(ordered) d;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- With its corrections, or what it corrects.
    return query select o.id from public.nemus_invoices i
      join public.nemus_invoices o on coalesce(i.cancels_id, i.id) in (o.id, o.cancels_id)
      where i.number = billed and not i.is_sample;
  else
    -- `offset 0` keeps the plan per account, as in nemus_found_orders.
    return query select i.id from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.id from public.nemus_invoices x where x.user_id = p.user_id offset 0) i;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_found_orders (
  p_search text
)
  RETURNS SETOF public.nemus_orders
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  found_id constant uuid := private.nemus_order_number(p_search);
  paid constant text := substring(private.nemus_plain_code(p_search) from '\m(?:cs|pi)_[\w-]+');
  billed constant text := private.nemus_billed_number(p_search);
begin
  if paid like 'cs\_%' then
    return query select o.* from public.nemus_orders o where o.checkout_session_id = paid;
  elsif paid is not null then
    return query select o.* from public.nemus_orders o where o.payment_id = paid;
  elsif found_id is not null then
    return query select o.* from public.nemus_orders o where o.id = found_id;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- A cancellation leads to the order of the invoice it cancels.
    return query select o.* from public.nemus_orders o where o.id = any (array(
      select substring(t.reference from 7)::uuid from public.nemus_invoices i
      join public.nemus_invoices sent on sent.id = coalesce(i.cancels_id, i.id)
      join public.nemus_transactions t on t.id = sent.transaction_id
      where i.number = billed and not i.is_sample and t.reference like 'order:%'));
  else
    -- `offset 0` keeps the plan per account: orders come from the index, the table is never read whole.
    return query select o.* from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.* from public.nemus_orders x where x.user_id = p.user_id offset 0) o;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_invoice_mailbox (
  p_account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select nullif(s.billing_email, '') from public.nemus_institution_settings s
    where s.institution_id = p_account), private.nemus_letter_address(p_account))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_invoice_row (
  p_invoice public.nemus_invoices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_invoice.id, 'number', p_invoice.number, 'kind', p_invoice.kind,
    'document_code', p_invoice.document_code, 'is_sample', p_invoice.is_sample,
    'is_collective', p_invoice.is_collective, 'issued_on', p_invoice.issued_on, 'service_on', p_invoice.service_on,
    'service_until', p_invoice.service_until, 'gross_cents', p_invoice.gross_cents,
    'cancels_number', (select e.number from public.nemus_invoices e where e.id = p_invoice.cancels_id),
    'format', p_invoice.format, 'profile', f.profile, 'sha256', f.sha256,
    'missing', (select g.missing from private.nemus_invoice_gaps g where g.invoice_id = p_invoice.id),
    'payments', jsonb_array_length(p_invoice.lines))
  from (select p_invoice.id) own left join public.nemus_invoice_files f on f.invoice_id = own.id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_dispute_open (
  p_status text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_status not in ('won', 'lost', 'warning_closed', 'prevented')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_behind (
  p_reference text
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(substring(p_reference from '^(?:order|refund):([0-9a-f-]{36})')::uuid,
    (select r.order_id from private.nemus_refunds r
      where r.id = substring(p_reference from '^(?:owed|failed):([0-9a-f-]{36})$')::uuid),
    (select d.order_id from private.nemus_disputes d where d.dispute_id = substring(p_reference from '^dispute:(.*):\d+$')))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_history (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with line as (select * from private.nemus_order_lines(p_order)),
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
    union all select r.failure_told_at, 'failure_told', r.amount_cents, null, null
      from private.nemus_refunds r where r.order_id = p_order.id and r.failure_told_at is not null
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

CREATE OR REPLACE FUNCTION private.nemus_order_lines (
  p_order public.nemus_orders
)
  RETURNS SETOF public.nemus_transactions
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.* from public.nemus_transactions t
  where t.user_id = p_order.user_id and (t.reference = 'order:' || p_order.id
    or t.reference like 'refund:' || p_order.id || ':%'
    or t.reference in (select line || r.id from private.nemus_refunds r, unnest('{owed:,failed:}'::text[]) line
      where r.order_id = p_order.id)
    or exists (select from private.nemus_disputes d
      where d.order_id = p_order.id and t.reference like 'dispute:' || d.dispute_id || ':%'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_number (
  p_search text
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select substring(private.nemus_plain_code(p_search) from '(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}')::uuid
$function$;

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

CREATE OR REPLACE FUNCTION private.nemus_selected_orders (
  p_search  text,
  p_status  text,
  p_kind    text,
  p_from    date,
  p_until   date,
  p_limit   integer,
  p_skipped integer
)
  RETURNS TABLE (
    order_id uuid,
    is_paid  boolean,
    amount   integer,
    refunded integer,
    disputed integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  among uuid[];
  starts constant timestamptz := p_from::timestamp at time zone 'Europe/Berlin';
  ends constant timestamptz := (p_until + 1)::timestamp at time zone 'Europe/Berlin';
begin
  if search is not null then
    among := array(select o.id from private.nemus_found_orders(search) o);
  end if;
  return query select o.id, o.paid_at is not null, o.amount_cents, o.refunded_cents, o.disputed_cents
    from public.nemus_orders o
    where (among is null or o.id = any (among)) and (p_status is null or o.status = p_status)
      and (p_kind is null or o.kind = p_kind) and (starts is null or o.created_at >= starts)
      and (ends is null or o.created_at < ends)
    order by o.created_at desc, o.id limit p_limit offset p_skipped;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_whole_invoice (
  p_invoice public.nemus_invoices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(p_invoice) || jsonb_build_object(
    'cancels', (select jsonb_build_object('number', e.number) from public.nemus_invoices e where e.id = p_invoice.cancels_id),
    'original', (select jsonb_build_object('profile', f.profile, 'xml', f.xml) from public.nemus_invoice_files f
      where f.invoice_id = p_invoice.id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_withdrawable_until (
  p_bought timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select d.day + case extract(isodow from d.day)::int when 6 then 2 when 7 then 1 else 0 end
  from (select (p_bought at time zone 'Europe/Berlin')::date + 14 as day) d
$function$;

CREATE OR REPLACE FUNCTION private.nemus_withdrawal_due (
  p_received timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select (p_received at time zone 'Europe/Berlin')::date + 14
$function$;

CREATE OR REPLACE FUNCTION private.nemus_withdrawal_row (
  p_withdrawal private.nemus_withdrawals
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('withdrawal_id', p_withdrawal.id, 'reference', p_withdrawal.reference,
    'name', p_withdrawal.name, 'email', p_withdrawal.email, 'contract', p_withdrawal.contract,
    'message', p_withdrawal.message, 'received_at', p_withdrawal.received_at,
    'due_on', private.nemus_withdrawal_due(p_withdrawal.received_at),
    'receipt_sent_at', p_withdrawal.receipt_sent_at, 'handled_at', p_withdrawal.handled_at,
    'handled_note', p_withdrawal.handled_note,
    'orders', (select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'title', o.title, 'status', o.status,
        'amount_cents', o.amount_cents, 'created_at', o.created_at, 'is_named', o.is_named,
        'until', private.nemus_withdrawable_until(o.paid_at)) order by o.is_named desc, o.created_at desc), '[]')
      from ((select x.*, false as is_named from public.nemus_orders x where x.user_id = p_withdrawal.user_id
          and x.paid_at is not null and x.id is distinct from p_withdrawal.order_id order by x.created_at desc limit 5)
        union all select x.*, true from public.nemus_orders x where x.id = p_withdrawal.order_id and x.paid_at is not null) o))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.starts_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'withdrawals_due', case when private.nemus_is_staff('orders') then
      (select private.nemus_withdrawal_due(min(w.received_at)) from private.nemus_withdrawals w where w.handled_at is null) end,
    'disputes', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'disputes_due', case when private.nemus_is_staff('orders') then
      (select min(d.due_at) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_invoice_mail (
  p_invoice uuid,
  p_email   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sent public.nemus_invoices;
  account public.nemus_profiles;
begin
  perform private.nemus_require_staff('orders');
  -- Locked: sent once, however often it is pressed.
  select * into sent from public.nemus_invoices i where i.id = p_invoice and not i.is_sample for update;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  perform private.nemus_refuse(409, 'invoice_recipient_changed')
    where p_email is distinct from private.nemus_invoice_mailbox(sent.user_id);
  perform private.nemus_refuse(429, 'invoice_just_sent') where exists (select from private.nemus_audit_log l
    where l.subject = 'invoices' and l.subject_id = p_invoice::text and l.action = 'send_invoice'
      and l.created_at > now() - interval '1 minute');
  perform private.nemus_note_act('send_invoice', 'invoices', p_invoice::text, null,
    jsonb_build_object('number', sent.number, 'email', p_email));
  select * into account from public.nemus_profiles p where p.user_id = sent.user_id;
  return jsonb_build_object('email', p_email, 'name', private.nemus_account_name(account),
    'user_type', account.user_type, 'document', private.nemus_whole_invoice(sent));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.nemus_invoice_archive (
  p_from  date,
  p_until date,
  p_after text DEFAULT ''::text
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
  return (select coalesce(jsonb_agg(private.nemus_whole_invoice(row (i.*)::public.nemus_invoices) order by i.number), '[]') from (
    select * from public.nemus_invoices x where not x.is_sample and x.issued_on between p_from and p_until
      and x.number > p_after order by x.number limit 50) i);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_invoice_document (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_whole_invoice(i)
  from public.nemus_invoices i left join public.nemus_invoice_files f on f.invoice_id = i.id
  where i.transaction_id = p_transaction and not i.is_sample and (f.invoice_id is not null or i.format is null
    or exists (select from private.nemus_invoice_gaps g where g.invoice_id = i.id))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_order_tasks()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return jsonb_build_object(
    'unsettled', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.created_at), '[]') from (
      select * from public.nemus_orders x where x.status in ('open', 'pending') and x.checkout_session_id is not null
        and x.created_at < now() - interval '5 minutes' order by x.created_at limit 100) o),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select r.id as refund_id, r.order_id, private.nemus_account_name(p) as buyer, o.title, r.amount_cents, r.reason,
        r.attempts, r.last_error, r.is_held, r.created_at
      from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
      join public.nemus_profiles p on p.user_id = o.user_id
      where r.refunded_at is null and (private.nemus_payable_cents(r) > 0 or exists (select from private.nemus_disputes d
        where d.order_id = o.id and d.status <> 'lost' and private.nemus_is_charged_back(d.status)))
      order by r.created_at limit 100) listed),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.due_at, listed.created_at), '[]') from (
      select d.dispute_id, d.order_id, private.nemus_account_name(p) as buyer, o.title, d.amount_cents, d.reason,
        d.status, d.created_at, d.due_at
      from private.nemus_disputes d left join public.nemus_orders o on o.id = d.order_id
      left join public.nemus_profiles p on p.user_id = o.user_id
      where private.nemus_is_dispute_open(d.status) order by d.due_at, d.created_at limit 100) listed),
    'attention', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.updated_at), '[]') from (
      select * from public.nemus_orders x where x.attention is not null order by x.updated_at limit 100) o),
    'withdrawals', (select coalesce(jsonb_agg(private.nemus_withdrawal_row(w.*::private.nemus_withdrawals) order by w.received_at), '[]')
      from (select * from private.nemus_withdrawals x where x.handled_at is null
        order by x.received_at limit 100) w),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.occurred_at), '[]') from (
      select x.event_id, x.type, x.occurred_at, x.attempts, x.last_error from private.nemus_provider_events x
      where x.handled_at is null and x.last_error is not null order by x.occurred_at limit 100) e),
    'set_aside', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select x.job, x.item, x.error, x.attempts, x.created_at, x.failed_at from private.nemus_set_aside x
      order by x.created_at limit 100) s));
end $function$;

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
      'kept_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0) - coalesce(sum(s.refunded + s.disputed), 0))
    from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, null, 0) s);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_own_invoices()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(private.nemus_invoice_row(i) order by i.issued_on desc, i.number desc), '[]')
  from public.nemus_invoices i where i.user_id = (select private.nemus_pays_for('billing'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_own_withdrawals()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', t.id, 'order_id', o.id, 'until', own.until,
      'is_open', w.id is null and o.status = 'paid' and own.until >= (now() at time zone 'Europe/Berlin')::date,
      'withdrawal', case when w.id is not null then jsonb_build_object('reference', w.reference, 'received_at',
        w.received_at, 'due_on', private.nemus_withdrawal_due(w.received_at), 'handled_at', w.handled_at) end)
    order by o.paid_at desc, o.id), '[]')
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id and p.user_type = 'piw'
  join public.nemus_transactions t on t.reference = 'order:' || o.id
  cross join lateral (select private.nemus_withdrawable_until(o.paid_at) as until) own
  left join lateral (select * from private.nemus_withdrawals x where x.order_id = o.id order by x.received_at limit 1) w on true
  where o.user_id = auth.uid() and o.kind = 'course' and o.paid_at is not null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_own_withdrawals"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_record_withdrawal (
  p_key      uuid,
  p_name     text,
  p_email    text,
  p_contract text,
  p_message  text,
  p_source   text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  declared private.nemus_withdrawals;
  already boolean;
begin
  -- Serialised: limits count all earlier declarations, and the next call sees the claim.
  perform pg_advisory_xact_lock(hashtextextended('nemus_withdrawals', 0));
  select * into declared from private.nemus_withdrawals w where w.declaration_key = p_key;
  already := found;
  if not already then
    perform private.nemus_limit_withdrawals(p_source);
    insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract, message, user_id, order_id)
    values (p_key,
      'W-' || to_char(now() at time zone 'Europe/Berlin', 'YYYYMMDD') || '-'
        || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
      p_name, p_email, p_contract, p_message,
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(private.nemus_mail_address(p_email))
        order by p.created_at limit 1),
      (select o.id from public.nemus_orders o where o.id = private.nemus_order_number(p_contract)))
    returning * into declared;
  elsif (declared.name, declared.email, declared.contract, declared.message)
    is distinct from (p_name, p_email, p_contract, p_message) then
    perform private.nemus_refuse(409, 'withdrawal_differs');
  end if;
  return jsonb_build_object('reference', declared.reference, 'received_at', declared.received_at,
    'name', declared.name, 'email', declared.email, 'contract', declared.contract, 'message', declared.message,
    'receipt_sent', declared.receipt_sent_at is not null, 'claimed', private.nemus_claim_receipt(p_key, p_source),
    'is_new', not already);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_settle_dispute (
  p_dispute_id   text,
  p_payment_id   text,
  p_amount_cents integer,
  p_reason       text,
  p_status       text,
  p_asked_at     timestamp with time zone,
  p_is_renewal   boolean                  DEFAULT false,
  p_due_at       timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
  phase constant text := case when private.nemus_is_dispute_open(p_status) then 'opened' else 'closed' end;
  tell text;
begin
  -- Locks the order first: its refunds, payments and other disputes wait.
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found and not p_is_renewal;
  insert into private.nemus_disputes as d (dispute_id, order_id, payment_id, amount_cents, reason, status, asked_at, due_at)
  values (p_dispute_id, ordered.id, p_payment_id, p_amount_cents, p_reason, p_status, p_asked_at, p_due_at)
  on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    status = excluded.status, asked_at = excluded.asked_at, due_at = excluded.due_at
  where d.asked_at <= excluded.asked_at and d.payment_id = excluded.payment_id;
  if found then
    if ordered.id is not null then
      perform private.nemus_apply_disputes(p_dispute_id, ordered.id);
      select * into ordered from public.nemus_orders o where o.id = ordered.id;
    end if;
    update private.nemus_disputes d set told = phase
    where d.dispute_id = p_dispute_id and d.told is distinct from phase returning d.told into tell;
  end if;
  return jsonb_build_object('tell', tell, 'title', ordered.title, 'kind', ordered.kind,
    'attention', ordered.attention, 'order_id', ordered.id);
end $function$;

REVOKE ALL
  ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone)
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_staff_invoice (
  p_invoice uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  whole jsonb;
begin
  perform private.nemus_check_staff('orders');
  select private.nemus_whole_invoice(i) into whole from public.nemus_invoices i where i.id = p_invoice and not i.is_sample;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  return whole;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoice"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_invoices (
  p_search text    DEFAULT NULL::text,
  p_from   date    DEFAULT NULL::date,
  p_until  date    DEFAULT NULL::date,
  p_page   integer DEFAULT 1,
  p_order  uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  among uuid[];
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  among := case when p_order is not null then array(select d from private.nemus_documents_of(p_order) d)
    when search is not null then array(select f from private.nemus_found_invoices(search) f) end;
  ids := array(select i.id from public.nemus_invoices i where not i.is_sample and (among is null or i.id = any (among))
    and (p_from is null or i.issued_on >= p_from) and (p_until is null or i.issued_on <= p_until)
    order by i.issued_on desc, i.number desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_invoice_row(i) || jsonb_build_object('user_id', i.user_id,
        'buyer', i.buyer ->> 'name', 'email', private.nemus_invoice_mailbox(i.user_id), 'net_cents', i.net_cents,
        'tax_cents', i.tax_cents, 'order_id', private.nemus_order_behind(t.reference),
        'sent_at', (select l.created_at from private.nemus_audit_log l where l.subject = 'invoices'
          and l.subject_id = i.id::text and l.action = 'send_invoice' order by l.id desc limit 1)) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    cross join lateral (select * from public.nemus_invoices x where x.id = listed.id limit 1) i
    left join public.nemus_transactions t on t.id = i.transaction_id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) FROM PUBLIC, "anon", "service_role";

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

REVOKE ALL ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_withdrawals (
  p_page   integer DEFAULT 1,
  p_open   boolean DEFAULT false,
  p_search text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := array(select w.id from private.nemus_withdrawals w where (w.handled_at is null or not p_open)
    and (words = '{}' or private.nemus_search_text(concat_ws(' ', w.reference, w.name, w.email, w.contract)) like all (words))
    order by w.received_at desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_withdrawal_row(w) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    join private.nemus_withdrawals w on w.id = listed.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) FROM PUBLIC, "anon", "service_role";

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

REVOKE ALL ON FUNCTION "public"."nemus_turnover"(date, date) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_withdrawals"
  ADD CONSTRAINT "nemus_withdrawals_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.nemus_orders(id) ON DELETE SET NULL;

CREATE INDEX nemus_withdrawals_order ON private.nemus_withdrawals USING btree (order_id, received_at);

CREATE INDEX nemus_invoices_issued ON public.nemus_invoices USING btree (issued_on DESC, number DESC)
  WHERE (NOT is_sample);

REVOKE ALL ON FUNCTION "private"."nemus_billed_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_billed_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_billed_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_check_span"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_span"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_span"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_documents_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_documents_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_documents_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_found_invoices"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_found_invoices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_found_invoices"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_invoice_mailbox"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_invoice_mailbox"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_invoice_mailbox"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_invoice_row"(public.nemus_invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_invoice_row"(public.nemus_invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_invoice_row"(public.nemus_invoices) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_dispute_open"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_dispute_open"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_dispute_open"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_behind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_behind"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_behind"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_lines"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_lines"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_lines"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_order_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_order_rows"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_order_rows"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_selected_orders"(text, text, text, date, date, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_selected_orders"(text, text, text, date, date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_selected_orders"(text, text, text, date, date, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_whole_invoice"(public.nemus_invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_whole_invoice"(public.nemus_invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_whole_invoice"(public.nemus_invoices) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_withdrawable_until"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_withdrawable_until"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_withdrawable_until"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_withdrawal_due"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_withdrawal_due"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_withdrawal_due"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_begin_invoice_mail"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_invoice_archive"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_totals"(text, text, text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_withdrawals"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_withdrawals"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_withdrawals"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_settle_dispute"(text, text, integer, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoice"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoice"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoice"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_invoices"(text, date, date, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_orders"(text, text, text, integer, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_turnover"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_turnover"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_turnover"(date, date) TO "postgres";

-- By hand: existing withdrawals that name an order.
update private.nemus_withdrawals w set order_id = o.id from public.nemus_orders o where o.id = private.nemus_order_number(w.contract);
