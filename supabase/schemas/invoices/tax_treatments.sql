-- How each product is taxed, as data: treatments with their legal text, and which product has which. Set by staff with
-- the role `orders`, for future invoices; a line of an issued invoice keeps its tax.
-- Looked up by nemus_tax_of: row of the course, then row of the kind, then the setting `invoicing` (invoices.sql).
-- Treatments never change; changes of products are in the audit log.

/* Treatments of value added tax. Invoices copy their texts. */
create table public.nemus_tax_treatments (
  code text primary key check (code ~ '^[a-z0-9]+(_[a-z0-9]+)*$' and char_length(code) <= 40),
  -- UNTDID 5305, as used by EN 16931: S taxed, E exempt.
  category text not null check (category in ('S', 'E')),
  -- Percent.
  rate numeric(4, 2) not null check (rate between 0 and 99),
  -- Ground of the exemption, as printed on invoices (§ 14 (4) no. 8 UStG, BT-120).
  legal_text text check (char_length(legal_text) between 1 and 300),
  -- Code list VATEX (BT-121); not every exemption has one.
  reason_code text check (reason_code ~ '^VATEX-[A-Z0-9-]{2,30}$'),
  created_at timestamptz not null default now(),
  constraint exempt_has_a_ground check ((category = 'E') = (rate = 0) and (category = 'E') = (legal_text is not null)),
  constraint reasons_are_of_exemptions check (category = 'E' or reason_code is null)
);
alter table public.nemus_tax_treatments enable row level security;
create trigger keep before update on public.nemus_tax_treatments
  for each row execute function private.nemus_keep_rows();

insert into public.nemus_tax_treatments (code, category, rate, legal_text, reason_code) values
  ('standard', 'S', 19, null, null),
  ('reduced', 'S', 7, null, null),
  ('exempt_training', 'E', 0, 'Steuerfrei nach § 4 Nr. 21 UStG', 'VATEX-EU-132-1I'),
  ('exempt_lectures', 'E', 0, 'Steuerfrei nach § 4 Nr. 22 Buchst. a UStG', 'VATEX-EU-132-1I'),
  ('small_business', 'E', 0, 'Steuerfrei nach § 19 UStG (Kleinunternehmer)', null);

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

/* Present tax of a product: {category, rate, note, reason}. p_course: null except for courses. */
create function private.nemus_tax_of(p_kind text, p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select jsonb_build_object('category', t.category, 'rate', t.rate, 'note', t.legal_text, 'reason', t.reason_code)
      from public.nemus_product_taxes p join public.nemus_tax_treatments t on t.code = p.treatment
      where p.kind = p_kind and (p.course_id = p_course or p.course_id is null)
      order by p.course_id nulls last limit 1),
    (select jsonb_build_object('category', case when rates.rate > 0 then 'S' else 'E' end, 'rate', rates.rate,
        'note', case when rates.rate > 0 then null else s.value -> 'tax_notes' ->> p_kind end, 'reason', null)
      from private.nemus_settings s cross join lateral (select (s.value -> 'tax_rates' ->> p_kind)::numeric as rate) rates
      where s.key = 'invoicing'))
$$;

/*
 * Taxes for staff: {kinds: [{kind, treatment, tax}], courses: [{course_id, title, treatment}], treatments: [{code,
 * category, rate, legal_text}]}. treatment: null where a kind or the setting decides. Raises 403 staff_required.
 */
create function public.nemus_product_tax_desk() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'treatment', p.treatment,
        'tax', private.nemus_tax_of(k.kind, null)) order by k.place)
      from unnest(array['course', 'credits', 'subscription']) with ordinality as k (kind, place)
      left join public.nemus_product_taxes p on p.kind = k.kind and p.course_id is null),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'title', c.title,
        'treatment', p.treatment) order by c.title, c.id), '[]')
      from public.nemus_courses c left join public.nemus_product_taxes p on p.course_id = c.id),
    'treatments', (select jsonb_agg(jsonb_build_object('code', t.code, 'category', t.category, 'rate', t.rate,
        'legal_text', t.legal_text) order by t.rate desc, t.code) from public.nemus_tax_treatments t));
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
    or (p_treatment is not null and not exists (select from public.nemus_tax_treatments t where t.code = p_treatment)) then
    perform private.nemus_refuse(400, 'invalid_request');
  end if;
  if p_course is not null and not exists (select from public.nemus_courses c where c.id = p_course) then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  if p_treatment is null then
    delete from public.nemus_product_taxes p where p.kind = p_kind and p.course_id is not distinct from p_course;
  else
    insert into public.nemus_product_taxes (kind, course_id, treatment) values (p_kind, p_course, p_treatment)
    on conflict (kind, course_id) do update set treatment = excluded.treatment;
  end if;
end $$;
