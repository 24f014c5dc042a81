SET local check_function_bodies = off;

CREATE TABLE "private"."nemus_order_entries" (
  "id"           bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "order_id"     uuid                     NOT NULL,
  "user_id"      uuid                     NOT NULL,
  "kind"         text                     NOT NULL,
  "amount_cents" integer                  NOT NULL,
  "reason"       text                     NOT NULL,
  "source"       text                     NOT NULL,
  "refund_id"    uuid,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "debts_are_named" CHECK (((kind = 'owed'::text) = (refund_id IS NOT NULL))),
  CONSTRAINT "nemus_order_entries_amount_cents_check" CHECK ((amount_cents <> 0)),
  CONSTRAINT "nemus_order_entries_kind_check" CHECK ((kind = ANY (ARRAY['owed'::text, 'settled'::text, 'charged_back'::text]))),
  CONSTRAINT "nemus_order_entries_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_order_entries_reason_check" CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 50))),
  CONSTRAINT "nemus_order_entries_source_check" CHECK ((source = ANY (ARRAY['provider'::text, 'booking'::text, 'staff'::text, 'rule'::text])))
);

ALTER TABLE "private"."nemus_order_entries"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.nemus_book_order_entries()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Fires notifications/events.
  update public.nemus_orders o set refunded_cents = s.settled, disputed_cents = s.charged_back,
    returning_cents = s.returning,
    status = case when s.settled = o.amount_cents then 'refunded'
      when s.charged_back > 0 and s.settled + s.charged_back = o.amount_cents then 'disputed'
      when s.returning = o.amount_cents then 'returning' else 'paid' end
  from (
    select e.order_id,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'settled'), 0) as settled,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'charged_back'), 0) as charged_back,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'owed' and e.source in ('booking', 'rule')), 0) as returning
    from private.nemus_order_entries e where e.order_id in (select w.order_id from written w)
    group by e.order_id) s
  where o.id = s.order_id
    and (o.refunded_cents, o.disputed_cents, o.returning_cents) is distinct from (s.settled, s.charged_back, s.returning);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_enter_debt()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
  select o.id, o.user_id, 'owed', new.amount_cents, new.reason,
    case new.reason when 'by_staff' then 'staff' when 'booking_cancelled' then 'booking' else 'rule' end, new.id
  from public.nemus_orders o where o.id = new.order_id;
  return null;
end $function$;

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
    -- Fires orders/order_entries, sessions/fresh_factors.
    insert into private.nemus_refunds (order_id, amount_cents, reason, places, people, subscription_id)
    values (p_order.id, owed, p_missing ->> 'reason', places, p_missing ->> 'people', p_subscription_id)
    returning id into refund;
    perform private.nemus_list_return(p_order, 'owed:' || refund, private.nemus_refund_words(p_missing ->> 'reason'),
      -owed);
    -- Fires orders/letters.
    update public.nemus_transactions t set status = 'pending' where t.reference = 'owed:' || refund;
    select * into ordered from public.nemus_orders o where o.id = p_order.id;
  end if;
  return ordered;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_owed_cents (
  p_order uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(e.amount_cents), 0)::int from private.nemus_order_entries e
  where e.order_id = p_order and e.kind = 'owed'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_payable_cents (
  p_refund private.nemus_refunds
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select greatest(0, least(p_refund.amount_cents, o.amount_cents - o.refunded_cents - o.disputed_cents - (
    select coalesce(sum(r.amount_cents), 0)::int from private.nemus_refunds r
    where r.order_id = o.id and r.refunded_at is null
      and (r.created_at, r.id) < (p_refund.created_at, p_refund.id))))
  from public.nemus_orders o where o.id = p_refund.order_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_settle_refunds (
  p_order public.nemus_orders,
  p_cents integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owed private.nemus_refunds;
  listed public.nemus_transactions;
  left_over int := p_cents;
  by_staff int := 0;
begin
  for owed in select * from private.nemus_refunds r
    where r.order_id = p_order.id and r.refunded_at is null order by r.created_at, r.id for update
  loop
    if left_over < owed.amount_cents and p_order.status <> 'refunded' then
      continue when left_over = 0 or p_order.status <> 'disputed';
      owed := private.nemus_split_debt(p_order, owed, left_over);
    end if;
    update private.nemus_refunds r set refunded_at = now(), last_error = null where r.id = owed.id;
    -- Fires orders/order_entries.
    insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
    select p_order.id, p_order.user_id, 'owed', -met.cents, met.reason, 'provider', owed.id
    from (values ('refunded', least(owed.amount_cents, left_over)),
      ('covered', owed.amount_cents - least(owed.amount_cents, left_over))) as met (reason, cents)
    where met.cents > 0;
    if owed.reason = 'by_staff' then
      by_staff := by_staff + least(owed.amount_cents, left_over);
      left_over := left_over - least(owed.amount_cents, left_over);
      continue;
    end if;
    if left_over = 0 then
      delete from public.nemus_transactions t where t.reference = 'owed:' || owed.id;
      continue;
    end if;
    -- Fires orders/letters.
    update public.nemus_transactions t
    set status = 'completed', occurred_at = now(), amount_cents = -least(owed.amount_cents, left_over)
    where t.reference = 'owed:' || owed.id returning * into listed;
    perform private.nemus_cancel_invoice(listed, p_order.id, private.nemus_document_text('refund'));
    left_over := left_over + listed.amount_cents;
  end loop;
  return p_cents - left_over - by_staff;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_settle_returns (
  p_order_id       uuid,
  p_refunded_cents integer,
  p_disputed_cents integer
)
  RETURNS public.nemus_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before text;
  ordered public.nemus_orders;
begin
  select o.status into before from public.nemus_orders o where o.id = p_order_id for update;
  -- Fires orders/order_entries.
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source)
  select o.id, o.user_id, moved.kind, moved.cents, moved.reason, 'provider'
  from public.nemus_orders o cross join lateral (values
    ('settled', p_refunded_cents - o.refunded_cents, 'refund'),
    ('charged_back', least(p_disputed_cents, o.amount_cents - p_refunded_cents) - o.disputed_cents, 'dispute'))
    as moved (kind, cents, reason)
  where o.id = p_order_id and moved.cents <> 0;
  select * into ordered from public.nemus_orders o where o.id = p_order_id;
  if ordered.kind = 'credits' then
    perform private.nemus_settle_credits(ordered, ordered.refunded_cents + ordered.disputed_cents);
  elsif ordered.kind = 'course' and before = 'paid' and ordered.status <> 'paid' then
    perform private.nemus_take_back_course(ordered);
  -- Only at the change of state: the account may have bought the course again since.
  elsif ordered.kind = 'course' and before <> 'paid' and ordered.status = 'paid' then
    ordered := private.nemus_give_back_course(ordered);
  end if;
  return ordered;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_split_debt (
  p_order public.nemus_orders,
  p_debt  private.nemus_refunds,
  p_cents integer
)
  RETURNS private.nemus_refunds
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  rest constant int := p_debt.amount_cents - p_cents;
  split private.nemus_refunds;
  refund uuid;
begin
  -- Fires orders/order_entries.
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
  select e.order_id, e.user_id, 'owed', -rest, 'moved', e.source, e.refund_id
  from private.nemus_order_entries e where e.refund_id = p_debt.id order by e.id limit 1;
  update private.nemus_refunds r set amount_cents = p_cents where r.id = p_debt.id returning * into split;
  -- Fires orders/order_entries, sessions/fresh_factors.
  insert into private.nemus_refunds (order_id, amount_cents, reason, places, people, subscription_id,
    sum_before_cents, note, requested_by)
  values (p_debt.order_id, rest, p_debt.reason, p_debt.places, p_debt.people, p_debt.subscription_id,
    p_debt.sum_before_cents + p_cents, p_debt.note, p_debt.requested_by)
  returning id into refund;
  if p_debt.reason <> 'by_staff' then
    perform private.nemus_list_return(p_order, 'owed:' || refund, private.nemus_refund_words(p_debt.reason), -rest);
    -- Fires orders/letters.
    update public.nemus_transactions t set status = 'pending' where t.reference = 'owed:' || refund;
  end if;
  return split;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_order_refund (
  p_order        uuid,
  p_amount_cents integer,
  p_reason       text,
  p_sum_before   integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''));
  ordered public.nemus_orders;
  refund private.nemus_refunds;
  refundable int;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  select * into refund from private.nemus_refunds r where r.order_id = p_order and r.sum_before_cents = p_sum_before;
  if found and refund.amount_cents = p_amount_cents then
    return jsonb_build_object('refund_id', refund.id, 'session_id', ordered.checkout_session_id,
      'amount_cents', refund.amount_cents, 'is_new', false);
  end if;
  if refund.id is not null
    or p_sum_before is distinct from ordered.refunded_cents + private.nemus_owed_cents(ordered.id) then
    perform private.nemus_refuse(409, 'refund_outdated');
  end if;
  refundable := private.nemus_refundable_cents(ordered);
  if p_amount_cents is null or p_amount_cents < 1 or p_amount_cents > refundable then
    perform private.nemus_refuse(400, 'refund_amount', jsonb_build_object('left_cents', refundable));
  end if;
  if char_length(reason) not between 3 and 1000 then
    perform private.nemus_refuse(400, 'note_missing');
  end if;
  -- Fires orders/order_entries, sessions/fresh_factors.
  insert into private.nemus_refunds (order_id, amount_cents, reason, places, note, sum_before_cents, requested_by,
    subscription_id)
  values (ordered.id, p_amount_cents, 'by_staff', greatest(cardinality(ordered.trainee_ids), 1), reason, p_sum_before,
    auth.uid(), case when p_amount_cents = refundable then (
      select s.subscription_id from private.nemus_provider_subscriptions s where s.order_id = ordered.id limit 1) end)
  returning * into refund;
  perform private.nemus_note_act('refund_order', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', p_sum_before),
    jsonb_build_object('refunded_cents', p_sum_before + p_amount_cents, 'reason', reason));
  return jsonb_build_object('refund_id', refund.id, 'session_id', ordered.checkout_session_id,
    'amount_cents', refund.amount_cents, 'is_new', true);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_open_refunds (
  p_session_id text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(found) - 'created_at' order by found.created_at), '[]')
  from (
    select r.id as refund_id, r.order_id, o.payment_id, private.nemus_payable_cents(r) as amount_cents,
      r.subscription_id, r.attempts, r.created_at
    from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
    where r.refunded_at is null and private.nemus_payable_cents(r) > 0 and case when p_session_id is null
      -- Longer pauses after each failure, up to a day.
      then r.attempts = 0 or r.updated_at < now() - least(power(2, r.attempts) * interval '1 minute', interval '1 day')
      else o.checkout_session_id = p_session_id end
    order by r.created_at limit 20
  ) found
$function$;

ALTER TABLE "private"."nemus_order_entries"
  ADD CONSTRAINT "nemus_order_entries_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.nemus_orders(id) ON DELETE RESTRICT;

ALTER TABLE "private"."nemus_order_entries"
  ADD CONSTRAINT "nemus_order_entries_refund_id_fkey" FOREIGN KEY (refund_id) REFERENCES private.nemus_refunds(id) ON DELETE RESTRICT;

ALTER TABLE "private"."nemus_order_entries"
  ADD CONSTRAINT "nemus_order_entries_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE RESTRICT;

CREATE INDEX nemus_order_entries_order ON private.nemus_order_entries USING btree (order_id, kind);

CREATE INDEX nemus_order_entries_refund ON private.nemus_order_entries USING btree (refund_id);

CREATE INDEX nemus_order_entries_user ON private.nemus_order_entries USING btree (user_id);

CREATE TRIGGER book
  AFTER INSERT ON private.nemus_order_entries REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.nemus_book_order_entries();

CREATE TRIGGER keep
  BEFORE DELETE OR UPDATE ON private.nemus_order_entries
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE TRIGGER enter_debt
  AFTER INSERT ON private.nemus_refunds
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_enter_debt();

REVOKE ALL ON FUNCTION "private"."nemus_book_order_entries"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_book_order_entries"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_book_order_entries"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_enter_debt"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_enter_debt"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_enter_debt"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_payable_cents"(private.nemus_refunds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_payable_cents"(private.nemus_refunds) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_payable_cents"(private.nemus_refunds) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_split_debt"(public.nemus_orders, private.nemus_refunds, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_split_debt"(public.nemus_orders, private.nemus_refunds, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_split_debt"(public.nemus_orders, private.nemus_refunds, integer) TO "postgres";

-- The ledger starts with the sums that orders have today; their triggers find nothing to change. Debts that a dispute
-- covers stay, as before.
INSERT INTO private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id, created_at)
SELECT o.id, o.user_id, 'owed', r.amount_cents, r.reason,
  CASE r.reason WHEN 'by_staff' THEN 'staff' WHEN 'booking_cancelled' THEN 'booking' ELSE 'rule' END, r.id, r.created_at
FROM private.nemus_refunds r JOIN public.nemus_orders o ON o.id = r.order_id
UNION ALL
SELECT o.id, o.user_id, 'owed', -r.amount_cents, 'refunded', 'provider', r.id, r.refunded_at
FROM private.nemus_refunds r JOIN public.nemus_orders o ON o.id = r.order_id WHERE r.refunded_at IS NOT NULL
UNION ALL
SELECT o.id, o.user_id, 'settled', o.refunded_cents, 'refund', 'provider', NULL, o.updated_at
FROM public.nemus_orders o WHERE o.refunded_cents > 0
UNION ALL
SELECT o.id, o.user_id, 'charged_back', o.disputed_cents, 'dispute', 'provider', NULL, o.updated_at
FROM public.nemus_orders o WHERE o.disputed_cents > 0
ORDER BY 8;
