-- Export of invoices for bookkeeping (DATEV): one line per document and tax treatment, for staff with the role
-- `orders`, at most 400 days. Sample documents are left out.

-- Numbers from the tax adviser and accounts of the chart SKR03 for the DATEV export. The operator fills them in.
insert into private.nemus_settings (key, value) values
  ('bookkeeping', '{"consultant": "", "client": "", "account_length": 4, "money_account": "1360",
    "revenue_accounts": {"19": "8400", "7": "8300", "0": "8110"}}');

/*
 * Documents issued between two days, inclusive: {settings, lines: [{number, issued_on, service_on, kind,
 * cancels_number, buyer, category, rate, gross_cents}]}. gross_cents of a treatment; the rounding amount is added to
 * the first, so the lines of a document add up to it.
 * Raises 403 staff_required, 400 invalid_request (no period, or more than 400 days).
 */
create function public.nemus_bookkeeping(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if p_from is null or p_until is null or p_until < p_from or p_until - p_from > 400 then
    perform private.nemus_refuse(400, 'invalid_request', jsonb_build_object('span', true));
  end if;
  return jsonb_build_object(
    'settings', (select s.value from private.nemus_settings s where s.key = 'bookkeeping'),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', i.number, 'issued_on', i.issued_on,
          'service_on', coalesce(i.service_until, i.service_on), 'kind', i.kind, 'cancels_number', e.number,
          'buyer', i.buyer ->> 'name', 'category', t.tax ->> 'category', 'rate', t.tax -> 'rate',
          'gross_cents', (t.tax ->> 'net_cents')::int + (t.tax ->> 'tax_cents')::int
            + case when t.place = 1 then i.rounding_cents else 0 end)
        order by i.issued_on, i.number, t.place), '[]')
      from public.nemus_invoices i
      left join public.nemus_invoices e on e.id = i.cancels_id
      -- Documents from before treatments were listed have exactly one.
      cross join lateral jsonb_array_elements(coalesce(i.taxes, jsonb_build_array(jsonb_build_object('category',
          case when i.tax_rate > 0 then 'S' else 'E' end, 'rate', i.tax_rate, 'net_cents', i.net_cents,
          'tax_cents', i.tax_cents)))) with ordinality as t (tax, place)
      where not i.is_sample and i.issued_on between p_from and p_until));
end $$;
