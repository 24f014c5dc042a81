-- Invoices: who sells, the series of numbers, and the documents themselves, which never change.

/*
 * Invoices with what § 14 (4) UStG asks for, as a snapshot: a later change of an address or a rate changes no invoice.
 * A refund is a document of its own (`cancellation`) that names the invoice it cancels.
 */
create table public.nemus_invoices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  transaction_id uuid not null unique references public.nemus_transactions (id) on delete cascade,
  number text not null check (char_length(number) between 1 and 50),
  -- Sample documents have numbers of their own and leave no gap in the real series.
  is_sample boolean not null default false,
  kind text not null default 'invoice' check (kind in ('invoice', 'cancellation')),
  cancels_id uuid references public.nemus_invoices (id) on delete restrict,
  issued_on date not null default (now() at time zone 'Europe/Berlin')::date,
  service_on date not null default (now() at time zone 'Europe/Berlin')::date,
  -- Last day of a service that takes a while; null: service_on is the day.
  service_until date check (service_until >= service_on),
  -- {name, street, postal_code, city, country, email, tax_number, vat_id}
  seller jsonb not null check (jsonb_typeof(seller) = 'object'),
  -- {name, address, email, vat_id}
  buyer jsonb not null check (jsonb_typeof(buyer) = 'object'),
  -- [{description, quantity, unit, gross_cents, service_from?, service_until?}]
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  -- The part that was paid from what an earlier change of plan left over.
  balance_cents int not null default 0 check (balance_cents >= 0),
  net_cents int not null,
  tax_cents int not null,
  gross_cents int not null,
  tax_rate numeric(4, 2) not null check (tax_rate between 0 and 99),
  -- The legal ground when no tax is charged.
  tax_note text check (char_length(tax_note) between 1 and 500),
  created_at timestamptz not null default now(),
  unique (user_id, number),
  constraint sum_adds_up check (net_cents + tax_cents = gross_cents),
  constraint sign_fits_kind check (case kind when 'invoice' then gross_cents > 0 else gross_cents < 0 end),
  constraint cancellation_names_its_invoice check ((kind = 'cancellation') = (cancels_id is not null)),
  -- § 14 (4) UStG: the full name and address of the recipient.
  constraint recipient_has_an_address check (
    is_sample or (buyer ->> 'name' ~ '[^[:space:]]' and buyer ->> 'address' ~ '[^[:space:]]')),
  constraint untaxed_has_a_ground check (tax_rate > 0 or tax_note is not null)
);
alter table public.nemus_invoices enable row level security;
create unique index nemus_invoices_number on public.nemus_invoices (number) where not is_sample;
create index nemus_invoices_cancels on public.nemus_invoices (cancels_id);
create index nemus_invoices_newest on public.nemus_invoices (user_id, issued_on desc, id);
create trigger keep before update on public.nemus_invoices
  for each row execute function private.nemus_keep_rows();
create trigger keep_issued before delete on public.nemus_invoices
  for each row when (not old.is_sample) execute function private.nemus_keep_rows();

/* Last number given per year. The row is locked until the invoice is committed, so that no number is ever skipped. */
create table private.nemus_invoice_series (
  year int primary key check (year between 2000 and 9999),
  last_number int not null check (last_number > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_invoice_series enable row level security;
revoke all on private.nemus_invoice_series from public;
create trigger touch before update on private.nemus_invoice_series
  for each row execute function private.nemus_touch();

-- Who sells and with which tax; an operator fills this in before selling anything.
insert into private.nemus_settings (key, value) values
  ('invoicing', '{
    "seller": {"name": "[Name des Betreibers]", "street": "[Straße]", "postal_code": "[PLZ]", "city": "[Ort]",
      "country": "Deutschland", "email": "", "tax_number": "[Steuernummer]", "vat_id": ""},
    "tax_rates": {"course": 19, "credits": 19, "subscription": 19},
    "tax_notes": {}
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
 * The account as invoices show it: the address that it gave for invoices. Sample documents have none of these; they show
 * the sample address of the account.
 */
create function private.nemus_buyer(p_user uuid, p_is_sample boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  given jsonb;
begin
  if not p_is_sample then
    select to_jsonb(a) into given from public.nemus_billing_addresses a where a.user_id = p_user;
  end if;
  return (select jsonb_build_object(
    'name', coalesce(given ->> 'recipient', p.institution_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'address', case when p_is_sample then coalesce(s.institution_address, '')
      else coalesce((given ->> 'street') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || private.nemus_document_text('country_' || (given ->> 'country')), ''), '') end,
    'email', coalesce(nullif(s.billing_email, ''), p.email), 'vat_id', coalesce(s.vat_id, ''))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  where p.user_id = p_user);
end $$;

/*
 * Writes the invoice of a transaction: its parts, or one line at its gross amount. A negative amount corrects
 * `p_cancels`, and goes to whom that was sent, for the period of that.
 * p_number is given for sample documents alone; the others take the next of the series.
 */
create function private.nemus_issue_invoice(p_transaction public.nemus_transactions, p_quantity int, p_unit text,
  p_cancels uuid, p_number text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  invoicing jsonb;
  rate numeric;
  net int;
  earlier public.nemus_invoices;
  today constant date := (p_transaction.occurred_at at time zone 'Europe/Berlin')::date;
  issued uuid;
begin
  select s.value into invoicing from private.nemus_settings s where s.key = 'invoicing';
  rate := (invoicing -> 'tax_rates' ->> p_transaction.type)::numeric;
  net := round(p_transaction.amount_cents / (1 + rate / 100));
  select * into earlier from public.nemus_invoices i where i.id = p_cancels;
  insert into public.nemus_invoices (user_id, transaction_id, number, is_sample, kind, cancels_id, issued_on,
    service_on, service_until, seller, buyer, lines, balance_cents, net_cents, tax_cents, gross_cents, tax_rate, tax_note)
  values (p_transaction.user_id, p_transaction.id, coalesce(p_number, private.nemus_next_invoice_number()),
    p_number is not null, case when p_cancels is null then 'invoice' else 'cancellation' end, p_cancels, today,
    coalesce(p_transaction.service_from, earlier.service_on, today),
    coalesce(p_transaction.service_until, earlier.service_until),
    invoicing -> 'seller', coalesce(earlier.buyer, private.nemus_buyer(p_transaction.user_id, p_number is not null)),
    coalesce(p_transaction.parts, jsonb_build_array(jsonb_build_object('description', p_transaction.item_name,
      'quantity', p_quantity, 'unit', p_unit, 'gross_cents', p_transaction.amount_cents))),
    p_transaction.balance_cents, net, p_transaction.amount_cents - net, p_transaction.amount_cents, rate,
    invoicing -> 'tax_notes' ->> p_transaction.type)
  returning id into issued;
  return issued;
end $$;

/* What an invoice counts in. */
create function private.nemus_invoice_unit(p_type text, p_participants int) returns text
language sql immutable set search_path = '' as $$
  select private.nemus_document_text(case p_type
    when 'course' then case when p_participants > 1 then 'unit_places' else 'unit_place' end
    when 'credits' then 'unit_credits' else 'unit_subscription' end)
$$;

revoke all on function private.nemus_invoice_unit(text, int) from public;

/* The invoice of an order. */
create function private.nemus_invoice_of(p_order_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select i.id from public.nemus_invoices i join public.nemus_transactions t on t.id = i.transaction_id
  where t.reference = 'order:' || p_order_id
$$;

/* Cancels the invoice of an order by a document about a line that gives its money back; nothing without an invoice. */
create function private.nemus_cancel_invoice(p_line public.nemus_transactions, p_order_id uuid, p_unit text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cancelled constant uuid := private.nemus_invoice_of(p_order_id);
begin
  if cancelled is not null then
    perform private.nemus_issue_invoice(p_line, 1, p_unit, cancelled, null);
  end if;
end $$;

revoke all on function private.nemus_next_invoice_number(), private.nemus_buyer(uuid, boolean),
  private.nemus_issue_invoice(public.nemus_transactions, int, text, uuid, text) from public;
revoke all on function private.nemus_invoice_of(uuid),
  private.nemus_cancel_invoice(public.nemus_transactions, uuid, text) from public;
revoke all on public.nemus_invoices from anon, authenticated, service_role;
grant select on public.nemus_invoices to authenticated, service_role;

create policy "own invoices are read" on public.nemus_invoices for select to authenticated
  using (user_id = (select auth.uid()));
