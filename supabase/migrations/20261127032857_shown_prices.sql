SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_write_order"(public.nemus_profiles, public.nemus_orders);

DROP FUNCTION "public"."nemus_book_course"(uuid, uuid[], date);

DROP FUNCTION "public"."nemus_decide_booking_request"(uuid, boolean, text);

DROP FUNCTION "public"."nemus_order_course"(uuid, uuid, uuid[], date);

DROP FUNCTION "public"."nemus_order_credits"(uuid, integer);

DROP FUNCTION "public"."nemus_order_subscription"(uuid, text);

ALTER TABLE "public"."nemus_course_enrollments"
  ADD COLUMN "shown_credits" integer;

CREATE OR REPLACE FUNCTION private.nemus_check_enrollment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Triggers run before policies. Enrolling another account is refused by the policy, and reveals nothing here.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  -- Locks first: of two concurrent calls, the second sees the enrolment or order of the first.
  perform private.nemus_lock_course(new.course_id);
  perform private.nemus_lock_credits(private.nemus_enrolment_payer(new.user_id), 0);
  if not private.nemus_is_offered(new.course_id) then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  perform private.nemus_check_price('credits', new.shown_credits, c.credit_cost)
  from public.nemus_courses c where c.id = new.course_id;
  if exists (select from public.nemus_course_enrollments e
    where e.user_id = new.user_id and e.course_id = new.course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  end if;
  perform private.nemus_refuse_waiting(new.course_id, new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_price (
  p_unit  text,
  p_shown integer,
  p_now   integer
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if p_shown <> p_now then
    perform private.nemus_refuse(409, 'price_changed', jsonb_build_object('unit', p_unit, 'shown', p_shown, 'now', p_now));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_request_price (
  p_request public.nemus_booking_requests
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select cardinality(p_request.trainee_ids) * case p_request.payment when 'credits' then c.credit_cost
    else round(c.price_euros * 100)::int end
  from public.nemus_courses c where c.id = p_request.course_id
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
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_book_course (
  p_course        uuid,
  p_trainees      uuid[],
  p_start         date    DEFAULT NULL::date,
  p_shown_credits integer DEFAULT NULL::integer
)
  RETURNS public.nemus_course_bookings
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  request uuid;
  course record;
  booking public.nemus_course_bookings;
  total int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('booking') else auth.uid() end;
  -- Locks first: of two concurrent bookings, the second sees the first.
  perform private.nemus_lock_course(p_course);
  perform private.nemus_lock_credits(me, 0);
  select c.title, c.credit_cost into course
  from public.nemus_courses c where c.id = p_course and private.nemus_is_offered(c.id);
  if not found then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(me, p_course, p_trainees);
  request := private.nemus_check_spending(me, auth.uid(), p_course, p_trainees, p_start, course.credit_cost, 0);
  total := course.credit_cost * cardinality(p_trainees);
  perform private.nemus_check_price('credits', p_shown_credits, total);
  perform private.nemus_lock_credits(me, total);
  booking := private.nemus_create_booking(me, p_course, p_trainees, p_start, total);
  -- Fires credits/credits.
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (me, 'spend', -total, booking.id::text, p_course);
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  values (me, 'booking:' || booking.id, 'course', course.title, 0, 'completed', 'credits', cardinality(p_trainees), -total);
  if request is not null then
    update public.nemus_booking_requests r set state = 'booked', booking_id = booking.id where r.id = request;
  end if;
  return booking;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_book_course"(uuid, uuid[], date, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_booking_request_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and r.expires_at <= now() then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_member_name(r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_member_name(r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_booking_request (
  p_request  uuid,
  p_approved boolean,
  p_reason   text    DEFAULT ''::text,
  p_shown    integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
  request public.nemus_booking_requests;
  booking public.nemus_course_bookings;
  price int;
begin
  select * into request from public.nemus_booking_requests r
  where r.id = p_request and r.institution_id = institution for update;
  if not found then
    perform private.nemus_refuse(404, 'request_not_found');
  end if;
  if request.state <> 'waiting' or p_approved is null then
    perform private.nemus_refuse(409, 'request_decided');
  end if;
  price := coalesce(p_shown, request.credits + request.cents);
  if p_approved and request.payment = 'credits' then
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
  elsif p_approved then
    perform private.nemus_check_price('cents', price, private.nemus_request_price(request));
  end if;
  update public.nemus_booking_requests r
  set state = case when not p_approved then 'declined' when booking.id is not null then 'booked' else 'approved' end,
    credits = case when p_approved and r.payment = 'credits' then price else r.credits end,
    cents = case when p_approved and r.payment = 'card' then price else r.cents end, booking_id = booking.id, decided_by = auth.uid(), decided_at = now(), reason = left(btrim(coalesce(p_reason, '')), 500),
    expires_at = case when p_approved and booking.id is null then now() + interval '14 days' end
  where r.id = request.id returning * into request;
  if request.requested_by is not null then
    perform private.nemus_notify(request.requested_by, 'approval_decided', 'approval_decided:' || request.id,
      jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason),
      '/course-bookings');
  end if;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_decide_booking_request"(uuid, boolean, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_order_course (
  p_user_id     uuid,
  p_course_id   uuid,
  p_trainee_ids uuid[]  DEFAULT '{}'::uuid[],
  p_start       date    DEFAULT NULL::date,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainee_ids);
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'course', places > 0);
  course public.nemus_courses;
  ordered public.nemus_orders;
  price int;
  request uuid;
  answer jsonb;
begin
  if places = 0 and p_start is not null then
    perform private.nemus_refuse(400, 'invalid_order');
  end if;
  if places = 0 and payer.user_id <> p_user_id then
    perform private.nemus_refuse(409, 'members_book_for_trainees');
  end if;
  perform private.nemus_lock_course(p_course_id);
  select * into course from public.nemus_courses c
  where c.id = p_course_id and private.nemus_is_offered(c.id) and c.price_euros > 0;
  if not found then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  price := round(course.price_euros * 100)::int;
  if places > 0 then
    perform private.nemus_check_start(p_start);
    perform private.nemus_check_trainees(payer.user_id, p_course_id, p_trainee_ids);
    request := private.nemus_check_spending(payer.user_id, p_user_id, p_course_id, p_trainee_ids, p_start, 0, price);
  elsif exists (select from public.nemus_course_enrollments e
    where e.user_id = payer.user_id and e.course_id = p_course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  else
    perform private.nemus_refuse_waiting(p_course_id, payer.user_id);
    perform private.nemus_refuse_above_limit(payer.user_id, p_user_id, 0, price);
  end if;
  ordered.kind := 'course';
  ordered.course_id := p_course_id;
  ordered.trainee_ids := p_trainee_ids;
  ordered.starts_on := p_start;
  ordered.title := course.title;
  ordered.amount_cents := price * greatest(places, 1);
  answer := private.nemus_write_order(payer, ordered, p_shown_cents);
  if request is not null then
    update public.nemus_booking_requests r set order_id = (answer ->> 'order_id')::uuid where r.id = request;
  end if;
  return answer;
exception
  -- The checks name trainees and days in their values; the payment functions pass on codes, and amounts.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      if code = 'price_changed' then
        raise;
      end if;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_course"(uuid, uuid, uuid[], date, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_order_credits (
  p_user_id     uuid,
  p_credits     integer,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'credits', true);
  ordered public.nemus_orders;
begin
  if p_credits is null or p_credits not between 100 and 100000 or p_credits % 50 <> 0 then
    perform private.nemus_refuse(400, 'invalid_order');
  end if;
  ordered.kind := 'credits';
  ordered.credits := p_credits;
  ordered.title := private.nemus_document_text('credits', private.nemus_count(p_credits));
  ordered.amount_cents := p_credits * (select p.amount_cents from public.nemus_prices p where p.item = 'credit');
  return private.nemus_write_order(payer, ordered, p_shown_cents);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_order_subscription (
  p_user_id     uuid,
  p_tier        text,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'subscription', true);
  ordered public.nemus_orders;
begin
  if p_tier is null or p_tier not in ('monthly', 'yearly') then
    perform private.nemus_refuse(400, 'invalid_order');
  end if;
  if exists (select from public.nemus_subscriptions s
    where s.institution_id = payer.user_id and s.status in ('active', 'trialing', 'past_due')) then
    perform private.nemus_refuse(409, 'already_subscribed');
  end if;
  perform private.nemus_lock_orders(payer.user_id);
  if exists (select from public.nemus_orders o
    where o.user_id = payer.user_id and o.kind = 'subscription' and private.nemus_is_waiting(o, payer.user_id)) then
    perform private.nemus_refuse(409, 'purchase_pending');
  end if;
  ordered.kind := 'subscription';
  ordered.tier := p_tier;
  ordered.title := private.nemus_document_text(p_tier);
  ordered.amount_cents := (select p.amount_cents from public.nemus_prices p where p.item = p_tier);
  return private.nemus_write_order(payer, ordered, p_shown_cents);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_subscription"(uuid, text, integer) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_check_price"(text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_price"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_price"(text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_request_price"(public.nemus_booking_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_request_price"(public.nemus_booking_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_request_price"(public.nemus_booking_requests) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_order"(public.nemus_profiles, public.nemus_orders, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_order"(public.nemus_profiles, public.nemus_orders, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_order"(public.nemus_profiles, public.nemus_orders, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_book_course"(uuid, uuid[], date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_book_course"(uuid, uuid[], date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_book_course"(uuid, uuid[], date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_booking_request"(uuid, boolean, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_decide_booking_request"(uuid, boolean, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_booking_request"(uuid, boolean, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_order_course"(uuid, uuid, uuid[], date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_course"(uuid, uuid, uuid[], date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_course"(uuid, uuid, uuid[], date, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."nemus_order_subscription"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_subscription"(uuid, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_subscription"(uuid, text, integer) TO "service_role";

REVOKE ALL ("shown_credits") ON TABLE "public"."nemus_course_enrollments" FROM "authenticated";

GRANT INSERT ("shown_credits") ON TABLE "public"."nemus_course_enrollments" TO "authenticated";
