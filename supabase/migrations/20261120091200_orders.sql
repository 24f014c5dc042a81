-- Orders: a row before every checkout at the payment provider, and what the provider said about it.

create table public.nemus_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete restrict,
  kind text not null check (kind in ('course', 'credits', 'subscription')),
  course_id uuid references public.nemus_courses (id) on delete restrict,
  -- The trainees that an institution buys the course for; empty: the account itself.
  trainee_ids uuid[] not null default '{}' check (array_position(trainee_ids, null) is null),
  credits int check (credits >= 100 and credits % 50 = 0),
  tier text check (tier in ('monthly', 'yearly')),
  title text not null check (char_length(title) between 1 and 200),
  -- Gross, read from rows when the order was made.
  amount_cents int not null check (amount_cents > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  terms_version text not null,
  -- open: checkout may go on · pending: paid by a method that takes days · paid: granted · refunded: all of it went back ·
  -- disputed: the buyer had all of it charged back, or what a refund left of it
  status text not null default 'open'
    check (status in ('open', 'pending', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
  checkout_session_id text unique check (char_length(checkout_session_id) between 1 and 200),
  expires_at timestamptz,
  payment_id text unique check (char_length(payment_id) between 1 and 200),
  paid_at timestamptz,
  -- What the provider's record of the payment says; null before it was looked at.
  payment_method text check (payment_method in ('card', 'sepa_debit', 'other')),
  -- When the first period of a subscription began.
  service_from timestamptz,
  refunded_cents int not null default 0,
  -- Of what was not refunded: the part that is charged back at the moment, in disputes that are open or lost.
  disputed_cents int not null default 0 check (disputed_cents >= 0),
  -- What an operator has to look at: paid but the account had it already; refunded but the credits were spent.
  attention text check (attention in ('already_enrolled', 'credits_spent')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint content_fits_kind check (
    (course_id is not null) = (kind = 'course') and (credits is not null) = (kind = 'credits')
    and (tier is not null) = (kind = 'subscription') and (kind = 'course' or trainee_ids = '{}')),
  constraint paid_has_a_time check ((status in ('paid', 'refunded', 'disputed')) = (paid_at is not null)),
  constraint refund_fits_amount check (refunded_cents between 0 and amount_cents
    and (status = 'refunded') = (refunded_cents = amount_cents)),
  constraint dispute_fits_amount check (refunded_cents + disputed_cents <= amount_cents
    and (status = 'disputed') = (disputed_cents > 0 and refunded_cents + disputed_cents = amount_cents))
);
alter table public.nemus_orders enable row level security;
create trigger touch before update on public.nemus_orders
  for each row execute function private.nemus_touch();
create index nemus_orders_newest on public.nemus_orders (user_id, created_at desc);
create index nemus_orders_course on public.nemus_orders (course_id);
create index nemus_orders_attention on public.nemus_orders (updated_at) where attention is not null;

/* The account's customer at the payment provider. */
create table private.nemus_provider_customers (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  customer_id text not null unique check (char_length(customer_id) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

/*
 * Subscriptions as the payment provider tells of them. An event may come before the checkout that starts the
 * subscription is fulfilled: then nobody owns the row yet, and fulfilment finds what the event said.
 */
create table private.nemus_provider_subscriptions (
  subscription_id text primary key check (char_length(subscription_id) between 1 and 200),
  institution_id uuid references public.nemus_profiles (user_id) on delete cascade,
  order_id uuid references public.nemus_orders (id) on delete restrict,
  status text,
  tier text,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- Time of the newest event that was applied.
  last_event_at timestamptz,
  -- Set when the institution started another subscription: events of this one no longer count.
  superseded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index nemus_provider_subscriptions_institution on private.nemus_provider_subscriptions (institution_id);
create index nemus_provider_subscriptions_order on private.nemus_provider_subscriptions (order_id);

/* Events of the provider. Only a finished one is skipped when it comes again: a failed one is tried again. */
create table private.nemus_provider_events (
  event_id text primary key check (char_length(event_id) between 1 and 200),
  type text not null check (char_length(type) between 1 and 200),
  occurred_at timestamptz not null,
  attempts int not null default 1 check (attempts > 0),
  handled_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index nemus_provider_events_open on private.nemus_provider_events (occurred_at) where handled_at is null;

alter table private.nemus_provider_customers enable row level security;
alter table private.nemus_provider_subscriptions enable row level security;
alter table private.nemus_provider_events enable row level security;
revoke all on private.nemus_provider_customers, private.nemus_provider_subscriptions, private.nemus_provider_events
  from public;
create trigger touch before update on private.nemus_provider_customers
  for each row execute function private.nemus_touch();
create trigger touch before update on private.nemus_provider_subscriptions
  for each row execute function private.nemus_touch();
create trigger touch before update on private.nemus_provider_events
  for each row execute function private.nemus_touch();

/*
 * Writes the order of a purchase; the price is read from rows.
 * Returns {order_id, amount_cents, currency, title, email, name, provider_customer_id}.
 * Raises PT400 invalid_order, PT403 institution_required, PT404 course_not_found, PT404 trainee_not_found,
 * PT409 already_enrolled, PT409 already_subscribed. Message and hint are the code: a function shows its own text.
 */
create function private.nemus_create_order(p_user_id uuid, p_kind text, p_course_id uuid, p_credits int, p_tier text,
  p_trainee_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account public.nemus_profiles;
  course public.nemus_courses;
  places constant int := coalesce(cardinality(p_trainee_ids), 0);
  price int;
  bought text;
  ordered public.nemus_orders;
begin
  select * into account from public.nemus_profiles p where p.user_id = p_user_id;
  if not found or p_kind is null or p_kind not in ('course', 'credits', 'subscription')
    or (p_kind = 'course') <> (p_course_id is not null) or (p_kind = 'credits') <> (p_credits is not null)
    or (p_kind = 'subscription') <> (p_tier is not null) or (places > 0 and p_kind <> 'course')
    or p_credits < 100 or p_credits % 50 <> 0 or p_credits > 100000 or p_tier not in ('monthly', 'yearly') then
    perform private.nemus_refuse(400, 'invalid_order', 'invalid_order');
  end if;
  if account.user_type <> 'institution' and (p_kind <> 'course' or places > 0) then
    perform private.nemus_refuse(403, 'institution_required', 'institution_required');
  end if;
  if p_kind = 'course' then
    select * into course from public.nemus_courses c where c.id = p_course_id and c.is_active and c.price_euros > 0;
    if not found then
      perform private.nemus_refuse(404, 'course_not_found', 'course_not_found');
    end if;
    if places > 0 then
      perform private.nemus_check_trainees(p_user_id, p_course_id, p_trainee_ids);
    elsif exists (select from public.nemus_course_enrollments e
      where e.user_id = p_user_id and e.course_id = p_course_id) then
      perform private.nemus_refuse(409, 'already_enrolled', 'already_enrolled');
    end if;
    price := round(course.price_euros * 100)::int * greatest(places, 1);
    bought := course.title;
  elsif p_kind = 'credits' then
    select p.amount_cents * p_credits into price from public.nemus_prices p where p.item = 'credit';
    bought := p_credits || ' Credits';
  else
    if exists (select from public.nemus_subscriptions s
      where s.institution_id = p_user_id and s.status in ('active', 'trialing', 'past_due')) then
      perform private.nemus_refuse(409, 'already_subscribed', 'already_subscribed');
    end if;
    select p.amount_cents into price from public.nemus_prices p where p.item = p_tier;
    bought := case p_tier when 'monthly' then 'Monatsabonnement' else 'Jahresabonnement' end;
  end if;
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, terms_version)
  select p_user_id, p_kind, p_course_id, coalesce(p_trainee_ids, '{}'), p_credits, p_tier, bought, price, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'amount_cents', ordered.amount_cents,
    'currency', ordered.currency, 'title', ordered.title, 'email', account.email,
    'name', coalesce(account.institution_name, btrim(account.first_name || ' ' || account.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p_user_id));
exception
  -- The check of trainees speaks to clients, in German; a function wants the code.
  when sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $$;

/* Ties an order to its checkout, and the account to its customer at the provider. Raises PT404 order_not_found. */
create function private.nemus_attach_checkout(p_order_id uuid, p_session_id text, p_customer_id text,
  p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  update public.nemus_orders o set checkout_session_id = p_session_id, expires_at = p_expires_at
  where o.id = p_order_id and (o.checkout_session_id is null or o.checkout_session_id = p_session_id)
  returning * into ordered;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found', 'order_not_found');
  end if;
  if p_customer_id is not null then
    insert into private.nemus_provider_customers (user_id, customer_id) values (ordered.user_id, p_customer_id)
    on conflict (user_id) do update set customer_id = excluded.customer_id;
  end if;
end $$;

/* The order of a checkout: {order_id, user_id, kind, status, amount_cents, currency}, or null. */
create function private.nemus_checkout(p_session_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', o.id, 'user_id', o.user_id, 'kind', o.kind, 'status', o.status,
    'amount_cents', o.amount_cents, 'currency', o.currency)
  from public.nemus_orders o where o.checkout_session_id = p_session_id
$$;

/* The customer of an account at the provider, or null. */
create function private.nemus_provider_customer(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select c.customer_id from private.nemus_provider_customers c where c.user_id = p_user_id
$$;

/* Prices of the subscription: [{tier, amount_cents, currency}]. */
create function public.nemus_plans() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('tier', p.item, 'amount_cents', p.amount_cents, 'currency', p.currency)
    order by p.amount_cents)
  from public.nemus_prices p where p.item in ('monthly', 'yearly')
$$;

/* Remembers an event and answers whether it is still to be handled: finished ones are not. */
create function private.nemus_begin_event(p_event_id text, p_type text, p_created timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  insert into private.nemus_provider_events as e (event_id, type, occurred_at) values (p_event_id, p_type, p_created)
  on conflict (event_id) do update set attempts = e.attempts + 1
  returning handled_at is null
$$;

/* Marks an event as finished (p_error null), or notes why it is not. */
create function private.nemus_finish_event(p_event_id text, p_error text) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_provider_events e
  set handled_at = case when p_error is null then coalesce(e.handled_at, now()) else e.handled_at end,
    last_error = left(p_error, 2000)
  where e.event_id = p_event_id
$$;

create function public.nemus_create_order(p_user_id uuid, p_kind text, p_course_id uuid default null,
  p_credits int default null, p_tier text default null, p_trainee_ids uuid[] default '{}') returns jsonb
language sql set search_path = '' as $$
  select private.nemus_create_order(p_user_id, p_kind, p_course_id, p_credits, p_tier, p_trainee_ids)
$$;
create function public.nemus_attach_checkout(p_order_id uuid, p_session_id text, p_customer_id text,
  p_expires_at timestamptz) returns void
language sql set search_path = '' as $$
  select private.nemus_attach_checkout(p_order_id, p_session_id, p_customer_id, p_expires_at)
$$;
create function public.nemus_checkout(p_session_id text) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_checkout(p_session_id) $$;
create function public.nemus_provider_customer(p_user_id uuid) returns text
language sql stable set search_path = '' as $$ select private.nemus_provider_customer(p_user_id) $$;
create function public.nemus_begin_event(p_event_id text, p_type text, p_created timestamptz) returns boolean
language sql set search_path = '' as $$ select private.nemus_begin_event(p_event_id, p_type, p_created) $$;
create function public.nemus_finish_event(p_event_id text, p_error text default null) returns void
language sql set search_path = '' as $$ select private.nemus_finish_event(p_event_id, p_error) $$;

revoke all on function
  private.nemus_create_order(uuid, text, uuid, int, text, uuid[]),
  public.nemus_create_order(uuid, text, uuid, int, text, uuid[]),
  private.nemus_attach_checkout(uuid, text, text, timestamptz),
  public.nemus_attach_checkout(uuid, text, text, timestamptz),
  private.nemus_checkout(text), public.nemus_checkout(text),
  private.nemus_provider_customer(uuid), public.nemus_provider_customer(uuid), public.nemus_plans(),
  private.nemus_begin_event(text, text, timestamptz), public.nemus_begin_event(text, text, timestamptz),
  private.nemus_finish_event(text, text), public.nemus_finish_event(text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.nemus_create_order(uuid, text, uuid, int, text, uuid[]),
  public.nemus_create_order(uuid, text, uuid, int, text, uuid[]),
  private.nemus_attach_checkout(uuid, text, text, timestamptz),
  public.nemus_attach_checkout(uuid, text, text, timestamptz),
  private.nemus_checkout(text), public.nemus_checkout(text),
  private.nemus_provider_customer(uuid), public.nemus_provider_customer(uuid), public.nemus_plans(),
  private.nemus_begin_event(text, text, timestamptz), public.nemus_begin_event(text, text, timestamptz),
  private.nemus_finish_event(text, text), public.nemus_finish_event(text, text)
  to service_role;

revoke all on public.nemus_orders from anon, authenticated, service_role;
grant select on public.nemus_orders to authenticated, service_role;
create policy "own orders are read" on public.nemus_orders for select to authenticated
  using (user_id = (select auth.uid()));
