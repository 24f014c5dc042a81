-- What is sold for how much, and what was bought.

create table public.nemus_prices (
  item text primary key check (item in ('credit', 'monthly', 'yearly')),
  amount_cents int not null check (amount_cents > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_prices enable row level security;
create trigger touch before update on public.nemus_prices
  for each row execute function private.nemus_touch();

-- Gross prices of one credit, a month, a year (S-10.1, S-10.3).
insert into public.nemus_prices (item, amount_cents) values ('credit', 200), ('monthly', 29900), ('yearly', 299000);

/* One line per purchase, renewal and refund: what the page "Käufe" shows. */
create table public.nemus_transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- What caused the line (`order:…`, `refund:…`, `invoice:…`, `booking:…`); makes writing it twice impossible.
  reference text not null unique check (char_length(reference) between 1 and 200),
  type text not null check (type in ('course', 'credits', 'subscription')),
  item_name text not null check (char_length(item_name) between 1 and 200),
  occurred_at timestamptz not null default now(),
  -- Gross; negative for a refund, 0 for what was paid with credits.
  amount_cents int not null,
  currency text not null default 'eur' check (currency = 'eur'),
  status text not null check (status in ('completed', 'pending', 'failed')),
  -- As the provider recorded it. balance: with what an earlier change of plan left over; other: a method that we have
  -- no word for.
  payment_method text not null
    check (payment_method in ('card', 'sepa_debit', 'invoice', 'credits', 'balance', 'other')),
  participants int check (participants > 0),
  -- Credits that came in (positive) or were spent (negative).
  credits_amount int,
  billing_period text check (billing_period in ('monthly', 'yearly')),
  -- First and last day of what a subscription's payment is for.
  service_from date,
  service_until date,
  -- What a change of plan charged and credited, as lines of its invoice; null when there is one line.
  parts jsonb check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) > 0),
  -- The part of the amount that was paid from what an earlier change of plan left over.
  balance_cents int not null default 0 check (balance_cents >= 0),
  -- Invented, for a demo account.
  is_sample boolean not null generated always as (left(reference, 7) = 'sample:') stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As nemus_orders.terms.
  terms jsonb check (jsonb_typeof(terms) = 'object'),
  constraint service_has_two_days check ((service_from is null) = (service_until is null) and service_from <= service_until),
  constraint period_of_subscriptions check ((type = 'subscription') = (billing_period is not null)),
  constraint credits_cost_no_money check (
    payment_method <> 'credits' or (amount_cents = 0 and coalesce(credits_amount, 0) <> 0))
);
alter table public.nemus_transactions enable row level security;
create trigger touch before update on public.nemus_transactions
  for each row execute function private.nemus_touch();
create index nemus_transactions_newest on public.nemus_transactions (user_id, occurred_at desc, id);

/* Prices of the subscription: [{tier, amount_cents, currency}]. */
create function public.nemus_plans() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('tier', p.item, 'amount_cents', p.amount_cents, 'currency', p.currency)
    order by p.amount_cents)
  from public.nemus_prices p where p.item in ('monthly', 'yearly')
$$;
