-- Payment by bank transfer: an institution with terms (nemus_transfer_terms) buys credits on an invoice with our bank
-- account (setting `bank_account`), a due date and its number as the reference. Without terms or account there is no
-- such choice. Staff sells a course to a person who calls: course_on_invoice.sql.
-- The order is granted, and its invoice issued, in one transaction; terms, limit and overdue invoices are checked under
-- the lock of the buyer's orders.
-- The state of an invoice is derived: its sum, less what corrections cancelled, less what arrived
-- (nemus_bank_receipts, append-only). Below zero: owed back, and paid by transfer.
-- Never paid: staff cancels it (nemus_cancel_transfer). That takes the unused credits and their price; used ones stay
-- owed. A course is taken back whole, as by a refund (orders/refunded_orders.sql).
-- Reminders leave 3 and 14 days after the due date, each once (job `nemus-remind-payments`, function `send-letters`).
-- Everything here is for staff with the role `orders`, or members with `billing`. Other buyers of an order than staff
-- itself: nemus_is_institution_of_caller.

-- Our account, filled in by the operator. Without holder, IBAN and BIC no one can pay by transfer.
insert into private.nemus_settings (key, value) values ('bank_account', '{"holder": "", "iban": "", "bic": ""}');
-- From the day of the invoice to its due date, for buyers without terms of their own.
insert into private.nemus_settings (key, value) values ('payment_days', '14');

/* Our account, as invoices name it; null while it is not set. */
create function private.nemus_bank_account() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('holder', a.holder, 'iban', a.iban, 'bic', a.bic)
  from (select btrim(s.value ->> 'holder') as holder, upper(replace(s.value ->> 'iban', ' ', '')) as iban,
      upper(replace(s.value ->> 'bic', ' ', '')) as bic from private.nemus_settings s where s.key = 'bank_account') a
  where a.holder <> '' and a.iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' and a.bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
$$;

/* Institutions that may pay by transfer. Who changed a row, and when, is in the audit log. */
create table private.nemus_transfer_terms (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- From the day of the invoice to its due date.
  days int not null check (days between 1 and 90),
  -- What may be unpaid at once, with the order that is being made.
  limit_cents int not null check (limit_cents between 1 and 100000000),
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_transfer_terms enable row level security;
create trigger touch before update on private.nemus_transfer_terms for each row execute function private.nemus_touch();
create trigger audit after insert or update or delete on private.nemus_transfer_terms for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('institution_id');

/*
 * Money that arrived for an invoice, or (below zero) went back or was entered by mistake. The same line of a bank
 * statement is one row, however often it is entered.
 */
create table private.nemus_bank_receipts (
  id bigint generated always as identity primary key,
  invoice_id uuid not null references public.nemus_invoices (id) on delete restrict,
  amount_cents int not null check (amount_cents <> 0),
  received_on date not null,
  -- What the statement says about it.
  reference text not null check (char_length(btrim(reference)) >= 1
    and char_length(btrim(reference)) <= 300 and reference !~ '[[:cntrl:]]'),
  created_at timestamptz not null default now(),
  unique (invoice_id, received_on, amount_cents, reference)
);
alter table private.nemus_bank_receipts enable row level security;
create trigger keep before update or delete on private.nemus_bank_receipts
  for each row execute function private.nemus_keep_rows();
create trigger audit after insert on private.nemus_bank_receipts for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id', '-reference');

/* Reminders: owed, claimed or sent. */
create table private.nemus_payment_reminders (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.nemus_invoices (id) on delete cascade,
  -- 1: three days after the due date, 2: fourteen.
  step int not null check (step in (1, 2)),
  claimed_at timestamptz,
  sent_at timestamptz,
  attempts int not null default 0,
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  unique (invoice_id, step)
);
alter table private.nemus_payment_reminders enable row level security;

create index nemus_invoices_transfers on public.nemus_invoices (user_id) where payment is not null;

/* How the invoice of an order by transfer is to be paid: our account, and until when. */
create function private.nemus_transfer_payment(p_buyer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.nemus_bank_account() || jsonb_build_object('due_on', (now() at time zone 'Europe/Berlin')::date
    + coalesce((select t.days from private.nemus_transfer_terms t where t.institution_id = p_buyer), (s.value #>> '{}')::int))
  from private.nemus_settings s where s.key = 'payment_days'
$$;

/*
 * Invoices to be paid by transfer, of an account or one invoice; null for all. open_cents below zero: owed back. state:
 * open · due · reminded · paid · cancelled.
 */
create function private.nemus_transfers(p_user uuid default null, p_invoice uuid default null)
returns table (invoice_id uuid, user_id uuid, order_id uuid, number text, issued_on date, due_on date, gross_cents int,
  cancelled_cents int, received_cents int, open_cents int, reminded_at timestamptz, state text)
language sql stable security definer set search_path = '' as $$
  select i.id, i.user_id, private.nemus_order_of(i.transaction_id), i.number, i.issued_on, p.due_on, i.gross_cents,
    p.cancelled, p.received, p.open, p.reminded_at,
    case when p.cancelled = i.gross_cents then 'cancelled' when p.open <= 0 then 'paid'
      when p.reminded_at is not null then 'reminded'
      when p.due_on < (now() at time zone 'Europe/Berlin')::date then 'due' else 'open' end
  from public.nemus_invoices i
  cross join lateral (select s.*, i.gross_cents - s.cancelled - s.received as open from (
    select (i.payment ->> 'due_on')::date as due_on,
      (select coalesce(-sum(c.gross_cents), 0)::int from public.nemus_invoices c where c.cancels_id = i.id) as cancelled,
      (select coalesce(sum(r.amount_cents), 0)::int from private.nemus_bank_receipts r where r.invoice_id = i.id) as received,
      (select max(n.sent_at) from private.nemus_payment_reminders n where n.invoice_id = i.id) as reminded_at) s) p
  where i.payment is not null and p.due_on is not null and (p_user is null or i.user_id = p_user)
    and (p_invoice is null or i.id = p_invoice)
$$;

/*
 * What an institution may order by transfer now: {days, limit_cents, left_cents, is_overdue, has_address}; null: nothing,
 * because it has no terms, is blocked or not approved, or we have no account.
 */
create function private.nemus_transfer_offer(p_institution uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('days', t.days, 'limit_cents', t.limit_cents, 'left_cents', greatest(0, t.limit_cents - x.cents),
    'is_overdue', x.is_overdue, 'has_address', private.nemus_buyer(p_institution, false, null) ->> 'address' <> '')
  from private.nemus_transfer_terms t
  cross join lateral (select coalesce(sum(greatest(o.open_cents, 0)), 0)::int as cents,
      coalesce(bool_or(o.state in ('due', 'reminded')), false) as is_overdue
    from private.nemus_transfers(p_institution) o) x
  where t.institution_id = p_institution and t.withdrawn_at is null and private.nemus_bank_account() is not null
    and private.nemus_is_approved(p_institution) and not private.nemus_is_blocked(p_institution)
$$;

/*
 * Payment by transfer of the caller, or of its institution: {offer, invoices}. offer: as private.nemus_transfer_offer. invoices:
 * newest first, as private.nemus_transfers, with payment (our account as of the day). Null without the role `billing`.
 */
create function public.nemus_own_transfers() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('offer', private.nemus_transfer_offer(own.id),
    'invoices', (select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('payment', i.payment)
        order by t.issued_on desc, t.number desc), '[]')
      from private.nemus_transfers(own.id) t join public.nemus_invoices i on i.id = t.invoice_id))
  from (select private.nemus_pays_for('billing') as id) own where own.id is not null
$$;

/*
 * Orders credits for the caller's institution, to be paid by transfer: granted at once, with the invoice. p_order: id of
 * the order, chosen by the client; the same again answers with the same order. Returns a row of private.nemus_transfers.
 * Raises as nemus_require_member, 400 invalid_order, 403 factor_required, 409 transfer_not_offered, transfer_overdue,
 * transfer_limit {left_cents}, transfer_address, price_changed, country_not_sold.
 */
create function public.nemus_order_credits_by_transfer(p_order uuid, p_credits int, p_shown_cents int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('billing');
  payer public.nemus_profiles;
  offer jsonb;
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order') where p_order is null or p_shown_cents is null;
  -- Orders of one buyer wait for each other: two of them cannot both use the rest of the limit.
  perform private.nemus_lock_orders(institution);
  select * into ordered from public.nemus_orders o where o.id = p_order;
  if not found then
    -- Terms that staff withdraws now count before or after, not in between.
    perform from private.nemus_transfer_terms t where t.institution_id = institution for share;
    offer := private.nemus_transfer_offer(institution);
    perform private.nemus_refuse(409, 'transfer_not_offered') where offer is null;
    perform private.nemus_refuse(409, 'transfer_overdue') where (offer ->> 'is_overdue')::boolean;
    perform private.nemus_refuse(409, 'transfer_address') where not (offer ->> 'has_address')::boolean;
    select * into payer from public.nemus_profiles p where p.user_id = institution;
    perform private.nemus_write_credit_order(payer, p_credits, p_shown_cents, p_order, 'invoice');
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), result_shown_at = now() where o.id = p_order
    returning * into ordered;
    perform private.nemus_refuse(409, 'transfer_limit', jsonb_build_object('left_cents', offer -> 'left_cents'))
      where ordered.amount_cents > (offer ->> 'left_cents')::int;
    -- Fires credits/credits.
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
    values (institution, 'purchase', ordered.credits, ordered.id::text);
    perform private.nemus_list_order(ordered, 'completed');
    perform private.nemus_invoice_order(ordered);
  end if;
  perform private.nemus_refuse(400, 'invalid_order')
    where ordered.user_id <> institution or ordered.payment_method is distinct from 'invoice' or ordered.credits <> p_credits;
  return (select to_jsonb(t) from private.nemus_transfers(institution) t where t.order_id = p_order);
end $$;

/*
 * Invoices to be paid by transfer, for staff: {has_account, sums: {open_cents, due_cents, owed_cents}, rows, has_more}.
 * p_state: as in private.nemus_transfers, `unsettled` (something is open or owed back), null for all. rows: earliest due
 * date first, at most 500, as private.nemus_transfers with kind (of the order), buyer, is_own (another person
 * decides), unused_cents (what a cancellation takes) and receipts [{received_on, amount_cents, reference}]. Raises 403 staff_required.
 */
create function public.nemus_staff_transfers(p_state text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('orders');
  return (
    with listed as materialized (select t.* from private.nemus_transfers() t),
    chosen as (select l.* from listed l where p_state is null or l.state = p_state
        or (p_state = 'unsettled' and l.open_cents <> 0)
      order by l.open_cents = 0, l.due_on, l.number limit 501)
    select jsonb_build_object('has_account', private.nemus_bank_account() is not null,
      'sums', (select jsonb_build_object('open_cents', coalesce(sum(l.open_cents) filter (where l.open_cents > 0), 0),
          'due_cents', coalesce(sum(l.open_cents) filter (where l.state in ('due', 'reminded')), 0),
          'owed_cents', coalesce(-sum(l.open_cents) filter (where l.open_cents < 0), 0)) from listed l),
      'has_more', (select count(*) > 500 from chosen),
      'rows', (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('kind', o.kind, 'buyer', i.buyer ->> 'name',
          'is_own', private.nemus_is_institution_of_caller(c.user_id),
          'unused_cents', private.nemus_unused_cents(o),
          'receipts', (select coalesce(jsonb_agg(jsonb_build_object('received_on', r.received_on,
              'amount_cents', r.amount_cents, 'reference', r.reference) order by r.received_on, r.id), '[]')
            from private.nemus_bank_receipts r where r.invoice_id = c.invoice_id))
          order by c.open_cents = 0, c.due_on, c.number), '[]')
        from (select * from chosen limit 500) c join public.nemus_invoices i on i.id = c.invoice_id
        join public.nemus_orders o on o.id = c.order_id)));
end $$;

/*
 * Enters lines of the bank statement, all or none: [{invoice_id, amount_cents, received_on, reference}], at most 500.
 * A line that is entered already changes nothing. amount_cents below zero: sent back, or entered by mistake; what
 * arrived for an invoice never falls below zero. Returns {entered, known}. Raises 403 staff_required, second_person,
 * factor_required, 404 invoice_not_found, 400 receipt_amount, receipt_day, receipt_reference.
 */
create function public.nemus_enter_receipts(p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line record;
  billed record;
  entered int := 0;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_lines) is distinct from 'array'
    or jsonb_array_length(p_lines) not between 1 and 500;
  -- Always in the same order, so two statements that are entered at once wait for each other.
  for line in select l.* from jsonb_to_recordset(p_lines) as l (invoice_id uuid, amount_cents int, received_on date,
    reference text) order by l.invoice_id, l.amount_cents desc
  loop
    perform from public.nemus_invoices i where i.id = line.invoice_id for update;
    select * into billed from private.nemus_transfers(null, line.invoice_id);
    perform private.nemus_refuse(404, 'invoice_not_found') where billed.invoice_id is null or line.invoice_id is null;
    perform private.nemus_refuse(403, 'second_person') where private.nemus_is_institution_of_caller(billed.user_id);
    perform private.nemus_refuse(400, 'receipt_reference')
      where line.reference is null or char_length(btrim(line.reference)) not between 1 and 300
        or line.reference ~ '[[:cntrl:]]';
    perform private.nemus_refuse(400, 'receipt_day') where line.received_on is null
      or line.received_on not between billed.issued_on and (now() at time zone 'Europe/Berlin')::date;
    continue when exists (select from private.nemus_bank_receipts r where r.invoice_id = line.invoice_id
      and (r.amount_cents, r.received_on, r.reference) = (line.amount_cents, line.received_on, btrim(line.reference)));
    perform private.nemus_refuse(400, 'receipt_amount') where line.amount_cents is null or line.amount_cents = 0
      or abs(line.amount_cents) > 100000000 or billed.received_cents + line.amount_cents < 0;
    insert into private.nemus_bank_receipts (invoice_id, amount_cents, received_on, reference)
    values (line.invoice_id, line.amount_cents, line.received_on, btrim(line.reference));
    entered := entered + 1;
  end loop;
  return jsonb_build_object('entered', entered, 'known', jsonb_array_length(p_lines) - entered);
end $$;

/*
 * What a cancellation takes off an order: the price of credits that were neither used nor taken back; of a course, all that
 * is not cancelled.
 */
create function private.nemus_unused_cents(p_order public.nemus_orders) returns int
language sql stable security definer set search_path = '' as $$
  select case when p_order.status <> 'paid' then 0 when p_order.kind = 'course' then p_order.amount_cents - p_order.refunded_cents
    when b.available_credits >= m.still then p_order.amount_cents - p_order.refunded_cents
    else (p_order.amount_cents::bigint * b.available_credits / p_order.credits)::int end
  from (select p_order.credits + coalesce(sum(e.amount), 0)::int as still
    from public.nemus_credit_entries p join public.nemus_credit_entries e on e.reverses_id = p.id
    where p.kind = 'purchase' and p.source_id = p_order.id::text) m
  left join public.nemus_credit_balances b on b.institution_id = p_order.user_id
$$;

/*
 * Cancels an invoice to be paid by transfer as far as its credits are unused, with a document: they are taken, used ones
 * stay owed. A course is taken back whole, used or not. What was paid for what is taken is owed back. p_cents: the sum that was shown; the same again after it was
 * cancelled is refused. Returns the row of private.nemus_transfers. Raises 403 staff_required, second_person,
 * factor_required, 404 invoice_not_found, 400 note_missing, 409 transfer_used (no credits left to take),
 * refund_outdated.
 */
create function public.nemus_cancel_transfer(p_invoice uuid, p_cents int, p_note text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  note constant text := btrim(coalesce(p_note, ''));
  ordered public.nemus_orders;
  cents int;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  -- Lock order: order, then balance, as in nemus_settle_returns.
  select o.* into ordered from public.nemus_orders o
  where o.id = (select t.order_id from private.nemus_transfers(null, p_invoice) t where p_invoice is not null) for update;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  perform private.nemus_require_other_buyer(ordered);
  perform private.nemus_refuse(400, 'note_missing') where char_length(note) not between 3 and 1000;
  perform from public.nemus_credit_balances b where b.institution_id = ordered.user_id for update;
  cents := private.nemus_unused_cents(ordered);
  perform private.nemus_refuse(409, 'transfer_used') where cents = 0 and ordered.kind = 'credits';
  perform private.nemus_refuse(409, 'refund_outdated') where cents = 0 or p_cents is distinct from cents;
  perform private.nemus_book_refund(ordered, cents, 'staff', '{}');
  perform private.nemus_note_act('cancel_transfer', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', ordered.refunded_cents),
    jsonb_build_object('refunded_cents', ordered.refunded_cents + cents, 'reason', note));
  return (select to_jsonb(t) from private.nemus_transfers(null, p_invoice) t);
end $$;

/*
 * Terms of institutions, for staff: [{institution_id, name, email, days, limit_cents, withdrawn_at, updated_at,
 * open_cents, is_own}]; days null: none yet. p_search: words of name or address, at most 20 institutions; without it,
 * those with terms. Raises 403 staff_required.
 */
create function public.nemus_staff_transfer_terms(p_search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := case when search is null then array(select t.institution_id from private.nemus_transfer_terms t)
    else array(select p.user_id from private.nemus_found_accounts(search) p
      where p.user_type = 'institution' and p.institution_name is not null limit 20) end;
  return (select coalesce(jsonb_agg(jsonb_build_object('institution_id', p.user_id, 'name', private.nemus_account_name(p),
      'email', p.email, 'days', t.days, 'limit_cents', t.limit_cents, 'withdrawn_at', t.withdrawn_at,
      'updated_at', t.updated_at, 'is_own', private.nemus_is_institution_of_caller(p.user_id),
      'open_cents', (select coalesce(sum(greatest(o.open_cents, 0)), 0) from private.nemus_transfers(p.user_id) o))
      order by private.nemus_sort_key(private.nemus_account_name(p)), p.user_id), '[]')
    from public.nemus_profiles p left join private.nemus_transfer_terms t on t.institution_id = p.user_id
    where p.user_id = any (ids));
end $$;

/*
 * Lets an institution pay by transfer, or changes how; p_days null: withdrawn, for orders from now on. Raises 403
 * staff_required, second_person, factor_required, 404 account_not_found, 400 transfer_terms.
 */
create function public.nemus_set_transfer_terms(p_institution uuid, p_days int default null, p_limit_cents int default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(404, 'account_not_found') where not exists (select from public.nemus_profiles p
    where p.user_id = p_institution and p.user_type = 'institution' and p.institution_name is not null);
  perform private.nemus_refuse(403, 'second_person') where private.nemus_is_institution_of_caller(p_institution);
  if p_days is null then
    update private.nemus_transfer_terms t set withdrawn_at = now()
    where t.institution_id = p_institution and t.withdrawn_at is null;
    return;
  end if;
  perform private.nemus_refuse(400, 'transfer_terms')
    where p_days not between 1 and 90 or p_limit_cents is null or p_limit_cents not between 1 and 100000000;
  insert into private.nemus_transfer_terms (institution_id, days, limit_cents) values (p_institution, p_days, p_limit_cents)
  on conflict (institution_id) do update
  set days = excluded.days, limit_cents = excluded.limit_cents, withdrawn_at = null;
end $$;

/*
 * Reminders that are due and not sent: invoices as they are now, and steps. A late job reminds once a week at most. None
 * while a withdrawal waits for staff that names the purchase, or none.
 */
create function private.nemus_due_reminders() returns table (invoice_id uuid, step int)
language sql stable security definer set search_path = '' as $$
  select t.invoice_id, d.step from private.nemus_transfers() t
  cross join lateral (select case when t.due_on + 14 <= (now() at time zone 'Europe/Berlin')::date then 2
    when t.due_on + 3 <= (now() at time zone 'Europe/Berlin')::date then 1 end as step) d
  where t.open_cents > 0 and t.state in ('due', 'reminded') and d.step is not null
    and private.nemus_invoice_mailbox(t.user_id) is not null
    -- Institutions cannot withdraw.
    and not exists (select from private.nemus_withdrawals w join public.nemus_profiles p on p.user_id = t.user_id
      and p.user_type = 'piw' where w.handled_at is null and (w.order_id = t.order_id
      -- Declared in own words: staff finds out what was meant.
      or (w.order_id is null and w.user_id = t.user_id and (w.received_at at time zone 'Europe/Berlin')::date >= t.issued_on)))
    and not exists (select from private.nemus_payment_reminders r where r.invoice_id = t.invoice_id
      and (r.step >= d.step and (r.sent_at is not null or r.attempts >= 5
          or r.claimed_at > now() - interval '15 minutes' or r.tried_at > now() - interval '5 minutes')
        or r.sent_at > now() - interval '7 days'))
$$;

/*
 * Claims the reminders that are due, at most 20, each for one caller: content and recipients, [{reminder_id, step, email,
 * name, user_type, number, issued_on, due_on, gross_cents, open_cents, payment, transaction_id}]. A claim lasts 15
 * minutes; five attempts. Paid or cancelled invoices and deleted accounts get none.
 */
create function public.nemus_claim_payment_reminders() returns jsonb
language sql security definer set search_path = '' as $$
  with due as (select d.invoice_id, d.step from private.nemus_due_reminders() d order by d.invoice_id limit 20),
  taken as (
    insert into private.nemus_payment_reminders as r (invoice_id, step, claimed_at, tried_at, attempts)
    select d.invoice_id, d.step, now(), now(), 1 from due d
    on conflict (invoice_id, step) do update set claimed_at = now(), tried_at = now(), attempts = r.attempts + 1
    -- Claimed by another caller meanwhile.
    where r.sent_at is null and coalesce(r.claimed_at < now() - interval '15 minutes', true)
    returning r.id, r.invoice_id, r.step)
  select coalesce(jsonb_agg(jsonb_build_object('reminder_id', k.id, 'step', k.step,
    'email', private.nemus_invoice_mailbox(i.user_id), 'name', private.nemus_account_name(p), 'user_type', p.user_type,
    'number', i.number, 'issued_on', i.issued_on, 'due_on', t.due_on, 'gross_cents', t.gross_cents,
    'open_cents', t.open_cents, 'payment', i.payment, 'transaction_id', i.transaction_id) order by t.due_on, i.number), '[]')
  from taken k cross join lateral private.nemus_transfers(null, k.invoice_id) t
  join public.nemus_invoices i on i.id = k.invoice_id join public.nemus_profiles p on p.user_id = i.user_id
$$;

/* Records whether a claimed reminder was sent; if not, it is free for the next attempt. */
create function public.nemus_note_payment_reminder(p_reminder uuid, p_sent boolean) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_payment_reminders r
  set sent_at = case when p_sent then now() end, claimed_at = case when p_sent then r.claimed_at end
  where r.id = p_reminder and r.sent_at is null
$$;

/* Has the function `send-letters` send the reminders that are due; true if it was called. */
create function private.nemus_remind_payments() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from private.nemus_due_reminders()) then private.nemus_ask_function('send-letters')
    else false end
$$;
