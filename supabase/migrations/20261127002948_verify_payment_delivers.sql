SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_checkout (
  p_session_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('order_id', o.id, 'user_id', o.user_id, 'kind', o.kind, 'status', o.status,
    'amount_cents', o.amount_cents, 'currency', o.currency)
  from public.nemus_orders o where o.checkout_session_id = p_session_id
$function$;

CREATE OR REPLACE FUNCTION public.nemus_deliver_result (
  p_session_id text
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with delivered as (
    update public.nemus_orders o set result_shown_at = now()
    where o.checkout_session_id = p_session_id and o.result_shown_at is null
      and o.status in ('paid', 'returning', 'refunded', 'disputed', 'failed')
    returning true)
  select exists (select from delivered)
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_deliver_result"(text) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_deliver_result"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_deliver_result"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_deliver_result"(text) TO "service_role";
