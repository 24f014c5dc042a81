-- The money desk: what staff with the role `orders` reads of all documents and orders, and has sent again.
-- Documents: a list with search, whole documents (one, or those of a period for the tax adviser), and the mail that sends
-- one again (function `send-invoice`). Turnover: by month, product and tax, from the lines of the documents, so it equals
-- the export for bookkeeping (bookkeeping.sql). Totals of a list of orders. Samples are left out everywhere.

create index nemus_invoices_issued on public.nemus_invoices (issued_on desc, number desc) where not is_sample;

/* Order that a purchase line is about, from its reference: a payment, refund, debt, failed refund or dispute. */
create function private.nemus_order_behind(p_reference text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(substring(p_reference from '^(?:order|refund):([0-9a-f-]{36})')::uuid,
    (select r.order_id from private.nemus_refunds r
      where r.id = substring(p_reference from '^(?:owed|failed):([0-9a-f-]{36})$')::uuid),
    (select d.order_id from private.nemus_disputes d where d.dispute_id = substring(p_reference from '^dispute:(.*):\d+$')))
$$;

/* Documents about an order: of its payment, alone or with others, and of all that went back. */
create function private.nemus_documents_of(p_order uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.id from public.nemus_orders o cross join lateral private.nemus_order_lines(o) l
  cross join lateral (select private.nemus_invoice_about(l.id) as id) i where o.id = p_order and i.id is not null
  group by i.id
$$;

/*
 * Pattern of document numbers for a part of one ("NE-2026", "2026-0000", "000042"); null for other searches. With letters
 * it is the beginning of a number, otherwise any part of at least three digits.
 */
create function private.nemus_number_pattern(p_search text) returns text
language sql immutable set search_path = '' as $$
  select case when s.part ~ '^NE-?([0-9]{0,4}|[0-9]{4}-?[0-9]{0,6})$' and s.part <> 'NE'
      then 'NE-' || left(s.digits, 4) || case when length(s.digits) > 4 then '-' || substr(s.digits, 5) else '' end || '%'
    when s.part ~ '^([0-9]{3,6}|[0-9]{4}-[0-9]{1,6})$' then '%' || s.part || '%' end
  from (select p.part, regexp_replace(p.part, '[^0-9]', '', 'g') as digits
    from (select upper(replace(private.nemus_plain_code(p_search), ' ', '')) as part) p) s
$$;

/*
 * Documents for a search: a number or a part of one (the latest 500), the number of an order, or words of the buyer's
 * account (at most 500 accounts).
 */
create function private.nemus_found_invoices(p_search text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  billed constant text := private.nemus_billed_number(p_search);
  ordered constant uuid := private.nemus_order_number(p_search);
  part constant text := private.nemus_number_pattern(p_search);
begin
  if ordered is not null then
    return query select d from private.nemus_documents_of(ordered) d;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- With its corrections, or what it corrects.
    return query select o.id from public.nemus_invoices i
      join public.nemus_invoices o on coalesce(i.cancels_id, i.id) in (o.id, o.cancels_id)
      where i.number = billed and not i.is_sample;
  else
    if part is not null then
      return query select i.id from public.nemus_invoices i where i.number like part and not i.is_sample
        order by i.issued_on desc, i.number desc limit 500;
    end if;
    -- `offset 0` keeps the plan per account, as in nemus_found_orders.
    return query select i.id from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.id from public.nemus_invoices x where x.user_id = p.user_id offset 0) i;
  end if;
end $$;

/* Address that gets the documents of an account; null once it is deleted. */
create function private.nemus_invoice_mailbox(p_account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select nullif(s.billing_email, '') from public.nemus_institution_settings s
    where s.institution_id = p_account), private.nemus_letter_address(p_account))
  where not exists (select from private.nemus_deleted_accounts d where d.user_id = p_account)
$$;

/*
 * Documents, newest first, 50 per page: {rows: [as private.nemus_invoice_row, with user_id, buyer, email (that gets it),
 * net_cents, tax_cents, order_id, sent_at (last sent by staff)], has_more}. p_from, p_until: days of issue, inclusive.
 * p_order: only those about an order. Raises 403 staff_required.
 */
create function public.nemus_staff_invoices(p_search text default null, p_from date default null,
  p_until date default null, p_page int default 1, p_order uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;

/* One whole document, as private.nemus_whole_invoice. Raises 403 staff_required, 404 invoice_not_found. */
create function public.nemus_staff_invoice(p_invoice uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  whole jsonb;
begin
  perform private.nemus_check_staff('orders');
  select private.nemus_whole_invoice(i) into whole from public.nemus_invoices i where i.id = p_invoice and not i.is_sample;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  return whole;
end $$;

/*
 * Whole documents of a period by number, at most 50 after p_after, without those whose original is still missing: [as
 * private.nemus_whole_invoice]. The period as in
 * nemus_bookkeeping. Raises 403 staff_required, 400 invalid_request.
 */
create function public.nemus_invoice_archive(p_from date, p_until date, p_after text default '') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return (select coalesce(jsonb_agg(private.nemus_whole_invoice(row (i.*)::public.nemus_invoices) order by i.number), '[]') from (
    select * from public.nemus_invoices x where not x.is_sample and x.issued_on between p_from and p_until
      and x.number > p_after and private.nemus_is_whole_invoice(x) order by x.number limit 50) i);
end $$;

/*
 * Begins sending a document to its account again: {email, name, user_type, document}. p_email: the address that was shown.
 * nemus_note_invoice_mail logs that it was sent. Raises 403 staff_required, 404 invoice_not_found, 409
 * invoice_recipient_changed, invoice_unwritten (its original is missing), 429 invoice_just_sent (begun within a minute).
 */
create function public.nemus_begin_invoice_mail(p_invoice uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sent public.nemus_invoices;
  account public.nemus_profiles;
begin
  perform private.nemus_require_staff('orders');
  -- Locked: sent once, however often it is pressed.
  select * into sent from public.nemus_invoices i where i.id = p_invoice and not i.is_sample for update;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  perform private.nemus_refuse(409, 'invoice_recipient_changed')
    where p_email is null or p_email is distinct from private.nemus_invoice_mailbox(sent.user_id);
  perform private.nemus_refuse(409, 'invoice_unwritten') where not private.nemus_is_whole_invoice(sent);
  perform private.nemus_refuse(429, 'invoice_just_sent') where exists (select from private.nemus_audit_log l
    where l.subject = 'invoices' and l.subject_id = p_invoice::text and l.action = 'begin_invoice_mail'
      and l.created_at > now() - interval '1 minute');
  perform private.nemus_note_act('begin_invoice_mail', 'invoices', p_invoice::text, null,
    jsonb_build_object('number', sent.number, 'email', p_email));
  select * into account from public.nemus_profiles p where p.user_id = sent.user_id;
  return jsonb_build_object('email', p_email, 'name', private.nemus_account_name(account),
    'user_type', account.user_type, 'document', private.nemus_whole_invoice(sent));
end $$;

/* Logs that the mail of a document has left, to the address of nemus_begin_invoice_mail. Raises 403 staff_required. */
create function public.nemus_note_invoice_mail(p_invoice uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_note_act('send_invoice', 'invoices', p_invoice::text, null, l.after) from private.nemus_audit_log l
  where l.subject = 'invoices' and l.subject_id = p_invoice::text and l.action = 'begin_invoice_mail'
    and l.actor_id = auth.uid() order by l.id desc limit 1;
end $$;

/*
 * Sums of the orders that nemus_staff_orders lists: {orders, paid (how many were), paid_cents, refunded_cents,
 * disputed_cents, unpaid_cents (of paid_cents, still to be paid by transfer), kept_cents}. Raises 403 staff_required.
 */
create function public.nemus_order_totals(p_search text default null, p_status text default null,
  p_kind text default null, p_from date default null, p_until date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('orders');
  return (select jsonb_build_object('orders', count(*), 'paid', count(*) filter (where s.is_paid),
      'paid_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0), 'refunded_cents', coalesce(sum(s.refunded), 0),
      'disputed_cents', coalesce(sum(s.disputed), 0),
      'unpaid_cents', coalesce(sum(greatest(t.open_cents, 0)), 0),
      'kept_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0) - coalesce(sum(s.refunded + s.disputed), 0))
    from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, null, 0) s
    left join private.nemus_transfers() t on t.order_id = s.order_id);
end $$;

/*
 * Whether a purchase line never gets a document: a payment for nothing and its way back, a refund that failed and its
 * second attempt, and a dispute that was won.
 */
create function private.nemus_needs_no_document(p_line public.nemus_transactions) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_line.reference like 'failed:%'
    or exists (select from private.nemus_refunds r
      where p_line.reference = 'owed:' || r.id and r.reason = 'refund_failed')
    or exists (select from private.nemus_disputes d
      where p_line.reference like 'dispute:' || d.dispute_id || ':%' and not private.nemus_is_charged_back(d.status))
    or exists (select from public.nemus_orders o join public.nemus_transactions t on t.reference = 'order:' || o.id
      where o.id = private.nemus_order_behind(p_line.reference) and o.status = 'refunded'
        and o.attention is distinct from 'address_missing' and private.nemus_invoice_about(t.id) is null
        and not exists (select from private.nemus_collected_payments c where c.transaction_id = t.id))
$$;

/*
 * Turnover of the documents issued in a period, by month, product and tax: {rows: [{month (yyyy-MM), kind, course_id,
 * title (of the course today; null for others), category, rate, net_cents, tax_cents, gross_cents, documents}],
 * open_cents, open}. Corrections lower the month in which they are issued. open: payments and returned money of the period
 * without a document (yet), and their sum, except private.nemus_needs_no_document. gross_cents includes the rounding amount of older documents. Raises 403
 * staff_required, 400 invalid_request (as nemus_bookkeeping).
 */
create function public.nemus_turnover(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
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
      -- No other reference names an order; the function costs more than the rest of a line.
      left join public.nemus_orders o on o.id = case when t.reference like 'order:%' then substring(t.reference from 7)::uuid
        when t.reference ~ '^(refund|owed|failed|dispute):' then private.nemus_order_behind(t.reference) end),
    summed as (
      select s.month, s.kind, s.course_id, s.tax ->> 'category' as category, (s.tax ->> 'rate')::numeric as rate,
        sum(s.net) as net, sum(s.gross - s.net - s.rounding) as tax, sum(s.gross) as gross, count(distinct s.id) as documents
      from sold s group by 1, 2, 3, 4, 5),
    -- First without a document, then whether one is needed: the question costs several reads for each payment.
    without as materialized (
      select t from public.nemus_transactions t
      where t.occurred_at >= p_from::timestamp at time zone 'Europe/Berlin'
        and t.occurred_at < (p_until + 1)::timestamp at time zone 'Europe/Berlin' and t.amount_cents <> 0
        and not t.is_sample and t.status = 'completed'
        and not exists (select from public.nemus_invoices i where i.transaction_id = t.id)
        and not exists (select from private.nemus_collected_payments c
          where c.transaction_id = t.id and c.settled_at is not null)),
    undocumented as (
      select (w.t).amount_cents from without w where not private.nemus_needs_no_document(w.t))
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'kind', s.kind, 'course_id', s.course_id,
          'title', c.title, 'category', s.category, 'rate', s.rate, 'net_cents', s.net, 'tax_cents', s.tax,
          'gross_cents', s.gross, 'documents', s.documents) order by s.month, s.kind, c.title, s.course_id, s.category, s.rate), '[]')
        -- `limit 1` keeps the planner from reading all courses.
        from summed s left join lateral (select o.id, o.title from public.nemus_courses o where o.id = s.course_id limit 1) c on true),
      'open', (select count(*) from undocumented), 'open_cents', (select coalesce(sum(u.amount_cents), 0) from undocumented u)));
end $$;
