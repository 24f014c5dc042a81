-- Invoices: the documents, their numbers, and the decision to issue, gather or cancel.
-- Numbers have no gap: nemus_next_invoice_number counts one series per year (NE-2026-000001) under a lock, in the
-- transaction that writes the document (nemus_write_invoice, electronic_invoices.sql). Samples have numbers of their
-- own.
-- A document never changes: everything in it is a snapshot, and a refund is a document of its own (`cancellation`).
-- Only the end of the retention of a deleted account removes it (accounts/retention.sql, eight years by law).
-- Issued by orders/fulfilment.sql and orders/subscriptions.sql through nemus_issue_invoice, cancelled by the refunds
-- and disputes of orders/. Purchases with credits get no invoice. Collective invoices: collective_invoices.sql.

/*
 * Invoices with the content of § 14 (4) UStG, as snapshots: a later change of an address or tax rate changes none. A
 * refund is a `cancellation` that names the invoice it cancels.
 */
create table public.nemus_invoices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- Null for a collective invoice; its lines name the payments.
  transaction_id uuid unique references public.nemus_transactions (id) on delete cascade,
  number text not null check (char_length(number) between 1 and 50),
  -- Samples have their own numbers and leave no gap in the series.
  is_sample boolean not null default false,
  kind text not null default 'invoice' check (kind in ('invoice', 'cancellation')),
  cancels_id uuid references public.nemus_invoices (id) on delete restrict,
  issued_on date not null default (now() at time zone 'Europe/Berlin')::date,
  service_on date not null default (now() at time zone 'Europe/Berlin')::date,
  -- Last day of a longer service; null: service_on alone.
  service_until date check (service_until >= service_on),
  -- {name, street, extra_line, postal_code, city, country, email, tax_number, vat_id}
  seller jsonb not null check (jsonb_typeof(seller) = 'object'),
  -- {name, address, email, vat_id}
  buyer jsonb not null check (jsonb_typeof(buyer) = 'object'),
  -- [{description, quantity, unit, gross_cents, service_from?, service_until?, is_advance?, paid_on?, paid_by?}]
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  -- Part paid with the rest of an earlier change of plan.
  balance_cents int not null default 0 check (balance_cents >= 0),
  net_cents int not null,
  tax_cents int not null,
  gross_cents int not null,
  tax_rate numeric(4, 2) not null check (tax_rate between 0 and 99),
  -- Legal ground if no tax is charged.
  tax_note text check (char_length(tax_note) between 1 and 500),
  created_at timestamptz not null default now(),
  is_collective boolean not null default false,
  -- UNTDID 1001: 380 invoice, 381 credit note (partial), 384 corrected invoice (full). Null: from before electronic
  -- invoices.
  document_code smallint,
  -- [{category, rate, note, reason, net_cents, tax_cents}] by treatment
  taxes jsonb,
  -- BT-114, on older documents: tax was rounded from the net.
  rounding_cents int not null default 0,
  -- Null: no electronic invoice (samples, and documents from before).
  format text,
  unique (user_id, number),
  constraint sign_fits_kind check (case kind when 'invoice' then gross_cents > 0 else gross_cents < 0 end),
  constraint cancellation_names_its_invoice check ((kind = 'cancellation') = (cancels_id is not null)),
  -- § 14 (4) UStG: full name and address of the recipient.
  constraint recipient_has_an_address check (
    is_sample or (buyer ->> 'name' ~ '[^[:space:]]' and buyer ->> 'address' ~ '[^[:space:]]')),
  constraint untaxed_has_a_ground check (tax_rate > 0 or tax_note is not null),
  constraint sum_adds_up check (net_cents + tax_cents + rounding_cents = gross_cents),
  constraint rounding_is_small check (abs(rounding_cents) <= 10),
  constraint code_fits_kind check (document_code is null
    or document_code = any (case kind when 'invoice' then array[380] else array[381, 384] end)),
  constraint taxes_are_listed check ((document_code is null) = (taxes is null)
    and (taxes is null or (jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) > 0))),
  constraint format_is_known check (format in ('zugferd', 'xrechnung')),
  -- Paid by bank transfer: {holder, iban, bic, due_on} as of its day; a correction has no due_on. Null: paid at the provider.
  payment jsonb check (jsonb_typeof(payment) = 'object'),
  constraint about_payments check ((transaction_id is null) = is_collective)
);
alter table public.nemus_invoices enable row level security;
create unique index nemus_invoices_number on public.nemus_invoices (number) where not is_sample;
create index nemus_invoices_cancels on public.nemus_invoices (cancels_id);
create index nemus_invoices_newest on public.nemus_invoices (user_id, issued_on desc, id);
create trigger keep before update on public.nemus_invoices for each row execute function private.nemus_keep_rows();
create trigger keep_issued before delete on public.nemus_invoices
  for each row when (not old.is_sample) execute function private.nemus_keep_rows();

/* Last number of each year. The row stays locked until the invoice is committed, so no number is skipped. */
create table private.nemus_invoice_series (
  year int primary key check (year between 2000 and 9999),
  last_number int not null check (last_number > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_invoice_series enable row level security;
create trigger touch before update on private.nemus_invoice_series for each row execute function private.nemus_touch();

-- Seller and tax rates in percent, filled in by the operator before the first sale. A rate of 0 needs a note with the
-- legal ground. Of the seller also phone, contact, register and representatives (docs/operator.md). credits_are: what credits are for VAT,
-- single_purpose or multi_purpose vouchers. Rates per product: tax_treatments.sql.
insert into private.nemus_settings (key, value) values
  ('invoicing', '{
    "seller": {"name": "[Name des Betreibers]", "street": "[Straße]", "postal_code": "[PLZ]", "city": "[Ort]",
      "country": "Deutschland", "email": "", "tax_number": "[Steuernummer]", "vat_id": ""},
    "tax_rates": {"course": 19, "credits": 19, "subscription": 19},
    "tax_notes": {}, "credits_are": "single_purpose"
  }');

create function private.nemus_next_invoice_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  this_year constant int := extract(year from now() at time zone 'Europe/Berlin');
  next_number int;
begin
  insert into private.nemus_invoice_series (year, last_number) values (this_year, 1)
  on conflict (year) do update set last_number = nemus_invoice_series.last_number + 1
  returning last_number into next_number;
  return format('NE-%s-%s', this_year, lpad(next_number::text, 6, '0'));
end $$;

/*
 * Buyer as printed on invoices: address, in words and in parts, and the buyer's reference. The address entered at the
 * payment of p_order, else the saved one, else the one of the latest purchase. The VAT id of a saved address is the
 * institution's, else that of its recipient's latest purchase. Samples show the sample address of the account instead.
 */
create function private.nemus_buyer(p_user uuid, p_is_sample boolean, p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  given jsonb;
begin
  if not p_is_sample then
    select to_jsonb(b) into given from private.nemus_order_buyers b where b.order_id = p_order;
    if given is null then
      select to_jsonb(a) || jsonb_build_object('vat_id', (select b.vat_id from private.nemus_order_buyers b
          where b.user_id = p_user and (b.recipient, b.country) = (a.recipient, a.country) order by b.created_at desc limit 1))
      into given from public.nemus_billing_addresses a where a.user_id = p_user;
    end if;
    if given is null then
      select to_jsonb(b) into given from private.nemus_order_buyers b where b.user_id = p_user
      order by b.created_at desc limit 1;
    end if;
  end if;
  return (select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(given ->> 'recipient', p.institution_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'address', case when p_is_sample then coalesce(s.institution_address, '')
      else coalesce((given ->> 'street') || coalesce(E'\n' || nullif(given ->> 'extra_line', ''), '') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || coalesce(private.nemus_document_text('country_' || (given ->> 'country')),
          nullif(given ->> 'country', 'DE')), ''), '') end,
    'street', given ->> 'street', 'extra_line', nullif(given ->> 'extra_line', ''), 'postal_code', given ->> 'postal_code', 'city', given ->> 'city',
    'country', given ->> 'country', 'reference', nullif(c.buyer_reference, ''),
    'email', coalesce(nullif(s.billing_email, ''), private.nemus_letter_address(p_user)), 'vat_id', coalesce(case when given ? 'order_id' then nullif(given ->> 'vat_id', '') end, nullif(s.vat_id, ''), given ->> 'vat_id', '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
end $$;

/*
 * Writes the invoice of a transaction, or gathers it for a collective one. A negative amount corrects p_cancels: same
 * recipient, period and tax. p_number: only for samples; others take the next number. Null: no invoice (yet).
 */
create function private.nemus_issue_invoice(p_transaction public.nemus_transactions, p_quantity int,
  p_unit text, p_cancels uuid, p_number text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (p_transaction.occurred_at at time zone 'Europe/Berlin')::date;
  earlier public.nemus_invoices;
  gathered private.nemus_collected_payments;
  tax jsonb;
begin
  select * into earlier from public.nemus_invoices i where i.id = p_cancels;
  if p_number is null and p_transaction.amount_cents < 0 then
    -- A change of plan with more credit than charge, after gathered payments: gathered with them.
    select c.* into gathered from private.nemus_collected_payments c
    join public.nemus_transactions t on t.id = c.transaction_id
    where c.institution_id = p_transaction.user_id and t.type = p_transaction.type and c.returns_id is null
      and t.occurred_at <= p_transaction.occurred_at order by t.occurred_at desc, c.created_at desc limit 1;
    if gathered.transaction_id is not null and (earlier.id is null or gathered.created_at > earlier.created_at) then
      if gathered.invoice_id is null then
        perform private.nemus_gather_payment(p_transaction, private.nemus_lines_of(p_transaction, p_quantity, p_unit, null),
          gathered.transaction_id);
        return null;
      end if;
      select * into earlier from public.nemus_invoices i where i.id = gathered.invoice_id;
    end if;
  end if;
  if earlier.id is not null then
    tax := private.nemus_tax_in(earlier, null, p_transaction.type);
  -- What is still to be paid gets its invoice at once.
  elsif p_number is null and p_transaction.payment_method <> 'invoice' and exists (select from public.nemus_invoice_choices c
      where c.institution_id = p_transaction.user_id and c.is_collected) then
    perform private.nemus_gather_payment(p_transaction, private.nemus_lines_of(p_transaction, p_quantity, p_unit, null), null);
    return null;
  end if;
  return private.nemus_write_invoice(jsonb_build_object('user_id', p_transaction.user_id,
    'transaction_id', p_transaction.id, 'number', p_number, 'cancels_id', earlier.id,
    -- Later than the payment, if its address was missing.
    'issued_on', case when p_number is null then greatest(today, (now() at time zone 'Europe/Berlin')::date) else today end,
    'service_on', coalesce(p_transaction.service_from, earlier.service_on, today),
    'service_until', coalesce(p_transaction.service_until, earlier.service_until),
    'lines', private.nemus_lines_of(p_transaction, p_quantity, p_unit, tax), 'balance_cents', p_transaction.balance_cents,
    'payment', case when p_number is null and p_transaction.payment_method = 'invoice'
      then private.nemus_transfer_payment(p_transaction.user_id) end));
end $$;

/* Unit of an invoice line. */
create function private.nemus_invoice_unit(p_type text, p_participants int) returns text
language sql immutable set search_path = '' as $$
  select private.nemus_document_text(case p_type
    when 'course' then case when p_participants > 1 then 'unit_places' else 'unit_place' end
    when 'credits' then 'unit_credits' else 'unit_subscription' end)
$$;

/* Invoice of an order. */
create function private.nemus_invoice_of(p_order_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.nemus_invoice_about(t.id) from public.nemus_transactions t where t.reference = 'order:' || p_order_id
$$;

/*
 * Cancels the invoice of an order with a document about p_line, the returned money. If the payment still waits for its
 * collective invoice, the returned money is gathered with it. Does nothing without either.
 */
create function private.nemus_cancel_invoice(p_line public.nemus_transactions, p_order_id uuid, p_unit text)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  payment constant uuid := (select t.id from public.nemus_transactions t where t.reference = 'order:' || p_order_id);
  waiting private.nemus_collected_payments;
  earlier public.nemus_invoices;
  today constant date := (p_line.occurred_at at time zone 'Europe/Berlin')::date;
begin
  -- Waits for a concurrent collective invoice; afterwards it is known which case applies.
  select * into waiting from private.nemus_collected_payments c where c.transaction_id = payment for update;
  if waiting.transaction_id is not null and waiting.settled_at is null then
    perform private.nemus_gather_payment(p_line, private.nemus_lines_of(p_line, 1, p_unit, waiting.lines #> '{0,tax}'), payment);
    return;
  end if;
  select * into earlier from public.nemus_invoices i where i.id = private.nemus_invoice_of(p_order_id);
  if earlier.id is not null then
    perform private.nemus_write_invoice(jsonb_build_object('user_id', p_line.user_id, 'transaction_id', p_line.id,
      'cancels_id', earlier.id, 'issued_on', today, 'service_on', coalesce(p_line.service_from, earlier.service_on),
      'service_until', coalesce(p_line.service_until, earlier.service_until),
      'lines', private.nemus_lines_of(p_line, 1, p_unit, private.nemus_tax_in(earlier, payment, p_line.type)),
      'balance_cents', p_line.balance_cents));
  end if;
end $$;
