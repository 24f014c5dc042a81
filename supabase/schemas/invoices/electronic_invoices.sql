-- How an invoice is calculated and written (EN 16931, decision record 0052): nemus_taxed_lines computes its sums,
-- nemus_write_invoice writes every document, and its electronic original (XML) is kept once.
-- Sums: prices are gross, so the tax of a treatment is its gross sum less its net. That is within a cent of the net's
-- tax, as BR-CO-17 allows, and leaves no rounding amount. A correction keeps buyer, taxes and format of the document that it corrects. All corrections of a document are rounded
-- together, so that refunds of all of it cancel net and tax to the cent.
-- The original is written by the function `write-invoices` (job every ten minutes, or at the first download) and never
-- changed (GoBD). An invoice that lacks data for it stays a PDF; what is missing is in private.nemus_invoice_gaps.
-- Samples get no original.
-- notifications/events.sql tells of new invoices; the trigger here tells of collective ones.

/* How an institution gets its invoices. Without a row: one per payment, as PDF with embedded XML (ZUGFeRD). */
create table public.nemus_invoice_choices (
  institution_id uuid primary key default private.nemus_acts_for('billing') references public.nemus_profiles (user_id) on delete cascade,
  -- One invoice for all payments of an interval (`invoice_frequency` of the settings).
  is_collected boolean not null default false,
  -- zugferd: PDF/A-3 with XML (EN 16931) · xrechnung: the format that public authorities accept
  format text not null default 'zugferd' check (format in ('zugferd', 'xrechnung')),
  -- BT-10: "Leitweg-ID", or another reference the buyer wants on its invoices.
  buyer_reference text not null default ''
    check (char_length(buyer_reference) <= 100 and buyer_reference !~ '[[:cntrl:]]' and buyer_reference = btrim(buyer_reference)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint authorities_need_a_reference check (format <> 'xrechnung' or buyer_reference <> '')
);
alter table public.nemus_invoice_choices enable row level security;
create trigger touch before update on public.nemus_invoice_choices for each row execute function private.nemus_touch();
create trigger organisation_log after insert or update on public.nemus_invoice_choices
  for each row execute function private.nemus_log_row('institution_id', 'institution_id');

/*
 * Net of each line, and sums per treatment: net is the gross sum without tax, tax is the rest, lines share the net so
 * that they add up to it.
 * p_lines: [{gross_cents, tax: {category, rate, note, reason}, …}]. p_earlier: earlier corrections of the same document
 * (nemus_corrected_taxes); the sums are then what is still missing, so all corrections together are rounded once.
 * p_rounds: for corrections of documents with a rounding amount, from before: tax is rounded from the net.
 * Returns {lines, taxes, net, tax, gross, rounding}.
 */
create function private.nemus_taxed_lines(p_lines jsonb, p_earlier jsonb default '[]', p_rounds boolean default false) returns jsonb
language sql immutable set search_path = '' as $$
  with earlier as (
    select e.tax, e.gross, e.net, e.tax_cents
    from jsonb_to_recordset(p_earlier) as e (tax jsonb, gross int, net int, tax_cents int)),
  line as (
    select l.line, l.place, (l.line ->> 'gross_cents')::int as gross, l.line -> 'tax' as tax,
      1 + (l.line #>> '{tax,rate}')::numeric / 100 as factor
    from jsonb_array_elements(p_lines) with ordinality as l (line, place)),
  summed as (
    select line.*, coalesce(e.gross, 0) as gross_before, coalesce(e.net, 0) as net_before, coalesce(e.tax_cents, 0) as tax_before,
      row_number() over (partition by line.tax order by place) as nth,
      coalesce(e.gross, 0) + sum(line.gross) over (partition by line.tax order by place) as until
    from line left join earlier e on e.tax = line.tax),
  shared as (
    select s.*, (round(s.until / s.factor)
      - case when s.nth = 1 then s.net_before else round((s.until - s.gross) / s.factor) end)::int as net
    from summed s),
  grouped as (
    select s.tax, sum(s.gross)::int as gross, sum(s.net)::int as net,
      (case when p_rounds then round((min(s.net_before) + sum(s.net)) * (s.tax ->> 'rate')::numeric / 100)
        else min(s.gross_before) + sum(s.gross) - min(s.net_before) - sum(s.net) end)::int - min(s.tax_before) as tax_cents,
      min(s.place) as place
    from shared s group by s.tax)
  select jsonb_build_object(
    'lines', (select jsonb_agg(s.line || jsonb_build_object('net_cents', s.net) order by s.place) from shared s),
    'taxes', (select jsonb_agg(g.tax || jsonb_build_object('net_cents', g.net, 'tax_cents', g.tax_cents) order by g.place)
      from grouped g),
    'net', (select sum(g.net) from grouped g), 'tax', (select sum(g.tax_cents) from grouped g),
    'gross', (select sum(g.gross) from grouped g),
    'rounding', (select sum(g.gross - g.net - g.tax_cents) from grouped g))
$$;

/*
 * Sums of all corrections of a document by treatment: [{tax, gross, net, tax_cents}]. Empty for null.
 */
create function private.nemus_corrected_taxes(p_invoice uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
    select l.line -> 'tax' as tax, sum((l.line ->> 'gross_cents')::int) as gross,
      sum((l.line ->> 'net_cents')::int) as net, min(t.tax_cents) as tax_cents
    from public.nemus_invoices i cross join lateral jsonb_array_elements(i.lines) as l (line)
    join (select x.tax - 'net_cents' - 'tax_cents' as tax, sum((x.tax ->> 'tax_cents')::int) as tax_cents
      from public.nemus_invoices c cross join lateral jsonb_array_elements(c.taxes) as x (tax)
      where c.cancels_id = p_invoice group by 1) t on t.tax = l.line -> 'tax'
    where i.cancels_id = p_invoice group by 1) s
$$;

/* Order of a purchase line; null for others. */
create function private.nemus_order_of(p_transaction uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select substring(t.reference from '^order:(.*)$')::uuid from public.nemus_transactions t where t.id = p_transaction
$$;

/*
 * Writes one document, with its number; every document passes here. p_document: {user_id, transaction_id, number,
 * cancels_id, issued_on, service_on, service_until, lines, balance_cents, payment}; lines as in nemus_taxed_lines. number: only
 * for samples. Without transaction_id: collective.
 */
create function private.nemus_write_invoice(p_document jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  document record;
  earlier public.nemus_invoices;
  -- An advance payment stays one in its corrections.
  lines jsonb;
  taxed jsonb;
  is_sample boolean;
  issued public.nemus_invoices;
begin
  select * into document from jsonb_to_record(p_document) as d (user_id uuid, transaction_id uuid, number text,
    cancels_id uuid, issued_on date, service_on date, service_until date, balance_cents int, payment jsonb);
  -- Locked: concurrent corrections of one document are rounded together.
  select * into earlier from public.nemus_invoices i where i.id = document.cancels_id for update;
  select jsonb_agg(l.line || case when not jsonb_path_exists(earlier.lines, '$[*] ? (!(@.is_advance == true))')
      then '{"is_advance": true}' else '{}'::jsonb end order by l.place) into lines
  from jsonb_array_elements(p_document -> 'lines') with ordinality as l (line, place);
  taxed := private.nemus_taxed_lines(lines, private.nemus_corrected_taxes(earlier.id), earlier.rounding_cents <> 0);
  -- The period of a document spans its lines (PEPPOL-EN16931-R111).
  select least(document.service_on, min((l.line ->> 'service_from')::date)),
    nullif(greatest(document.service_until, max((l.line ->> 'service_until')::date)),
      case when document.service_until is null then least(document.service_on, min((l.line ->> 'service_from')::date)) end)
  into document.service_on, document.service_until from jsonb_array_elements(lines) as l (line);
  is_sample := document.number is not null;
  -- Fires notifications/events.
  insert into public.nemus_invoices (user_id, transaction_id, is_collective, number, is_sample, kind, document_code,
    cancels_id, issued_on, service_on, service_until, seller, buyer, lines, taxes, balance_cents, net_cents, tax_cents,
    rounding_cents, gross_cents, tax_rate, tax_note, payment, format)
  values (document.user_id, document.transaction_id, document.transaction_id is null,
    coalesce(document.number, private.nemus_next_invoice_number()), is_sample,
    case when document.cancels_id is null then 'invoice' else 'cancellation' end,
    case when document.cancels_id is null then 380 when (taxed ->> 'gross')::int = -earlier.gross_cents then 384 else 381 end,
    document.cancels_id, document.issued_on, document.service_on, document.service_until,
    (select s.value -> 'seller' from private.nemus_settings s where s.key = 'invoicing'),
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample,
      private.nemus_order_of(document.transaction_id))), taxed -> 'lines', taxed -> 'taxes',
    document.balance_cents, (taxed ->> 'net')::int, (taxed ->> 'tax')::int, (taxed ->> 'rounding')::int,
    (taxed ->> 'gross')::int,
    (select max((t.tax ->> 'rate')::numeric) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    (select left(string_agg(distinct t.tax ->> 'note', ' · '), 500) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    coalesce(nullif(document.payment, 'null'), earlier.payment - 'due_on'),
    -- A correction has the format of the corrected document.
    case when is_sample then null when earlier.id is not null then earlier.format else coalesce(
      (select c.format from public.nemus_invoice_choices c where c.institution_id = document.user_id), 'zugferd') end)
  returning * into issued;
  return issued.id;
end $$;

/*
 * Lines of a document about a transaction: its parts, or one line with the gross amount. p_tax: null for the present
 * tax of the product for its buyer. A renewal for a buyer that is not sold to any more is taxed as the product is.
 * Payments name day and method (paid_on, paid_by) unless they are still to come, courses their days, and whether they are paid in advance.
 */
create function private.nemus_lines_of(p_transaction public.nemus_transactions, p_quantity int, p_unit text, p_tax jsonb)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(l.line || jsonb_build_object('tax', coalesce(p_tax, product.tax), 'kind', p_transaction.type,
    'transaction_id', p_transaction.id) || service.days || case when p_transaction.amount_cents > 0
      and p_transaction.payment_method <> 'invoice' then jsonb_build_object(
    'paid_on', (p_transaction.occurred_at at time zone 'Europe/Berlin')::date, 'paid_by', p_transaction.payment_method)
    else '{}' end order by l.place)
  from jsonb_array_elements(coalesce(p_transaction.parts, jsonb_build_array(jsonb_build_object(
      'description', p_transaction.item_name, 'quantity', p_quantity, 'unit', p_unit,
      'gross_cents', p_transaction.amount_cents)))) with ordinality as l (line, place)
  left join public.nemus_orders o on o.id = private.nemus_order_of(p_transaction.id)
  cross join lateral (select coalesce(private.nemus_tax_of(p_transaction.type, o.course_id,
      private.nemus_buyer(p_transaction.user_id, false, o.id)), private.nemus_tax_of(p_transaction.type, o.course_id)) as tax) as product
  left join public.nemus_course_bookings b on b.order_id = o.id
  cross join lateral (select case
      -- Each person chooses a date later.
      when (o.terms ->> 'has_dates')::boolean then '{"is_advance": true}'
      when b.id is not null then jsonb_build_object('service_from', b.start_date, 'service_until', b.end_date)
        || case when b.start_date > (p_transaction.occurred_at at time zone 'Europe/Berlin')::date
          then '{"is_advance": true}' else '{}'::jsonb end
      else '{}' end as days) as service
$$;

/*
 * Tax of a payment on an invoice: from its line, a line of the same kind, or the first line; on documents without tax
 * in their lines, from the document.
 */
create function private.nemus_tax_in(p_invoice public.nemus_invoices, p_transaction uuid, p_kind text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(
    (select l.line -> 'tax' from jsonb_array_elements(p_invoice.lines) with ordinality as l (line, place)
      where l.line ? 'tax'
      order by l.line ->> 'transaction_id' is distinct from p_transaction::text, l.line ->> 'kind' is distinct from p_kind,
        l.place limit 1),
    jsonb_build_object('category', case when p_invoice.tax_rate > 0 then 'S' else 'E' end, 'rate', p_invoice.tax_rate,
      'note', case when p_invoice.tax_rate > 0 then null else p_invoice.tax_note end, 'reason', null))
$$;

/* Electronic originals: written once, byte for byte as issued (GoBD). */
create table public.nemus_invoice_files (
  invoice_id uuid primary key references public.nemus_invoices (id) on delete cascade,
  -- Name of the profile in the file (BT-24).
  profile text not null check (profile in ('en16931', 'xrechnung')),
  xml text not null check (char_length(xml) between 100 and 1000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  constraint hash_is_of_the_file check (sha256 = encode(sha256(convert_to(xml, 'UTF8')), 'hex'))
);
alter table public.nemus_invoice_files enable row level security;
create trigger keep before update or delete on public.nemus_invoice_files
  for each row execute function private.nemus_keep_rows();

/* Invoices that lack data for an electronic original. Nothing is invented for them. */
create table private.nemus_invoice_gaps (
  invoice_id uuid primary key references public.nemus_invoices (id) on delete cascade,
  -- Codes such as `seller_vat_id`; their texts are part of the screens.
  missing text[] not null check (cardinality(missing) between 1 and 20),
  created_at timestamptz not null default now()
);
alter table private.nemus_invoice_gaps enable row level security;

/*
 * Invoices without an original, oldest first, at most 50, as stored, each with number and day of the document it
 * corrects. Left out: those that are set aside (jobs/set_aside.sql).
 */
create function public.nemus_unwritten_invoices() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(u) order by u.created_at, u.id), '[]') from (
    select i.*, e.number as cancels_number, e.issued_on as cancels_issued_on
    from public.nemus_invoices i left join public.nemus_invoices e on e.id = i.cancels_id
    where i.format is not null and not exists (select from public.nemus_invoice_files f where f.invoice_id = i.id)
      and not exists (select from private.nemus_invoice_gaps g where g.invoice_id = i.id)
      and not private.nemus_is_set_aside('write-invoices', i.id::text)
    order by i.created_at, i.id limit 50) u
$$;

/* Keeps the original of an invoice with its hash, unless it has one; true if it was kept. */
create function public.nemus_keep_invoice_file(p_invoice uuid, p_profile text, p_xml text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.nemus_invoice_files (invoice_id, profile, xml, sha256)
  select i.id, p_profile, p_xml, encode(sha256(convert_to(p_xml, 'UTF8')), 'hex')
  from public.nemus_invoices i where i.id = p_invoice and i.format is not null
  on conflict (invoice_id) do nothing;
  return found;
end $$;

/* Records what an invoice lacks for an electronic original; it stays a PDF. */
create function public.nemus_note_invoice_gap(p_invoice uuid, p_missing text[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_invoice_gaps (invoice_id, missing)
  select i.id, p_missing from public.nemus_invoices i
  where i.id = p_invoice and not exists (select from public.nemus_invoice_files f where f.invoice_id = i.id)
  on conflict (invoice_id) do nothing
$$;

/* Whether a document has its electronic original, or never gets one. */
create function private.nemus_is_whole_invoice(p_invoice public.nemus_invoices) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_invoice.format is null
    or exists (select from public.nemus_invoice_files f where f.invoice_id = p_invoice.id)
    or exists (select from private.nemus_invoice_gaps g where g.invoice_id = p_invoice.id)
$$;

/* A document as stored, with cancels {number} and original {profile, xml}; null while there is none. */
create function private.nemus_whole_invoice(p_invoice public.nemus_invoices) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_invoice) || jsonb_build_object(
    'cancels', (select jsonb_build_object('number', e.number) from public.nemus_invoices e where e.id = p_invoice.cancels_id),
    'original', (select jsonb_build_object('profile', f.profile, 'xml', f.xml) from public.nemus_invoice_files f
      where f.invoice_id = p_invoice.id))
$$;

/*
 * Document about a purchase line, to attach it to a mail: as stored, with cancels {number} and original {profile, xml}.
 * original null: it never gets one. Null without a document, and while its original is not written.
 */
create function public.nemus_invoice_document(p_transaction uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.nemus_whole_invoice(i)
  from public.nemus_invoices i
  where i.transaction_id = p_transaction and not i.is_sample and private.nemus_is_whole_invoice(i)
$$;

/* Calls the function `write-invoices` if originals are missing; true if it was called. */
create function private.nemus_write_originals() returns boolean
language sql security definer set search_path = '' as $$
  select case when jsonb_array_length(public.nemus_unwritten_invoices()) > 0
    then private.nemus_ask_function('write-invoices') else false end
$$;

/* A document in a list; see nemus_own_invoices. */
create function private.nemus_invoice_row(p_invoice public.nemus_invoices) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p_invoice.id, 'number', p_invoice.number, 'kind', p_invoice.kind,
    'document_code', p_invoice.document_code, 'is_sample', p_invoice.is_sample,
    'is_collective', p_invoice.is_collective, 'issued_on', p_invoice.issued_on, 'service_on', p_invoice.service_on,
    'service_until', p_invoice.service_until, 'gross_cents', p_invoice.gross_cents,
    'cancels_number', (select e.number from public.nemus_invoices e where e.id = p_invoice.cancels_id),
    'format', p_invoice.format, 'profile', f.profile, 'sha256', f.sha256,
    'missing', (select g.missing from private.nemus_invoice_gaps g where g.invoice_id = p_invoice.id),
    'payments', jsonb_array_length(p_invoice.lines))
  from (select p_invoice.id) own left join public.nemus_invoice_files f on f.invoice_id = own.id
$$;

/*
 * Documents of the account, or of the institution it acts for, newest first: [{id, number, kind, document_code,
 * is_sample, is_collective, issued_on, service_on, service_until, gross_cents, cancels_number, format, profile, sha256,
 * missing, payments}]. profile: null without an original; missing: why there will be none.
 */
create function public.nemus_own_invoices() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.nemus_invoice_row(i) order by i.issued_on desc, i.number desc), '[]')
  from public.nemus_invoices i where i.user_id = (select private.nemus_pays_for('billing'))
$$;

/*
 * Tells members with the role `billing` of a collective invoice. Same key as the news of any invoice, and fired before
 * it, so a document is told once.
 */
create function private.nemus_tell_collective_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify_members(new.user_id, array['billing'], 'collective_invoice_issued',
    'invoice_issued:' || new.id, jsonb_build_object('number', new.number, 'cents', new.gross_cents), '/purchases');
  return null;
end $$;
create trigger tell_collective after insert on public.nemus_invoices
  for each row when (new.is_collective) execute function private.nemus_tell_collective_invoice();
