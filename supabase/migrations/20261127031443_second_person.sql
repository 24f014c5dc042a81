SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_orders"
  DROP CONSTRAINT "nemus_orders_attention_check";

CREATE OR REPLACE FUNCTION private.nemus_book_refund (
  p_order  public.nemus_orders,
  p_cents  integer,
  p_source text,
  p_first  uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered constant public.nemus_orders := private.nemus_settle_returns(p_order.id, p_order.refunded_cents + p_cents,
    p_order.disputed_cents, p_source);
  delta constant int := p_cents - private.nemus_settle_refunds(ordered, p_cents, p_source, p_first);
begin
  if delta > 0 then
    perform private.nemus_cancel_invoice(private.nemus_list_return(ordered,
      format('refund:%s:%s', ordered.id, ordered.refunded_cents), private.nemus_document_text('refund'), -delta),
      ordered.id, private.nemus_document_text('refund'));
    -- A second person looks at a refund that costs the buyer nothing but leaves the access.
    update public.nemus_orders o set attention = case o.status when 'paid' then 'access_kept' end
    where o.id = ordered.id and o.kind <> 'credits' and private.nemus_gone_cents(ordered) >= 0.9 * o.amount_cents
      and (o.attention is null or o.attention = 'access_kept');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_own_order (
  p_order public.nemus_orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_order.user_id = auth.uid()
    or exists (select from public.nemus_members m where m.institution_id = p_order.user_id and m.user_id = auth.uid())
    or exists (select from public.nemus_trainees t where t.institution_id = p_order.user_id and t.user_id = auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.nemus_require_other_buyer (
  p_order public.nemus_orders
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.nemus_is_own_order(p_order) then
    perform private.nemus_refuse(403, 'second_person');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_order_refund (
  p_order        uuid,
  p_amount_cents integer,
  p_reason       text,
  p_sum_before   integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''));
  ordered public.nemus_orders;
  refund private.nemus_refunds;
  refundable int;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  perform private.nemus_require_other_buyer(ordered);
  select * into refund from private.nemus_refunds r where r.order_id = p_order and r.sum_before_cents = p_sum_before;
  if found and refund.amount_cents = p_amount_cents then
    return jsonb_build_object('refund_id', refund.id, 'session_id', ordered.checkout_session_id,
      'amount_cents', refund.amount_cents, 'is_new', false);
  end if;
  if refund.id is not null
    or p_sum_before is distinct from ordered.refunded_cents + private.nemus_owed_cents(ordered.id) then
    perform private.nemus_refuse(409, 'refund_outdated');
  end if;
  refundable := private.nemus_refundable_cents(ordered);
  if p_amount_cents is null or p_amount_cents < 1 or p_amount_cents > refundable then
    perform private.nemus_refuse(400, 'refund_amount', jsonb_build_object('left_cents', refundable));
  end if;
  if char_length(reason) not between 3 and 1000 then
    perform private.nemus_refuse(400, 'note_missing');
  end if;
  -- Fires orders/order_entries, sessions/fresh_factors.
  insert into private.nemus_refunds (order_id, amount_cents, reason, places, note, sum_before_cents, requested_by,
    subscription_id)
  values (ordered.id, p_amount_cents, 'by_staff', greatest(cardinality(ordered.trainee_ids), 1), reason, p_sum_before,
    auth.uid(), case when p_amount_cents = refundable then (
      select s.subscription_id from private.nemus_provider_subscriptions s where s.order_id = ordered.id limit 1) end)
  returning * into refund;
  perform private.nemus_note_act('refund_order', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', p_sum_before),
    jsonb_build_object('refunded_cents', p_sum_before + p_amount_cents, 'reason', reason));
  return jsonb_build_object('refund_id', refund.id, 'session_id', ordered.checkout_session_id,
    'amount_cents', refund.amount_cents, 'is_new', true);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_grant_role (
  p_user uuid,
  p_role text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  if p_role is null or p_role not in ('catalogue', 'teaching', 'orders', 'people') then
    perform private.nemus_refuse(400, 'invalid_role');
  end if;
  if not exists (select from public.nemus_profiles p where p.user_id = p_user) then
    perform private.nemus_refuse(404, 'account_not_found');
  end if;
  if private.nemus_is_blocked(p_user) then
    perform private.nemus_refuse(409, 'account_is_blocked');
  end if;
  if p_user = auth.uid() then
    perform private.nemus_refuse(409, 'own_role_granted');
  end if;
  -- Fires sessions/fresh_factors.
  insert into public.nemus_staff (user_id, role, granted_by) values (p_user, p_role, auth.uid())
  on conflict (user_id, role) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_refund_elsewhere (
  p_refund uuid,
  p_note   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  note constant text := btrim(coalesce(p_note, ''));
  ordered public.nemus_orders;
  refund private.nemus_refunds;
  cents int;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  select o.* into ordered from public.nemus_orders o join private.nemus_refunds r on r.order_id = o.id
  where r.id = p_refund for update of o;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  perform private.nemus_require_other_buyer(ordered);
  if char_length(note) not between 3 and 1000 then
    perform private.nemus_refuse(400, 'note_missing');
  end if;
  select * into refund from private.nemus_refunds r where r.id = p_refund;
  cents := private.nemus_payable_cents(refund);
  if refund.refunded_at is not null or not refund.is_held or cents = 0 then
    perform private.nemus_refuse(409, 'refund_outdated');
  end if;
  perform private.nemus_book_refund(ordered, cents, 'staff', array[p_refund]);
  -- The mail about refunds names the way of the payment.
  update private.nemus_refunds r set told_at = now() where r.id = p_refund;
  perform private.nemus_note_act('refund_elsewhere', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', ordered.refunded_cents),
    jsonb_build_object('refunded_cents', ordered.refunded_cents + cents, 'reason', note));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_settle_attention (
  p_order uuid,
  p_note  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  note constant text := btrim(coalesce(p_note, ''));
  ordered public.nemus_orders;
begin
  perform private.nemus_require_staff('orders');
  if char_length(note) not between 3 and 1000 then
    perform private.nemus_refuse(400, 'note_missing');
  end if;
  select * into ordered from public.nemus_orders o where o.id = p_order for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  if ordered.attention is null then
    return;
  end if;
  perform private.nemus_require_other_buyer(ordered);
  if ordered.attention = 'access_kept' and exists (select from private.nemus_refunds r
    where r.order_id = p_order and r.requested_by = auth.uid()) then
    perform private.nemus_refuse(403, 'second_person');
  end if;
  update public.nemus_orders o set attention = null where o.id = p_order;
  perform private.nemus_note_act('settle_attention', 'orders', p_order::text,
    jsonb_build_object('attention', ordered.attention), jsonb_build_object('attention', null, 'note', note));
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
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  select * into ordered from public.nemus_orders o where o.id = p_order;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
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

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_attention_check" CHECK ((attention = ANY (ARRAY['already_enrolled'::text, 'credits_spent'::text, 'access_kept'::text])));

REVOKE ALL ON FUNCTION "private"."nemus_is_own_order"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_own_order"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_own_order"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_require_other_buyer"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_require_other_buyer"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_require_other_buyer"(public.nemus_orders) TO "postgres";
