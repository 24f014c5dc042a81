-- Subscriptions: what the provider reports (private.nemus_provider_subscriptions), and the one that an institution sees
-- (nemus_subscriptions). One at a time: a second one is ended and paid back (owed_refunds.sql).
-- Provider events are applied in any order; an older event than the last one changes nothing. Events before fulfilment
-- wait for their order.
-- A renewal or change of plan is written once, with its invoice, by nemus_record_invoice; the first invoice comes from
-- fulfilment.sql.
-- notifications/events.sql reacts to a change of status.

create table public.nemus_subscriptions (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  tier text not null check (tier in ('monthly', 'yearly')),
  -- The payment provider's own words.
  status text not null check (status in ('active', 'trialing', 'incomplete', 'incomplete_expired', 'past_due',
    'canceled', 'unpaid', 'paused')),
  current_period_end timestamptz,
  -- Cancelled by the customer, paid until `current_period_end`.
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_subscriptions enable row level security;
create trigger touch before update on public.nemus_subscriptions for each row execute function private.nemus_touch();

/*
 * Subscriptions as reported by the provider. An event may come before the checkout is fulfilled: institution_id is null
 * then, and fulfilment picks up what the event reported.
 */
create table private.nemus_provider_subscriptions (
  subscription_id text primary key check (char_length(subscription_id) between 1 and 200),
  institution_id uuid references public.nemus_profiles (user_id) on delete cascade,
  order_id uuid references public.nemus_orders (id) on delete restrict,
  status text,
  tier text,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- Newest event applied.
  last_event_at timestamptz,
  -- Replaced by another subscription: its events no longer count.
  superseded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_provider_subscriptions enable row level security;
create index nemus_provider_subscriptions_institution on private.nemus_provider_subscriptions (institution_id);
create index nemus_provider_subscriptions_order on private.nemus_provider_subscriptions (order_id);
create trigger touch before update on private.nemus_provider_subscriptions
  for each row execute function private.nemus_touch();

/* Copies the newest state of an institution's current subscription to nemus_subscriptions. */
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
 * Starts a paid subscription, in place of an ended one. If another one runs, the entered address is not sold to, or the
 * account is deleted, returns {reason: already_subscribed, country_not_sold or account_gone, places: 1}; the new one is then
 * ended and paid back.
 */
create function private.nemus_grant_subscription(p_order public.nemus_orders, p_subscription_id text,
  p_period_end timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  is_sold constant boolean := private.nemus_is_sold(p_order);
  is_gone constant boolean := exists (select from private.nemus_deleted_accounts d where d.user_id = p_order.user_id);
begin
  perform private.nemus_lock_orders(p_order.user_id);
  if is_gone or not is_sold or (exists (select from public.nemus_subscriptions s
      where s.institution_id = p_order.user_id and s.status in ('active', 'trialing', 'past_due'))
    and not exists (select from private.nemus_provider_subscriptions s
      where s.subscription_id = p_subscription_id and s.institution_id = p_order.user_id)) then
    -- Kept but never shown, so that events of it find its order.
    insert into private.nemus_provider_subscriptions as s (subscription_id, order_id, status, tier, superseded_at)
    values (p_subscription_id, p_order.id, 'active', p_order.tier, now())
    on conflict (subscription_id) do update set order_id = excluded.order_id, superseded_at = excluded.superseded_at;
    return jsonb_build_object('reason', case when is_gone then 'account_gone'
      when is_sold then 'already_subscribed' else 'country_not_sold' end, 'places', 1);
  end if;
  update private.nemus_provider_subscriptions s set superseded_at = now()
  where s.institution_id = p_order.user_id and s.superseded_at is null and s.subscription_id <> p_subscription_id;
  insert into private.nemus_provider_subscriptions as s (subscription_id, institution_id, order_id, status, tier,
    current_period_end)
  values (p_subscription_id, p_order.user_id, p_order.id, 'active', p_order.tier, p_period_end)
  -- An event that came in between is newer than the checkout.
  on conflict (subscription_id) do update set institution_id = excluded.institution_id, order_id = excluded.order_id,
    status = coalesce(s.status, excluded.status), tier = coalesce(s.tier, excluded.tier),
    current_period_end = coalesce(s.current_period_end, excluded.current_period_end);
  perform private.nemus_show_subscription(p_subscription_id);
  return null;
end $$;

/*
 * Applies the state of a subscription; an event older than the last one changes nothing. Returns the address of letters to
 * its institution, for the provider's own mails; null for an unknown one.
 */
create function public.nemus_sync_subscription(p_subscription_id text, p_status text, p_tier text,
  p_period_end timestamptz, p_cancel_at_period_end boolean, p_event_at timestamptz) returns text
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
  return (select private.nemus_letter_address(s.institution_id) from private.nemus_provider_subscriptions s
    where s.subscription_id = p_subscription_id);
end $$;

/*
 * Writes purchase and invoice of a renewal or change of plan, once per invoice of the provider. The first invoice of a
 * subscription belongs to its checkout and is skipped.
 * p_amount_cents: total; negative if a change credits more than it charges, which counts towards the next invoices.
 * p_balance_cents: part of the total paid that way. p_parts: [{tier, amount_cents, starts_at, ends_at}]; a negative
 * amount credits unused time.
 * Returns the institution. Raises PT404 order_not_found: the checkout is not fulfilled yet.
 */
create function public.nemus_record_invoice(p_subscription_id text, p_invoice_id text, p_amount_cents int,
  p_currency text, p_paid_at timestamptz, p_payment_method text default null, p_balance_cents int default 0,
  p_parts jsonb default null) returns uuid
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
  perform private.nemus_refuse(404, 'order_not_found') where subscription.order_id is null;
  select * into ordered from public.nemus_orders o where o.id = subscription.order_id;
  if p_amount_cents = 0 or lower(p_currency) <> 'eur' or (p_amount_cents = ordered.amount_cents
    and abs(extract(epoch from p_paid_at - ordered.paid_at)) < 24 * 60 * 60) then
    return subscription.institution_id;
  end if;
  plan := private.nemus_document_text(subscription.tier);
  with parts as (
    select case when x.tier in ('monthly', 'yearly') then private.nemus_document_text(x.tier) else plan end as name,
      x.amount_cents, (x.starts_at at time zone 'Europe/Berlin')::date as first_day,
      greatest((x.ends_at at time zone 'Europe/Berlin')::date - 1, (x.starts_at at time zone 'Europe/Berlin')::date)
        as last_day, line.position
    from jsonb_array_elements(coalesce(p_parts, '[]')) with ordinality as line (part, position)
    cross join jsonb_to_record(line.part) as x (tier text, amount_cents int, starts_at timestamptz, ends_at timestamptz))
  select count(*) as lines, sum(p.amount_cents) as total,
    -- Charges cover a coming period; a credit only ends one.
    min(p.first_day) filter (where p.amount_cents > 0) as first_day,
    max(p.last_day) filter (where p.amount_cents > 0) as last_day,
    jsonb_agg(jsonb_build_object('description',
        case when p.amount_cents < 0 then private.nemus_document_text('unused_time', p.name) else p.name end,
        'quantity', 1, 'unit', private.nemus_document_text('unit_subscription'), 'gross_cents', p.amount_cents, 'service_from', p.first_day,
        'service_until', p.last_day) order by p.amount_cents < 0, p.position) as written
  into spans from parts p;
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, occurred_at, amount_cents, status,
    payment_method, billing_period, service_from, service_until, parts, balance_cents)
  values (subscription.institution_id, 'invoice:' || p_invoice_id, 'subscription',
    case when spans.lines > 1 then private.nemus_document_text('plan_change', plan) else plan end, p_paid_at, p_amount_cents, 'completed',
    coalesce(p_payment_method, 'card'), subscription.tier, spans.first_day, spans.last_day,
    -- Lines that do not add up are left out.
    case when spans.lines > 1 and spans.total = p_amount_cents then spans.written end,
    greatest(0, least(p_balance_cents, p_amount_cents)))
  on conflict (reference) do nothing returning * into listed;
  if listed.id is not null then
    perform private.nemus_issue_invoice(listed, 1, private.nemus_document_text('unit_subscription'), case when p_amount_cents < 0 then (
      select i.id from public.nemus_invoices i join public.nemus_transactions t on t.id = i.transaction_id
      where t.user_id = listed.user_id and t.type = 'subscription' and i.kind = 'invoice' and not i.is_sample
      order by t.occurred_at desc, i.created_at desc limit 1) end, null);
  end if;
  return subscription.institution_id;
end $$;
