-- Export of invoices for bookkeeping (DATEV): one line per document and tax treatment, and the fees of the payment
-- provider, for staff with the role `orders`, at most 400 days. Sample documents are left out. The browser writes one
-- file per financial year (apps/academy).

-- Numbers from the tax adviser and accounts of the chart SKR03 for the DATEV export; staff edit them
-- (nemus_set_bookkeeping). receivable_account, bank_account: of invoices paid by transfer. year_starts: month in which the financial year begins. revenue_accounts: by rate, AE (reverse
-- charge), O (outside the scope of VAT) and voucher (multi-purpose: sold, not yet redeemed).
insert into private.nemus_settings (key, value) values
  ('bookkeeping', '{"consultant": "", "client": "", "account_length": 4, "year_starts": 1, "money_account": "1360",
    "balance_account": "1700", "fee_account": "4970", "receivable_account": "1400", "bank_account": "1200",
    "revenue_accounts": {"19": "8400", "7": "8300", "0": "8110", "AE": "8337", "O": "8338", "voucher": "1710"}}');

/* Fees of the provider, in its own words: one per payment, refund, and booking of a dispute. */
create table private.nemus_provider_fees (
  -- Of a refund or a dispute: its id, or the id of its booking at the provider.
  payment_id text primary key check (char_length(payment_id) between 1 and 200),
  -- Below zero: a fee that came back, with a dispute that was won.
  fee_cents int not null,
  charged_on date not null default (now() at time zone 'Europe/Berlin')::date,
  created_at timestamptz not null default now()
);
alter table private.nemus_provider_fees enable row level security;

/* Records the fee of a payment, refund or dispute, once. */
create function public.nemus_note_fee(p_payment_id text, p_fee_cents int, p_charged_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_provider_fees (payment_id, fee_cents, charged_on)
  values (p_payment_id, p_fee_cents, (p_charged_at at time zone 'Europe/Berlin')::date) on conflict (payment_id) do nothing
$$;

/* Refuses a period without both days, reversed, or above 400 days. Raises 400 invalid_request. */
create function private.nemus_check_span(p_from date, p_until date) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.nemus_refuse(400, 'invalid_request', jsonb_build_object('span', true))
    where p_from is null or p_until is null or p_until < p_from or p_until - p_from > 400;
end $$;

/*
 * Documents issued between two days, inclusive: {settings, lines: [{number, issued_on, service_on, kind,
 * document_code, cancels_number, buyer, vat_id, category, rate, account, net_cents, tax_cents, gross_cents, balance_cents, is_transfer}], fees: [{payment_id, charged_on,
 * fee_cents (below zero: came back)}], receipts: [{number, buyer, received_on, amount_cents (below zero: went back),
 * reference}]}. is_transfer: paid by bank transfer; what arrived are the receipts. gross_cents of a treatment; the rounding amount is added to the first, so the lines of a document add up
 * to it. balance_cents: the part of it for which no money moved, because an earlier change of plan settled it or a later
 * payment will. account: key of revenue_accounts.
 * Raises 403 staff_required, 400 invalid_request (no period, or more than 400 days).
 */
create function public.nemus_bookkeeping(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return jsonb_build_object(
    'settings', (select s.value from private.nemus_settings s where s.key = 'bookkeeping'),
    'fees', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', f.payment_id, 'charged_on', f.charged_on,
        'fee_cents', f.fee_cents) order by f.charged_on, f.payment_id), '[]')
      from private.nemus_provider_fees f where f.charged_on between p_from and p_until and f.fee_cents <> 0),
    'receipts', (select coalesce(jsonb_agg(jsonb_build_object('number', i.number, 'buyer', i.buyer ->> 'name',
        'received_on', r.received_on, 'amount_cents', r.amount_cents, 'reference', r.reference)
        order by r.received_on, r.id), '[]')
      from private.nemus_bank_receipts r join public.nemus_invoices i on i.id = r.invoice_id
      where r.received_on between p_from and p_until),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'document_code', t.document_code, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'vat_id', t.vat_id, 'net_cents', (t.tax ->> 'net_cents')::int, 'tax_cents', (t.tax ->> 'tax_cents')::int,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross, 'is_transfer', t.is_transfer,
          'account', case when t.tax ->> 'note' = (select private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          i.document_code, e.number as cancels_number, i.buyer ->> 'name' as buyer, coalesce(i.buyer ->> 'vat_id', '') as vat_id, i.balance_cents, i.payment is not null as is_transfer, x.tax, x.place, g.gross,
          sum(g.gross) over (partition by i.id order by x.place) as until,
          -- A change of plan that credits more than it charges is not paid back.
          i.gross_cents < 0 and jsonb_path_exists(i.lines, '$[*] ? (@.gross_cents > 0)') as is_credited
        from public.nemus_invoices i
        left join public.nemus_invoices e on e.id = i.cancels_id
        -- Documents from before treatments were listed have exactly one.
        cross join lateral jsonb_array_elements(coalesce(i.taxes, jsonb_build_array(jsonb_build_object('category',
            case when i.tax_rate > 0 then 'S' else 'E' end, 'rate', i.tax_rate, 'net_cents', i.net_cents,
            'tax_cents', i.tax_cents)))) with ordinality as x (tax, place)
        cross join lateral (select (x.tax ->> 'net_cents')::int + (x.tax ->> 'tax_cents')::int
            + case when x.place = 1 then i.rounding_cents else 0 end as gross) as g
        where not i.is_sample and i.issued_on between p_from and p_until) t));
end $$;

/* The settings of the export, for staff with the role `orders`. Raises 403 staff_required. */
create function public.nemus_bookkeeping_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('orders');
  return (select s.value from private.nemus_settings s where s.key = 'bookkeeping');
end $$;

/*
 * Changes the settings of the export; all fields are required but receivable_account and bank_account, which stay. Raises 403 staff_required, 400 invalid_field (consultant,
 * client, account_length, year_starts, money_account, balance_account, fee_account, receivable_account, bank_account, or a key of revenue_accounts).
 */
create function public.nemus_set_bookkeeping(p_settings jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given record;
begin
  perform private.nemus_require_staff('orders');
  -- Pages from before transfers name no accounts for them.
  select jsonb_build_object('receivable_account', s.value -> 'receivable_account', 'bank_account', s.value -> 'bank_account')
    || p_settings into p_settings from private.nemus_settings s where s.key = 'bookkeeping';
  for given in select f.field, p_settings ->> f.field as value, f.form from (values ('consultant', '^([1-9]\d{3,6})?$'),
      ('client', '^([1-9]\d{0,4})?$'), ('account_length', '^[4-8]$'), ('year_starts', '^([1-9]|1[0-2])$')) as f (field, form)
    union all select f.field, coalesce(p_settings #>> string_to_array(f.path, '.'), 'missing'),
      format('^(\d{%s})?$', coalesce(substring(p_settings ->> 'account_length' from '^[4-8]$'), '4'))
    from (values ('money_account', 'money_account'), ('balance_account', 'balance_account'), ('fee_account', 'fee_account'),
      ('receivable_account', 'receivable_account'), ('bank_account', 'bank_account'),
      ('19', 'revenue_accounts.19'), ('7', 'revenue_accounts.7'), ('0', 'revenue_accounts.0'), ('AE', 'revenue_accounts.AE'),
      ('O', 'revenue_accounts.O'), ('voucher', 'revenue_accounts.voucher')) as f (field, path)
  loop
    perform private.nemus_refuse_field(given.field, 'number_form')
      where given.value is null or given.value !~ given.form;
  end loop;
  update private.nemus_settings s set value = jsonb_build_object('consultant', p_settings ->> 'consultant',
    'client', p_settings ->> 'client', 'account_length', (p_settings ->> 'account_length')::int,
    'year_starts', (p_settings ->> 'year_starts')::int, 'money_account', p_settings ->> 'money_account',
    'balance_account', p_settings ->> 'balance_account', 'fee_account', p_settings ->> 'fee_account',
    'receivable_account', p_settings ->> 'receivable_account', 'bank_account', p_settings ->> 'bank_account',
    'revenue_accounts', (select jsonb_object_agg(a.key, a.value) from jsonb_each_text(p_settings -> 'revenue_accounts') as a
      where a.key in ('19', '7', '0', 'AE', 'O', 'voucher'))) where s.key = 'bookkeeping';
end $$;
