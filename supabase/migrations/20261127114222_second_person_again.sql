SET local check_function_bodies = off;

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
    or exists (select from public.nemus_confirmers c where c.institution_id = p_order.user_id and c.user_id = auth.uid())
    or exists (select from public.nemus_institution_settings s where s.institution_id = p_order.user_id
      and private.nemus_is_invited(s.billing_email))
    or exists (select from private.nemus_organisation_log l where l.institution_id = p_order.user_id
      and l.subject = 'members' and l.subject_id = auth.uid()::text)
    or exists (select from public.nemus_invitations i where i.institution_id = p_order.user_id
      and i.accepted_at is not null and private.nemus_is_invited(i.email))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_fulfilment (
  p_order uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_refuse(409, 'never_at_provider') where ordered.checkout_session_id is null;
  perform private.nemus_require_other_buyer(ordered)
  from private.nemus_refunds r where r.order_id = p_order and r.is_held and r.refunded_at is null limit 1;
  perform private.nemus_note_act('ask_provider', 'orders', ordered.id::text,
    jsonb_build_object('status', ordered.status, 'refunded_cents', ordered.refunded_cents), null);
  update private.nemus_refunds r set is_held = false where r.order_id = p_order and r.is_held and r.refunded_at is null;
  return jsonb_build_object('session_id', ordered.checkout_session_id, 'status', ordered.status);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_retry_set_aside (
  p_job  text,
  p_item text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  command constant text := (select j.command from private.nemus_jobs j where j.name = 'nemus-' || p_job);
  letter constant uuid := case when p_item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_item::uuid end;
begin
  perform private.nemus_require_staff('orders');
  delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
  perform private.nemus_refuse(404, 'set_aside_not_found') where not found or command is null;
  update private.nemus_notification_sendings s set attempts = 0, claimed_at = null where s.id = letter and s.sent_at is null;
  update private.nemus_date_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_trainee_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_sign_off_letters l set attempts = 0, claimed_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_purchase_letters l set attempts = 0, claimed_at = null, tried_at = null
  where l.transaction_id = letter and l.sent_at is null;
  update public.nemus_sms s set state = 'waiting', reason = null, attempts = 0, claimed_at = null
  where s.id = letter and s.sent_at is null and s.drop_after > now() and (s.state = 'waiting' or s.reason = 'failed')
    and exists (select from public.nemus_phones p where p.id = s.phone_id and p.ended_at is null);
  perform private.nemus_note_act('retry_set_aside', 'jobs', p_job || ':' || p_item, null, null);
  perform set_config(name, '', true) from unnest(array['nemus.staff', 'request.jwt.claims', 'request.jwt.claim.sub']) as name;
  execute command;
end $function$;
