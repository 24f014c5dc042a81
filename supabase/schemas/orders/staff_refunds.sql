-- Refunds by staff with the role `orders` (decision record 0049), and looking an order up at the provider. A refund is
-- a debt like any other (owed_refunds.sql): paid once, tried again on failure, told by mail.
-- A second person refunds what the caller or an institution of the caller bought (nemus_require_other_buyer), and looks at
-- a refund of almost everything that leaves the access (`attention` access_kept).
-- At most what is neither refunded, owed nor charged back, of a paid order, with a reason of 3 to 1,000 characters. The
-- same click twice is one refund (`sum_before_cents`); a decision on an outdated sum is refused. Refunding the whole
-- rest of a subscription ends it first.
-- A refund that failed at the provider is held: looking the order up there pays it again, or staff pays it another way and
-- notes it (nemus_note_refund_elsewhere).
-- Paid by the function `refund-order`; what it takes back: refunded_orders.sql. Needs a fresh second factor
-- (sessions/fresh_factors.sql). Every act is in the audit log.

create unique index nemus_refunds_once on private.nemus_refunds (order_id, sum_before_cents);
create index nemus_refunds_requested_by on private.nemus_refunds (requested_by);
create trigger audit after insert or update or delete on private.nemus_refunds for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');

/*
 * What staff can still refund of an order: not refunded, not owed, not charged back. Nothing of one paid by bank
 * transfer: its invoice is cancelled (invoices/transfers.sql).
 */
create function private.nemus_refundable_cents(p_order public.nemus_orders) returns int
language sql stable security definer set search_path = '' as $$
  select case when p_order.status = 'paid' and p_order.payment_method is distinct from 'invoice' then greatest(p_order.amount_cents - p_order.refunded_cents
    - p_order.disputed_cents - private.nemus_owed_cents(p_order.id), 0) else 0 end
$$;

/* From this sum on, a refund that leaves the access is looked at by a second person: 90 %. */
create function private.nemus_almost_all_cents(p_order public.nemus_orders) returns int
language sql immutable set search_path = '' as $$
  select ceil(p_order.amount_cents * 0.9)::int
$$;

/*
 * Whether the caller is or belongs to an institution, as member, trainee, person who confirms or receiver of its invoices,
 * or did before: who leaves for a refund and joins again stays its buyer.
 */
create function private.nemus_is_institution_of_caller(p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_institution = auth.uid()
    or exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = auth.uid())
    or exists (select from public.nemus_trainees t where t.institution_id = p_institution and t.user_id = auth.uid())
    or exists (select from public.nemus_confirmers c where c.institution_id = p_institution and c.user_id = auth.uid())
    or exists (select from public.nemus_institution_settings s where s.institution_id = p_institution
      and private.nemus_is_invited(s.billing_email))
    or exists (select from private.nemus_organisation_log l where l.institution_id = p_institution
      and l.subject = 'members' and l.subject_id = auth.uid()::text)
    or exists (select from public.nemus_invitations i where i.institution_id = p_institution
      and i.accepted_at is not null and private.nemus_is_invited(i.email))
$$;

/* Whether the caller, or an institution of the caller, bought an order. */
create function private.nemus_is_own_order(p_order public.nemus_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_is_institution_of_caller(p_order.user_id)
$$;

/* Money of an order is decided by someone else than its buyer. Raises 403 second_person. */
create function private.nemus_require_other_buyer(p_order public.nemus_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'second_person') where private.nemus_is_own_order(p_order);
end $$;

/*
 * Owes the buyer of an order a refund by staff; the function `refund-order` then pays it. Once all the money is back,
 * what it bought is taken (nemus_refund_checkout). p_sum_before: sum refunded or owed when staff decided.
 * Returns {refund_id, session_id, amount_cents, is_new}; the same decision again returns the same refund. Raises 403
 * staff_required, second_person, 404 order_not_found, 400 refund_amount (with left_cents), 400 note_missing, 409 refund_outdated.
 */
create function public.nemus_begin_order_refund(p_order uuid, p_amount_cents int, p_reason text, p_sum_before int)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := btrim(coalesce(p_reason, ''));
  ordered public.nemus_orders;
  refund private.nemus_refunds;
  refundable int;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_require_other_buyer(ordered);
  select * into refund from private.nemus_refunds r where r.order_id = p_order and r.sum_before_cents = p_sum_before;
  if found and refund.amount_cents = p_amount_cents then
    return jsonb_build_object('refund_id', refund.id, 'session_id', ordered.checkout_session_id,
      'amount_cents', refund.amount_cents, 'is_new', false);
  end if;
  perform private.nemus_refuse(409, 'refund_outdated')
    where refund.id is not null
      or p_sum_before is distinct from ordered.refunded_cents + private.nemus_owed_cents(ordered.id);
  refundable := private.nemus_refundable_cents(ordered);
  perform private.nemus_refuse(400, 'refund_amount', jsonb_build_object('left_cents', refundable))
    where p_amount_cents is null or p_amount_cents < 1 or p_amount_cents > refundable;
  perform private.nemus_refuse(400, 'note_missing') where char_length(reason) not between 3 and 1000;
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
end $$;

/*
 * Logs that staff looks up the payment of an order at the provider; the function `fulfil-order` then does so, grants
 * what is paid, and pays what is owed, also refunds that failed before: with a fresh second
 * factor, and those of an own order only for a second person.
 * Returns {session_id, status}. Raises 403 staff_required, factor_required, second_person, 404 order_not_found,
 * 409 never_at_provider.
 */
create function public.nemus_begin_fulfilment(p_order uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_refuse(409, 'never_at_provider') where ordered.checkout_session_id is null;
  if exists (select from private.nemus_refunds r where r.order_id = p_order and r.is_held and r.refunded_at is null) then
    perform private.nemus_require_fresh_factor();
    perform private.nemus_require_other_buyer(ordered);
  end if;
  perform private.nemus_note_act('ask_provider', 'orders', ordered.id::text,
    jsonb_build_object('status', ordered.status, 'refunded_cents', ordered.refunded_cents), null);
  update private.nemus_refunds r set is_held = false where r.order_id = p_order and r.is_held and r.refunded_at is null;
  return jsonb_build_object('session_id', ordered.checkout_session_id, 'status', ordered.status);
end $$;

/*
 * Logs what the look-up changed: the order before and after; nothing if it is unchanged.
 * Returns {status, owed_cents, last_error}. Raises 403 staff_required, 404 order_not_found.
 */
create function public.nemus_end_fulfilment(p_order uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  last_one private.nemus_audit_log;
  now_is jsonb;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  select * into last_one from private.nemus_audit_log l
  where l.subject = 'orders' and l.subject_id = p_order::text and l.actor_id = auth.uid() order by l.id desc limit 1;
  now_is := jsonb_build_object('status', ordered.status, 'refunded_cents', ordered.refunded_cents);
  if last_one.action = 'ask_provider' and last_one.before is distinct from now_is then
    perform private.nemus_note_act('settle_order', 'orders', p_order::text, last_one.before, now_is);
  end if;
  return jsonb_build_object('status', ordered.status, 'owed_cents', private.nemus_owed_cents(p_order),
    'last_error', (select r.last_error from private.nemus_refunds r
      where r.order_id = p_order and r.refunded_at is null order by r.created_at limit 1));
end $$;

/*
 * Notes that staff paid a held refund another way, such as by bank transfer: it is settled without the provider.
 * Raises 403 staff_required, second_person, factor_required, 404 order_not_found, 400 note_missing, 409 refund_outdated (paid, released
 * or covered by a dispute meanwhile).
 */
create function public.nemus_note_refund_elsewhere(p_refund uuid, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
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
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_require_other_buyer(ordered);
  perform private.nemus_refuse(400, 'note_missing') where char_length(note) not between 3 and 1000;
  select * into refund from private.nemus_refunds r where r.id = p_refund;
  cents := private.nemus_payable_cents(refund);
  perform private.nemus_refuse(409, 'refund_outdated')
    where refund.refunded_at is not null or not refund.is_held or cents = 0;
  perform private.nemus_book_refund(ordered, cents, 'staff', array[p_refund]);
  -- The mail about refunds names the way of the payment.
  update private.nemus_refunds r set told_at = now() where r.id = p_refund;
  perform private.nemus_note_act('refund_elsewhere', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', ordered.refunded_cents),
    jsonb_build_object('refunded_cents', ordered.refunded_cents + cents, 'reason', note));
end $$;
