-- Disputes: a buyer has a payment charged back by the bank. While the money is away, what it bought is away as well.

/* A dispute as the payment provider tells of it. An operator works on it at the provider. */
create table private.nemus_disputes (
  dispute_id text primary key check (char_length(dispute_id) between 1 and 200),
  -- Null: the payment renewed a subscription, for which there is no order of its own.
  order_id uuid references public.nemus_orders (id) on delete restrict,
  payment_id text not null check (char_length(payment_id) between 1 and 200),
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (char_length(reason) <= 200),
  -- The provider's words.
  status text not null check (char_length(status) between 1 and 100),
  -- When the provider was asked for what stands here.
  asked_at timestamptz not null,
  -- What an operator was told last.
  told text check (told in ('opened', 'closed')),
  -- How often the disputed sum of the order changed, and the purchase line of the last charge.
  changes int not null default 0,
  transaction_id uuid references public.nemus_transactions (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_disputes enable row level security;
create index nemus_disputes_order on private.nemus_disputes (order_id);
create index nemus_disputes_transaction on private.nemus_disputes (transaction_id);
create trigger touch before update on private.nemus_disputes
  for each row execute function private.nemus_touch();

/*
 * Whether the money is away: the dispute is open or lost. A mere question of the bank (`warning_…`) moves none yet. A
 * word that the provider adds later counts as open: what was granted can be given back, what was used up cannot.
 */
create function private.nemus_is_charged_back(p_status text) returns boolean
language sql immutable set search_path = '' as $$
  select p_status not in ('won', 'prevented') and p_status not like 'warning\_%'
$$;

/* Brings an order to what its disputes say, and lists the change among the purchases. */
create function private.nemus_apply_disputes(p_dispute_id text, p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.nemus_orders;
  ordered public.nemus_orders;
  dispute private.nemus_disputes;
  listed public.nemus_transactions;
  delta int;
begin
  select * into before from public.nemus_orders o where o.id = p_order_id;
  ordered := private.nemus_settle_returns(p_order_id, before.refunded_cents, (
    select coalesce(sum(least(d.amount_cents, before.amount_cents)), 0)::int from private.nemus_disputes d
    where d.order_id = p_order_id and private.nemus_is_charged_back(d.status)));
  delta := ordered.disputed_cents - before.disputed_cents;
  select * into dispute from private.nemus_disputes d where d.dispute_id = p_dispute_id;
  if delta <> 0 then
    listed := private.nemus_list_return(ordered, format('dispute:%s:%s', p_dispute_id, dispute.changes),
      private.nemus_document_text(case when delta > 0 then 'dispute' else 'dispute_lifted' end), -delta);
    update private.nemus_disputes d set changes = d.changes + 1,
      transaction_id = case when delta > 0 then listed.id end
    where d.dispute_id = p_dispute_id returning * into dispute;
  end if;
  -- The money is gone for good: the invoice is cancelled by a document of its own, as with a refund.
  if dispute.status = 'lost' and dispute.transaction_id is not null
    and not exists (select from public.nemus_invoices i where i.transaction_id = dispute.transaction_id) then
    select * into listed from public.nemus_transactions t where t.id = dispute.transaction_id;
    perform private.nemus_cancel_invoice(listed, p_order_id, private.nemus_document_text('dispute'));
  end if;
end $$;

/*
 * Writes how a dispute stands at the provider, and takes back or gives back what its payment bought. Safe to repeat and
 * in any order: of two answers of the provider the later one counts.
 * p_is_renewal: the payment renewed a subscription and belongs to no order.
 * Returns {tell, title, kind, attention, order_id}; tell is `opened` or `closed` when an operator has to be told of it
 * by the caller, and by nobody else. Raises PT404 order_not_found: the payment is not granted yet, or none of ours.
 */
create function public.nemus_settle_dispute(p_dispute_id text, p_payment_id text, p_amount_cents int, p_reason text,
  p_status text, p_asked_at timestamptz, p_is_renewal boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  phase constant text := case when p_status in ('won', 'lost', 'warning_closed', 'prevented') then 'closed'
    else 'opened' end;
  tell text;
begin
  -- First the order's lock: refunds, payments and other disputes of it wait.
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  if not found and not p_is_renewal then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  insert into private.nemus_disputes as d (dispute_id, order_id, payment_id, amount_cents, reason, status, asked_at)
  values (p_dispute_id, ordered.id, p_payment_id, p_amount_cents, p_reason, p_status, p_asked_at)
  on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    status = excluded.status, asked_at = excluded.asked_at
  where d.asked_at <= excluded.asked_at and d.payment_id = excluded.payment_id;
  if found then
    if ordered.id is not null then
      perform private.nemus_apply_disputes(p_dispute_id, ordered.id);
      select * into ordered from public.nemus_orders o where o.id = ordered.id;
    end if;
    update private.nemus_disputes d set told = phase
    where d.dispute_id = p_dispute_id and d.told is distinct from phase returning d.told into tell;
  end if;
  return jsonb_build_object('tell', tell, 'title', ordered.title, 'kind', ordered.kind,
    'attention', ordered.attention, 'order_id', ordered.id);
end $$;

/* The operator could not be told: the next event of the dispute tries again. */
create function public.nemus_untell_dispute(p_dispute_id text) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_disputes d set told = null where d.dispute_id = p_dispute_id
$$;

/*
 * Most orders of one account that wait for their payment, and most that it begins within an hour: every one of them is
 * a page at the payment provider. Expired pages do not count. Raises PT429 too_many_orders.
 */
create function private.nemus_limit_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  -- One after the other, so that many at the same moment are counted as well.
  perform private.nemus_lock_orders(new.user_id);
  select count(*) filter (where o.status = 'open'
      and coalesce(o.expires_at, o.created_at + interval '1 hour') > now()) as waiting,
    count(*) filter (where o.created_at > now() - interval '1 hour') as begun
  into counted from public.nemus_orders o
  where o.user_id = new.user_id and o.created_at > now() - interval '2 days';
  if counted.waiting >= 25 or counted.begun >= 100 then
    perform private.nemus_refuse(429, 'too_many_orders');
  end if;
  return new;
end $$;
create trigger limit_orders before insert on public.nemus_orders
  for each row execute function private.nemus_limit_orders();
