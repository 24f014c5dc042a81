-- Money of an institution: read, bought and changed by the members who may. A row's `user_id` or `institution_id` stays the
-- account that founded it; who did something is in the institution's log. Functions of the service take the person, and
-- find out in whose name it acts.

-- Nothing of it names a person: whoever looks at bookings sees what they cost.
drop policy "own balance is read" on public.nemus_credit_balances;
create policy "own balance is read" on public.nemus_credit_balances for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));
drop policy "own credit entries are read" on public.nemus_credit_entries;
create policy "own credit entries are read" on public.nemus_credit_entries for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));
drop policy "own subscription is read" on public.nemus_subscriptions;
create policy "own subscription is read" on public.nemus_subscriptions for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));

drop policy "own purchases are read" on public.nemus_transactions;
create policy "own purchases are read" on public.nemus_transactions for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing')));
drop policy "own invoices are read" on public.nemus_invoices;
create policy "own invoices are read" on public.nemus_invoices for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing')));
-- Whoever books waits for the payment of a booking, too.
drop policy "own orders are read" on public.nemus_orders;
create policy "own orders are read" on public.nemus_orders for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing'))
    or (kind = 'course' and user_id = (select private.nemus_pays_for('booking'))));
drop policy "own billing address is read" on public.nemus_billing_addresses;
create policy "own billing address is read" on public.nemus_billing_addresses for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing')));
drop policy "own billing address is given" on public.nemus_billing_addresses;
create policy "own billing address is given" on public.nemus_billing_addresses for insert to authenticated
  with check (user_id = (select private.nemus_pays_for('billing')));
drop policy "own billing address is changed" on public.nemus_billing_addresses;
create policy "own billing address is changed" on public.nemus_billing_addresses for update to authenticated
  using (user_id = (select private.nemus_pays_for('billing')))
  with check (user_id = (select private.nemus_pays_for('billing')));

/*
 * A member writes the address of the institution that it acts for, whatever its page calls the account: a row that names
 * the caller is that of whom it pays for. The policy decides whether it may.
 */
create function private.nemus_address_payer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = auth.uid() then
    new.user_id := coalesce(private.nemus_pays_for('billing'), new.user_id);
  end if;
  return new;
end $$;
revoke all on function private.nemus_address_payer() from public, anon, authenticated, service_role;
create trigger address_payer before insert on public.nemus_billing_addresses
  for each row execute function private.nemus_address_payer();

/*
 * In whose name an account buys something of a kind: a course by who books, credits and subscriptions by who has to do
 * with money. Everything that the transaction changes is written down under that person.
 * Raises 403 member_role_required.
 */
create function private.nemus_buys_for(p_user uuid, p_kind text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  needed constant text := case when p_kind = 'course' then 'booking' else 'billing' end;
  buyer constant uuid := private.nemus_paying_account(p_user, needed);
begin
  if buyer is null and exists (select from public.nemus_profiles p where p.user_id = p_user) then
    perform private.nemus_refuse(403, 'member_role_required', jsonb_build_object('roles', array[needed]));
  end if;
  perform set_config('nemus.actor', p_user::text, true);
  return buyer;
end $$;

/*
 * Writes an order down, in the name for which the account p_user_id buys. Returns {order_id, account_id, amount_cents,
 * currency, title, email, name, provider_customer_id}; account_id is the buyer that the payment provider knows.
 * Raises 400 invalid_order, start_in_the_past, start_too_late, 403 institution_required, member_role_required, 404
 * course_not_found, trainee_not_found, 409 trainee_inactive, already_enrolled, already_subscribed, purchase_pending,
 * purchase_elsewhere, members_book_for_trainees, and as nemus_check_spending.
 */
create or replace function private.nemus_create_order(p_user_id uuid, p_kind text, p_course_id uuid, p_credits int, p_tier text,
  p_trainee_ids uuid[], p_start date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account public.nemus_profiles;
  buyer uuid;
  course public.nemus_courses;
  places constant int := coalesce(cardinality(p_trainee_ids), 0);
  price int;
  bought text;
  ordered public.nemus_orders;
  request uuid;
begin
  select * into account from public.nemus_profiles p where p.user_id = p_user_id;
  if not found or p_kind is null or p_kind not in ('course', 'credits', 'subscription')
    or (p_kind = 'course') <> (p_course_id is not null) or (p_kind = 'credits') <> (p_credits is not null)
    or (p_kind = 'subscription') <> (p_tier is not null) or (places > 0 and p_kind <> 'course')
    or (p_start is not null and places = 0)
    or p_credits < 100 or p_credits % 50 <> 0 or p_credits > 100000 or p_tier not in ('monthly', 'yearly') then
    perform private.nemus_refuse(400, 'invalid_order');
  end if;
  if account.user_type <> 'institution' and (p_kind <> 'course' or places > 0) then
    perform private.nemus_refuse(403, 'institution_required');
  end if;
  buyer := private.nemus_buys_for(p_user_id, p_kind);
  if p_kind = 'course' and places = 0 and buyer <> p_user_id then
    perform private.nemus_refuse(409, 'members_book_for_trainees');
  end if;
  if buyer <> p_user_id then
    select * into account from public.nemus_profiles p where p.user_id = buyer;
  end if;
  if p_kind = 'course' then
    perform private.nemus_lock_course(p_course_id);
    select * into course from public.nemus_courses c
    where c.id = p_course_id and private.nemus_is_offered(c.id) and c.price_euros > 0;
    if not found then
      perform private.nemus_refuse(404, 'course_not_found');
    end if;
    if places > 0 then
      perform private.nemus_check_start(p_start);
      perform private.nemus_check_trainees(buyer, p_course_id, p_trainee_ids);
      request := private.nemus_check_spending(buyer, p_user_id, p_course_id, p_trainee_ids, p_start, 0,
        round(course.price_euros * 100)::int);
    elsif exists (select from public.nemus_course_enrollments e
      where e.user_id = buyer and e.course_id = p_course_id) then
      perform private.nemus_refuse(409, 'already_enrolled');
    else
      perform private.nemus_refuse_waiting(p_course_id, buyer);
      perform private.nemus_refuse_above_limit(buyer, p_user_id, 0, round(course.price_euros * 100)::int);
    end if;
    price := round(course.price_euros * 100)::int * greatest(places, 1);
    bought := course.title;
  elsif p_kind = 'credits' then
    select p.amount_cents * p_credits into price from public.nemus_prices p where p.item = 'credit';
    bought := private.nemus_document_text('credits', private.nemus_count(p_credits));
  else
    if exists (select from public.nemus_subscriptions s
      where s.institution_id = buyer and s.status in ('active', 'trialing', 'past_due')) then
      perform private.nemus_refuse(409, 'already_subscribed');
    end if;
    perform private.nemus_lock_orders(buyer);
    if exists (select from public.nemus_orders o
      where o.user_id = buyer and o.kind = 'subscription'
        and private.nemus_is_waiting(o, buyer)) then
      perform private.nemus_refuse(409, 'purchase_pending');
    end if;
    select p.amount_cents into price from public.nemus_prices p where p.item = p_tier;
    bought := private.nemus_document_text(p_tier);
  end if;
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    terms_version)
  select buyer, p_kind, p_course_id, coalesce(p_trainee_ids, '{}'), p_credits, p_tier, bought, price, p_start,
    s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  if request is not null then
    update public.nemus_booking_requests r set order_id = ordered.id where r.id = request;
  end if;
  return jsonb_build_object('order_id', ordered.id, 'account_id', buyer, 'amount_cents', ordered.amount_cents,
    'currency', ordered.currency, 'title', ordered.title, 'email', account.email,
    'name', coalesce(account.institution_name, btrim(account.first_name || ' ' || account.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = buyer));
exception
  -- The checks of trainees and start name people to their institution; an order is refused without values.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $$;

/* Gives up an order of the account for which p_user_id buys; as before, only one whose page was never opened. */
create or replace function private.nemus_give_up_order(p_user_id uuid, p_order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  buyer constant uuid := (select private.nemus_buys_for(p_user_id, o.kind) from public.nemus_orders o where o.id = p_order_id);
begin
  update public.nemus_orders o set status = 'expired'
  where o.id = p_order_id and o.user_id = buyer and o.status = 'open' and o.checkout_session_id is null;
  return (select jsonb_build_object('session_id', o.checkout_session_id, 'status', o.status)
    from public.nemus_orders o where o.id = p_order_id and o.user_id = buyer);
end $$;

/* When somebody last tried to send it: who asks often does not use up the attempts while the mail service is away. */
alter table private.nemus_purchase_letters add column tried_at timestamptz;

/*
 * Takes the owed letters of an account, the oldest first: of several callers each letter goes to one. Who took one and
 * never said what became of it had a quarter of an hour; one whose mail did not leave is tried again after five minutes.
 * Five attempts, then it is left to an operator.
 * A purchase that could not be granted, or whose money has gone back meanwhile, is not confirmed.
 */
create or replace function private.nemus_claim_purchase_letters(p_user_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    select l.transaction_id from private.nemus_purchase_letters l
    join public.nemus_transactions t on t.id = l.transaction_id
    where t.user_id = private.nemus_paying_account(p_user_id, 'booking', 'billing') and l.sent_at is null and l.attempts < 5
      and (l.claimed_at is null or l.claimed_at < now() - interval '15 minutes')
      and (l.tried_at is null or l.tried_at < now() - interval '5 minutes')
      and not exists (select from public.nemus_orders o
        where t.reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))
    order by l.created_at limit 20
    for update of l skip locked),
  taken as (
    update private.nemus_purchase_letters l set claimed_at = now(), tried_at = now(), attempts = l.attempts + 1
    from due where l.transaction_id = due.transaction_id returning l.transaction_id, l.created_at)
  select coalesce(jsonb_agg(private.nemus_purchase_letter(t.transaction_id) order by t.created_at), '[]') from taken t
$$;

/*
 * What the caller should know of purchases under way, the newest first: [{order_id, kind, course_id, trainee_ids, title,
 * amount_cents, state, is_own, session_id, url, begun_at}]. state: `open` (the provider's page can still be paid),
 * `pending` (the money is on its way), `failed` (it did not come, and the account was not told yet). Of an institution
 * that is buying a place for the caller only the course is told. Credits can be bought at any time: an open page of those
 * stops nothing and is left out.
 */
create or replace function private.nemus_open_purchases() returns jsonb
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

/* Remembers that the caller was shown how a payment ended: coming back later, it is no news. */
create or replace function private.nemus_note_result_shown(p_session_id text) returns void
language sql security definer set search_path = '' as $$
  update public.nemus_orders o set result_shown_at = now()
  where o.checkout_session_id = p_session_id and o.user_id = private.nemus_pays_for('booking', 'billing') and o.result_shown_at is null
    and o.status in ('paid', 'returning', 'refunded', 'disputed', 'failed')
$$;

/*
 * Whom the payment provider has to know for the account that p_user_id pays for, with its own page: {account_id, email,
 * name, provider_customer_id}; null without a profile. Raises 403 member_role_required.
 */
create or replace function private.nemus_billing_contact(p_user_id uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object('account_id', p.user_id, 'email', p.email,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p.user_id))
  from public.nemus_profiles p where p.user_id = private.nemus_buys_for(p_user_id, 'credits')
$$;
create or replace function public.nemus_billing_contact(p_user_id uuid) returns jsonb
language sql volatile set search_path = '' as $$ select private.nemus_billing_contact(p_user_id) $$;

/*
 * Who pays for an enrolment with credits: the institution for which the caller books, and for whoever has no token (the
 * installation itself) the account of the enrolment. Raises as nemus_require_member.
 */
create function private.nemus_enrolment_payer(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.nemus_is_institution() then
    return p_user;
  end if;
  return private.nemus_require_member('booking');
end $$;

/*
 * An enrolment with `institution_credits` is paid in its own transaction (S-4.8): before the insert the balance
 * is locked and the course checked, after it the price of the course row is debited. The debit comes last, so that an
 * insert that is skipped (`on conflict do nothing`) costs nothing, and so that of several rows in one statement each
 * finds the balance that the one before it left.
 */
create or replace function private.nemus_check_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Triggers run before policies: whoever names somebody else is refused there, and learns nothing here.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  -- First the locks, so that of two calls at the same moment the second sees the first one's enrolment or order.
  perform private.nemus_lock_course(new.course_id);
  perform private.nemus_lock_credits(private.nemus_enrolment_payer(new.user_id), 0);
  if not private.nemus_is_offered(new.course_id) then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  if exists (select from public.nemus_course_enrollments e
    where e.user_id = new.user_id and e.course_id = new.course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  end if;
  perform private.nemus_refuse_waiting(new.course_id, new.user_id);
  return new;
end $$;

create or replace function private.nemus_debit_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  price int;
  payer constant uuid := private.nemus_enrolment_payer(new.user_id);
begin
  select c.credit_cost into price from public.nemus_courses c where c.id = new.course_id;
  perform private.nemus_refuse_above_limit(payer, auth.uid(), price, 0);
  perform private.nemus_lock_credits(payer, price);
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (payer, 'spend', -price, new.id::text, new.course_id);
  return new;
end $$;

/* A course that an institution pays with credits for itself is a purchase too, and shows as one. */
create or replace function private.nemus_list_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  select private.nemus_enrolment_payer(new.user_id), 'enrollment:' || new.id, 'course', c.title, 0, 'completed', 'credits', 1, -c.credit_cost
  from public.nemus_courses c where c.id = new.course_id;
  return new;
end $$;

revoke all on function private.nemus_buys_for(uuid, text), private.nemus_enrolment_payer(uuid)
  from public, anon, authenticated, service_role;
