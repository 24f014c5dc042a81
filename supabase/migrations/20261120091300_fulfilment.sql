-- What was paid for is granted here, once, whoever reports the payment: webhook, verify-payment or check-payment-status.

alter table public.nemus_course_bookings add column order_id uuid unique
  references public.nemus_orders (id) on delete restrict;

/* Writes or settles the transaction of an order. */
create function private.nemus_list_order(p_order public.nemus_orders, p_status text)
returns public.nemus_transactions
language sql security definer set search_path = '' as $$
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount, billing_period, service_from, service_until)
  select p_order.user_id, 'order:' || p_order.id, p_order.kind, p_order.title, p_order.amount_cents, p_status,
    coalesce(p_order.payment_method, 'card'),
    case when p_order.kind = 'course' then greatest(cardinality(p_order.trainee_ids), 1) end, p_order.credits,
    p_order.tier, period.first_day, greatest(period.last_day, period.first_day)
  from (select true) as always left join (
    -- The day on which the next period begins belongs to that one.
    select (coalesce(p_order.service_from, p_order.paid_at) at time zone 'Europe/Berlin')::date as first_day,
      (s.current_period_end at time zone 'Europe/Berlin')::date - 1 as last_day
    from private.nemus_provider_subscriptions s
    where s.order_id = p_order.id and s.current_period_end is not null and p_order.paid_at is not null) as period on true
  on conflict (reference) do update set status = excluded.status, occurred_at = now(),
    payment_method = excluded.payment_method, service_from = excluded.service_from,
    service_until = excluded.service_until
  returning *
$$;

/*
 * Grants a course that was paid for, as far as it can be granted. Answers for whom it cannot be: {reason, places, people},
 * null when everybody has it now. reason: `already_enrolled` (bought or booked meanwhile, by whomever), `course_gone`
 * (it is not offered any more), `trainee_gone` (none of the institution's any more).
 */
create function private.nemus_grant_course(p_order public.nemus_orders) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  places constant int := greatest(cardinality(p_order.trainee_ids), 1);
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if not private.nemus_is_offered(p_order.course_id) then
    return jsonb_build_object('reason', 'course_gone', 'places', places);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
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
    -- Money that takes days may come after the day that was chosen.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0);
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
end $$;

/* Shows the newest known state of the institution's current subscription. */
create function private.nemus_show_subscription(p_subscription_id text) returns void
language sql security definer set search_path = '' as $$
  insert into public.nemus_subscriptions (institution_id, tier, status, current_period_end, cancel_at_period_end)
  select s.institution_id, s.tier, s.status, s.current_period_end, s.cancel_at_period_end
  from private.nemus_provider_subscriptions s
  where s.subscription_id = p_subscription_id and s.institution_id is not null and s.superseded_at is null
  on conflict (institution_id) do update set tier = excluded.tier, status = excluded.status,
    current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end
$$;

/*
 * Starts the subscription that was paid for, in the place of one that has ended. Answers {reason: already_subscribed,
 * places: 1} when another one is running: an institution has one at a time, and the second is ended and paid back.
 */
create function private.nemus_grant_subscription(p_order public.nemus_orders, p_subscription_id text,
  p_period_end timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_orders(p_order.user_id);
  if exists (select from public.nemus_subscriptions s
      where s.institution_id = p_order.user_id and s.status in ('active', 'trialing', 'past_due'))
    and not exists (select from private.nemus_provider_subscriptions s
      where s.subscription_id = p_subscription_id and s.institution_id = p_order.user_id) then
    -- Known, but never shown: what the provider tells of it finds its order.
    insert into private.nemus_provider_subscriptions as s (subscription_id, order_id, status, tier, superseded_at)
    values (p_subscription_id, p_order.id, 'active', p_order.tier, now())
    on conflict (subscription_id) do update set order_id = excluded.order_id, superseded_at = excluded.superseded_at;
    return jsonb_build_object('reason', 'already_subscribed', 'places', 1);
  end if;
  update private.nemus_provider_subscriptions s set superseded_at = now()
  where s.institution_id = p_order.user_id and s.superseded_at is null and s.subscription_id <> p_subscription_id;
  insert into private.nemus_provider_subscriptions as s (subscription_id, institution_id, order_id, status, tier,
    current_period_end)
  values (p_subscription_id, p_order.user_id, p_order.id, 'active', p_order.tier, p_period_end)
  -- What an event said in the meantime is newer than the checkout.
  on conflict (subscription_id) do update set institution_id = excluded.institution_id, order_id = excluded.order_id,
    status = coalesce(s.status, excluded.status), tier = coalesce(s.tier, excluded.tier),
    current_period_end = coalesce(s.current_period_end, excluded.current_period_end);
  perform private.nemus_show_subscription(p_subscription_id);
  return null;
end $$;

/*
 * Grants what the paid checkout was for. Safe to call any number of times and by several callers at once: the order's
 * row is locked, the first grants, the others answer already_processed. What cannot be granted is owed back, in the same
 * transaction (private.nemus_refunds); whoever calls then sees to it that the provider gives it back.
 * Returns {order_id, status, already_processed, kind, credits_added, available_credits, total_credits,
 * subscription_tier, returning_cents, return_reason}; returning_cents of 0 means that all of it was granted.
 * Raises PT404 order_not_found, PT409 amount_mismatch, PT400 subscription_missing.
 */
create function private.nemus_fulfil_checkout(p_session_id text, p_amount_cents int, p_currency text,
  p_payment_id text, p_subscription_id text, p_period_end timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  processed boolean;
  missing jsonb;
  listed public.nemus_transactions;
  balance record;
begin
  -- First the course's lock, then the order's: whoever books meanwhile is waited for.
  perform private.nemus_lock_course(o.course_id) from public.nemus_orders o
  where o.checkout_session_id = p_session_id and o.course_id is not null;
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found', 'order_not_found');
  end if;
  if p_amount_cents is distinct from ordered.amount_cents or lower(p_currency) is distinct from ordered.currency then
    perform private.nemus_refuse(409, 'amount_mismatch', 'amount_mismatch');
  end if;
  processed := ordered.status in ('paid', 'returning', 'refunded', 'disputed');
  if not processed then
    if ordered.kind = 'subscription' and p_subscription_id is null then
      perform private.nemus_refuse(400, 'subscription_missing', 'subscription_missing');
    end if;
    update public.nemus_orders o set status = 'paid', paid_at = now(), payment_id = p_payment_id, result_shown_at = null
    where o.id = ordered.id returning * into ordered;
    if ordered.kind = 'course' then
      missing := private.nemus_grant_course(ordered);
    elsif ordered.kind = 'credits' then
      insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
      values (ordered.user_id, 'purchase', ordered.credits, ordered.id::text);
    else
      missing := private.nemus_grant_subscription(ordered, p_subscription_id, p_period_end);
    end if;
    listed := private.nemus_list_order(ordered, 'completed');
    if missing is not null then
      ordered := private.nemus_owe_refund(ordered, missing, p_subscription_id);
    end if;
    -- Nothing was granted: there is no service that an invoice could be about.
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
end $$;

/*
 * Notes that a checkout is not paid: `pending` (paid later), `failed`, `expired`. A granted order stays granted.
 * Raises PT404 order_not_found, PT400 invalid_status.
 */
create function private.nemus_close_checkout(p_session_id text, p_status text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  if p_status is null or p_status not in ('pending', 'failed', 'expired') then
    perform private.nemus_refuse(400, 'invalid_status', 'invalid_status');
  end if;
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found', 'order_not_found');
  end if;
  -- Events come in any order: nothing leads back from an end, and `pending` only from `open`.
  if not (ordered.status = 'open' or (ordered.status = 'pending' and p_status <> 'pending')) then
    return;
  end if;
  update public.nemus_orders o set status = p_status where o.id = ordered.id;
  -- A checkout that somebody just left is no purchase; one that was begun or failed is.
  if p_status in ('pending', 'failed') or ordered.status = 'pending' then
    perform private.nemus_list_order(ordered, case p_status when 'pending' then 'pending' else 'failed' end);
  end if;
end $$;

/*
 * Enrolments and places that went back with their money, so that a dispute that is won gives back the same. A row of a
 * booking names the trainee, one of a purchase for the account itself only the account.
 */
create table private.nemus_taken_back (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.nemus_orders (id) on delete cascade,
  trainee_id uuid references public.nemus_trainees (id) on delete cascade,
  user_id uuid references public.nemus_profiles (user_id) on delete cascade,
  status text,
  progress_percentage int,
  enrolled_at timestamptz,
  created_at timestamptz not null default now(),
  unique nulls not distinct (order_id, trainee_id)
);
alter table private.nemus_taken_back enable row level security;
revoke all on private.nemus_taken_back from public;
create index nemus_taken_back_trainee on private.nemus_taken_back (trainee_id);
create index nemus_taken_back_user on private.nemus_taken_back (user_id);

/*
 * Brings the credits of a purchase to what is left of its money: takes back as many as are still there, or gives back
 * what was taken.
 */
create function private.nemus_settle_credits(p_order public.nemus_orders, p_returned_cents int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  purchase public.nemus_credit_entries;
  available int;
  moved record;
  owed int;
begin
  select b.available_credits into available from public.nemus_credit_balances b
  where b.institution_id = p_order.user_id for update;
  select * into purchase from public.nemus_credit_entries e
  where e.kind = 'purchase' and e.source_id = p_order.id::text;
  select coalesce(-sum(e.amount), 0)::int as taken, count(*) as times into moved
  from public.nemus_credit_entries e where e.reverses_id = purchase.id;
  owed := (p_order.credits::bigint * p_returned_cents / p_order.amount_cents)::int - moved.taken;
  if owed <> 0 and (owed < 0 or available > 0) then
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
    values (p_order.user_id, case when owed > 0 then 'purchase_reversal' else 'purchase_restored' end,
      -least(owed, available), p_order.id || ':' || moved.times, purchase.id);
  end if;
  update public.nemus_orders o set attention = case when owed > available then 'credits_spent' end
  where o.id = p_order.id and (owed > available) <> (o.attention is not distinct from 'credits_spent');
end $$;

/*
 * Takes back a course whose money went back in full; what was booked for trainees is cancelled with it. Only for orders
 * that granted something (`paid`): not what the account got another way.
 */
create function private.nemus_take_back_course(p_order public.nemus_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking uuid;
begin
  if cardinality(p_order.trainee_ids) = 0 then
    with taken as (
      delete from public.nemus_course_enrollments e
      where e.user_id = p_order.user_id and e.course_id = p_order.course_id and e.enrollment_type = 'direct_purchase'
      returning e.*)
    insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at)
    select p_order.id, t.user_id, t.status, t.progress_percentage, t.enrolled_at from taken t
    on conflict do nothing;
    return;
  end if;
  select b.id into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  insert into private.nemus_taken_back (order_id, trainee_id, user_id, status, progress_percentage, enrolled_at)
  select p_order.id, p.trainee_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at
  from public.nemus_booking_participants p left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where p.booking_id = booking
  on conflict do nothing;
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking;
  update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking;
end $$;

/*
 * Gives back what was taken, with the progress of then: a dispute was won. Who has the course by now from elsewhere, or
 * left the institution, is left out, an operator told, and the money for it owed back. Returns the order as it stands then.
 */
create function private.nemus_give_back_course(p_order public.nemus_orders) returns public.nemus_orders
language plpgsql security definer set search_path = '' as $$
declare
  booking public.nemus_course_bookings;
  taken private.nemus_taken_back;
  enrollment uuid;
  given boolean;
  missed int := 0;
  ordered public.nemus_orders := p_order;
begin
  select * into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  for taken in delete from private.nemus_taken_back t where t.order_id = p_order.id returning t.* loop
    enrollment := null;
    if taken.trainee_id is not null then
      insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
      values (booking.id, taken.trainee_id, booking.institution_id, booking.course_id)
      on conflict do nothing;
      given := found;
      missed := missed + (not given)::int;
      continue when not given or not exists (
        select from public.nemus_trainees t where t.id = taken.trainee_id and t.user_id = taken.user_id);
    end if;
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage,
      enrolled_at)
    values (taken.user_id, p_order.course_id,
      case when taken.trainee_id is null then 'direct_purchase' else 'institution_booking' end, taken.status,
      taken.progress_percentage, taken.enrolled_at)
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    missed := missed + (enrollment is null)::int;
    if taken.trainee_id is not null and enrollment is null then
      delete from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
    end if;
    update public.nemus_booking_participants p set enrollment_id = enrollment
    where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
  end loop;
  if booking.status = 'cancelled' then
    update public.nemus_course_bookings b
    set status = case when b.completion_rate = 100 then 'completed' else 'confirmed' end where b.id = booking.id;
    -- Who got an account meanwhile.
    perform private.nemus_enrol_participants(booking.id, null);
  end if;
  if missed > 0 then
    update public.nemus_orders o set attention = 'already_enrolled' where o.id = p_order.id returning o.* into ordered;
    ordered := private.nemus_owe_refund(ordered,
      jsonb_build_object('reason', 'already_enrolled', 'places', missed), null);
  end if;
  return ordered;
end $$;

/*
 * Writes how much of an order's money went back, by refunds and by disputes, and brings what it bought to what is left:
 * credits in proportion, a course when all of it is gone. Safe to repeat. Returns the order as it stands then.
 */
create function private.nemus_settle_returns(p_order_id uuid, p_refunded_cents int, p_disputed_cents int)
returns public.nemus_orders
language plpgsql security definer set search_path = '' as $$
declare
  before text;
  ordered public.nemus_orders;
begin
  select o.status into before from public.nemus_orders o where o.id = p_order_id for update;
  update public.nemus_orders o set refunded_cents = p_refunded_cents, disputed_cents = disputed.cents,
    status = case when p_refunded_cents = o.amount_cents then 'refunded'
      when disputed.cents > 0 and p_refunded_cents + disputed.cents = o.amount_cents then 'disputed'
      when o.returning_cents = o.amount_cents then 'returning' else 'paid' end
  from (select least(p_disputed_cents, x.amount_cents - p_refunded_cents) as cents
    from public.nemus_orders x where x.id = p_order_id) as disputed
  where o.id = p_order_id returning o.* into ordered;
  if ordered.kind = 'credits' then
    perform private.nemus_settle_credits(ordered, ordered.refunded_cents + ordered.disputed_cents);
  elsif ordered.kind = 'course' and before = 'paid' and ordered.status <> 'paid' then
    perform private.nemus_take_back_course(ordered);
  -- Only at the change: meanwhile the account may have bought the course again.
  elsif ordered.kind = 'course' and before <> 'paid' and ordered.status = 'paid' then
    ordered := private.nemus_give_back_course(ordered);
  end if;
  return ordered;
end $$;

/* The line of the purchases that tells of money which went back (negative), or came back. */
create function private.nemus_list_return(p_order public.nemus_orders, p_reference text, p_words text,
  p_amount_cents int) returns public.nemus_transactions
language sql security definer set search_path = '' as $$
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    billing_period)
  select p_order.user_id, p_reference, p_order.kind, left(p_words || ': ' || p_order.title, 200), p_amount_cents,
    'completed', t.payment_method, p_order.tier
  from public.nemus_transactions t where t.reference = 'order:' || p_order.id
  returning *
$$;

/* The invoice of an order. */
create function private.nemus_invoice_of(p_order_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select i.id from public.nemus_invoices i join public.nemus_transactions t on t.id = i.transaction_id
  where t.reference = 'order:' || p_order_id
$$;

/* Cancels the invoice of an order by a document about a line that gives its money back; nothing without an invoice. */
create function private.nemus_cancel_invoice(p_line public.nemus_transactions, p_order_id uuid, p_unit text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cancelled constant uuid := private.nemus_invoice_of(p_order_id);
begin
  if cancelled is not null then
    perform private.nemus_issue_invoice(p_line, 1, p_unit, cancelled, null);
  end if;
end $$;

/*
 * Notes that a payment was refunded, in part or in full, and takes back what it bought. Of what was owed back, that much is
 * settled first. p_refunded_cents: sum so far; a sum that is not above the last one changes nothing.
 * Raises PT404 order_not_found: the payment is not known yet, or is none of a checkout.
 */
create function private.nemus_refund_checkout(p_payment_id text, p_refunded_cents int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  refund public.nemus_transactions;
  delta int;
begin
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found', 'order_not_found');
  end if;
  delta := least(p_refunded_cents, ordered.amount_cents) - ordered.refunded_cents;
  if delta is null or delta <= 0 then
    return;
  end if;
  ordered := private.nemus_settle_returns(ordered.id, ordered.refunded_cents + delta, ordered.disputed_cents);
  delta := delta - private.nemus_settle_refunds(ordered, delta);
  if delta > 0 then
    refund := private.nemus_list_return(ordered, format('refund:%s:%s', ordered.id, ordered.refunded_cents),
      'Erstattung', -delta);
    perform private.nemus_cancel_invoice(refund, ordered.id, 'Erstattung');
  end if;
end $$;

/* Applies the state of a subscription; an event older than the last one changes nothing. */
create function private.nemus_sync_subscription(p_subscription_id text, p_status text, p_tier text,
  p_period_end timestamptz, p_cancel_at_period_end boolean, p_event_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_provider_subscriptions as s (subscription_id, status, tier, current_period_end,
    cancel_at_period_end, last_event_at)
  values (p_subscription_id, p_status, p_tier, p_period_end, coalesce(p_cancel_at_period_end, false), p_event_at)
  on conflict (subscription_id) do update set status = excluded.status, tier = coalesce(excluded.tier, s.tier),
    current_period_end = coalesce(excluded.current_period_end, s.current_period_end),
    cancel_at_period_end = excluded.cancel_at_period_end, last_event_at = excluded.last_event_at
  where s.last_event_at is null or s.last_event_at <= excluded.last_event_at;
  if found then
    perform private.nemus_show_subscription(p_subscription_id);
  end if;
end $$;

/*
 * Writes the purchase and invoice of a renewal or a change of plan, once per invoice of the provider. The first invoice
 * of a subscription is the one of its checkout, which fulfilment wrote.
 * p_amount_cents: its total; negative when a change credits more than it charges, which then counts towards the next
 * invoices. p_balance_cents: the part of the total that was paid so.
 * p_parts: [{tier, amount_cents, starts_at, ends_at}], a negative amount is a credit for what is not used any more.
 * Returns the institution. Raises PT404 order_not_found: the subscription's checkout is not fulfilled yet.
 */
create function private.nemus_record_invoice(p_subscription_id text, p_invoice_id text, p_amount_cents int,
  p_currency text, p_paid_at timestamptz, p_payment_method text, p_balance_cents int, p_parts jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  subscription private.nemus_provider_subscriptions;
  ordered public.nemus_orders;
  listed public.nemus_transactions;
  plan text;
  spans record;
begin
  select * into subscription from private.nemus_provider_subscriptions s
  where s.subscription_id = p_subscription_id for update;
  if subscription.order_id is null then
    perform private.nemus_refuse(404, 'order_not_found', 'order_not_found');
  end if;
  select * into ordered from public.nemus_orders o where o.id = subscription.order_id;
  if p_amount_cents = 0 or lower(p_currency) <> 'eur' or (p_amount_cents = ordered.amount_cents
    and abs(extract(epoch from p_paid_at - ordered.paid_at)) < 24 * 60 * 60) then
    return subscription.institution_id;
  end if;
  plan := case subscription.tier when 'monthly' then 'Monatsabonnement' else 'Jahresabonnement' end;
  with parts as (
    select case x.tier when 'monthly' then 'Monatsabonnement' when 'yearly' then 'Jahresabonnement' else plan end as name,
      x.amount_cents, (x.starts_at at time zone 'Europe/Berlin')::date as first_day,
      greatest((x.ends_at at time zone 'Europe/Berlin')::date - 1, (x.starts_at at time zone 'Europe/Berlin')::date)
        as last_day, line.position
    from jsonb_array_elements(coalesce(p_parts, '[]')) with ordinality as line (part, position)
    cross join jsonb_to_record(line.part) as x (tier text, amount_cents int, starts_at timestamptz, ends_at timestamptz))
  select count(*) as lines, sum(p.amount_cents) as total,
    -- What is charged is for a period to come; a credit only ends one.
    min(p.first_day) filter (where p.amount_cents > 0) as first_day,
    max(p.last_day) filter (where p.amount_cents > 0) as last_day,
    jsonb_agg(jsonb_build_object('description',
        case when p.amount_cents < 0 then 'Gutschrift ' || p.name || ' für nicht genutzte Zeit' else p.name end,
        'quantity', 1, 'unit', 'Abonnement', 'gross_cents', p.amount_cents, 'service_from', p.first_day,
        'service_until', p.last_day) order by p.amount_cents < 0, p.position) as written
  into spans from parts p;
  insert into public.nemus_transactions (user_id, reference, type, item_name, occurred_at, amount_cents, status,
    payment_method, billing_period, service_from, service_until, parts, balance_cents)
  values (subscription.institution_id, 'invoice:' || p_invoice_id, 'subscription',
    case when spans.lines > 1 then 'Wechsel zum ' || plan else plan end, p_paid_at, p_amount_cents, 'completed',
    coalesce(p_payment_method, 'card'), subscription.tier, spans.first_day, spans.last_day,
    -- Lines that do not add up are not shown as if they did.
    case when spans.lines > 1 and spans.total = p_amount_cents then spans.written end,
    greatest(0, least(p_balance_cents, p_amount_cents)))
  on conflict (reference) do nothing returning * into listed;
  if listed.id is not null then
    perform private.nemus_issue_invoice(listed, 1, 'Abonnement', case when p_amount_cents < 0 then (
      select i.id from public.nemus_invoices i join public.nemus_transactions t on t.id = i.transaction_id
      where t.user_id = listed.user_id and t.type = 'subscription' and i.kind = 'invoice' and not i.is_sample
      order by t.occurred_at desc, i.created_at desc limit 1) end, null);
  end if;
  return subscription.institution_id;
end $$;

/*
 * Notes what the provider's record says of a checkout's payment: its method, and when the period of a subscription
 * began. What is not known leaves what was known.
 */
create function private.nemus_note_payment(p_session_id text, p_payment_method text, p_service_from timestamptz)
returns void
language sql security definer set search_path = '' as $$
  update public.nemus_orders o set
    payment_method = coalesce(case when p_payment_method in ('card', 'sepa_debit') then p_payment_method
      when p_payment_method is not null then 'other' end, o.payment_method),
    service_from = coalesce(p_service_from, o.service_from)
  where o.checkout_session_id = p_session_id
$$;

/*
 * Takes back an enrolment that was paid with credits: the entry is reversed, the credits are available again.
 * Raises PT404 enrollment_not_found.
 */
create function private.nemus_refund_enrollment(p_enrollment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.nemus_course_enrollments e
  where e.id = p_enrollment_id and e.enrollment_type = 'institution_credits';
  if not found then
    perform private.nemus_refuse(404, 'enrollment_not_found', 'enrollment_not_found');
  end if;
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id, reverses_id)
  select e.institution_id, 'spend_reversal', -e.amount, e.source_id, e.course_id, e.id
  from public.nemus_credit_entries e where e.kind = 'spend' and e.source_id = p_enrollment_id::text;
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    credits_amount)
  select t.user_id, 'refund:' || t.reference, t.type, 'Erstattung: ' || left(t.item_name, 180), 0, 'completed',
    'credits', -t.credits_amount
  from public.nemus_transactions t where t.reference = 'enrollment:' || p_enrollment_id;
end $$;

create function public.nemus_fulfil_checkout(p_session_id text, p_amount_cents int, p_currency text,
  p_payment_id text default null, p_subscription_id text default null, p_period_end timestamptz default null)
returns jsonb language sql set search_path = '' as $$
  select private.nemus_fulfil_checkout(p_session_id, p_amount_cents, p_currency, p_payment_id, p_subscription_id,
    p_period_end)
$$;
create function public.nemus_close_checkout(p_session_id text, p_status text) returns void
language sql set search_path = '' as $$ select private.nemus_close_checkout(p_session_id, p_status) $$;
create function public.nemus_refund_checkout(p_payment_id text, p_refunded_cents int) returns void
language sql set search_path = '' as $$ select private.nemus_refund_checkout(p_payment_id, p_refunded_cents) $$;
create function public.nemus_sync_subscription(p_subscription_id text, p_status text, p_tier text,
  p_period_end timestamptz, p_cancel_at_period_end boolean, p_event_at timestamptz) returns void
language sql set search_path = '' as $$
  select private.nemus_sync_subscription(p_subscription_id, p_status, p_tier, p_period_end, p_cancel_at_period_end,
    p_event_at)
$$;
create function public.nemus_record_invoice(p_subscription_id text, p_invoice_id text, p_amount_cents int,
  p_currency text, p_paid_at timestamptz, p_payment_method text default null, p_balance_cents int default 0,
  p_parts jsonb default null) returns uuid
language sql set search_path = '' as $$
  select private.nemus_record_invoice(p_subscription_id, p_invoice_id, p_amount_cents, p_currency, p_paid_at,
    p_payment_method, p_balance_cents, p_parts)
$$;
create function public.nemus_note_payment(p_session_id text, p_payment_method text,
  p_service_from timestamptz default null) returns void
language sql set search_path = '' as $$
  select private.nemus_note_payment(p_session_id, p_payment_method, p_service_from)
$$;
create function public.nemus_refund_enrollment(p_enrollment_id uuid) returns void
language sql set search_path = '' as $$ select private.nemus_refund_enrollment(p_enrollment_id) $$;

revoke all on function private.nemus_list_order(public.nemus_orders, text),
  private.nemus_grant_course(public.nemus_orders), private.nemus_show_subscription(text),
  private.nemus_grant_subscription(public.nemus_orders, text, timestamptz),
  private.nemus_settle_credits(public.nemus_orders, int), private.nemus_take_back_course(public.nemus_orders),
  private.nemus_give_back_course(public.nemus_orders), private.nemus_settle_returns(uuid, int, int),
  private.nemus_list_return(public.nemus_orders, text, text, int), private.nemus_invoice_of(uuid),
  private.nemus_cancel_invoice(public.nemus_transactions, uuid, text)
  from public;
revoke all on function
  private.nemus_fulfil_checkout(text, int, text, text, text, timestamptz),
  public.nemus_fulfil_checkout(text, int, text, text, text, timestamptz),
  private.nemus_close_checkout(text, text), public.nemus_close_checkout(text, text),
  private.nemus_refund_checkout(text, int), public.nemus_refund_checkout(text, int),
  private.nemus_sync_subscription(text, text, text, timestamptz, boolean, timestamptz),
  public.nemus_sync_subscription(text, text, text, timestamptz, boolean, timestamptz),
  private.nemus_record_invoice(text, text, int, text, timestamptz, text, int, jsonb),
  public.nemus_record_invoice(text, text, int, text, timestamptz, text, int, jsonb),
  private.nemus_note_payment(text, text, timestamptz), public.nemus_note_payment(text, text, timestamptz),
  private.nemus_refund_enrollment(uuid), public.nemus_refund_enrollment(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.nemus_fulfil_checkout(text, int, text, text, text, timestamptz),
  public.nemus_fulfil_checkout(text, int, text, text, text, timestamptz),
  private.nemus_close_checkout(text, text), public.nemus_close_checkout(text, text),
  private.nemus_refund_checkout(text, int), public.nemus_refund_checkout(text, int),
  private.nemus_sync_subscription(text, text, text, timestamptz, boolean, timestamptz),
  public.nemus_sync_subscription(text, text, text, timestamptz, boolean, timestamptz),
  private.nemus_record_invoice(text, text, int, text, timestamptz, text, int, jsonb),
  public.nemus_record_invoice(text, text, int, text, timestamptz, text, int, jsonb),
  private.nemus_note_payment(text, text, timestamptz), public.nemus_note_payment(text, text, timestamptz),
  private.nemus_refund_enrollment(uuid), public.nemus_refund_enrollment(uuid) to service_role;
