-- Purchases that were begun and have no result yet: shown on every device, given up by a click, and the mail about a
-- failed payment.
-- Own orders: courses with the member role `booking` or `billing`, the rest with `billing`. Trainees see that an
-- institution is buying a course for them, and nothing else of it.
-- nemus_give_up_order only ends orders without a page at the provider; the function `cancel-purchase` closes an open
-- page there.

/*
 * Open purchases of the caller, newest first: [{order_id, kind, course_id, trainee_ids, title, amount_cents, state,
 * is_own, session_id, url, begun_at}]. state: open (the provider's page can still be paid) · pending (payment under
 * way) · failed (not yet shown to the account). A purchase by an institution for the caller: only the course. Open
 * pages for credits are left out, as they block nothing.
 */
create function public.nemus_open_purchases() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(case when found.is_own then to_jsonb(found)
    else to_jsonb(found) || '{"order_id": null, "trainee_ids": [], "amount_cents": null, "session_id": null, "url": null}'
    end order by found.begun_at desc), '[]')
  from (
    select o.id as order_id, o.kind, o.course_id, o.trainee_ids, o.title, o.amount_cents, o.status as state, true as is_own,
      o.checkout_session_id as session_id, o.checkout_url as url, o.created_at as begun_at
    from public.nemus_orders o
    where o.user_id = any (array[(select private.nemus_pays_for('billing')), (select private.nemus_pays_for('booking'))])
      and (o.kind = 'course' or o.user_id = (select private.nemus_pays_for('billing'))) and case
      when o.status = 'open' then o.kind <> 'credits' and private.nemus_is_waiting(o, o.user_id)
      when o.status = 'failed' then o.result_shown_at is null and o.updated_at > now() - interval '30 days'
      else o.status = 'pending' end
    union all
    select o.id, o.kind, o.course_id, o.trainee_ids, o.title, o.amount_cents, o.status, false, null, null, o.created_at
    from public.nemus_orders o
    where o.status in ('open', 'pending') and o.user_id <> auth.uid() and private.nemus_is_waiting(o, auth.uid())
      and o.trainee_ids && (select array_agg(t.id) from public.nemus_trainees t where t.user_id = auth.uid())
  ) found
$$;

/* Records that the caller has seen the result of a payment: shown again, it is no news. */
create function public.nemus_note_result_shown(p_session_id text) returns void
language sql security definer set search_path = '' as $$
  update public.nemus_orders o set result_shown_at = now()
  where o.checkout_session_id = p_session_id and o.user_id = private.nemus_pays_for('booking', 'billing') and o.result_shown_at is null
    and o.status in ('paid', 'returning', 'refunded', 'disputed', 'failed')
$$;

/*
 * Records that `verify-payment` delivered the result of a payment to its buyer. True for the first delivery, also when
 * the webhook granted the purchase; false afterwards, and while the payment has no result.
 */
create function public.nemus_deliver_result(p_session_id text) returns boolean
language sql security definer set search_path = '' as $$
  with delivered as (
    update public.nemus_orders o set result_shown_at = now()
    where o.checkout_session_id = p_session_id and o.result_shown_at is null
      and o.status in ('paid', 'returning', 'refunded', 'disputed', 'failed')
    returning true)
  select exists (select from delivered)
$$;

/*
 * Gives up an order of the account that p_user_id buys for; only one without a page at the provider. Returns
 * {session_id, status}.
 */
create function public.nemus_give_up_order(p_user_id uuid, p_order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  buyer constant uuid := (select private.nemus_buys_for(p_user_id, o.kind) from public.nemus_orders o where o.id = p_order_id);
begin
  -- Fires notifications/events.
  update public.nemus_orders o set status = 'expired'
  where o.id = p_order_id and o.user_id = buyer and o.status = 'open' and o.checkout_session_id is null;
  return (select jsonb_build_object('session_id', o.checkout_session_id, 'status', o.status)
    from public.nemus_orders o where o.id = p_order_id and o.user_id = buyer);
end $$;

/* Failed payments the buyer was notified of by mail. */
create table private.nemus_failure_notices (
  order_id uuid primary key references public.nemus_orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table private.nemus_failure_notices enable row level security;

/*
 * Content of the mail about a failed payment: {order_id, email, name, user_type, kind, title, amount_cents}. Only for
 * the first caller; null afterwards, and if nothing failed.
 */
create function public.nemus_failure_notice(p_session_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  told uuid;
begin
  insert into private.nemus_failure_notices (order_id)
  select o.id from public.nemus_orders o where o.checkout_session_id = p_session_id and o.status = 'failed'
  on conflict (order_id) do nothing returning order_id into told;
  return (
    select jsonb_build_object('order_id', o.id, 'email', private.nemus_mail_address(o.user_id),
      'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
      'kind', o.kind, 'title', o.title, 'amount_cents', o.amount_cents)
    from public.nemus_orders o join public.nemus_profiles p on p.user_id = o.user_id
    where o.id = told);
end $$;

/* The mail could not be sent: the next check of the payment tries again. */
create function public.nemus_forget_failure_notice(p_order_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.nemus_failure_notices n where n.order_id = p_order_id
$$;
