-- What a refund or charge-back takes from the buyer. Course: only when all the money is back; enrolments and places are
-- deleted, the booking is cancelled and its people are told (nemus_take_back_course). Credits: in proportion, as far as they are unspent
-- (nemus_settle_credits).
-- What was taken is kept in private.nemus_taken_back; a won dispute (disputes.sql) gives it back with its progress
-- (nemus_give_back_course). If the person has the course again by then, the money is owed back instead.
-- The account of an institution may be deleted in between: its booking goes, what it paid for stays tied to the order
-- (private.nemus_left_places).
-- Entry: nemus_refund_checkout, called with the refunds the provider reports. It settles owed refunds first
-- (owed_refunds.sql), then lists the refund and cancels the invoice (invoices/invoices.sql). A failed refund gives nothing
-- back to the buyer but the debt (nemus_fail_refund): access stays revoked, the invoice cancelled.
-- Exceptions: spent credits are not taken until a cancelled place brings them back (credits/credits.sql); until then the
-- order has `attention`, for staff. A certificate of completion of the seminar is revoked with the enrolment
-- (certificates/validity.sql); other certificates stay valid.

/*
 * Enrolments and places taken back, so that a won dispute restores them. A place of a booking names the trainee; a
 * purchase for the account itself only the account.
 */
create table private.nemus_taken_back (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.nemus_orders (id) on delete cascade,
  trainee_id uuid references public.nemus_trainees (id) on delete cascade,
  -- Null: no account yet, or deleted since; the institution's place stays.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  status text,
  progress_percentage int,
  enrolled_at timestamptz,
  created_at timestamptz not null default now(),
  -- As that of the place: used up by an account that is deleted.
  used_at timestamptz,
  -- First day of the booking, once the booking is gone.
  start_date date,
  unique nulls not distinct (order_id, trainee_id, user_id)
);
alter table private.nemus_taken_back enable row level security;
create index nemus_taken_back_trainee on private.nemus_taken_back (trainee_id);
create index nemus_taken_back_user on private.nemus_taken_back (user_id);

/* Enrolments that an order paid for, whose booking went with the account of its institution. The money may still go back. */
create table private.nemus_left_places (
  enrollment_id uuid primary key references public.nemus_course_enrollments (id) on delete cascade,
  order_id uuid not null references public.nemus_orders (id) on delete cascade,
  -- First day of the booking.
  start_date date not null,
  created_at timestamptz not null default now()
);
alter table private.nemus_left_places enable row level security;
create index nemus_left_places_order on private.nemus_left_places (order_id);

/* Ties what a booking's order paid for to the order itself, before the booking goes (trigger in bookings/bookings.sql). */
create function private.nemus_leave_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_left_places (enrollment_id, order_id, start_date)
  select p.enrollment_id, old.order_id, old.start_date from public.nemus_booking_participants p
  where p.booking_id = old.id and p.enrollment_id is not null;
  -- Places without an account had no one yet.
  delete from private.nemus_taken_back t where t.order_id = old.order_id and t.user_id is null;
  update private.nemus_taken_back t set trainee_id = null, start_date = old.start_date where t.order_id = old.order_id;
  return old;
end $$;

/* Money of an order that no longer pays for anything: back, charged back, or owed again after a failed refund. */
create function private.nemus_gone_cents(p_order public.nemus_orders) returns int
language sql immutable set search_path = '' as $$
  select least(p_order.amount_cents, p_order.refunded_cents + p_order.disputed_cents + p_order.failed_cents)
$$;

/*
 * Adjusts the credits of a purchase to the money left of it: takes back those still available, or restores taken ones.
 */
create function private.nemus_settle_credits(p_order public.nemus_orders, p_returned_cents int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  purchase public.nemus_credit_entries;
  available int;
  moved record;
  owed int;
begin
  select b.available_credits into available from public.nemus_credit_balances b
  where b.institution_id = p_order.user_id for update;
  select * into purchase from public.nemus_credit_entries e
  where e.kind = 'purchase' and e.source_id = p_order.id::text;
  -- Nothing was granted for the payment.
  if not found then
    return;
  end if;
  select coalesce(-sum(e.amount), 0)::int as taken, count(*) as times into moved
  from public.nemus_credit_entries e where e.reverses_id = purchase.id;
  owed := (p_order.credits::bigint * p_returned_cents / p_order.amount_cents)::int - moved.taken;
  if owed <> 0 and (owed < 0 or available > 0) then
    -- Fires credits/credits.
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
    values (p_order.user_id, case when owed > 0 then 'purchase_reversal' else 'purchase_restored' end,
      -least(owed, available), p_order.id || ':' || moved.times, purchase.id);
  end if;
  update public.nemus_orders o set attention = case when owed > available then 'credits_spent' end
  where o.id = p_order.id and (owed > available) <> (o.attention is not distinct from 'credits_spent');
end $$;

/* Tells a person who is no longer a linked trainee of the buyer about a course it paid for. */
create function private.nemus_tell_of_place(p_user uuid, p_kind text, p_source uuid, p_course text, p_start date,
  p_institution uuid) returns void
language sql security definer set search_path = '' as $$
  select private.nemus_notify(p_user, p_kind, p_kind || ':' || p_source || ':' || extract(epoch from now()),
    jsonb_build_object('course', private.nemus_fact(p_course, '–'), 'start', p_start,
      'institution', private.nemus_fact(private.nemus_inviting_name(p_institution), '–')), '/appointments')
$$;

/*
 * Tells people who left the institution, but still have a place of its booking. Letters (nemus_write_letters) go to linked
 * trainees only.
 */
create function private.nemus_tell_who_left(p_booking uuid, p_kind text) returns void
language sql security definer set search_path = '' as $$
  select private.nemus_tell_of_place(e.user_id, p_kind, b.id, b.course_name, b.start_date, b.institution_id)
  from public.nemus_course_bookings b join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_course_enrollments e on e.id = p.enrollment_id join public.nemus_trainees t on t.id = p.trainee_id
  where b.id = p_booking and t.user_id is distinct from e.user_id
$$;

/* Takes back the courses of a booking that went with its institution's account, and tells the people. */
create function private.nemus_take_back_left(p_order public.nemus_orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at, start_date)
  select l.order_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at, l.start_date
  from private.nemus_left_places l join public.nemus_course_enrollments e on e.id = l.enrollment_id
  where l.order_id = p_order.id
  on conflict do nothing;
  perform private.nemus_tell_of_place(e.user_id, 'booking_cancelled', p_order.id, c.title, l.start_date, p_order.user_id)
  from private.nemus_left_places l join public.nemus_course_enrollments e on e.id = l.enrollment_id
  join public.nemus_courses c on c.id = e.course_id where l.order_id = p_order.id;
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using private.nemus_left_places l
  where l.order_id = p_order.id and e.id = l.enrollment_id;
end $$;

/*
 * Takes back a course whose money went back in full, with the booking of its trainees. Only for orders that were
 * granted (`paid`): nothing the account got another way.
 */
create function private.nemus_take_back_course(p_order public.nemus_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking uuid;
begin
  if cardinality(p_order.trainee_ids) = 0 then
    with taken as (
      -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e
      where e.user_id = p_order.user_id and e.course_id = p_order.course_id and e.enrollment_type = 'direct_purchase'
        -- Bought again while the first payment was disputed: it belongs to that order.
        and not exists (select from public.nemus_orders o where o.user_id = p_order.user_id and o.course_id = p_order.course_id
          and cardinality(o.trainee_ids) = 0 and o.status = 'paid' and o.paid_at > p_order.paid_at)
      returning e.*)
    insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at)
    select p_order.id, t.user_id, t.status, t.progress_percentage, t.enrolled_at from taken t
    on conflict do nothing;
    return;
  end if;
  select b.id into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  if not found then
    perform private.nemus_take_back_left(p_order);
    return;
  end if;
  insert into private.nemus_taken_back (order_id, trainee_id, user_id, status, progress_percentage, enrolled_at, used_at)
  select p_order.id, p.trainee_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at, p.used_at
  from public.nemus_booking_participants p left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where p.booking_id = booking
  on conflict do nothing;
  perform private.nemus_write_letters(booking, null, 'cancelled', null);
  perform private.nemus_tell_who_left(booking, 'booking_cancelled');
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking;
  update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking;
end $$;

/*
 * Restores what was taken, with its progress, after a won dispute. Left out: people with the course from elsewhere. An
 * operator is told (`attention`), and the money for them is owed back. Returns the updated order.
 */
create function private.nemus_give_back_course(p_order public.nemus_orders) returns public.nemus_orders
language plpgsql security definer set search_path = '' as $$
declare
  booking public.nemus_course_bookings;
  taken private.nemus_taken_back;
  enrollment uuid;
  given boolean;
  missed int := 0;
  reason text := 'already_enrolled';
  ordered public.nemus_orders := p_order;
begin
  select * into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  for taken in delete from private.nemus_taken_back t where t.order_id = p_order.id returning t.* loop
    enrollment := null;
    if taken.trainee_id is not null then
      insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id, used_at)
      values (booking.id, taken.trainee_id, booking.institution_id, booking.course_id, taken.used_at)
      on conflict do nothing;
      given := found;
      missed := missed + (not given)::int;
      continue when not given;
    end if;
    -- Also for a person who left the institution: the place was used for that account.
    continue when taken.user_id is null;
    -- A founder's own place ends with the membership (bookings/seats.sql), a completed one aside.
    if taken.trainee_id is null and taken.status is distinct from 'completed' and cardinality(p_order.trainee_ids) = 0
      and private.nemus_has_left_own(taken.user_id) then
      reason := 'trainee_gone';
      missed := missed + (taken.status is not distinct from 'not_started')::int;
      continue;
    end if;
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage,
      enrolled_at)
    values (taken.user_id, p_order.course_id,
      case when cardinality(p_order.trainee_ids) = 0 then 'direct_purchase' else 'institution_booking' end, taken.status,
      taken.progress_percentage, taken.enrolled_at)
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    missed := missed + (enrollment is null)::int;
    if taken.start_date is not null and enrollment is not null then
      insert into private.nemus_left_places (enrollment_id, order_id, start_date)
      values (enrollment, p_order.id, taken.start_date);
      perform private.nemus_tell_of_place(taken.user_id, 'booking_made', p_order.id, c.title, taken.start_date, p_order.user_id)
      from public.nemus_courses c where c.id = p_order.course_id;
    end if;
    if taken.trainee_id is not null and enrollment is null then
      delete from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
    end if;
    -- Fires bookings/booked_seminars.
    update public.nemus_booking_participants p set enrollment_id = enrollment
    where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
  end loop;
  perform private.nemus_tell_who_left(booking.id, 'booking_made');
  if booking.status = 'cancelled' then
    update public.nemus_course_bookings b
    set status = case when b.completion_rate = 100 then 'completed' else 'confirmed' end where b.id = booking.id;
    -- Participants with a new account meanwhile.
    perform private.nemus_enrol_participants(booking.id, null);
  end if;
  if missed > 0 then
    update public.nemus_orders o set attention = coalesce(nullif(reason, 'trainee_gone'), o.attention)
    where o.id = p_order.id returning o.* into ordered;
    ordered := private.nemus_owe_refund(ordered, jsonb_build_object('reason', reason, 'places', missed), null);
  end if;
  return ordered;
end $$;

/*
 * Records how much of an order's money went back by refunds and disputes, and adjusts what it bought: credits in
 * proportion, a course when all is gone. Repeatable. Returns the updated order.
 */
create function private.nemus_settle_returns(p_order_id uuid, p_refunded_cents int, p_disputed_cents int,
  p_source text default 'provider') returns public.nemus_orders
language plpgsql security definer set search_path = '' as $$
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
end $$;

/* Purchase line for money that went back (negative) or came back. */
create function private.nemus_list_return(p_order public.nemus_orders, p_reference text, p_words text,
  p_amount_cents int) returns public.nemus_transactions
language sql security definer set search_path = '' as $$
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    billing_period)
  select p_order.user_id, p_reference, p_order.kind, left(p_words || ': ' || p_order.title, 200), p_amount_cents,
    'completed', t.payment_method, p_order.tier
  from public.nemus_transactions t where t.reference = 'order:' || p_order.id
  returning *
$$;

/*
 * Books returned money of an order: takes back what it bought, settles what is owed, and lists and invoices the rest as a
 * refund. p_source: `provider`, or `staff` for money paid another way. p_first: as in nemus_settle_refunds.
 */
create function private.nemus_book_refund(p_order public.nemus_orders, p_cents int, p_source text, p_first uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant public.nemus_orders := private.nemus_settle_returns(p_order.id, p_order.refunded_cents + p_cents,
    p_order.disputed_cents, p_source);
  delta constant int := p_cents - private.nemus_settle_refunds(ordered, p_cents, p_source, p_first);
  -- An invoice to be paid by transfer is cancelled: no money went back with it.
  words constant text := private.nemus_document_text(
    case when p_order.payment_method = 'invoice' then 'cancellation' else 'refund' end);
begin
  if delta > 0 then
    perform private.nemus_cancel_invoice(private.nemus_list_return(ordered,
      format('refund:%s:%s', ordered.id, ordered.refunded_cents), words, -delta), ordered.id, words);
    -- A second person looks at a refund that costs the buyer nothing but leaves the access.
    update public.nemus_orders o set attention = case o.status when 'paid' then 'access_kept' end
    where o.id = ordered.id and o.kind <> 'credits' and private.nemus_gone_cents(ordered) >= private.nemus_almost_all_cents(o)
      and (o.attention is null or o.attention = 'access_kept');
  end if;
end $$;

/*
 * Books a refund that failed at the provider: what it settled is owed again, and held for staff. p_unbooked: part of it
 * that was never booked as refunded; its debt is still open, and only held.
 * p_failed: {id, amount_cents, refund_id, reason}; refund_id: debt it was to pay, or null.
 */
create function private.nemus_fail_refund(p_order public.nemus_orders, p_failed jsonb, p_unbooked int) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

/*
 * Records the refunds of a payment, partial or full, and takes back what it bought. Owed refunds are settled first.
 * p_refunded_cents: sum of all refunds at the provider, including failed ones, so it never falls; no more than the last
 * sum settles nothing. p_failed: all failed ones, [{id, amount_cents, refund_id, reason}]; each is booked once. p_paid:
 * debts that the others were made for.
 * Raises PT404 order_not_found: payment not known yet, or not of a checkout.
 */
create function public.nemus_refund_checkout(p_payment_id text, p_refunded_cents int, p_failed jsonb default '[]',
  p_paid uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
  failed jsonb;
  unbooked int;
  delta int;
begin
  select * into ordered from public.nemus_orders o where o.payment_id = p_payment_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
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
end $$;
