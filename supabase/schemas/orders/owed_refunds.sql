-- Refunds the portal owes a buyer: payments that could not be granted, cancelled places paid by card, refunds by staff
-- (staff_refunds.sql). What a refund takes back from the buyer, such as places and credits: refunded_orders.sql.
-- A debt is written in the transaction of its cause, before the provider is contacted. The functions pay it, with
-- longer pauses after each failure, up to a day, without an end. It is settled only when the provider reports the money
-- (nemus_refund_checkout). One mail for each settled debt. A refund that fails at the provider is owed again, and held
-- until staff retries or pays it elsewhere (staff_refunds.sql); the buyer is told once (nemus_fail_refund).
-- A caller with a second factor must have given it recently
-- (sessions/fresh_factors.sql, trigger on private.nemus_refunds).

/*
 * One debt to a buyer, written before the provider is contacted: a failed attempt is repeated. How much went back is
 * known from the provider alone (nemus_refund_checkout).
 */
create table private.nemus_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.nemus_orders (id) on delete restrict,
  amount_cents int not null check (amount_cents > 0),
  -- already_enrolled: bought or booked meanwhile · course_gone: no longer offered · dates_gone: no date left to
  -- choose, and no content · trainee_gone: no longer on the institution's list · already_subscribed: another subscription runs · country_not_sold: the entered address is in a
  -- country that is not sold to · booking_cancelled: by the institution · by_staff: granted, and taken back with the money
  -- refund_failed: refunded before, but the money came back · account_gone: paid after the account was deleted
  reason text not null check (reason in ('already_enrolled', 'course_gone', 'trainee_gone', 'already_subscribed',
    'booking_cancelled', 'by_staff', 'country_not_sold', 'refund_failed', 'dates_gone', 'account_gone')),
  -- Number of places and names, for the mail.
  places int not null check (places > 0),
  people text check (char_length(people) <= 20000),
  -- Subscription to end at the provider before its money goes back.
  subscription_id text check (char_length(subscription_id) between 1 and 200),
  attempts int not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 2000),
  refunded_at timestamptz,
  -- When the buyer was told by mail.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Refund by staff: sum refunded or owed before it (a repeated click is the same refund), reason for staff alone, and
  -- the person.
  sum_before_cents int check (sum_before_cents >= 0),
  note text check (char_length(btrim(note)) between 3 and 1000),
  requested_by uuid references auth.users (id) on delete set null,
  -- Failed at the provider: waits for staff. When the buyer was told so, and the failed refund at the provider and here.
  is_held boolean not null default false,
  failure_told_at timestamptz,
  failed_id text unique check (char_length(failed_id) between 1 and 200),
  retries_id uuid references private.nemus_refunds (id) on delete set null,
  constraint staff_says_why check ((reason = 'by_staff') = (note is not null)
    and (reason = 'by_staff') = (sum_before_cents is not null))
);
alter table private.nemus_refunds enable row level security;
create index nemus_refunds_order on private.nemus_refunds (order_id);
create index nemus_refunds_retries on private.nemus_refunds (retries_id);
create index nemus_refunds_open on private.nemus_refunds (created_at) where refunded_at is null;
create trigger touch before update on private.nemus_refunds for each row execute function private.nemus_touch();

/* Title of the purchase line for a debt. */
create function private.nemus_refund_words(p_reason text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(private.nemus_document_text('refund_' || p_reason), private.nemus_document_text('refund'))
$$;

/*
 * Owes the buyer of an order the price of places that could not be granted or were cancelled; all places cost the same.
 * p_missing: {reason, places, people}. The order must have its purchase line already. Returns the order.
 */
create function private.nemus_owe_refund(p_order public.nemus_orders, p_missing jsonb, p_subscription_id text)
returns public.nemus_orders
language plpgsql security definer set search_path = '' as $$
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
end $$;

/*
 * Splits a debt of which a dispute holds a part: p_cents can be settled, the rest becomes a debt of its own and is paid
 * if the dispute is won. Returns the debt of p_cents.
 */
create function private.nemus_split_debt(p_order public.nemus_orders, p_debt private.nemus_refunds, p_cents int)
returns private.nemus_refunds
language plpgsql security definer set search_path = '' as $$
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
end $$;

/*
 * Settles debts of an order with returned money: first the debts it was paid for (p_first), then the oldest. Once all of the order's money is back, nothing is owed. Returns how much of it was for debts other than by_staff:
 * refunds by staff get the purchase line and document of an ordinary refund. p_source: `provider` or `staff`.
 */
create function private.nemus_settle_refunds(p_order public.nemus_orders, p_cents int, p_source text, p_first uuid[])
returns int
language plpgsql security definer set search_path = '' as $$
declare
  owed private.nemus_refunds;
  listed public.nemus_transactions;
  left_over int := p_cents;
  by_staff int := 0;
begin
  for owed in select * from private.nemus_refunds r
    where r.order_id = p_order.id and r.refunded_at is null
    order by r.id <> all (p_first), r.created_at, r.id for update
  loop
    if left_over < owed.amount_cents and p_order.status <> 'refunded' then
      continue when left_over = 0 or (p_order.status <> 'disputed' and owed.reason <> 'refund_failed');
      owed := private.nemus_split_debt(p_order, owed, left_over);
    end if;
    update private.nemus_refunds r set refunded_at = now(), last_error = null where r.id = owed.id;
    -- Fires orders/order_entries.
    insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
    select p_order.id, p_order.user_id, 'owed', -met.cents, met.reason, p_source, owed.id
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
    -- The invoice was cancelled by the refund that failed.
    if owed.reason <> 'refund_failed' then
      perform private.nemus_cancel_invoice(listed, p_order.id, private.nemus_document_text('refund'));
    end if;
    left_over := left_over + listed.amount_cents;
  end loop;
  return p_cents - left_over - by_staff;
end $$;

/*
 * Open debts that can be paid now (nemus_payable_cents) and are not held, oldest first, at most 20: of a checkout, or all due
 * for the next attempt. [{refund_id, order_id, payment_id, amount_cents, subscription_id, attempts}]
 */
create function public.nemus_open_refunds(p_session_id text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(found) - 'created_at' order by found.created_at), '[]')
  from (
    select r.id as refund_id, r.order_id, o.payment_id, private.nemus_payable_cents(r) as amount_cents,
      r.subscription_id, r.attempts, r.created_at
    from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
    where r.refunded_at is null and not r.is_held and private.nemus_payable_cents(r) > 0 and case when p_session_id is null
      -- Longer pauses after each failure, up to a day.
      then r.attempts = 0 or r.updated_at < now() - least(power(2, r.attempts) * interval '1 minute', interval '1 day')
      else o.checkout_session_id = p_session_id end
    order by r.created_at limit 20
  ) found
$$;

/* Records a failed attempt to pay a debt, with its error. Returns the number of failures. */
create function public.nemus_note_refund_failure(p_refund uuid, p_error text) returns int
language sql security definer set search_path = '' as $$
  update private.nemus_refunds r set attempts = r.attempts + 1, last_error = left(p_error, 2000)
  where r.id = p_refund and r.refunded_at is null returning r.attempts
$$;

/*
 * Content and recipient of the mails about returned money of a payment, and about failed refunds: [{refund_id, failed,
 * email, name, user_type, title, amount_cents, reason, places, people, transaction_id (line of the returned money)}]. Each
 * for the first caller only.
 */
create function public.nemus_refund_notices(p_payment_id text) returns jsonb
language sql security definer set search_path = '' as $$
  with told as (
    update private.nemus_refunds r set told_at = case when r.refunded_at is not null then now() end,
      failure_told_at = case when r.refunded_at is null then now() else r.failure_told_at end
    from public.nemus_orders o
    where o.id = r.order_id and o.payment_id = p_payment_id and case when r.refunded_at is null
      then r.is_held and r.failure_told_at is null
      -- Failed before the mail about it left.
      else r.told_at is null and not exists (select from private.nemus_refunds x where x.retries_id = r.id) end
    returning r.*, o.user_id, o.title)
  select coalesce(jsonb_agg(jsonb_build_object('refund_id', t.id, 'failed', t.refunded_at is null,
    -- Not `billing_email`, which may belong to another person: the mail names people.
    'email', private.nemus_letter_address(t.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people,
    'transaction_id', (select x.id from public.nemus_transactions x where t.refunded_at is not null
      and (x.reference = 'owed:' || t.id or (t.reason = 'by_staff' and x.reference like 'refund:' || t.order_id || ':%'
        and x.occurred_at = t.refunded_at)) limit 1))), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
  -- A deleted account has no mailbox.
  where not exists (select from private.nemus_deleted_accounts d where d.user_id = t.user_id)
$$;

/* The mail could not be sent: the next check of the payment tries again. */
create function public.nemus_forget_refund_notice(p_refund uuid) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_refunds r set told_at = null,
    failure_told_at = case when r.refunded_at is not null then r.failure_told_at end
  where r.id = p_refund
$$;
