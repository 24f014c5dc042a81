-- Money without a grant does not stay: what was paid and could not be granted is owed back from the same moment, and paid
-- back by the functions, however often that takes.

/*
 * One debt to a buyer. It is written before the provider is asked, so that an attempt that fails is tried again; how much
 * went back is only ever known from the provider (nemus_refund_checkout).
 */
create table private.nemus_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.nemus_orders (id) on delete restrict,
  amount_cents int not null check (amount_cents > 0),
  -- already_enrolled: bought or booked meanwhile · course_gone: not offered any more · trainee_gone: not the
  -- institution's any more · already_subscribed: another subscription runs · booking_cancelled: by the institution ·
  -- by_staff: what the buyer paid for was granted, and is taken back with the money
  reason text not null check (reason in ('already_enrolled', 'course_gone', 'trainee_gone', 'already_subscribed',
    'booking_cancelled', 'by_staff')),
  -- For how many places, and for whom, as the mail says it.
  places int not null check (places > 0),
  people text check (char_length(people) <= 20000),
  -- A subscription at the provider that has to end before its money goes back.
  subscription_id text check (char_length(subscription_id) between 1 and 200),
  attempts int not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 2000),
  refunded_at timestamptz,
  -- The buyer was told by mail.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of a refund by staff: how much was refunded or owed before it, which makes the same click twice one refund; why, for
  -- staff alone; and by whom.
  sum_before_cents int check (sum_before_cents >= 0),
  note text check (char_length(btrim(note)) between 3 and 1000),
  requested_by uuid references auth.users (id) on delete set null,
  constraint staff_says_why check ((reason = 'by_staff') = (note is not null)
    and (reason = 'by_staff') = (sum_before_cents is not null))
);
alter table private.nemus_refunds enable row level security;
create index nemus_refunds_order on private.nemus_refunds (order_id);
create index nemus_refunds_open on private.nemus_refunds (created_at) where refunded_at is null;
create trigger touch before update on private.nemus_refunds
  for each row execute function private.nemus_touch();

/* What the purchases call money that goes back by itself. */
create function private.nemus_refund_words(p_reason text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(private.nemus_document_text('refund_' || p_reason), private.nemus_document_text('refund_already_enrolled'))
$$;

/*
 * Writes down that a paid order could not be granted, in part or at all, or that its places were cancelled, and what goes
 * back for it. Every place cost the same. p_missing: {reason, places, people}. The order's own line among the purchases must stand. Returns the order.
 */
create function private.nemus_owe_refund(p_order public.nemus_orders, p_missing jsonb, p_subscription_id text)
returns public.nemus_orders
language plpgsql security definer set search_path = '' as $$
declare
  places constant int := (p_missing ->> 'places')::int;
  owed constant int := least(p_order.amount_cents / greatest(cardinality(p_order.trainee_ids), 1) * places,
    p_order.amount_cents - p_order.refunded_cents - p_order.returning_cents);
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
end $$;

/*
 * Settles what is owed to the buyer of an order with money that the provider says went back, the oldest debt first. When
 * all of the order's money is back, nothing is owed any more. Returns how much of it was for what was never granted; what
 * staff refunded is told by the line and the document of an ordinary refund.
 */
create function private.nemus_settle_refunds(p_order public.nemus_orders, p_cents int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  owed private.nemus_refunds;
  listed public.nemus_transactions;
  left_over int := p_cents;
  by_staff int := 0;
begin
  for owed in select * from private.nemus_refunds r
    where r.order_id = p_order.id and r.refunded_at is null order by r.created_at, r.id for update
  loop
    continue when left_over < owed.amount_cents and p_order.status <> 'refunded';
    update private.nemus_refunds r set refunded_at = now(), last_error = null where r.id = owed.id;
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
end $$;

/*
 * Debts that are still open, the oldest first, at most 20: those of a checkout, or of everybody whose last attempt is a
 * while ago. [{refund_id, order_id, payment_id, amount_cents, subscription_id, attempts}]
 */
create function public.nemus_open_refunds(p_session_id text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(found) - 'created_at' order by found.created_at), '[]')
  from (
    select r.id as refund_id, r.order_id, o.payment_id, r.amount_cents, r.subscription_id, r.attempts, r.created_at
    from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
    where r.refunded_at is null and case when p_session_id is null
      -- After each failure a longer pause, up to a day.
      then r.attempts = 0 or r.updated_at < now() - least(power(2, r.attempts) * interval '1 minute', interval '1 day')
      else o.checkout_session_id = p_session_id end
    order by r.created_at limit 20
  ) found
$$;

/* Notes that an attempt to pay a debt back failed, and why. Returns how many did so far. */
create function public.nemus_note_refund_failure(p_refund uuid, p_error text) returns int
language sql security definer set search_path = '' as $$
  update private.nemus_refunds r set attempts = r.attempts + 1, last_error = left(p_error, 2000)
  where r.id = p_refund and r.refunded_at is null returning r.attempts
$$;

/*
 * What the mail about money that went back says, and to whom: [{refund_id, email, name, user_type, title, amount_cents,
 * reason, places, people}] of a payment. Answers once per refund, whoever asks first.
 */
create function public.nemus_refund_notices(p_payment_id text) returns jsonb
language sql security definer set search_path = '' as $$
  with told as (
    update private.nemus_refunds r set told_at = now() from public.nemus_orders o
    where o.id = r.order_id and o.payment_id = p_payment_id and r.refunded_at is not null and r.told_at is null
    returning r.*, o.user_id, o.title)
  select coalesce(jsonb_agg(jsonb_build_object('refund_id', t.id,
    -- The account's own, confirmed address: it names people, and `billing_email` can be anybody's (decision record 0056).
    'email', p.email,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people)), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
$$;

/* Its mail could not leave: whoever looks at the payment next tries again. */
create function public.nemus_forget_refund_notice(p_refund uuid) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_refunds r set told_at = null where r.id = p_refund
$$;

/*
 * Refunds that happened by themselves, or still have to, for operators, at most 200: open ones first, then the newest.
 * [{refund_id, order_id, buyer, email, title, amount_cents, reason, people, attempts, last_error, created_at,
 * refunded_at}]. Raises 403 operator_required.
 */
create function public.nemus_refund_reviews() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(listed) - 'place' order by listed.place), '[]')
    from (
      select r.id as refund_id, r.order_id, p.email, o.title, r.amount_cents, r.reason, r.people, r.attempts,
        r.last_error, r.created_at, r.refunded_at,
        coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)) as buyer,
        row_number() over (order by r.refunded_at is not null, r.created_at desc, r.id) as place
      from private.nemus_refunds r
      join public.nemus_orders o on o.id = r.order_id
      join public.nemus_profiles p on p.user_id = o.user_id
      order by place limit 200
    ) listed);
end $$;
