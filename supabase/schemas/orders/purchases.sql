-- Prices (nemus_prices: credit, month, year) and purchases (nemus_transactions: every purchase, renewal and refund,
-- page "Käufe"). The price of a course is a column of nemus_courses.
-- A purchase line is written once (`reference`). Written by fulfilment.sql, subscriptions.sql, refunded_orders.sql,
-- bookings/bookings.sql, bookings/changes.sql and credits/credits.sql.
-- Triggers on nemus_transactions: letters.sql owes the mail, courses/catalogue.sql keeps the terms.

create table public.nemus_prices (
  item text primary key check (item in ('credit', 'monthly', 'yearly')),
  amount_cents int not null check (amount_cents > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_prices enable row level security;
create trigger touch before update on public.nemus_prices for each row execute function private.nemus_touch();

-- Gross cents for one credit, a month, a year (S-10.1, S-10.3).
insert into public.nemus_prices (item, amount_cents) values ('credit', 200), ('monthly', 29900), ('yearly', 299000);

/* One line per purchase, renewal and refund. */
create table public.nemus_transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- Cause of the line (`order:…`, `refund:…`, `invoice:…`, `booking:…`); unique, so it is written once.
  reference text not null unique check (char_length(reference) between 1 and 200),
  type text not null check (type in ('course', 'credits', 'subscription')),
  item_name text not null check (char_length(item_name) between 1 and 200),
  occurred_at timestamptz not null default now(),
  -- Gross cents; negative for a refund, 0 for a purchase with credits.
  amount_cents int not null,
  currency text not null default 'eur' check (currency = 'eur'),
  status text not null check (status in ('completed', 'pending', 'failed')),
  -- From the provider's record. balance: paid with the rest of an earlier change of plan; other: no word for it here.
  payment_method text not null
    check (payment_method in ('card', 'sepa_debit', 'invoice', 'credits', 'balance', 'other')),
  participants int check (participants > 0),
  -- Credits: positive came in, negative were spent.
  credits_amount int,
  billing_period text check (billing_period in ('monthly', 'yearly')),
  -- First and last day a subscription's payment covers.
  service_from date,
  service_until date,
  -- Charges and credits of a change of plan, as lines of its invoice; null for a single line.
  parts jsonb check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) > 0),
  -- Part of the amount paid with the rest of an earlier change of plan.
  balance_cents int not null default 0 check (balance_cents >= 0),
  -- Invented, of a demo account.
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
create trigger touch before update on public.nemus_transactions for each row execute function private.nemus_touch();
create index nemus_transactions_newest on public.nemus_transactions (user_id, occurred_at desc, id);

/* Prices of the subscription: [{tier, amount_cents, currency}]. */
create function public.nemus_plans() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('tier', p.item, 'amount_cents', p.amount_cents, 'currency', p.currency)
    order by p.amount_cents)
  from public.nemus_prices p where p.item in ('monthly', 'yearly')
$$;
