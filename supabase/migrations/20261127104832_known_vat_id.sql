SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_buyer (
  p_user      uuid,
  p_is_sample boolean,
  p_order     uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    'email', coalesce(nullif(s.billing_email, ''), p.email), 'vat_id', coalesce(case when given ? 'order_id' then nullif(given ->> 'vat_id', '') end, nullif(s.vat_id, ''), given ->> 'vat_id', '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders,
  p_shown integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  p_order.user_id := p_payer.user_id;
  perform private.nemus_refuse(409, 'country_not_sold') where not private.nemus_is_sold(p_order);
  perform private.nemus_check_price('cents', p_shown, p_order.amount_cents);
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    terms_version)
  select p_payer.user_id, p_order.kind, p_order.course_id, coalesce(p_order.trainee_ids, '{}'), p_order.credits,
    p_order.tier, p_order.title, p_order.amount_cents, p_order.starts_on, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title, 'email', p_payer.email,
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;
