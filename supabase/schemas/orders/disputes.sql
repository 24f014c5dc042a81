-- Disputes (charge-backs). While a dispute is open or lost, what the payment bought is taken away; a won one gives it
-- back with its progress. Both by nemus_settle_returns in refunded_orders.sql. A lost dispute cancels the invoice.
-- The function `stripe-webhook` reports them; an operator handles them at the provider. Open ones: nemus_order_tasks
-- (desk.sql).
-- Exception: warnings (`warning_…`) and disputes of a subscription's renewal take nothing away.
-- Also here: limits on orders (25 waiting at a time, 100 begun in an hour, per account), a trigger on nemus_orders.

/* Disputes as reported by the payment provider. */
create table private.nemus_disputes (
  dispute_id text primary key check (char_length(dispute_id) between 1 and 200),
  -- Null: payment of a renewal, without an order of its own.
  order_id uuid references public.nemus_orders (id) on delete restrict,
  payment_id text not null check (char_length(payment_id) between 1 and 200),
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (char_length(reason) <= 200),
  -- The provider's own word.
  status text not null check (char_length(status) between 1 and 100),
  -- When the provider gave this state.
  asked_at timestamptz not null,
  -- Last phase the operator was notified of.
  told text check (told in ('opened', 'closed')),
  -- Number of changes of the disputed sum, and the purchase line of the last charge.
  changes int not null default 0,
  transaction_id uuid references public.nemus_transactions (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Until when the provider takes an answer; null: none is asked for, or unknown.
  due_at timestamptz
);
alter table private.nemus_disputes enable row level security;
create index nemus_disputes_order on private.nemus_disputes (order_id);
create index nemus_disputes_transaction on private.nemus_disputes (transaction_id);
create trigger touch before update on private.nemus_disputes for each row execute function private.nemus_touch();

/*
 * Whether the money is gone: dispute open or lost. `warning_…` is only a question of the bank. Unknown words count as
 * open: a grant can be given back, used credits cannot.
 */
create function private.nemus_is_charged_back(p_status text) returns boolean
language sql immutable set search_path = '' as $$
  select p_status not in ('won', 'prevented') and p_status not like 'warning\_%'
$$;

/* Whether a dispute still waits for its end. */
create function private.nemus_is_dispute_open(p_status text) returns boolean
language sql immutable set search_path = '' as $$
  select p_status not in ('won', 'lost', 'warning_closed', 'prevented')
$$;

/* Brings an order in line with its disputes, and lists the change among the purchases. */
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
  -- Money gone for good: the invoice is cancelled by a document, as for a refund.
  if dispute.status = 'lost' and dispute.transaction_id is not null
    and not exists (select from public.nemus_invoices i where i.transaction_id = dispute.transaction_id) then
    select * into listed from public.nemus_transactions t where t.id = dispute.transaction_id;
    perform private.nemus_cancel_invoice(listed, p_order_id, private.nemus_document_text('dispute'));
  end if;
end $$;

/*
 * Records the state of a dispute, and takes away or gives back what the payment bought. Repeatable, in any order: the
 * later answer of the provider counts. p_is_renewal: payment of a renewal, without an order. p_due_at: as due_at.
 * Returns {tell, title, kind, attention, order_id}. tell: `opened` or `closed` if this caller must tell the operator.
 * Raises PT404 order_not_found: not granted yet, or not a payment of the portal.
 */
create function public.nemus_settle_dispute(p_dispute_id text, p_payment_id text, p_amount_cents int, p_reason text,
  p_status text, p_asked_at timestamptz, p_is_renewal boolean default false, p_due_at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  phase constant text := case when private.nemus_is_dispute_open(p_status) then 'opened' else 'closed' end;
  tell text;
begin
  -- Locks the order first: its refunds, payments and other disputes wait.
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found and not p_is_renewal;
  insert into private.nemus_disputes as d (dispute_id, order_id, payment_id, amount_cents, reason, status, asked_at, due_at)
  values (p_dispute_id, ordered.id, p_payment_id, p_amount_cents, p_reason, p_status, p_asked_at, p_due_at)
  on conflict (dispute_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    status = excluded.status, asked_at = excluded.asked_at, due_at = excluded.due_at
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

/* Telling the operator failed: the next event of the dispute tries again. */
create function public.nemus_untell_dispute(p_dispute_id text) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_disputes d set told = null where d.dispute_id = p_dispute_id
$$;

/*
 * Limits open and begun orders of an account, as each is a page at the provider: 25 waiting, 100 begun in an hour.
 * Expired pages do not count as waiting. Raises PT429 too_many_orders.
 */
create function private.nemus_limit_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  -- Serialised, so that concurrent orders are counted.
  perform private.nemus_lock_orders(new.user_id);
  select count(*) filter (where o.status = 'open'
      and coalesce(o.expires_at, o.created_at + interval '1 hour') > now()) as waiting,
    count(*) filter (where o.created_at > now() - interval '1 hour') as begun
  into counted from public.nemus_orders o
  where o.user_id = new.user_id and o.created_at > now() - interval '2 days';
  perform private.nemus_refuse(429, 'too_many_orders') where counted.waiting >= 25 or counted.begun >= 100;
  return new;
end $$;
create trigger limit_orders before insert on public.nemus_orders
  for each row execute function private.nemus_limit_orders();
