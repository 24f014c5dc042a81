SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_bookkeeping (
  p_from  date,
  p_until date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_refuse(400, 'invalid_request', jsonb_build_object('span', true))
    where p_from is null or p_until is null or p_until < p_from or p_until - p_from > 400;
  return jsonb_build_object(
    'settings', (select s.value from private.nemus_settings s where s.key = 'bookkeeping'),
    'fees', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', f.payment_id, 'charged_on', f.charged_on,
        'fee_cents', f.fee_cents) order by f.charged_on, f.payment_id), '[]')
      from private.nemus_provider_fees f where f.charged_on between p_from and p_until and f.fee_cents <> 0),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross,
          'account', case when t.tax ->> 'note' = (private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          e.number as cancels_number, i.buyer ->> 'name' as buyer, i.balance_cents, x.tax, x.place, g.gross,
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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_order (
  p_order uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
  owed int;
begin
  perform private.nemus_check_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  owed := private.nemus_owed_cents(ordered.id);
  return private.nemus_order_row(ordered) || jsonb_build_object('user_id', ordered.user_id,
    'user_type', (select p.user_type from public.nemus_profiles p where p.user_id = ordered.user_id),
    'people', cardinality(ordered.trainee_ids), 'credits', ordered.credits,
    'credits_left', (select b.available_credits from public.nemus_credit_balances b
      where b.institution_id = ordered.user_id),
    'tier', ordered.tier, 'disputed_cents', ordered.disputed_cents, 'owed_cents', owed,
    'held', (select coalesce(jsonb_agg(jsonb_build_object('refund_id', r.id, 'amount_cents',
        private.nemus_payable_cents(r), 'last_error', r.last_error) order by r.created_at), '[]')
      from private.nemus_refunds r where r.order_id = ordered.id and r.refunded_at is null and r.is_held
        and private.nemus_payable_cents(r) > 0),
    'refundable_cents', private.nemus_refundable_cents(ordered), 'sum_before_cents', ordered.refunded_cents + owed,
    'almost_all_cents', private.nemus_almost_all_cents(ordered),
    'is_own', private.nemus_is_own_order(ordered),
    'session_id', ordered.checkout_session_id, 'payment_id', ordered.payment_id,
    'payment_method', ordered.payment_method, 'terms_version', ordered.terms_version,
    'can_ask', ordered.checkout_session_id is not null
      and (ordered.status in ('open', 'pending', 'failed', 'expired') or owed > 0),
    'certificates', (select count(*) from public.nemus_certificates c
      where c.user_id in (
        select ordered.user_id where cardinality(ordered.trainee_ids) = 0
        union select t.user_id from public.nemus_trainees t where t.id = any (ordered.trainee_ids))
      and (c.course_id in (select l.id from public.nemus_learning_courses l where l.seminar_id = ordered.course_id)
        or c.appointment_id in (select a.id from public.nemus_appointments a where a.course_id = ordered.course_id))),
    'history', private.nemus_order_history(ordered));
end $function$;
