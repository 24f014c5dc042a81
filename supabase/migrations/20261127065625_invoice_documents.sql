SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_invoice_document (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(i) || jsonb_build_object(
    'cancels', (select jsonb_build_object('number', e.number) from public.nemus_invoices e where e.id = i.cancels_id),
    'original', case when f.invoice_id is not null then jsonb_build_object('profile', f.profile, 'xml', f.xml) end)
  from public.nemus_invoices i left join public.nemus_invoice_files f on f.invoice_id = i.id
  where i.transaction_id = p_transaction and not i.is_sample and (f.invoice_id is not null or i.format is null
    or exists (select from private.nemus_invoice_gaps g where g.invoice_id = i.id))
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_invoice_document"(uuid) FROM PUBLIC, "anon", "authenticated";

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
    -- The confirmed address of the account, as the mail names people; `billing_email` may belong to another person.
    'email', p.email,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people,
    'transaction_id', (select x.id from public.nemus_transactions x where t.refunded_at is not null
      and (x.reference = 'owed:' || t.id or (t.reason = 'by_staff' and x.reference like 'refund:' || t.order_id || ':%'
        and x.occurred_at = t.refunded_at)) limit 1))), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_invoice_document"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_invoice_document"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_invoice_document"(uuid) TO "service_role";
