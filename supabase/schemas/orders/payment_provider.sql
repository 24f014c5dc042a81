-- Customers and events of the payment provider. An event is handled once: nemus_begin_event says whether it still is to
-- be handled, nemus_finish_event ends it or keeps the error, and the provider sends it again.
-- A customer is made at the first need, not only by a purchase: an institution with a subscription entered by hand can
-- open the provider's portal too. Failed events: nemus_order_tasks (desk.sql).

/* Customer of an account at the payment provider. */
create table private.nemus_provider_customers (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  customer_id text not null unique check (char_length(customer_id) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_provider_customers enable row level security;

/* Events of the provider. Only finished ones are skipped on repetition. */
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
alter table private.nemus_provider_events enable row level security;
create index nemus_provider_events_open on private.nemus_provider_events (occurred_at) where handled_at is null;
create trigger touch before update on private.nemus_provider_customers
  for each row execute function private.nemus_touch();
create trigger touch before update on private.nemus_provider_events for each row execute function private.nemus_touch();

/* Records an event; true if it is still to be handled. */
create function public.nemus_begin_event(p_event_id text, p_type text, p_created timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  insert into private.nemus_provider_events as e (event_id, type, occurred_at) values (p_event_id, p_type, p_created)
  on conflict (event_id) do update set attempts = e.attempts + 1
  returning handled_at is null
$$;

/* Marks an event as finished (p_error null), or keeps why it failed. */
create function public.nemus_finish_event(p_event_id text, p_error text default null) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_provider_events e
  set handled_at = case when p_error is null then coalesce(e.handled_at, now()) else e.handled_at end,
    last_error = left(p_error, 2000)
  where e.event_id = p_event_id
$$;

/*
 * Contact for the provider, of the account that p_user_id pays for: {account_id, email, name, provider_customer_id};
 * null without a profile. Raises 403 member_role_required.
 */
create function public.nemus_billing_contact(p_user_id uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object('account_id', p.user_id, 'email', private.nemus_mail_address(p.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p.user_id))
  from public.nemus_profiles p where p.user_id = private.nemus_buys_for(p_user_id, 'credits')
$$;

/* Stores the account's customer at the provider. */
create function public.nemus_attach_customer(p_user_id uuid, p_customer_id text) returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_provider_customers (user_id, customer_id) values (p_user_id, p_customer_id)
  on conflict (user_id) do update set customer_id = excluded.customer_id
$$;
