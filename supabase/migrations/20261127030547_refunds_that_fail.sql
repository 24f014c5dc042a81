SET local check_function_bodies = off;

DROP TRIGGER "enter_debt" ON "private"."nemus_refunds";

ALTER TABLE "private"."nemus_refunds"
  DROP CONSTRAINT "nemus_refunds_reason_check";

ALTER TABLE "public"."nemus_orders"
  DROP CONSTRAINT "dispute_fits_amount";

ALTER TABLE "public"."nemus_orders"
  DROP CONSTRAINT "nothing_granted_goes_back";

DROP FUNCTION "private"."nemus_settle_refunds"(public.nemus_orders, integer);

DROP FUNCTION "private"."nemus_settle_returns"(uuid, integer, integer);

DROP FUNCTION "public"."nemus_refund_checkout"(text, integer);

ALTER TABLE "private"."nemus_order_entries"
  ADD COLUMN "failed_id" text;

ALTER TABLE "private"."nemus_refunds"
  ADD COLUMN "is_held" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."nemus_refunds"
  ADD COLUMN "failure_told_at" timestamp WITH time zone;

ALTER TABLE "private"."nemus_refunds"
  ADD COLUMN "failed_id" text;

ALTER TABLE "private"."nemus_refunds"
  ADD COLUMN "retries_id" uuid;

ALTER TABLE "public"."nemus_orders"
  ADD COLUMN "failed_cents" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.nemus_book_order_entries()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Fires notifications/events.
  update public.nemus_orders o set refunded_cents = s.settled, disputed_cents = s.charged_back,
    returning_cents = s.returning, failed_cents = s.failed,
    status = case when s.settled = o.amount_cents then 'refunded'
      when s.charged_back > 0 and s.settled + s.charged_back + s.failed >= o.amount_cents then 'disputed'
      when o.amount_cents in (s.returning, s.settled + s.failed) then 'returning' else 'paid' end
  from (
    select e.order_id,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'settled'), 0) as settled,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'charged_back'), 0) as charged_back,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'owed' and e.source in ('booking', 'rule')), 0) as returning,
      coalesce(sum(e.amount_cents) filter (where r.reason = 'refund_failed'), 0) as failed
    from private.nemus_order_entries e left join private.nemus_refunds r on r.id = e.refund_id where e.order_id in (select w.order_id from written w)
    group by e.order_id) s
  where o.id = s.order_id
    and (o.refunded_cents, o.disputed_cents, o.returning_cents, o.failed_cents)
      is distinct from (s.settled, s.charged_back, s.returning, s.failed);
  return null;
end $function$;

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
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_document_text (
  p_code  text,
  p_value text DEFAULT ''::text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select format(t.text, p_value) from (values
    -- Order titles
    ('credits', '%s Credits'),
    ('monthly', 'Monatsabonnement'),
    ('yearly', 'Jahresabonnement'),
    ('plan_change', 'Wechsel zum %s'),
    ('unused_time', 'Gutschrift %s für nicht genutzte Zeit'),
    -- Units of invoice lines
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits returned
    ('refund', 'Erstattung'),
    ('refund_failed', 'Erstattung fehlgeschlagen'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Countries of addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
$function$;

CREATE OR REPLACE FUNCTION private.nemus_enter_debt()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
  select o.id, o.user_id, 'owed', new.amount_cents, new.reason,
    case new.reason when 'by_staff' then 'staff' when 'booking_cancelled' then 'booking'
      when 'refund_failed' then 'provider' else 'rule' end, new.id
  from public.nemus_orders o where o.id = new.order_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_fail_refund (
  p_order    public.nemus_orders,
  p_failed   jsonb,
  p_unbooked integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  id constant text := p_failed ->> 'id';
  booked constant int := least((p_failed ->> 'amount_cents')::int - p_unbooked, p_order.refunded_cents);
  paid private.nemus_refunds;
  refund uuid;
begin
  select * into paid from private.nemus_refunds r
  where r.id = (p_failed ->> 'refund_id')::uuid and r.order_id = p_order.id;
  if booked > 0 then
    -- Fires orders/order_entries, sessions/fresh_factors.
    insert into private.nemus_refunds (order_id, amount_cents, reason, places, attempts, last_error, is_held, failed_id,
      retries_id)
    values (p_order.id, booked, 'refund_failed', coalesce(paid.places, 1), 1, p_failed ->> 'reason', true, id, paid.id)
    returning nemus_refunds.id into refund;
    perform private.nemus_list_return(p_order, 'failed:' || refund, private.nemus_document_text('refund_failed'), booked);
    perform private.nemus_list_return(p_order, 'owed:' || refund, private.nemus_document_text('refund'), -booked);
    -- Fires orders/letters.
    update public.nemus_transactions t set status = 'pending' where t.reference = 'owed:' || refund;
  else
    update private.nemus_refunds r set is_held = true, attempts = r.attempts + 1, last_error = p_failed ->> 'reason'
    where r.id = paid.id and r.refunded_at is null;
  end if;
  -- In one statement, so that the order never shows a state in between.
  -- Fires orders/order_entries.
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id, failed_id)
  select p_order.id, p_order.user_id, e.kind, e.cents, e.reason, 'provider', e.refund, e.failed
  from (values ('settled', p_unbooked, 'refund', null, null), ('settled', -p_unbooked - booked, 'refund_failed', null, id),
    ('owed', booked, 'refund_failed', refund, null)) as e (kind, cents, reason, refund, failed)
  where e.cents <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_gone_cents (
  p_order public.nemus_orders
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select least(p_order.amount_cents, p_order.refunded_cents + p_order.disputed_cents + p_order.failed_cents)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_order_history (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with line as (
    select t.* from public.nemus_transactions t
    where t.user_id = p_order.user_id and (t.reference = 'order:' || p_order.id
      or t.reference like 'refund:' || p_order.id || ':%'
      or t.reference in (select line || r.id from private.nemus_refunds r, unnest('{owed:,failed:}'::text[]) line
        where r.order_id = p_order.id)
      or exists (select from private.nemus_disputes d
        where d.order_id = p_order.id and t.reference like 'dispute:' || d.dispute_id || ':%'))),
  event (at, what, amount_cents, words, who) as (
    select p_order.created_at, 'ordered', p_order.amount_cents, null::text, null::text
    union all select p_order.paid_at, 'paid', p_order.amount_cents, p_order.payment_method, null
      where p_order.paid_at is not null
    union all select l.occurred_at, case when l.amount_cents < 0 then 'refund' else 'purchase' end, l.amount_cents,
      l.item_name, l.status from line l where l.reference <> 'order:' || p_order.id
    union all select i.created_at, 'invoice', i.gross_cents, i.number, i.kind
      from public.nemus_invoices i join line l on l.id = i.transaction_id
    union all select r.created_at, 'owed', r.amount_cents, coalesce(r.note, r.reason),
      (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = r.requested_by)
      from private.nemus_refunds r where r.order_id = p_order.id
    union all select r.updated_at, 'refund_failed', r.amount_cents, r.last_error, r.attempts::text
      from private.nemus_refunds r where r.order_id = p_order.id and r.last_error is not null
    union all select r.told_at, 'told', r.amount_cents, null, null
      from private.nemus_refunds r where r.order_id = p_order.id and r.told_at is not null
    union all select r.failure_told_at, 'failure_told', r.amount_cents, null, null
      from private.nemus_refunds r where r.order_id = p_order.id and r.failure_told_at is not null
    union all select x.sent_at, 'confirmed', null, null, null
      from private.nemus_purchase_letters x join line l on l.id = x.transaction_id where x.sent_at is not null
    union all select n.created_at, 'payment_failed', null, null, null
      from private.nemus_failure_notices n where n.order_id = p_order.id
    union all select d.created_at, 'dispute', d.amount_cents, d.status, d.dispute_id
      from private.nemus_disputes d where d.order_id = p_order.id
    union all select w.received_at, 'withdrawal', null, w.reference, w.contract
      from private.nemus_withdrawals w where w.user_id = p_order.user_id and w.received_at >= p_order.created_at
    union all select a.created_at, 'act', null, a.action, a.actor_name
      from private.nemus_audit_log a where a.subject = 'orders' and a.subject_id = p_order.id::text)
  select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc, e.what), '[]') from event e
$function$;

CREATE OR REPLACE FUNCTION private.nemus_refund_words (
  p_reason text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(private.nemus_document_text('refund_' || p_reason), private.nemus_document_text('refund'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_settle_refunds (
  p_order  public.nemus_orders,
  p_cents  integer,
  p_source text,
  p_first  uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owed private.nemus_refunds;
  listed public.nemus_transactions;
  left_over int := p_cents;
  by_staff int := 0;
begin
  for owed in select * from private.nemus_refunds r
    where r.order_id = p_order.id and r.refunded_at is null
    order by r.id <> all (p_first), r.created_at, r.id for update
  loop
    if left_over < owed.amount_cents and p_order.status <> 'refunded' then
      continue when left_over = 0 or (p_order.status <> 'disputed' and owed.reason <> 'refund_failed');
      owed := private.nemus_split_debt(p_order, owed, left_over);
    end if;
    update private.nemus_refunds r set refunded_at = now(), last_error = null where r.id = owed.id;
    -- Fires orders/order_entries.
    insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source, refund_id)
    select p_order.id, p_order.user_id, 'owed', -met.cents, met.reason, p_source, owed.id
    from (values ('refunded', least(owed.amount_cents, left_over)),
      ('covered', owed.amount_cents - least(owed.amount_cents, left_over))) as met (reason, cents)
    where met.cents > 0;
    if owed.reason = 'by_staff' then
      by_staff := by_staff + least(owed.amount_cents, left_over);
      left_over := left_over - least(owed.amount_cents, left_over);
      continue;
    end if;
    if left_over = 0 then
      delete from public.nemus_transactions t where t.reference = 'owed:' || owed.id;
      continue;
    end if;
    -- Fires orders/letters.
    update public.nemus_transactions t
    set status = 'completed', occurred_at = now(), amount_cents = -least(owed.amount_cents, left_over)
    where t.reference = 'owed:' || owed.id returning * into listed;
    -- The invoice was cancelled by the refund that failed.
    if owed.reason <> 'refund_failed' then
      perform private.nemus_cancel_invoice(listed, p_order.id, private.nemus_document_text('refund'));
    end if;
    left_over := left_over + listed.amount_cents;
  end loop;
  return p_cents - left_over - by_staff;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_settle_returns (
  p_order_id       uuid,
  p_refunded_cents integer,
  p_disputed_cents integer,
  p_source         text    DEFAULT 'provider'::text
)
  RETURNS public.nemus_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before text;
  ordered public.nemus_orders;
begin
  select o.status into before from public.nemus_orders o where o.id = p_order_id for update;
  -- Fires orders/order_entries.
  insert into private.nemus_order_entries (order_id, user_id, kind, amount_cents, reason, source)
  select o.id, o.user_id, moved.kind, moved.cents, moved.reason, p_source
  from public.nemus_orders o cross join lateral (values
    ('settled', p_refunded_cents - o.refunded_cents, 'refund'),
    ('charged_back', least(p_disputed_cents, o.amount_cents - p_refunded_cents) - o.disputed_cents, 'dispute'))
    as moved (kind, cents, reason)
  where o.id = p_order_id and moved.cents <> 0;
  select * into ordered from public.nemus_orders o where o.id = p_order_id;
  if ordered.kind = 'credits' then
    perform private.nemus_settle_credits(ordered, private.nemus_gone_cents(ordered));
  elsif ordered.kind = 'course' and before = 'paid' and ordered.status <> 'paid' then
    perform private.nemus_take_back_course(ordered);
  -- Only at the change of state: the account may have bought the course again since.
  elsif ordered.kind = 'course' and before <> 'paid' and ordered.status = 'paid' then
    ordered := private.nemus_give_back_course(ordered);
  end if;
  return ordered;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_returned_credits()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  returned int := new.amount;
  short record;
  taken int;
begin
  for short in
    select p.id, o.id as order_id, t.times,
      (o.credits::bigint * private.nemus_gone_cents(o) / o.amount_cents)::int - t.taken as missing
    from public.nemus_credit_entries p
    join public.nemus_orders o on o.id::text = p.source_id
    cross join lateral (select coalesce(-sum(e.amount), 0)::int as taken, count(*) as times
      from public.nemus_credit_entries e where e.reverses_id = p.id) t
    where p.institution_id = new.institution_id and p.kind = 'purchase' and private.nemus_gone_cents(o) > 0
    order by p.id
  loop
    exit when returned = 0;
    continue when short.missing <= 0;
    taken := least(short.missing, returned);
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
    values (new.institution_id, 'purchase_reversal', -taken, short.order_id || ':' || short.times, short.id);
    returned := returned - taken;
    if taken = short.missing then
      -- Orders are locked before balances elsewhere. A locked one is settled by its own refund, which clears this too.
      update public.nemus_orders o set attention = null where o.attention = 'credits_spent' and o.id = (
        select x.id from public.nemus_orders x where x.id = short.order_id for update skip locked);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('catalogue', 'teaching', 'orders', 'people') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.ends_at < now() and exists (select from public.nemus_appointment_participations p
          where p.appointment_id = a.id and p.status = 'confirmed' and p.attendance is null)) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

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
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  if ordered.checkout_session_id is null then
    perform private.nemus_refuse(409, 'never_at_provider');
  end if;
  perform private.nemus_note_act('ask_provider', 'orders', ordered.id::text,
    jsonb_build_object('status', ordered.status, 'refunded_cents', ordered.refunded_cents), null);
  update private.nemus_refunds r set is_held = false where r.order_id = p_order and r.is_held and r.refunded_at is null;
  return jsonb_build_object('session_id', ordered.checkout_session_id, 'status', ordered.status);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_forget_refund_notice (
  p_refund uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.nemus_refunds r set told_at = null,
    failure_told_at = case when r.refunded_at is not null then r.failure_told_at end
  where r.id = p_refund
$function$;

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

REVOKE ALL ON FUNCTION "public"."nemus_note_refund_elsewhere"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_open_refunds (
  p_session_id text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(found) - 'created_at' order by found.created_at), '[]')
  from (
    select r.id as refund_id, r.order_id, o.payment_id, private.nemus_payable_cents(r) as amount_cents,
      r.subscription_id, r.attempts, r.created_at
    from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
    where r.refunded_at is null and not r.is_held and private.nemus_payable_cents(r) > 0 and case when p_session_id is null
      -- Longer pauses after each failure, up to a day.
      then r.attempts = 0 or r.updated_at < now() - least(power(2, r.attempts) * interval '1 minute', interval '1 day')
      else o.checkout_session_id = p_session_id end
    order by r.created_at limit 20
  ) found
$function$;

CREATE OR REPLACE FUNCTION public.nemus_order_tasks()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'unsettled', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.created_at), '[]') from (
      select * from public.nemus_orders x where x.status in ('open', 'pending') and x.checkout_session_id is not null
        and x.created_at < now() - interval '5 minutes' order by x.created_at limit 100) o),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select r.id as refund_id, r.order_id, private.nemus_account_name(p) as buyer, o.title, r.amount_cents, r.reason,
        r.attempts, r.last_error, r.is_held, r.created_at
      from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
      join public.nemus_profiles p on p.user_id = o.user_id
      where r.refunded_at is null and (private.nemus_payable_cents(r) > 0 or exists (select from private.nemus_disputes d
        where d.order_id = o.id and d.status <> 'lost' and private.nemus_is_charged_back(d.status)))
      order by r.created_at limit 100) listed),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select d.dispute_id, d.order_id, private.nemus_account_name(p) as buyer, o.title, d.amount_cents, d.reason,
        d.status, d.created_at
      from private.nemus_disputes d left join public.nemus_orders o on o.id = d.order_id
      left join public.nemus_profiles p on p.user_id = o.user_id
      where d.status not in ('won', 'lost', 'warning_closed', 'prevented') order by d.created_at desc limit 100) listed),
    'attention', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.updated_at), '[]') from (
      select * from public.nemus_orders x where x.attention is not null order by x.updated_at limit 100) o),
    'withdrawals', (select coalesce(jsonb_agg(private.nemus_withdrawal_row(w.*::private.nemus_withdrawals) order by w.received_at), '[]')
      from (select * from private.nemus_withdrawals x where x.handled_at is null
        order by x.received_at limit 100) w),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.occurred_at), '[]') from (
      select x.event_id, x.type, x.occurred_at, x.attempts, x.last_error from private.nemus_provider_events x
      where x.handled_at is null and x.last_error is not null order by x.occurred_at limit 100) e));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_refund_checkout (
  p_payment_id     text,
  p_refunded_cents integer,
  p_failed         jsonb   DEFAULT '[]'::jsonb,
  p_paid           uuid[]  DEFAULT '{}'::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
  failed jsonb;
  unbooked int;
  delta int;
begin
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  if not found then
    perform private.nemus_refuse(404, 'order_not_found');
  end if;
  delta := greatest(0, p_refunded_cents - (
    select coalesce(sum(e.amount_cents), 0) from private.nemus_order_entries e
    where e.order_id = ordered.id and e.kind = 'settled' and e.source = 'provider' and e.amount_cents > 0));
  for failed in select f.value from jsonb_array_elements(p_failed) f
    where not exists (select from private.nemus_order_entries e where e.failed_id = f.value ->> 'id')
  loop
    unbooked := least(delta, (failed ->> 'amount_cents')::int);
    perform private.nemus_fail_refund(ordered, failed, unbooked);
    delta := delta - unbooked;
    select * into ordered from public.nemus_orders o where o.id = ordered.id;
  end loop;
  delta := least(delta, ordered.amount_cents - ordered.refunded_cents);
  if delta > 0 then
    perform private.nemus_book_refund(ordered, delta, 'provider', p_paid);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_refund_checkout"(text, integer, jsonb, uuid[]) FROM PUBLIC, "anon", "authenticated";

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
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people)), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
$function$;

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

ALTER TABLE "private"."nemus_order_entries"
  ADD CONSTRAINT "nemus_order_entries_failed_id_check" CHECK (((char_length(failed_id) >= 1) AND (char_length(failed_id) <= 200)));

ALTER TABLE "private"."nemus_order_entries"
  ADD CONSTRAINT "nemus_order_entries_failed_id_key" UNIQUE (failed_id);

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_failed_id_check" CHECK (((char_length(failed_id) >= 1) AND (char_length(failed_id) <= 200)));

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_failed_id_key" UNIQUE (failed_id);

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_reason_check"
    CHECK
    ((reason = ANY (ARRAY['already_enrolled'::text, 'course_gone'::text, 'trainee_gone'::text, 'already_subscribed'::text, 'booking_cancelled'::text, 'by_staff'::text,
    'refund_failed'::text])));

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_retries_id_fkey" FOREIGN KEY (retries_id) REFERENCES private.nemus_refunds(id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "dispute_fits_amount"
    CHECK
    ((((refunded_cents + disputed_cents) <= amount_cents) AND ((status = 'disputed'::text) = ((disputed_cents > 0) AND (refunded_cents < amount_cents) AND (((refunded_cents +
    disputed_cents) + failed_cents) >= amount_cents)))));

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_failed_cents_check" CHECK ((failed_cents >= 0));

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nothing_granted_goes_back" CHECK (((status <> 'returning'::text) OR (returning_cents = amount_cents) OR ((refunded_cents + failed_cents) = amount_cents)));

CREATE INDEX nemus_refunds_retries ON private.nemus_refunds USING btree (retries_id);

CREATE TRIGGER enter_debt
  AFTER INSERT ON private.nemus_refunds
  FOR EACH ROW
  WHEN ((new.failed_id IS NULL))
  EXECUTE FUNCTION private.nemus_enter_debt();

REVOKE ALL ON FUNCTION "private"."nemus_book_refund"(public.nemus_orders, integer, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_book_refund"(public.nemus_orders, integer, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_book_refund"(public.nemus_orders, integer, text, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_fail_refund"(public.nemus_orders, jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_fail_refund"(public.nemus_orders, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_fail_refund"(public.nemus_orders, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_gone_cents"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_gone_cents"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_gone_cents"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_settle_refunds"(public.nemus_orders, integer, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_settle_refunds"(public.nemus_orders, integer, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_settle_refunds"(public.nemus_orders, integer, text, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_settle_returns"(uuid, integer, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_settle_returns"(uuid, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_settle_returns"(uuid, integer, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_refund_elsewhere"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_note_refund_elsewhere"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_refund_elsewhere"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_refund_checkout"(text, integer, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_refund_checkout"(text, integer, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_refund_checkout"(text, integer, jsonb, uuid[]) TO "service_role";
