SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_mail_address"(uuid);

CREATE OR REPLACE FUNCTION private.nemus_is_reachable (
  p_user        uuid,
  p_institution uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not private.nemus_is_blocked(p_user) and (p_institution is null
    or exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
    or exists (select from public.nemus_trainees t where t.institution_id = p_institution and t.user_id = p_user))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_letter_address (
  p_account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select p.email from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = p_account and 'administration' = any (m.roles) and not private.nemus_is_blocked(m.user_id)
      order by m.user_id <> p_account, m.created_at, m.user_id limit 1),
    (select p.email from public.nemus_profiles p where p.user_id = p_account))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', own.mailbox,
    'copy_to', nullif(nullif(s.billing_email, ''), own.mailbox), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number,
    'taxes', coalesce(i.taxes, (select jsonb_agg(distinct l.line -> 'tax') from private.nemus_collected_payments c
      cross join lateral jsonb_array_elements(c.lines) as l (line) where c.transaction_id = t.id), '[]'),
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.sort_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  cross join lateral (select private.nemus_letter_address(t.user_id) as mailbox) own
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

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
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title,
    'email', private.nemus_letter_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_billing_contact (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('account_id', p.user_id, 'email', private.nemus_letter_address(p.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p.user_id))
  from public.nemus_profiles p where p.user_id = private.nemus_buys_for(p_user_id, 'credits')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_failure_notice (
  p_session_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told uuid;
begin
  insert into private.nemus_failure_notices (order_id)
  select o.id from public.nemus_orders o where o.checkout_session_id = p_session_id and o.status = 'failed'
  on conflict (order_id) do nothing returning order_id into told;
  return (
    select jsonb_build_object('order_id', o.id, 'email', private.nemus_letter_address(o.user_id),
      'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
      'kind', o.kind, 'title', o.title, 'amount_cents', o.amount_cents)
    from public.nemus_orders o join public.nemus_profiles p on p.user_id = o.user_id
    where o.id = told);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_refund_notices (
  p_payment_id text
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as (
    update private.nemus_refunds r set told_at = case when r.refunded_at is not null then now() end,
      failure_told_at = case when r.refunded_at is null then now() else r.failure_told_at end
    from public.nemus_orders o
    where o.id = r.order_id and o.payment_id = p_payment_id and case when r.refunded_at is null
      then r.is_held and r.failure_told_at is null
      -- Failed before the mail about it left.
      else r.told_at is null and not exists (select from private.nemus_refunds x where x.retries_id = r.id) end
    returning r.*, o.user_id, o.title)
  select coalesce(jsonb_agg(jsonb_build_object('refund_id', t.id, 'failed', t.refunded_at is null,
    -- Not `billing_email`, which may belong to another person: the mail names people.
    'email', private.nemus_letter_address(t.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people,
    'transaction_id', (select x.id from public.nemus_transactions x where t.refunded_at is not null
      and (x.reference = 'owed:' || t.id or (t.reason = 'by_staff' and x.reference like 'refund:' || t.order_id || ':%'
        and x.occurred_at = t.refunded_at)) limit 1))), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_letter_address"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_letter_address"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_letter_address"(uuid) TO "postgres";
