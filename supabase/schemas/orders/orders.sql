-- Orders: one row before every checkout at the payment provider, with its price, its terms and its state.
-- Written by nemus_order_course, nemus_order_credits and nemus_order_subscription. The price is read from rows, never
-- from the client: nemus_courses and nemus_prices. An order keeps the terms of its day (`terms_version`, a setting;
-- `terms`, courses/catalogue.sql).
-- One purchase of a course for the same person at a time (nemus_lock_course, nemus_refuse_waiting), one subscription
-- per institution. Purchases for trainees need approval, budget and limit (bookings/bookings.sql,
-- institutions/budgets.sql).
-- Triggers on nemus_orders: disputes.sql (limits), courses/catalogue.sql (terms),
-- sessions/fresh_factors.sql, notifications/events.sql. Paid: fulfilment.sql. Refunded: refunded_orders.sql.
-- Exception: orders outlive a deleted account until the end of its retention.

create table public.nemus_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete restrict,
  kind text not null check (kind in ('course', 'credits', 'subscription')),
  course_id uuid references public.nemus_courses (id) on delete restrict,
  -- Trainees the institution buys the course for; empty: the account itself.
  trainee_ids uuid[] not null default '{}' check (array_position(trainee_ids, null) is null),
  -- First day of a course for trainees; null: decided at payment.
  starts_on date,
  credits int check (credits >= 100 and credits % 50 = 0),
  tier text check (tier in ('monthly', 'yearly')),
  title text not null check (char_length(title) between 1 and 200),
  -- Gross cents, read from rows when the order was written.
  amount_cents int not null check (amount_cents > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  terms_version text not null,
  -- open: checkout may go on · pending: paid by a slow method · paid: granted · returning: paid, nothing granted (any
  -- more), all of it goes back · refunded: all of it went back · disputed: charged back, all that was not refunded
  status text not null default 'open'
    check (status in ('open', 'pending', 'paid', 'returning', 'failed', 'expired', 'refunded', 'disputed')),
  checkout_session_id text unique check (char_length(checkout_session_id) between 1 and 200),
  -- The provider's page, to go on from another device.
  checkout_url text check (char_length(checkout_url) between 1 and 4000),
  expires_at timestamptz,
  payment_id text unique check (char_length(payment_id) between 1 and 200),
  paid_at timestamptz,
  -- From the provider's record; null until it was read. invoice: by bank transfer (invoices/transfers.sql), never at the
  -- provider.
  payment_method text check (payment_method in ('card', 'sepa_debit', 'other', 'invoice')),
  -- Start of the first period of a subscription.
  service_from timestamptz,
  -- Sums of private.nemus_order_entries, like failed_cents, written by its trigger alone (order_entries.sql).
  refunded_cents int not null default 0,
  -- Owed back by the portal itself: could not be granted, or places were cancelled (private.nemus_refunds).
  returning_cents int not null default 0 check (returning_cents between 0 and amount_cents),
  -- Charged back at present, in open or lost disputes; without the refunded part.
  disputed_cents int not null default 0 check (disputed_cents >= 0),
  -- When the account first saw how the payment ended.
  result_shown_at timestamptz,
  -- For an operator. already_enrolled: given back after a dispute, but the account had the course again ·
  -- credits_spent: refunded, but the credits were spent · access_kept: refunded almost completely, with the access left ·
  -- address_missing: paid and granted, but its invoice has no recipient's address yet.
  attention text check (attention in ('already_enrolled', 'credits_spent', 'access_kept', 'address_missing')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Terms of a sold course: title, price, credits, units and ZFU, written by private.nemus_course_terms. Null for
  -- credits and subscriptions.
  terms jsonb check (jsonb_typeof(terms) = 'object'),
  -- Refunds that failed at the provider, and are owed again: what they took back stays taken.
  failed_cents int not null default 0 check (failed_cents >= 0),
  -- Date chosen with the purchase (dates/chosen_before.sql).
  date_id uuid references public.nemus_appointments (id) on delete set null,
  constraint content_fits_kind check (
    (course_id is not null) = (kind = 'course') and (credits is not null) = (kind = 'credits')
    and (tier is not null) = (kind = 'subscription') and (kind = 'course' or trainee_ids = '{}')),
  constraint start_is_for_trainees check (starts_on is null or (isfinite(starts_on) and cardinality(trainee_ids) > 0)),
  constraint paid_has_a_time check ((status in ('paid', 'returning', 'refunded', 'disputed')) = (paid_at is not null)),
  constraint nothing_granted_goes_back check (status <> 'returning' or returning_cents = amount_cents
    or refunded_cents + failed_cents = amount_cents),
  constraint refund_fits_amount check (refunded_cents between 0 and amount_cents
    and (status = 'refunded') = (refunded_cents = amount_cents)),
  constraint dispute_fits_amount check (refunded_cents + disputed_cents <= amount_cents
    and (status = 'disputed') = (disputed_cents > 0 and refunded_cents < amount_cents
      and refunded_cents + disputed_cents + failed_cents >= amount_cents))
);
alter table public.nemus_orders enable row level security;
create trigger touch before update on public.nemus_orders for each row execute function private.nemus_touch();
create index nemus_orders_newest on public.nemus_orders (user_id, created_at desc);
create index nemus_orders_course on public.nemus_orders (course_id);
create index nemus_orders_date on public.nemus_orders (date_id) where date_id is not null;
create index nemus_orders_waiting on public.nemus_orders (user_id) where status in ('open', 'pending');
create index nemus_orders_attention on public.nemus_orders (updated_at) where attention is not null;

-- Version of the terms for new orders; each order keeps its own.
insert into private.nemus_settings (key, value) values ('terms_version', '"2026-11"');

/*
 * Whether an order blocks another purchase by p_buyer: payment under way, or the provider's page can still be paid. An
 * order without a page blocks for five minutes, another account's page for an hour, since only that account can close
 * it.
 */
create function private.nemus_is_waiting(p_order public.nemus_orders, p_buyer uuid) returns boolean
language sql stable set search_path = '' as $$
  select p_order.status = 'pending' or (p_order.status = 'open' and now() < least(
    case when p_order.checkout_session_id is null then p_order.created_at + interval '5 minutes'
      else coalesce(p_order.expires_at, p_order.created_at + interval '1 day') end,
    case when p_order.user_id <> p_buyer then p_order.created_at + interval '1 hour' end))
$$;

/*
 * Orders that block p_buyer because they would give the course to the same person: of the account itself, or for a
 * trainee row with that account. p_user: account, null for a trainee without one. p_trainee: trainee row, or null.
 */
create function private.nemus_waiting_orders(p_course uuid, p_buyer uuid, p_user uuid, p_trainee uuid)
returns setof public.nemus_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.nemus_orders o
  where o.course_id = p_course and private.nemus_is_waiting(o, p_buyer) and (
    (o.user_id = p_user and cardinality(o.trainee_ids) = 0) or p_trainee = any (o.trainee_ids)
    or exists (select from public.nemus_trainees t where t.id = any (o.trainee_ids) and t.user_id = p_user))
$$;

/*
 * One purchase of a course at a time: orders, bookings, purchases with credits and grants wait here. Always the first
 * lock of a transaction, so there are no deadlocks.
 */
create function private.nemus_lock_course(p_course uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_course ' || p_course, 0))
$$;

/* The same for the orders of one account. */
create function private.nemus_lock_orders(p_user uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_orders ' || p_user, 0))
$$;

/*
 * Refuses a purchase while the same course is being paid for the same person.
 * Raises 409 purchase_pending (by the caller), purchase_elsewhere (by another account).
 */
create function private.nemus_refuse_waiting(p_course uuid, p_buyer uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  own boolean;
begin
  select bool_or(o.user_id = p_buyer) into own from private.nemus_waiting_orders(p_course, p_buyer, p_buyer, null) o;
  if own then
    perform private.nemus_refuse(409, 'purchase_pending', '{"name": null}');
  elsif not own then
    perform private.nemus_refuse(409, 'purchase_elsewhere', '{"name": null}');
  end if;
end $$;

/*
 * The account that pays for an order of p_user_id. Raises 400 invalid_order without a profile, 403 institution_required
 * if only institutions buy this, 403 member_role_required.
 */
create function private.nemus_order_payer(p_user_id uuid, p_kind text, p_institution_only boolean)
returns public.nemus_profiles
language plpgsql security definer set search_path = '' as $$
declare
  account public.nemus_profiles;
begin
  select * into account from public.nemus_profiles p where p.user_id = p_user_id;
  perform private.nemus_refuse(400, 'invalid_order') where not found;
  perform private.nemus_refuse(403, 'institution_required')
    where p_institution_only and account.user_type <> 'institution';
  select * into account from public.nemus_profiles p where p.user_id = private.nemus_buys_for(p_user_id, p_kind);
  return account;
end $$;

/*
 * Refuses a purchase at another price than the caller was shown; null: the caller names none. Raises 409 price_changed
 * {unit, shown, now}, unit `cents` or `credits`, in total.
 */
create function private.nemus_check_price(p_unit text, p_shown int, p_now int) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'price_changed', jsonb_build_object('unit', p_unit, 'shown', p_shown, 'now', p_now))
    where p_shown <> p_now;
end $$;

/* Writes the row of an order, with the terms of today. p_order.id: null for a new one. */
create function private.nemus_insert_order(p_order public.nemus_orders) returns public.nemus_orders
language sql security definer set search_path = '' as $$
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (id, payment_method, user_id, kind, course_id, trainee_ids, credits, tier, title,
    amount_cents, starts_on, date_id, terms_version)
  select coalesce(p_order.id, gen_random_uuid()), p_order.payment_method, p_order.user_id, p_order.kind, p_order.course_id,
    coalesce(p_order.trainee_ids, '{}'), p_order.credits, p_order.tier, p_order.title, p_order.amount_cents,
    p_order.starts_on, p_order.date_id, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning *
$$;

/*
 * Writes an order and returns what its checkout needs: {order_id, kind, tier, places, account_id, amount_cents,
 * currency, title, tax, countries, email, name, address, provider_customer_id}. address: the saved one or null.
 * account_id: the payer, as known to the provider. places: how many times the price is charged. tax: for the known
 * address; countries: those that are sold to (invoices/tax_treatments.sql). Raises 409 country_not_sold. p_shown: as in
 * nemus_check_price.
 */
create function private.nemus_write_order(p_payer public.nemus_profiles, p_order public.nemus_orders, p_shown int)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  p_order.user_id := p_payer.user_id;
  perform private.nemus_refuse(409, 'country_not_sold') where not private.nemus_is_sold(p_order);
  perform private.nemus_check_price('cents', p_shown, p_order.amount_cents);
  ordered := private.nemus_insert_order(p_order);
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title,
    'email', private.nemus_letter_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $$;

/*
 * Orders a course by card: for the account itself, or for trainees of the institution it acts for, from p_start.
 * Returns as nemus_write_order. Raises as nemus_order_payer, 400 invalid_order (a start without trainees),
 * start_in_the_past, start_too_late, as nemus_check_buyable, 404 trainee_not_found, 409 trainee_inactive, already_enrolled,
 * purchase_pending, purchase_elsewhere, members_book_for_trainees, price_changed, and as nemus_check_spending.
 * p_shown_cents: total the caller was shown, here and below; null: none.
 */
create function public.nemus_order_course(p_user_id uuid, p_course_id uuid, p_trainee_ids uuid[] default '{}',
  p_start date default null, p_shown_cents int default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  places constant int := cardinality(p_trainee_ids);
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'course', places > 0);
  course public.nemus_courses;
  ordered public.nemus_orders;
  price int;
  request uuid;
  answer jsonb;
begin
  perform private.nemus_refuse(400, 'invalid_order') where places = 0 and p_start is not null;
  perform private.nemus_refuse(409, 'members_book_for_trainees') where places = 0 and payer.user_id <> p_user_id;
  perform private.nemus_lock_course(p_course_id);
  perform private.nemus_check_buyable(p_course_id);
  select * into course from public.nemus_courses c where c.id = p_course_id and c.price_euros > 0;
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  price := round(course.price_euros * 100)::int;
  if places > 0 then
    perform private.nemus_check_start(p_start);
    perform private.nemus_check_trainees(payer.user_id, p_course_id, p_trainee_ids);
    request := private.nemus_check_spending(payer.user_id, p_user_id, p_course_id, p_trainee_ids, p_start, 0, price);
  elsif exists (select from public.nemus_course_enrollments e
    where e.user_id = payer.user_id and e.course_id = p_course_id)
    or exists (select from private.nemus_spare_places(payer.user_id, p_course_id)) then
    perform private.nemus_refuse(409, 'already_enrolled');
  else
    perform private.nemus_refuse_waiting(p_course_id, payer.user_id);
    perform private.nemus_refuse_above_limit(payer.user_id, p_user_id, 0, price);
  end if;
  ordered.kind := 'course';
  ordered.course_id := p_course_id;
  ordered.trainee_ids := p_trainee_ids;
  ordered.starts_on := p_start;
  -- An approved request keeps its date. What an institution chose is for its trainees.
  ordered.date_id := case when request is not null then (select r.date_id from public.nemus_booking_requests r where r.id = request)
    when places > 0 or payer.user_type = 'piw' then private.nemus_choice_of(p_user_id, p_course_id) end;
  ordered.title := course.title;
  ordered.amount_cents := price * greatest(places, 1);
  answer := private.nemus_write_order(payer, ordered, p_shown_cents);
  if request is not null then
    update public.nemus_booking_requests r set order_id = (answer ->> 'order_id')::uuid where r.id = request;
  end if;
  return answer;
exception
  -- The checks name trainees and days in their values; the payment functions pass on codes, and amounts.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      if code = 'price_changed' then
        raise;
      end if;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $$;

/*
 * Writes an order of credits: 100 to 100,000 in steps of 50. p_order, p_method: its id and payment_method, or null.
 * Returns and raises as nemus_order_credits.
 */
create function private.nemus_write_credit_order(p_payer public.nemus_profiles, p_credits int, p_shown_cents int,
  p_order uuid, p_method text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order')
    where p_credits is null or p_credits not between 100 and 100000 or p_credits % 50 <> 0;
  ordered.id := p_order;
  ordered.payment_method := p_method;
  ordered.kind := 'credits';
  ordered.credits := p_credits;
  ordered.title := private.nemus_document_text('credits', private.nemus_count(p_credits));
  ordered.amount_cents := p_credits * (select p.amount_cents from public.nemus_prices p where p.item = 'credit');
  return private.nemus_write_order(p_payer, ordered, p_shown_cents);
end $$;

/*
 * Orders credits: 100 to 100,000 in steps of 50. Returns as nemus_write_order. Raises as nemus_order_payer, 400
 * invalid_order, 409 price_changed.
 */
create function public.nemus_order_credits(p_user_id uuid, p_credits int, p_shown_cents int default null) returns jsonb
language sql security definer set search_path = '' as $$
  select private.nemus_write_credit_order(private.nemus_order_payer(p_user_id, 'credits', true), p_credits, p_shown_cents,
    null, null)
$$;

/*
 * Orders a subscription, `monthly` or `yearly`, one at a time. Returns as nemus_write_order. Raises as
 * nemus_order_payer, 400 invalid_order, 409 already_subscribed, purchase_pending, price_changed.
 */
create function public.nemus_order_subscription(p_user_id uuid, p_tier text, p_shown_cents int default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'subscription', true);
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order') where p_tier is null or p_tier not in ('monthly', 'yearly');
  perform private.nemus_refuse(409, 'already_subscribed')
    where exists (select from public.nemus_subscriptions s
      where s.institution_id = payer.user_id and s.status in ('active', 'trialing', 'past_due'));
  perform private.nemus_lock_orders(payer.user_id);
  perform private.nemus_refuse(409, 'purchase_pending')
    where exists (select from public.nemus_orders o
      where o.user_id = payer.user_id and o.kind = 'subscription' and private.nemus_is_waiting(o, payer.user_id));
  ordered.kind := 'subscription';
  ordered.tier := p_tier;
  ordered.title := private.nemus_document_text(p_tier);
  ordered.amount_cents := (select p.amount_cents from public.nemus_prices p where p.item = p_tier);
  return private.nemus_write_order(payer, ordered, p_shown_cents);
end $$;

/* Ties an order to its checkout, and the account to its customer at the provider. Raises PT404 order_not_found. */
create function public.nemus_attach_checkout(p_order_id uuid, p_session_id text, p_customer_id text,
  p_expires_at timestamptz, p_url text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  update public.nemus_orders o set checkout_session_id = p_session_id,
    expires_at = coalesce(p_expires_at, o.expires_at), checkout_url = coalesce(p_url, o.checkout_url)
  where o.id = p_order_id and (o.checkout_session_id is null or o.checkout_session_id = p_session_id)
  returning * into ordered;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  if p_customer_id is not null then
    insert into private.nemus_provider_customers (user_id, customer_id) values (ordered.user_id, p_customer_id)
    on conflict (user_id) do update set customer_id = excluded.customer_id;
  end if;
end $$;

/*
 * Order of a checkout: {order_id, user_id, kind, status, amount_cents, currency}, or null.
 */
create function public.nemus_checkout(p_session_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', o.id, 'user_id', o.user_id, 'kind', o.kind, 'status', o.status,
    'amount_cents', o.amount_cents, 'currency', o.currency)
  from public.nemus_orders o where o.checkout_session_id = p_session_id
$$;
