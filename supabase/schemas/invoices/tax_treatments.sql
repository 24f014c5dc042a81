-- Value added tax, as data: treatments with their legal text, which product has which, and to which countries the portal
-- sells. Set by staff with the role `orders`, for future invoices; a line of an issued invoice keeps its tax.
-- nemus_tax_of alone decides what a buyer is taxed: the rule of the buyer's country, then the row of the course, of the
-- kind, then the setting `invoicing` (invoices.sql). Every text about VAT (pages, mails, invoices) renders its answer.
-- Whether a country is sold to is checked before the order and again before the grant (nemus_is_sold): the provider's
-- page collects the address, and the table may change meanwhile. Otherwise the payment goes back (orders/fulfilment.sql).
-- A buyer is a business with a VAT id in the format of its country. Every buyer pays the same price; the treatment
-- decides how much of it is tax. Treatments never change; changes of products and countries are in the audit log.

/* Treatments of value added tax. Invoices copy their texts. */
create table public.nemus_tax_treatments (
  code text primary key check (code ~ '^[a-z0-9]+(_[a-z0-9]+)*$' and char_length(code) <= 40),
  -- UNTDID 5305, as used by EN 16931: S taxed, E exempt, AE reverse charge, O outside the scope of VAT.
  category text not null check (category in ('S', 'E', 'AE', 'O')),
  -- Percent.
  rate numeric(4, 2) not null check (rate between 0 and 99),
  -- Ground of the exemption, as printed on invoices (§ 14 (4) no. 8 UStG, BT-120).
  legal_text text check (char_length(legal_text) between 1 and 300),
  -- Code list VATEX (BT-121); not every exemption has one.
  reason_code text check (reason_code ~ '^VATEX-[A-Z0-9-]{2,30}$'),
  created_at timestamptz not null default now(),
  constraint exempt_has_a_ground check ((category <> 'S') = (rate = 0) and (category <> 'S') = (legal_text is not null)),
  constraint reasons_are_of_exemptions check (category <> 'S' or reason_code is null)
);
alter table public.nemus_tax_treatments enable row level security;
create trigger keep before update on public.nemus_tax_treatments
  for each row execute function private.nemus_keep_rows();

insert into public.nemus_tax_treatments (code, category, rate, legal_text, reason_code) values
  ('standard', 'S', 19, null, null),
  ('reduced', 'S', 7, null, null),
  ('exempt_training', 'E', 0, 'Steuerfrei nach § 4 Nr. 21 UStG', 'VATEX-EU-132-1I'),
  ('exempt_lectures', 'E', 0, 'Steuerfrei nach § 4 Nr. 22 Buchst. a UStG', 'VATEX-EU-132-1I'),
  ('small_business', 'E', 0, 'Steuerfrei nach § 19 UStG (Kleinunternehmer)', null),
  ('reverse_charge', 'AE', 0, 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)', 'VATEX-EU-AE'),
  ('outside_scope', 'O', 0, 'In Deutschland nicht steuerbar (§ 3a UStG)', 'VATEX-EU-O'),
  ('multi_purpose_voucher', 'O', 0, 'Mehrzweck-Gutschein: Umsatzsteuer fällt erst beim Einlösen an (§ 3 Abs. 15 UStG)', 'VATEX-EU-O');

/* Treatment by its code, as lines of invoices contain it: {category, rate, note, reason}. */
create function private.nemus_treatment(p_code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('category', t.category, 'rate', t.rate, 'note', t.legal_text, 'reason', t.reason_code)
  from public.nemus_tax_treatments t where t.code = p_code
$$;

/*
 * Treatment of a course or of a kind. A course without a row follows its kind; a kind without one follows the setting
 * `invoicing`.
 */
create table public.nemus_product_taxes (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('course', 'credits', 'subscription')),
  course_id uuid references public.nemus_courses (id) on delete cascade,
  treatment text not null references public.nemus_tax_treatments (code),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (kind, course_id),
  constraint courses_are_courses check (course_id is null or kind = 'course')
);
alter table public.nemus_product_taxes enable row level security;
create index nemus_product_taxes_course on public.nemus_product_taxes (course_id);
create index nemus_product_taxes_treatment on public.nemus_product_taxes (treatment);
create trigger touch before update on public.nemus_product_taxes for each row execute function private.nemus_touch();
create trigger audit after insert or update or delete on public.nemus_product_taxes for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('kind', 'course_id');

/*
 * Countries the portal sells to, for consumers and for businesses; without a row: not sold. as_product: taxed as the
 * product is · reverse_charge, outside_scope: treatments · refused: not sold, as without a row.
 */
create table public.nemus_country_taxes (
  -- ISO 3166-1
  country text not null check (country ~ '^[A-Z]{2}$'),
  is_business boolean not null,
  rule text not null check (rule in ('as_product', 'reverse_charge', 'outside_scope', 'refused')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (country, is_business),
  constraint rule_fits_buyer check (case rule when 'reverse_charge' then is_business and country <> 'DE'
    when 'outside_scope' then country <> 'DE' else true end)
);
alter table public.nemus_country_taxes enable row level security;
create trigger touch before update on public.nemus_country_taxes for each row execute function private.nemus_touch();
create trigger audit after insert or update or delete on public.nemus_country_taxes for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('country', 'is_business');

insert into public.nemus_country_taxes (country, is_business, rule) values ('DE', false, 'as_product'), ('DE', true, 'as_product');

/* Whether an id has the format of a country's VAT ids: the EU, Switzerland, Norway and Great Britain. */
create function private.nemus_is_vat_id(p_country text, p_id text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(regexp_replace(upper(p_id), '[^A-Z0-9]', '', 'g') ~ ('^' || case p_country
    when 'AT' then 'ATU\d{8}' when 'BE' then 'BE[01]\d{9}' when 'BG' then 'BG\d{9,10}' when 'CH' then 'CHE\d{9}(MWST|TVA|IVA)?'
    when 'CY' then 'CY\d{8}[A-Z]' when 'CZ' then 'CZ\d{8,10}' when 'DE' then 'DE[1-9]\d{8}' when 'DK' then 'DK\d{8}'
    when 'EE' then 'EE\d{9}' when 'ES' then 'ES[A-Z0-9]\d{7}[A-Z0-9]' when 'FI' then 'FI\d{8}'
    when 'FR' then 'FR[A-Z0-9]{2}\d{9}' when 'GB' then 'GB(\d{9}|\d{12}|(GD|HA)\d{3})' when 'GR' then 'EL\d{9}'
    when 'HR' then 'HR\d{11}' when 'HU' then 'HU\d{8}' when 'IE' then 'IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}' when 'IT' then 'IT\d{11}'
    when 'LT' then 'LT(\d{9}|\d{12})' when 'LU' then 'LU\d{8}' when 'LV' then 'LV\d{11}' when 'MT' then 'MT\d{8}'
    when 'NL' then 'NL\d{9}B\d{2}' when 'NO' then 'NO\d{9}(MVA)?' when 'PL' then 'PL\d{10}' when 'PT' then 'PT\d{9}'
    when 'RO' then 'RO\d{2,10}' when 'SE' then 'SE\d{10}01' when 'SI' then 'SI\d{8}' when 'SK' then 'SK\d{10}' end || '$'), false)
$$;

/*
 * How a product is taxed for a buyer: {category, rate, note, reason}; null: not sold to the buyer. p_course: null except
 * for courses. p_buyer: {country, vat_id}, as nemus_buyer returns it; without a country: as the product is.
 */
create function private.nemus_tax_of(p_kind text, p_course uuid, p_buyer jsonb default '{}') returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when place.rule = 'as_product' or (place.rule <> 'refused' and product.is_voucher) then product.tax
    else private.nemus_treatment(place.rule) end
  from (select case when p_buyer ->> 'country' is null then 'as_product' else coalesce((
      select c.rule from public.nemus_country_taxes c where c.country = p_buyer ->> 'country'
        and c.is_business = private.nemus_is_vat_id(c.country, p_buyer ->> 'vat_id')), 'refused') end as rule) as place
  cross join private.nemus_settings s
  cross join lateral (select p_kind = 'credits' and s.value ->> 'credits_are' = 'multi_purpose' as is_voucher) as sold
  cross join lateral (select sold.is_voucher, coalesce(
    case when sold.is_voucher then private.nemus_treatment('multi_purpose_voucher') end,
    (select private.nemus_treatment(p.treatment) from public.nemus_product_taxes p
      where p.kind = p_kind and (p.course_id = p_course or p.course_id is null) order by p.course_id nulls last limit 1),
    (select jsonb_build_object('category', case when rates.rate > 0 then 'S' else 'E' end, 'rate', rates.rate,
        'note', case when rates.rate > 0 then null else s.value -> 'tax_notes' ->> p_kind end, 'reason', null)
      from (select (s.value -> 'tax_rates' ->> p_kind)::numeric as rate) rates)) as tax) as product
  where s.key = 'invoicing'
$$;

/* Whether the portal sells an order to its buyer: the address entered for it, else the one known. */
create function private.nemus_is_sold(p_order public.nemus_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_tax_of(p_order.kind, p_order.course_id,
    private.nemus_buyer(p_order.user_id, false, p_order.id)) is not null
$$;

/* Countries that are sold to: [{country, needs_vat_id}]. needs_vat_id: only businesses. */
create function private.nemus_sold_countries() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.needs_vat_id, s.country), '[]') from (
    select c.country, bool_and(c.is_business) as needs_vat_id from public.nemus_country_taxes c
    where c.rule <> 'refused' group by c.country) s
$$;

/*
 * How what the caller may buy is taxed: {country, countries, kinds: {course, credits, subscription}, courses: {<id>}}. A
 * tax is {category, rate, note}, null: not sold to the caller's address. courses: those that differ from their kind.
 * country: of the known address, else null. countries: as nemus_sold_countries.
 */
create function public.nemus_own_taxes() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('country', buyer.place -> 'country', 'countries', private.nemus_sold_countries(),
    'kinds', (select jsonb_object_agg(k.kind, private.nemus_tax_of(k.kind, null, buyer.place))
      from unnest(array['course', 'credits', 'subscription']) as k (kind)),
    'courses', (select coalesce(jsonb_object_agg(p.course_id, private.nemus_tax_of('course', p.course_id, buyer.place)), '{}')
      from public.nemus_product_taxes p where p.course_id is not null))
  from (select private.nemus_buyer(coalesce(private.nemus_pays_for('booking', 'billing'), auth.uid()), false, null) as place) as buyer
  where auth.uid() is not null
$$;

/*
 * Taxes for staff: {kinds: [{kind, treatment, tax}], courses: [{course_id, title, treatment}], treatments: [{code,
 * category, rate, legal_text}], countries: [{country, is_business, rule}], credits_are, course_taxes}. treatment: null
 * where a kind or the setting decides. course_taxes: how many taxes the offered courses have. Raises 403 staff_required.
 */
create function public.nemus_product_tax_desk() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('orders');
  return jsonb_build_object(
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'treatment', p.treatment,
        'tax', private.nemus_tax_of(k.kind, null)) order by k.place)
      from unnest(array['course', 'credits', 'subscription']) with ordinality as k (kind, place)
      left join public.nemus_product_taxes p on p.kind = k.kind and p.course_id is null),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'title', c.title,
        'treatment', p.treatment) order by private.nemus_sort_key(c.title), c.id), '[]')
      from public.nemus_courses c left join public.nemus_product_taxes p on p.course_id = c.id),
    'treatments', (select jsonb_agg(jsonb_build_object('code', t.code, 'category', t.category, 'rate', t.rate,
        'legal_text', t.legal_text) order by t.rate desc, t.code) from public.nemus_tax_treatments t where t.category in ('S', 'E')),
    'countries', (select coalesce(jsonb_agg(jsonb_build_object('country', c.country, 'is_business', c.is_business,
        'rule', c.rule) order by c.country, c.is_business), '[]') from public.nemus_country_taxes c),
    'credits_are', (select s.value -> 'credits_are' from private.nemus_settings s where s.key = 'invoicing'),
    'course_taxes', (select count(distinct private.nemus_tax_of('course', c.id)) from public.nemus_courses c where c.is_active));
end $$;

/*
 * Sets how buyers of a country are taxed, from the next order on; p_rule null removes the row: not sold. Raises 403
 * staff_required, 400 invalid_request.
 */
create function public.nemus_set_country_tax(p_country text, p_is_business boolean, p_rule text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('orders');
  delete from public.nemus_country_taxes c where p_rule is null and c.country = p_country and c.is_business = p_is_business;
  insert into public.nemus_country_taxes (country, is_business, rule) select p_country, p_is_business, p_rule where p_rule is not null
  on conflict (country, is_business) do update set rule = excluded.rule;
exception when check_violation or not_null_violation then
  perform private.nemus_refuse(400, 'invalid_request');
end $$;

/*
 * Sets what credits are for VAT. single_purpose: taxed when sold, as kind `credits` · multi_purpose: not taxed when sold;
 * the course is, when they are redeemed (§ 3 (13) to (15) UStG). Raises 403 staff_required, 400 invalid_request.
 */
create function public.nemus_set_credit_voucher(p_credits_are text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_refuse(400, 'invalid_request')
    where p_credits_are is null or p_credits_are not in ('single_purpose', 'multi_purpose');
  update private.nemus_settings s set value = s.value || jsonb_build_object('credits_are', p_credits_are) where s.key = 'invoicing';
end $$;

/*
 * Sets the tax of a kind or course for future invoices; p_treatment null removes the row.
 * Raises 403 staff_required, 404 course_not_found, 400 invalid_request.
 */
create function public.nemus_set_product_tax(p_kind text, p_course uuid default null, p_treatment text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('orders');
  if p_kind is null or p_kind not in ('course', 'credits', 'subscription') or (p_course is not null and p_kind <> 'course')
    or (p_treatment is not null and not exists (
      select from public.nemus_tax_treatments t where t.code = p_treatment and t.category in ('S', 'E'))) then
    perform private.nemus_refuse(400, 'invalid_request');
  end if;
  perform private.nemus_refuse(404, 'course_not_found')
    where p_course is not null and not exists (select from public.nemus_courses c where c.id = p_course);
  if p_treatment is null then
    delete from public.nemus_product_taxes p where p.kind = p_kind and p.course_id is not distinct from p_course;
  else
    insert into public.nemus_product_taxes (kind, course_id, treatment) values (p_kind, p_course, p_treatment)
    on conflict (kind, course_id) do update set treatment = excluded.treatment;
  end if;
end $$;
