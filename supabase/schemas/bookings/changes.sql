-- Until when a booking is moved or a place cancelled, and what comes back. Free of charge up to 7 days before the first
-- day, inclusive (nemus_booking_notice_days, Europe/Berlin). With dates, each place follows its chosen date
-- (nemus_place_until); without a chosen date there is no deadline.
-- Never cancelled: places already begun, places of a trainee who left, sample and completed bookings. Places go all or
-- none; a booking without places is cancelled.
-- Credits come back immediately, card payments become a debt (orders/owed_refunds.sql). The deleted enrolment fires
-- dates/choosing_dates.sql (frees the chosen date) and certificates/validity.sql.
-- After the deadline a place can still go to another person: seats.sql.

/* Days before the first day up to which a booking can be changed or cancelled free of charge. */
create function private.nemus_booking_notice_days() returns int
language sql immutable set search_path = '' as $$ select 7 $$;

/* Last day (Europe/Berlin, inclusive) to change or cancel a booking that begins on p_start. */
create function private.nemus_change_until(p_start date) returns date
language sql immutable set search_path = '' as $$ select p_start - private.nemus_booking_notice_days() $$;

/* Whether a booking that begins on p_start can be changed today. */
create function private.nemus_is_changeable(p_start date) returns boolean
language sql stable set search_path = '' as $$
  select (now() at time zone 'Europe/Berlin')::date <= private.nemus_change_until(p_start)
$$;

/*
 * Why a booking cannot be changed or cancelled; null: it can. booking_over (cancelled or completed) · booking_is_sample
 * · booking_deadline_passed (not for seminars with dates).
 */
create function private.nemus_booking_bar(p_booking public.nemus_course_bookings) returns text
language sql stable security definer set search_path = '' as $$
  select case when p_booking.status not in ('confirmed', 'open') then 'booking_over'
    when p_booking.origin <> 'portal' then 'booking_is_sample'
    when not p_booking.has_dates and not private.nemus_is_changeable(p_booking.start_date)
      then 'booking_deadline_passed' end
$$;

/* Raises 409 with the code of nemus_booking_bar; null passes. */
create function private.nemus_refuse_booking(p_bar text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_bar = 'booking_over' then
    perform private.nemus_refuse(409, p_bar);
  elsif p_bar = 'booking_is_sample' then
    perform private.nemus_refuse(409, p_bar);
  elsif p_bar = 'booking_deadline_passed' then
    perform private.nemus_refuse(409, p_bar, jsonb_build_object('days', private.nemus_booking_notice_days()));
  end if;
end $$;

/*
 * Whether a seminar has begun for an enrolled account: a module opened or completed, a quiz begun, or a date of the
 * place has begun (unless absent, of one in parts until the end).
 */
create function private.nemus_is_begun(e public.nemus_course_enrollments) returns boolean
language sql stable security definer set search_path = '' as $$
  select e.status <> 'not_started' or exists (
      select from public.nemus_learning_courses c where c.seminar_id = e.course_id and (
        exists (select from public.nemus_block_positions b where b.user_id = e.user_id and b.course_id = c.id)
        or exists (select from public.nemus_quiz_runs r where r.user_id = e.user_id and r.course_id = c.id)
        or exists (select from public.nemus_module_progress m join public.nemus_learning_modules l on l.id = m.module_id
          where m.user_id = e.user_id and l.course_id = c.id)))
    or exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = e.user_id and a.course_id = e.course_id and p.status in ('confirmed', 'completed')
        and (p.attendance is distinct from 'absent' or (a.parts is not null and a.ends_at > now()))
        and a.starts_at <= now() and a.cancelled_at is null)
$$;

/*
 * Why a place cannot be cancelled; null: it can. trainee_left: account no longer linked, or deleted after the seminar had
 * begun; its progress is not the institution's to see · place_begun: nemus_is_begun · place_date_near: the date begins within the days of nemus_booking_notice_days.
 */
create function private.nemus_place_bar(p_place public.nemus_booking_participants) returns text
language sql stable security definer set search_path = '' as $$
  select case when p_place.used_at is not null then 'trainee_left' when e.id is null then null
    when e.user_id is distinct from t.user_id then 'trainee_left'
    when private.nemus_is_begun(e) then 'place_begun'
    when private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date then 'place_date_near' end
  from public.nemus_trainees t
  left join public.nemus_course_enrollments e on e.id = p_place.enrollment_id
  where t.id = p_place.trainee_id
$$;

/*
 * Rule for a booking that begins on p_start: {notice_days, change_until, is_open}. p_start null: seminar with dates, no
 * deadline until a date is chosen, so open.
 */
create function public.nemus_booking_rules(p_start date default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('notice_days', private.nemus_booking_notice_days(),
    'change_until', private.nemus_change_until(p_start), 'is_open', coalesce(private.nemus_is_changeable(p_start), true))
$$;

/*
 * What the caller's institution can do with a booking: {notice_days, change_until, is_open, bar, places: [{trainee_id,
 * bar, change_until}]}. bar: code of the obstacle, or null. Seminar with dates: change_until of each place, null
 * without a date; none of the booking. Null for another institution's booking.
 */
create function public.nemus_booking_terms(p_booking uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.nemus_booking_rules(case when not b.has_dates then b.start_date end)
    || jsonb_build_object('bar', private.nemus_booking_bar(b),
      'places', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', p.trainee_id,
          'bar', bar.code,
          -- Not the institution's to see once the trainee left.
          'change_until', case when b.has_dates and bar.code is distinct from 'trainee_left'
            then private.nemus_place_until(p.enrollment_id) end) order by p.trainee_id), '[]')
        from public.nemus_booking_participants p
        cross join lateral (select private.nemus_place_bar(p) as code) bar
        where p.booking_id = b.id))
  from public.nemus_course_bookings b where b.id = p_booking and b.institution_id = (select private.nemus_acts_for('booking', 'reading'))
$$;

/*
 * Locks a changeable booking with order, credits, places and enrolments. p_institution: the account that books; its
 * institution must own the booking. Log entries of the transaction name that account.
 * Raises 403 member_role_required, 404 booking_not_found, and as nemus_refuse_booking.
 */
create function private.nemus_take_booking(p_institution uuid, p_booking uuid) returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  booking public.nemus_course_bookings;
  own constant uuid := private.nemus_buys_for(p_institution, 'course');
begin
  perform from public.nemus_orders o where o.id = (
    select b.order_id from public.nemus_course_bookings b where b.id = p_booking and b.institution_id = own)
  for update;
  perform from public.nemus_credit_balances c where c.institution_id = own for update;
  perform from public.nemus_booking_participants p
  where p.booking_id = p_booking and p.institution_id = own order by p.trainee_id for update;
  perform from public.nemus_course_enrollments e where e.id in (select p.enrollment_id
    from public.nemus_booking_participants p where p.booking_id = p_booking and p.institution_id = own)
  order by e.id for update;
  select * into booking from public.nemus_course_bookings b
  where b.id = p_booking and b.institution_id = own for update;
  perform private.nemus_refuse(404, 'booking_not_found') where not found;
  perform private.nemus_refuse_booking(private.nemus_booking_bar(booking));
  return booking;
end $$;

/*
 * Moves a booking to another first day with the same length, and tells its trainees.
 * Raises as nemus_take_booking and nemus_check_start, 409 booking_has_dates, 400 start_unchanged.
 */
create function public.nemus_move_booking(p_institution uuid, p_booking uuid, p_start date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings := private.nemus_take_booking(p_institution, p_booking);
begin
  perform private.nemus_refuse(409, 'booking_has_dates') where booking.has_dates;
  perform private.nemus_refuse(400, 'start_unchanged') where p_start is null or p_start = booking.start_date;
  perform private.nemus_check_start(p_start);
  update public.nemus_course_bookings b
  set start_date = p_start, end_date = p_start + (booking.end_date - booking.start_date) where b.id = booking.id;
  perform private.nemus_write_letters(booking.id, null, 'moved', booking.start_date);
end $$;

/*
 * Cancels places, all or none: access ends, credits are back, a card payment is owed back, trainees are told. A booking
 * without places left is cancelled.
 * Returns {places, credits_returned, refund_cents}. Raises as nemus_take_booking, 400 no_trainees, 404 place_not_found
 * (also cancelled before), 409 place_begun, place_date_near, trainee_left.
 */
create function public.nemus_cancel_places(p_institution uuid, p_booking uuid, p_trainees uuid[])
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings := private.nemus_take_booking(p_institution, p_booking);
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) as t where t is not null);
  places constant int := cardinality(trainees);
  -- All places of a booking cost the same.
  taken constant int := booking.participants;
  credits constant int := booking.credits_spent / greatest(taken, 1) * places;
  cents constant int := booking.price_cents / greatest(taken, 1) * places;
  emptied boolean;
  place public.nemus_booking_participants;
  named text;
begin
  perform private.nemus_refuse(400, 'no_trainees') where places = 0;
  perform private.nemus_refuse(404, 'place_not_found')
    where places <> (select count(*) from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = any (trainees));
  for place in select * from public.nemus_booking_participants p
    where p.booking_id = booking.id and p.trainee_id = any (trainees)
  loop
    select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t where t.id = place.trainee_id;
    case private.nemus_place_bar(place)
      when 'place_begun' then
        perform private.nemus_refuse(409, 'place_begun', jsonb_build_object('name', named));
      when 'place_date_near' then
        perform private.nemus_refuse(409, 'place_date_near',
          jsonb_build_object('name', named, 'days', private.nemus_booking_notice_days()));
      when 'trainee_left' then
        perform private.nemus_refuse(409, 'trainee_left', jsonb_build_object('name', named));
      else null;
    end case;
  end loop;
  perform private.nemus_write_letters(booking.id, trainees, 'cancelled', null);
  select string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name) into named
  from public.nemus_trainees t where t.id = any (trainees);
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking.id and p.trainee_id = any (trainees) and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking.id and p.trainee_id = any (trainees);
  emptied := not exists (select from public.nemus_booking_participants p where p.booking_id = booking.id);
  -- A cancelled booking keeps its size and price; otherwise it shrinks to the places left.
  if emptied then
    update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking.id;
  else
    update public.nemus_course_bookings b set participants = b.participants - places,
      max_participants = b.max_participants - places, price_cents = b.price_cents - cents,
      credits_spent = b.credits_spent - credits
    where b.id = booking.id;
  end if;
  perform private.nemus_count_completion(booking.id);
  return private.nemus_return_payment(booking, credits, named, places);
end $$;

/*
 * Returns the cost of cancelled places: credits immediately, a card payment as a debt. The reference in the ledger is
 * unique per number of places left, so nothing is returned twice.
 */
create function private.nemus_return_payment(p_booking public.nemus_course_bookings, p_credits int, p_people text,
  p_places int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- The number of places is different at each return.
  reference constant text := p_booking.id || ':' || p_booking.participants;
  ordered public.nemus_orders;
  before int;
begin
  if p_credits > 0 then
    -- Fires credits/credits.
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id, reverses_id)
    select e.institution_id, 'spend_reversal', p_credits, reference, e.course_id, e.id
    from public.nemus_credit_entries e where e.kind = 'spend' and e.source_id = p_booking.id::text;
    -- Fires courses/catalogue, orders/letters.
    insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
      participants, credits_amount)
    values (p_booking.institution_id, 'cancelled:' || reference, 'course',
      private.nemus_document_text('cancellation_of', left(p_booking.course_name, 180)), 0, 'completed', 'credits', p_places, p_credits);
  elsif p_booking.order_id is not null then
    select * into ordered from public.nemus_orders o where o.id = p_booking.order_id;
    before := ordered.returning_cents;
    ordered := private.nemus_owe_refund(ordered, jsonb_build_object('reason', 'booking_cancelled', 'places', p_places,
      'people', left(p_people, 20000)), null);
    return jsonb_build_object('places', p_places, 'credits_returned', 0,
      'refund_cents', ordered.returning_cents - before);
  end if;
  return jsonb_build_object('places', p_places, 'credits_returned', p_credits, 'refund_cents', 0);
end $$;

/*
 * Last day (Europe/Berlin, inclusive) to cancel a place by its chosen date; null without a date and after a missed one.
 * If staff chose the date or its time, its first day: nemus_is_begun bars the place from then on.
 */
create function private.nemus_place_until(p_enrollment uuid) returns date
language sql stable security definer set search_path = '' as $$
  select case when p.set_by_staff in ('date', 'time') then first.day else private.nemus_change_until(first.day) end
  from public.nemus_course_enrollments e
  cross join lateral (select private.nemus_place_date(e.id) as date) held
  cross join lateral (select ((held.date ->> 'starts_at')::timestamptz at time zone 'Europe/Berlin')::date as day) first
  join public.nemus_appointment_participations p
    on p.appointment_id = (held.date ->> 'appointment_id')::uuid and p.user_id = e.user_id
  where e.id = p_enrollment and p.status = 'confirmed' and held.date ->> 'attendance' is distinct from 'absent'
$$;
