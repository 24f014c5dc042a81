-- Ledger of an order's money after the payment (private.nemus_order_entries), append-only. Three sums per order:
-- `owed`, still to refund; `settled`, refunded by the provider; `charged_back`, taken by disputes.
-- Derived from it, and never written elsewhere: `refunded_cents`, `disputed_cents`, `returning_cents`, `failed_cents` and
-- the status of a paid order (nemus_book_order_entries), nemus_owed_cents, nemus_payable_cents. Credits of a refunded purchase follow
-- these sums (refunded_orders.sql).
-- Written by owed_refunds.sql and staff_refunds.sql (trigger enter_debt on private.nemus_refunds) and by
-- nemus_settle_returns (refunded_orders.sql). private.nemus_refunds has the attempts to pay a debt, not its sum.

create table private.nemus_order_entries (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.nemus_orders (id) on delete restrict,
  user_id uuid not null references public.nemus_profiles (user_id) on delete restrict,
  kind text not null check (kind in ('owed', 'settled', 'charged_back')),
  -- A negative amount lowers the sum: a debt met, a failed refund, a won dispute.
  amount_cents int not null check (amount_cents <> 0),
  -- A debt's own reason (private.nemus_refunds) · refunded: met by returned money · covered: rest that fell away because
  -- all money is back · moved: to another debt (nemus_split_debt) · refund: reported by the provider, or paid elsewhere by
  -- staff · refund_failed · dispute
  reason text not null check (char_length(reason) between 1 and 50),
  source text not null check (source in ('provider', 'booking', 'staff', 'rule')),
  refund_id uuid references private.nemus_refunds (id) on delete restrict,
  created_at timestamptz not null default now(),
  -- Of a failed refund: its id at the provider, so that it is booked once.
  failed_id text unique check (char_length(failed_id) between 1 and 200),
  constraint debts_are_named check ((kind = 'owed') = (refund_id is not null))
);
alter table private.nemus_order_entries enable row level security;
create index nemus_order_entries_order on private.nemus_order_entries (order_id, kind);
create index nemus_order_entries_user on private.nemus_order_entries (user_id);
create index nemus_order_entries_refund on private.nemus_order_entries (refund_id);
create trigger keep before update or delete on private.nemus_order_entries
  for each row execute function private.nemus_keep_rows();

/* Owed to the buyer of an order, and not back yet. */
create function private.nemus_owed_cents(p_order uuid) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(e.amount_cents), 0)::int from private.nemus_order_entries e
  where e.order_id = p_order and e.kind = 'owed'
$$;

/*
 * What can be paid now of an open debt: older debts of the order come first, and money taken by a dispute is not paid
 * a second time. The rest stays owed, and is due if the dispute is won.
 */
create function private.nemus_payable_cents(p_refund private.nemus_refunds) returns int
language sql stable security definer set search_path = '' as $$
  select greatest(0, least(p_refund.amount_cents, o.amount_cents - o.refunded_cents - o.disputed_cents - (
    select coalesce(sum(r.amount_cents), 0)::int from private.nemus_refunds r
    where r.order_id = o.id and r.refunded_at is null
      and (r.created_at, r.id) < (p_refund.created_at, p_refund.id))))
  from public.nemus_orders o where o.id = p_refund.order_id
$$;

/* A debt raises what is owed. A failed refund is booked with it (nemus_fail_refund). */
create function private.nemus_enter_debt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
  select o.id, o.user_id, 'owed', new.amount_cents, new.reason,
    case new.reason when 'by_staff' then 'staff' when 'booking_cancelled' then 'booking'
      when 'refund_failed' then 'provider' else 'rule' end, new.id
  from public.nemus_orders o where o.id = new.order_id;
  return null;
end $$;
create trigger enter_debt after insert on private.nemus_refunds
  for each row when (new.failed_id is null) execute function private.nemus_enter_debt();

/*
 * Brings the sums and the status of orders in line with their entries, once per statement. returning_cents: owed by the
 * portal itself, without refunds by staff, also when it is settled.
 */
create function private.nemus_book_order_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires notifications/events.
  update public.nemus_orders o set refunded_cents = s.settled, disputed_cents = s.charged_back,
    returning_cents = s.returning, failed_cents = s.failed,
    status = case when s.settled = o.amount_cents then 'refunded'
      when s.charged_back > 0 and s.settled + s.charged_back + s.failed >= o.amount_cents then 'disputed'
      when o.amount_cents in (s.returning, s.settled + s.failed) then 'returning' else 'paid' end
  from (
    select e.order_id,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'settled'), 0) as settled,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'charged_back'), 0) as charged_back,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'owed' and e.source in ('booking', 'rule')), 0) as returning,
      coalesce(sum(e.amount_cents) filter (where r.reason = 'refund_failed'), 0) as failed
    from private.nemus_order_entries e left join private.nemus_refunds r on r.id = e.refund_id where e.order_id in (select w.order_id from written w)
    group by e.order_id) s
  where o.id = s.order_id
    and (o.refunded_cents, o.disputed_cents, o.returning_cents, o.failed_cents)
      is distinct from (s.settled, s.charged_back, s.returning, s.failed);
  return null;
end $$;
create trigger book after insert on private.nemus_order_entries
  referencing new table as written for each statement execute function private.nemus_book_order_entries();
