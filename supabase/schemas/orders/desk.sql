-- Orders as staff with the role `orders` sees them: search, one order with its history, open tasks, withdrawals.
-- Refunds by staff: staff_refunds.sql.
-- Changes here: settling `attention` of an order and handling a withdrawal, each with a note. Both end up in the audit
-- log (staff/audit_log.sql).
-- The trigger orders/withdrawals.sql keeps the declaration unchanged while it is handled.

create index nemus_orders_all on public.nemus_orders (created_at desc, id);
create index nemus_orders_of_status on public.nemus_orders (status, created_at desc, id);
create index nemus_orders_unsettled on public.nemus_orders (created_at) where status in ('open', 'pending');
create index nemus_disputes_newest on private.nemus_disputes (created_at desc);

create trigger audit after insert or update or delete on private.nemus_withdrawals for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id', '-name', '-email',
    '-contract', '-message');

/* Orders as rows of a list. All in one call: one at a time would take ten times as long. */
create function private.nemus_order_rows(p_orders uuid[]) returns table (id uuid, shown jsonb)
language sql stable security definer set search_path = '' as $$
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
$$;

/* An order as a row of a list. */
create function private.nemus_order_row(p_order public.nemus_orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select r.shown from private.nemus_order_rows(array[p_order.id]) r
$$;

/* Number of an order in a search; null if there is none. */
create function private.nemus_order_number(p_search text) returns uuid
language sql immutable set search_path = '' as $$
  select substring(private.nemus_plain_code(p_search) from '(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}')::uuid
$$;

/* Number of a document in a search, as it is written; otherwise the search. */
create function private.nemus_billed_number(p_search text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(upper(replace(substring(s.plain from '(?i)\mNE ?- ?[0-9]{4} ?- ?[0-9]{6}\M'), ' ', '')), s.plain)
  from (select private.nemus_plain_code(p_search) as plain) s
$$;

/*
 * Orders for a search: number of order or invoice, session or payment id of the provider, or words of the buyer's name
 * or address (at most 500 accounts).
 */
create function private.nemus_found_orders(p_search text) returns setof public.nemus_orders
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;

/*
 * Orders of a list, newest first, without their rows: for a search, a state, a kind, and days (inclusive); null for all.
 * p_limit: null for all.
 */
create function private.nemus_selected_orders(p_search text, p_status text, p_kind text, p_from date, p_until date,
  p_limit int, p_skipped int)
returns table (order_id uuid, is_paid boolean, amount int, refunded int, disputed int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;

/*
 * Orders, newest first, from page 1; p_size: rows of a page, at most 50,000 (for an export). p_status, p_kind: null for
 * all; p_from, p_until: days on which they were made, inclusive. Their sums: nemus_order_totals (invoices/money_desk.sql).
 * Returns {rows: [{order_id, buyer, email, title, kind, status, amount_cents, refunded_cents, disputed_cents, attention,
 * created_at, paid_at, dispute_due_at (of an open dispute), withdrawal_due_on (of a withdrawal that names the order and is
 * not handled)}], has_more}. Raises 403 staff_required.
 */
create function public.nemus_staff_orders(p_search text default null, p_status text default null,
  p_kind text default null, p_page int default 1, p_from date default null, p_until date default null,
  p_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

/* Purchase lines about an order: its payment, and all that went back or came again. */
create function private.nemus_order_lines(p_order public.nemus_orders) returns setof public.nemus_transactions
language sql stable security definer set search_path = '' as $$
  select t.* from public.nemus_transactions t
  where t.user_id = p_order.user_id and (t.reference = 'order:' || p_order.id
    or t.reference like 'refund:' || p_order.id || ':%'
    or t.reference in (select line || r.id from private.nemus_refunds r, unnest('{owed:,failed:}'::text[]) line
      where r.order_id = p_order.id)
    or exists (select from private.nemus_disputes d
      where d.order_id = p_order.id and t.reference like 'dispute:' || d.dispute_id || ':%'))
$$;

/*
 * History of an order, newest first: [{at, what, amount_cents, words, who}]. what: ordered, paid, purchase, refund,
 * invoice, owed, refund_failed, told, failure_told, confirmed, payment_failed, dispute, withdrawal (of the same account, about any
 * contract), act (words: action by staff).
 */
create function private.nemus_order_history(p_order public.nemus_orders) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

/*
 * One order for its page: its row with user_id, user_type, people (places), credits, credits_left (of the account),
 * tier, disputed_cents, owed_cents, held: [{refund_id, amount_cents, last_error}] (failed refunds that wait for staff),
 * refundable_cents, sum_before_cents (for nemus_begin_order_refund), almost_all_cents (nemus_almost_all_cents), is_own (another person refunds it), session_id,
 * payment_id, payment_method, terms_version, certificates (issued for what it bought, valid after a refund), can_ask
 * (the provider can tell its state) and history.
 * Raises 403 staff_required, 404 order_not_found.
 */
create function public.nemus_staff_order(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  owed int;
begin
  perform private.nemus_check_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  owed := private.nemus_owed_cents(ordered.id);
  return private.nemus_order_row(ordered) || jsonb_build_object('user_id', ordered.user_id,
    'user_type', (select p.user_type from public.nemus_profiles p where p.user_id = ordered.user_id),
    'people', cardinality(ordered.trainee_ids), 'credits', ordered.credits,
    'credits_left', (select b.available_credits from public.nemus_credit_balances b
      where b.institution_id = ordered.user_id),
    'tier', ordered.tier, 'disputed_cents', ordered.disputed_cents, 'owed_cents', owed,
    'held', (select coalesce(jsonb_agg(jsonb_build_object('refund_id', r.id, 'amount_cents',
        private.nemus_payable_cents(r), 'last_error', r.last_error) order by r.created_at), '[]')
      from private.nemus_refunds r where r.order_id = ordered.id and r.refunded_at is null and r.is_held
        and private.nemus_payable_cents(r) > 0),
    'refundable_cents', private.nemus_refundable_cents(ordered), 'sum_before_cents', ordered.refunded_cents + owed,
    'almost_all_cents', private.nemus_almost_all_cents(ordered),
    'is_own', private.nemus_is_own_order(ordered),
    'session_id', ordered.checkout_session_id, 'payment_id', ordered.payment_id,
    'payment_method', ordered.payment_method, 'terms_version', ordered.terms_version,
    'can_ask', ordered.checkout_session_id is not null
      and (ordered.status in ('open', 'pending', 'failed', 'expired') or owed > 0),
    'certificates', (select count(*) from public.nemus_certificates c
      where c.user_id in (
        select ordered.user_id where cardinality(ordered.trainee_ids) = 0
        union select t.user_id from public.nemus_trainees t where t.id = any (ordered.trainee_ids))
      and (c.course_id in (select l.id from public.nemus_learning_courses l where l.seminar_id = ordered.course_id)
        or c.appointment_id in (select a.id from public.nemus_appointments a where a.course_id = ordered.course_id))),
    'history', private.nemus_order_history(ordered));
end $$;

/*
 * Open tasks, at most 100 of each kind, longest wait first: {unsettled, refunds, disputes, attention, withdrawals,
 * events, set_aside}. unsettled: at the provider for more than five minutes without a result. refunds: still owed and
 * not covered by a lost dispute, [{refund_id, order_id, buyer, title, amount_cents, reason, attempts, last_error, is_held
 * (failed, waits for staff), created_at}]. disputes: not closed. attention:
 * orders with `attention`. withdrawals: not handled. events: of the provider, failed. set_aside:
 * items of jobs that failed (jobs/set_aside.sql).
 * Raises 403 staff_required.
 */
create function public.nemus_order_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

/*
 * Clears `attention` of an order, with a note; access_kept only by another person than the one who refunded. Raises 403
 * staff_required, second_person, 404 order_not_found, 400 note_missing.
 */
create function public.nemus_settle_attention(p_order uuid, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  note constant text := btrim(coalesce(p_note, ''));
  ordered public.nemus_orders;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_refuse(400, 'note_missing') where char_length(note) not between 3 and 1000;
  select * into ordered from public.nemus_orders o where o.id = p_order for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  if ordered.attention is null then
    return;
  end if;
  perform private.nemus_require_other_buyer(ordered);
  perform private.nemus_refuse(403, 'second_person')
    where ordered.attention = 'access_kept' and exists (select from private.nemus_refunds r
      where r.order_id = p_order and r.requested_by = auth.uid());
  update public.nemus_orders o set attention = null where o.id = p_order;
  perform private.nemus_note_act('settle_attention', 'orders', p_order::text,
    jsonb_build_object('attention', ordered.attention), jsonb_build_object('attention', null, 'note', note));
end $$;

/*
 * A withdrawal for staff: due_on (last day to pay back), and paid orders: the one it names (is_named), then the five newest
 * of the account with its address, each with until (last day to withdraw from it).
 */
create function private.nemus_withdrawal_row(p_withdrawal private.nemus_withdrawals) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

/*
 * Withdrawals, newest first, 50 per page: {rows, has_more}. p_open: only those not handled. p_search: words of reference,
 * name, address or contract. Raises 403 staff_required.
 */
create function public.nemus_staff_withdrawals(p_page int default 1, p_open boolean default false,
  p_search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

/*
 * Records how a withdrawal was handled. The note can be corrected later, the declaration cannot.
 * Raises 403 staff_required, 404 withdrawal_not_found, 400 note_missing.
 */
create function public.nemus_handle_withdrawal(p_withdrawal uuid, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  note constant text := btrim(coalesce(p_note, ''));
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_refuse(400, 'note_missing') where char_length(note) not between 3 and 2000;
  -- Fires orders/withdrawals.
  update private.nemus_withdrawals w set handled_at = coalesce(w.handled_at, now()), handled_note = note
  where w.id = p_withdrawal;
  perform private.nemus_refuse(404, 'withdrawal_not_found') where not found;
end $$;
