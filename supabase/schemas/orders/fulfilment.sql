-- What a paid checkout grants: course, booking for trainees, credits or subscription. Exactly once, whichever caller
-- reports the payment (webhook, verify-payment, check-payment-status), with the purchase line and the invoice
-- (invoices/invoices.sql) in the same transaction.
-- What cannot be granted is owed back immediately (owed_refunds.sql). If nothing could be granted, no invoice is
-- written.
-- A granted order stays granted: no later event leads back to `failed` or `expired`. Taking back after a refund or
-- dispute: refunded_orders.sql.
-- Paid orders fire notifications/events.sql; completed purchases owe a mail (letters.sql).

/* Writes the purchase line of an order, or updates its status. */
create function private.nemus_list_order(p_order public.nemus_orders, p_status text)
returns public.nemus_transactions
language sql security definer set search_path = '' as $$
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount, billing_period, service_from, service_until)
  select p_order.user_id, 'order:' || p_order.id, p_order.kind, p_order.title, p_order.amount_cents, p_status,
    coalesce(p_order.payment_method, 'card'),
    case when p_order.kind = 'course' then greatest(cardinality(p_order.trainee_ids), 1) end, p_order.credits,
    p_order.tier, period.first_day, greatest(period.last_day, period.first_day)
  from (select true) as always left join (
    -- The last day of a period is the day before the next one begins.
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
 * Grants a paid course as far as possible. Returns what could not be granted, {reason, places, people}; null if nothing
 * is missing. reason: already_enrolled (bought or booked meanwhile) · course_gone (no longer offered) · dates_gone (no
 * date left to choose, and no content) · trainee_gone (no longer on the institution's list, or a founder who left) · country_not_sold (the entered address is in a country that is not sold to).
 */
create function private.nemus_grant_course(p_order public.nemus_orders) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  places constant int := greatest(cardinality(p_order.trainee_ids), 1);
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if not private.nemus_is_sold(p_order) or not private.nemus_is_buyable(p_order.course_id) then
    return jsonb_build_object('places', places, 'reason', case when not private.nemus_is_sold(p_order)
      then 'country_not_sold' when private.nemus_is_offered(p_order.course_id) then 'dates_gone' else 'course_gone' end);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
    if private.nemus_has_left_own(p_order.user_id) then
      return jsonb_build_object('reason', 'trainee_gone', 'places', 1);
    end if;
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    if not found then
      return jsonb_build_object('reason', 'already_enrolled', 'places', 1);
    end if;
    perform private.nemus_take_choice(p_order.user_id, p_order.date_id);
    perform private.nemus_use_choice(p_order.user_id, p_order.date_id);
    return null;
  end if;
  select coalesce(array_agg(t.id), '{}') into free from public.nemus_trainees t
  where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id
    and not exists (select from public.nemus_booking_participants p
      where p.trainee_id = t.id and p.course_id = p_order.course_id)
    and not exists (select from public.nemus_course_enrollments e
      where e.user_id = t.user_id and e.course_id = p_order.course_id);
  if cardinality(free) > 0 then
    -- A slow payment may arrive after the chosen first day.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0, p_order.date_id);
    -- Fires courses/catalogue.
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
  if cardinality(free) = places then
    return null;
  end if;
  return (
    select jsonb_build_object('places', places - cardinality(free), 'reason',
      case when count(t.id) > 0 then 'already_enrolled' else 'trainee_gone' end,
      'people', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t
    where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and t.id <> all (free));
end $$;

/*
 * Issues the invoice of a paid order. Without an address of the recipient (§ 14 (4) UStG) it waits, with `attention` for
 * staff, until one is saved (billing_addresses.sql); if money went back meanwhile, staff decides.
 */
create function private.nemus_invoice_order(p_order public.nemus_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  listed public.nemus_transactions;
begin
  if private.nemus_buyer(p_order.user_id, false, p_order.id) ->> 'address' = '' then
    update public.nemus_orders o set attention = 'address_missing' where o.id = p_order.id and o.attention is null;
  elsif p_order.status = 'paid' and p_order.refunded_cents + p_order.disputed_cents = 0 then
    select * into listed from public.nemus_transactions t where t.reference = 'order:' || p_order.id;
    perform private.nemus_issue_invoice(listed, coalesce(listed.credits_amount, listed.participants, 1),
      private.nemus_invoice_unit(p_order.kind, listed.participants), null, null);
    update public.nemus_orders o set attention = null where o.id = p_order.id and o.attention = 'address_missing';
  end if;
end $$;

/*
 * Grants a paid checkout. Callable any number of times, also concurrently: the order is locked, the first call grants,
 * the others return already_processed. What cannot be granted becomes a debt in the same transaction; the caller then
 * has the provider pay it back.
 * Returns {order_id, status, already_processed, kind, credits_added, available_credits, total_credits,
 * subscription_tier, returning_cents, return_reason}. returning_cents 0: everything granted.
 * Raises PT404 order_not_found, PT409 amount_mismatch, PT400 subscription_missing.
 */
create function public.nemus_fulfil_checkout(p_session_id text, p_amount_cents int, p_currency text,
  p_payment_id text default null, p_subscription_id text default null, p_period_end timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  processed boolean;
  missing jsonb;
  balance record;
begin
  -- Lock order: course, then order. Concurrent bookings wait.
  perform private.nemus_lock_course(o.course_id) from public.nemus_orders o
  where o.checkout_session_id = p_session_id and o.course_id is not null;
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_refuse(409, 'amount_mismatch')
    where p_amount_cents is distinct from ordered.amount_cents or lower(p_currency) is distinct from ordered.currency;
  processed := ordered.status in ('paid', 'returning', 'refunded', 'disputed');
  if not processed then
    perform private.nemus_refuse(400, 'subscription_missing')
      where ordered.kind = 'subscription' and p_subscription_id is null;
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), payment_id = p_payment_id, result_shown_at = null
    where o.id = ordered.id returning * into ordered;
    if ordered.kind <> 'subscription' and exists (select from private.nemus_deleted_accounts d where d.user_id = ordered.user_id) then
      missing := jsonb_build_object('reason', 'account_gone', 'places', greatest(cardinality(ordered.trainee_ids), 1));
    elsif ordered.kind = 'course' then
      missing := private.nemus_grant_course(ordered);
    elsif ordered.kind = 'credits' and not private.nemus_is_sold(ordered) then
      missing := '{"reason": "country_not_sold", "places": 1}';
    elsif ordered.kind = 'credits' then
      -- Fires credits/credits.
      insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
      values (ordered.user_id, 'purchase', ordered.credits, ordered.id::text);
    else
      missing := private.nemus_grant_subscription(ordered, p_subscription_id, p_period_end);
    end if;
    perform private.nemus_list_order(ordered, 'completed');
    if missing is not null then
      ordered := private.nemus_owe_refund(ordered, missing, p_subscription_id);
    end if;
    -- Nothing granted, nothing to invoice.
    perform private.nemus_invoice_order(ordered) where ordered.status = 'paid';
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
 * Records that a checkout is not paid: pending (paid later), failed, expired. A granted order stays granted.
 * Raises PT404 order_not_found, PT400 invalid_status.
 */
create function public.nemus_close_checkout(p_session_id text, p_status text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_status')
    where p_status is null or p_status not in ('pending', 'failed', 'expired');
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  -- Events arrive in any order: final states stay, `pending` only follows `open`.
  if not (ordered.status = 'open' or (ordered.status = 'pending' and p_status <> 'pending')) then
    return;
  end if;
  -- Fires notifications/events.
  update public.nemus_orders o set status = p_status where o.id = ordered.id;
  -- An abandoned checkout is no purchase; a pending or failed payment is listed.
  if p_status in ('pending', 'failed') or ordered.status = 'pending' then
    perform private.nemus_list_order(ordered, case p_status when 'pending' then 'pending' else 'failed' end);
  end if;
end $$;

/*
 * Records method of payment, and start of the subscription's period, from the provider's record. Null keeps the known
 * value.
 */
create function public.nemus_note_payment(p_session_id text, p_payment_method text,
  p_service_from timestamptz default null)
returns void
language sql security definer set search_path = '' as $$
  update public.nemus_orders o set
    payment_method = coalesce(case when p_payment_method in ('card', 'sepa_debit') then p_payment_method
      when p_payment_method is not null then 'other' end, o.payment_method),
    service_from = coalesce(p_service_from, o.service_from)
  where o.checkout_session_id = p_session_id
$$;
