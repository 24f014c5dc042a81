-- Collective invoices (decision record 0052): payments of an institution are gathered, and become one invoice at the
-- end of its interval (`invoice_frequency`: month, quarter, year). Chosen by `is_collected` in nemus_invoice_choices
-- (electronic_invoices.sql).
-- No payment waits longer than six months (§ 14 (2) UStG), less a week. Money returned before the invoice is gathered
-- with its payment. An interval without a positive sum gets no invoice.
-- Written at 2:10 UTC by the job `nemus-collect-invoices`. Immediately: after switching back to single invoices, and
-- before an address is deleted (triggers on nemus_billing_addresses and nemus_order_buyers).
-- Every document is written by nemus_write_invoice (electronic_invoices.sql).

/*
 * Payments without an invoice of their own yet. Written with the payment, settled once: by an invoice, or by none if
 * all of it went back before.
 */
create table private.nemus_collected_payments (
  transaction_id uuid primary key references public.nemus_transactions (id) on delete cascade,
  -- Account of the payment. No foreign key, so the row lives as long as the payment.
  institution_id uuid not null,
  -- Returned money: the payment it belongs to. It counts on that payment's day.
  returns_id uuid references public.nemus_transactions (id) on delete cascade,
  counts_on date not null,
  -- Lines, taxed as the product was at payment.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) > 0),
  amount_cents int not null,
  balance_cents int not null default 0,
  service_on date not null,
  service_until date,
  settled_at timestamptz,
  -- Null if nothing was left to invoice.
  invoice_id uuid references public.nemus_invoices (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint answered_is_settled check (invoice_id is null or settled_at is not null)
);
alter table private.nemus_collected_payments enable row level security;
create index nemus_collected_payments_open on private.nemus_collected_payments (institution_id, counts_on)
  where settled_at is null;
create index nemus_collected_payments_returns on private.nemus_collected_payments (returns_id);
create index nemus_collected_payments_invoice on private.nemus_collected_payments (invoice_id);

/* First day after the interval of a day. */
create function private.nemus_interval_end(p_day date, p_frequency text) returns date
language sql immutable set search_path = '' as $$
  select (date_trunc(part.name, p_day::timestamp) + part.length)::date
  from (select case p_frequency when 'yearly' then 'year' when 'quarterly' then 'quarter' else 'month' end as name,
    case p_frequency when 'yearly' then interval '1 year' when 'quarterly' then interval '3 months'
      else interval '1 month' end as length) part
$$;

/* Invoice of a payment: its own, otherwise the collective one. */
create function private.nemus_invoice_about(p_transaction uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select i.id from public.nemus_invoices i where i.transaction_id = p_transaction),
    (select c.invoice_id from private.nemus_collected_payments c where c.transaction_id = p_transaction))
$$;

/* Gathers a payment, or money returned of one. p_returns: the payment that the money is from. */
create function private.nemus_gather_payment(p_transaction public.nemus_transactions, p_lines jsonb, p_returns uuid)
returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_collected_payments (transaction_id, institution_id, returns_id, counts_on, lines, amount_cents,
    balance_cents, service_on, service_until)
  select p_transaction.id, p_transaction.user_id, p_returns,
    coalesce((select c.counts_on from private.nemus_collected_payments c where c.transaction_id = p_returns), day.paid_on),
    p_lines, p_transaction.amount_cents, p_transaction.balance_cents,
    coalesce(p_transaction.service_from, day.paid_on), p_transaction.service_until
  from (select (p_transaction.occurred_at at time zone 'Europe/Berlin')::date as paid_on) day
  on conflict (transaction_id) do nothing
$$;

/*
 * Writes the due collective invoices of an institution, one per ended interval; returns how many. After switching to
 * single invoices, all gathered payments are due. Six months (§ 14 (2) UStG), less a week, is the limit. A sum of zero
 * is settled without an invoice; a negative one waits for the next interval. Repeatable, also concurrently. p_all:
 * everything is due, regardless of the choice.
 */
create function private.nemus_collect_invoices_of(p_institution uuid, p_today date, p_all boolean) returns int
language plpgsql security definer set search_path = '' as $$
declare
  frequency text;
  is_collected boolean;
  due record;
  issued uuid;
  written int := 0;
begin
  -- One run per institution at a time. A choice made meanwhile counts next time.
  select s.invoice_frequency into frequency from public.nemus_institution_settings s
  where s.institution_id = p_institution for update;
  is_collected := not p_all and coalesce((select c.is_collected from public.nemus_invoice_choices c
    where c.institution_id = p_institution), false);
  perform from private.nemus_collected_payments c
  where c.institution_id = p_institution and c.settled_at is null order by c.transaction_id for update;
  for due in
    select g.ends_on, array_agg(g.transaction_id order by g.counts_on, g.created_at, g.transaction_id) as ids,
      sum(g.amount_cents)::int as amount, sum(g.balance_cents)::int as balance, min(g.service_on) as first_day,
      max(coalesce(g.service_until, g.service_on)) as last_day
    from (select c.*, case when is_collected then private.nemus_interval_end(c.counts_on, frequency)
        -- Single invoices chosen: everything gathered is one interval.
        else p_today end as ends_on
      from private.nemus_collected_payments c where c.institution_id = p_institution and c.settled_at is null) g
    -- What is outside the scope of VAT has a document of its own (BR-O-11).
    group by g.ends_on, g.lines #>> '{0,tax,category}' = 'O'
    having g.ends_on <= p_today or min(g.counts_on) <= (p_today - interval '6 months' + interval '7 days')::date
    order by g.ends_on
  loop
    if due.amount < 0 then
      update private.nemus_collected_payments c set counts_on = greatest(due.ends_on, c.counts_on)
      where c.transaction_id = any (due.ids);
      continue;
    end if;
    issued := null;
    if due.amount > 0 then
      issued := private.nemus_write_invoice(jsonb_build_object('user_id', p_institution, 'issued_on', p_today,
        'service_on', due.first_day, 'service_until', due.last_day, 'balance_cents', due.balance,
        'lines', (select jsonb_agg(
            case when l.line ? 'is_advance' then '{}' else jsonb_build_object('service_from', c.service_on,
              'service_until', coalesce(c.service_until, c.service_on)) end || l.line order by array_position(due.ids, c.transaction_id), l.place)
          from private.nemus_collected_payments c
          cross join lateral jsonb_array_elements(c.lines) with ordinality as l (line, place)
          where c.transaction_id = any (due.ids))));
      written := written + 1;
    end if;
    update private.nemus_collected_payments c set settled_at = now(), invoice_id = issued
    where c.transaction_id = any (due.ids);
  end loop;
  return written;
end $$;

/*
 * Writes all due collective invoices; a missed day is caught up on the next. A failure for one institution does not
 * stop the others; it is set aside.
 */
create function private.nemus_collect_invoices() returns int
language plpgsql security definer set search_path = '' as $$
declare
  institution uuid;
  written int := 0;
begin
  for institution in
    select distinct c.institution_id from private.nemus_collected_payments c where c.settled_at is null
      and not private.nemus_is_set_aside('collect-invoices', c.institution_id::text) order by 1
  loop
    begin
      written := written + private.nemus_collect_invoices_of(institution, (now() at time zone 'Europe/Berlin')::date,
        false);
      perform public.nemus_note_outcome('collect-invoices', institution::text, null);
    exception when others then
      perform public.nemus_note_outcome('collect-invoices', institution::text, sqlerrm);
    end;
  end loop;
  return written;
end $$;

/* A deleted billing address leaves no payment without invoice: the recipient is known only until now. */
create function private.nemus_collect_before_going() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_collect_invoices_of(old.user_id, (now() at time zone 'Europe/Berlin')::date, true);
  return old;
end $$;
create trigger collect_before_going before delete on public.nemus_billing_addresses
  for each row execute function private.nemus_collect_before_going();
create trigger collect_before_going before delete on private.nemus_order_buyers
  for each row execute function private.nemus_collect_before_going();

/*
 * Pending payments of the caller's institution for its next collective invoice: {payments, amount_cents, next_on,
 * transaction_ids, has_phone}. next_on: day of the earliest invoice; null without payments. has_phone: the seller has
 * the telephone number that XRechnung requires (BR-DE-27).
 */
create function public.nemus_gathered_payments() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payments', count(*), 'amount_cents', coalesce(sum(c.amount_cents), 0),
    'next_on', least(min(private.nemus_interval_end(c.counts_on, s.invoice_frequency)),
      (min(c.counts_on) + interval '6 months' - interval '7 days')::date),
    'transaction_ids', coalesce(jsonb_agg(c.transaction_id), '[]'), 'has_phone', (select
      regexp_replace(coalesce(s.value #>> '{seller,phone}', ''), '\D', '', 'g') ~ '^\d{3}' from private.nemus_settings s
      where s.key = 'invoicing'))
  from private.nemus_collected_payments c
  join public.nemus_institution_settings s on s.institution_id = c.institution_id
  where c.settled_at is null and c.institution_id = (select private.nemus_acts_for('billing'))
$$;
