-- Seats: the places an institution has paid for, and moving an unused one to another person (decision record 0050;
-- member role `booking`, `reading` sees the list).
-- A seat moves only while not begun. It is freed only after the deadline of changes.sql; before it, the place is
-- cancelled for credits or money instead (seat_refundable). A booking with days takes no new person after its last day.
-- A member's own place, also the founder's, belongs to the institution that paid it and ends with the membership
-- (nemus_end_own_places): a place that was not begun returns its credits or, bought by card, is owed back. Otherwise no
-- credits and no money move here. The new person needs what a booking needs: nemus_check_trainees (bookings.sql) and
-- the budget (nemus_check_budgets in institutions/budgets.sql). Both people are told (booked_seminars.sql).

/*
 * Why seats of a booking cannot go to another person today (Europe/Berlin); null: they can. A completed booking passes
 * while it has free places.
 */
create function private.nemus_seat_bar(p_booking public.nemus_course_bookings) returns text
language sql stable set search_path = '' as $$
  select case
    when p_booking.origin <> 'portal' then 'booking_is_sample'
    when p_booking.status not in ('confirmed', 'open') and not (p_booking.status = 'completed' and p_booking.free_places > 0)
      then 'booking_over'
    when not p_booking.has_dates and p_booking.end_date < (now() at time zone 'Europe/Berlin')::date then 'seat_expired' end
$$;

/*
 * Locks a booking with seats that can move: course, order, credits, places, enrolments, booking, the lock order
 * everywhere.
 * Raises 404 booking_not_found, 409 booking_is_sample, booking_over, seat_expired.
 */
create function private.nemus_take_seats(p_institution uuid, p_booking uuid) returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  booking public.nemus_course_bookings;
begin
  select * into booking from public.nemus_course_bookings b where b.id = p_booking and b.institution_id = p_institution;
  perform private.nemus_refuse(404, 'booking_not_found') where not found;
  perform private.nemus_lock_course(booking.course_id);
  perform from public.nemus_orders o where o.id = booking.order_id for update;
  perform from public.nemus_credit_balances c where c.institution_id = p_institution for update;
  perform from public.nemus_booking_participants p where p.booking_id = p_booking order by p.trainee_id for update;
  perform from public.nemus_course_enrollments e where e.id in (select p.enrollment_id
    from public.nemus_booking_participants p where p.booking_id = p_booking) order by e.id for update;
  select * into booking from public.nemus_course_bookings b where b.id = p_booking for update;
  case private.nemus_seat_bar(booking)
    when 'booking_is_sample' then perform private.nemus_refuse(409, 'booking_is_sample');
    when 'booking_over' then perform private.nemus_refuse(409, 'booking_over');
    when 'seat_expired' then perform private.nemus_refuse(409, 'seat_expired');
    else null;
  end case;
  return booking;
end $$;

/*
 * Takes an unused seat from its trainee, who is told; access ends.
 * Raises 404 place_not_found, 409 place_begun, place_date_near, trainee_left.
 */
create function private.nemus_empty_seat(p_booking public.nemus_course_bookings, p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.nemus_booking_participants;
  named text;
begin
  select * into place from public.nemus_booking_participants p
  where p.booking_id = p_booking.id and p.trainee_id = p_trainee;
  perform private.nemus_refuse(404, 'place_not_found') where not found;
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t where t.id = p_trainee;
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
  perform private.nemus_write_letters(p_booking.id, array[p_trainee], 'cancelled', null);
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e where e.id = place.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = p_booking.id and p.trainee_id = p_trainee;
end $$;

/*
 * Gives a seat to a trainee, who is told immediately, or when an account is linked later. Raises as
 * nemus_check_trainees and nemus_check_budgets.
 */
create function private.nemus_fill_seat(p_booking public.nemus_course_bookings, p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- All places of a booking cost the same.
  paid constant int := greatest(p_booking.participants, 1);
begin
  perform private.nemus_check_trainees(p_booking.institution_id, p_booking.course_id, array[p_trainee]);
  perform private.nemus_check_budgets(p_booking.institution_id, array[p_trainee], p_booking.credits_spent / paid,
    case when p_booking.order_id is not null then p_booking.price_cents / paid else 0 end);
  update public.nemus_course_bookings b set status = 'confirmed' where b.id = p_booking.id and b.status = 'completed';
  insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
  values (p_booking.id, p_trainee, p_booking.institution_id, p_booking.course_id);
  perform private.nemus_enrol_participants(p_booking.id, null);
  perform private.nemus_count_completion(p_booking.id);
end $$;

/*
 * Frees an unused seat that can no longer be returned for credits or money.
 * Raises 403 as nemus_require_member, 409 seat_refundable, and as nemus_take_seats and nemus_empty_seat.
 */
create function public.nemus_free_seat(p_booking uuid, p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings :=
    private.nemus_take_seats(private.nemus_require_member('booking'), p_booking);
begin
  perform private.nemus_refuse(409, 'seat_refundable') where private.nemus_booking_bar(booking) is null;
  perform private.nemus_empty_seat(booking, p_trainee);
  update public.nemus_course_bookings b set free_places = b.free_places + 1 where b.id = booking.id;
  perform private.nemus_count_completion(booking.id);
end $$;

/*
 * Gives a free seat to a trainee. Raises 403 as nemus_require_member, 409 no_free_seat, and as nemus_take_seats and
 * nemus_fill_seat.
 */
create function public.nemus_assign_seat(p_booking uuid, p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings :=
    private.nemus_take_seats(private.nemus_require_member('booking'), p_booking);
begin
  perform private.nemus_refuse(409, 'no_free_seat') where booking.free_places = 0;
  perform private.nemus_fill_seat(booking, p_trainee);
  update public.nemus_course_bookings b set free_places = b.free_places - 1 where b.id = booking.id;
end $$;

/*
 * Moves an unused seat to another trainee, all or nothing; both are told. Raises as nemus_take_seats, nemus_empty_seat
 * and nemus_fill_seat.
 */
create function public.nemus_transfer_seat(p_booking uuid, p_from uuid, p_to uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings :=
    private.nemus_take_seats(private.nemus_require_member('booking'), p_booking);
begin
  perform private.nemus_refuse(409, 'already_enrolled',
      (select jsonb_build_object('name', t.first_name || ' ' || t.last_name) from public.nemus_trainees t
        where t.id = p_to and t.institution_id = booking.institution_id))
    where p_from = p_to;
  perform private.nemus_empty_seat(booking, p_from);
  perform private.nemus_fill_seat(booking, p_to);
end $$;

/*
 * All seats an institution has paid for. state: free · unused (assigned, not begun) · started · completed · left
 * (no longer linked, or no longer a member; progress not the institution's to see) · cancelled. A cancelled booking is one row with
 * its number of `places`. `own`: bought for the institution's own account, or by a member for itself (with `name`).
 */
create function private.nemus_seats_of(p_institution uuid)
returns table (booking_id uuid, trainee_id uuid, number int, name text, course_id uuid, course_name text, has_dates boolean,
  start_date date, state text, places int, own boolean, bought_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, t.id, 0, btrim(t.first_name || ' ' || t.last_name), b.course_id, b.course_name, b.has_dates, b.start_date,
    case when bar.code = 'trainee_left' then 'left' when e.status = 'completed' then 'completed'
      when bar.code = 'place_begun' then 'started' else 'unused' end, 1, false, b.created_at
  from public.nemus_course_bookings b
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  cross join lateral (select private.nemus_place_bar(p) as code) bar
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, n, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'free', 1, false, b.created_at
  from public.nemus_course_bookings b, generate_series(1, b.free_places) n
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, 0, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'cancelled', b.participants, false,
    b.created_at
  from public.nemus_course_bookings b
  where b.institution_id = p_institution and b.status = 'cancelled' and b.origin = 'portal'
  union all
  select null, null, 0, case when e.user_id <> p_institution then private.nemus_name_within(p_institution, e.user_id) end, e.course_id, c.title, c.has_dates, null,
    case when not exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = e.user_id)
        then 'left'
      when e.status = 'completed' then 'completed' when private.nemus_is_begun(e) then 'started' else 'unused' end,
    1, true, e.enrolled_at
  -- The founder's account has the id of the institution, but books elsewhere with another one's credits. A direct purchase
  -- is paid by the account itself.
  from (select o.id from public.nemus_course_enrollments o
    where o.user_id = p_institution and o.enrollment_type = 'direct_purchase'
    union select k.source_id::uuid from public.nemus_credit_entries k where k.institution_id = p_institution
      and k.kind = 'spend' and k.source_id ~ '^[0-9a-f-]{36}$') paid
  -- `limit 1` on a primary key keeps the planner from reading all enrolments and courses.
  cross join lateral (select * from public.nemus_course_enrollments o where o.id = paid.id limit 1) e
  cross join lateral (select * from public.nemus_courses o where o.id = e.course_id limit 1) c
$$;

/*
 * A member's own places, paid by the institution, end with the membership: what was not begun comes back while it could be
 * cancelled, as credits or as a debt to the institution, what was begun is lost, what was completed stays.
 */
create function private.nemus_end_own_places() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place public.nemus_course_enrollments;
  ordered public.nemus_orders;
begin
  -- An institution that is being deleted gets nothing back.
  if not exists (select from public.nemus_profiles p where p.user_id = old.institution_id)
    or exists (select from private.nemus_deleted_accounts d where d.user_id = old.institution_id) then
    return null;
  end if;
  for place in select e.* from public.nemus_course_enrollments e
    where e.user_id = old.user_id and e.status <> 'completed' and case e.enrollment_type
      when 'institution_credits' then private.nemus_is_paid_by(e.id, old.institution_id)
      -- Only founders buy by card for themselves.
      when 'direct_purchase' then old.user_id = old.institution_id else false end
    order by e.course_id
  loop
    perform private.nemus_lock_course(place.course_id);
    select * into ordered from public.nemus_orders o
    where place.enrollment_type = 'direct_purchase' and o.user_id = place.user_id and o.course_id = place.course_id
      and cardinality(o.trainee_ids) = 0 and o.status = 'paid'
    order by o.paid_at desc limit 1 for update;
    perform private.nemus_lock_credits(old.institution_id, 0);
    if private.nemus_is_begun(place)
      or private.nemus_place_until(place.id) < (now() at time zone 'Europe/Berlin')::date then
      -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e where e.id = place.id;
    elsif place.enrollment_type = 'direct_purchase' then
      -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e where e.id = place.id;
      perform private.nemus_owe_refund(ordered, '{"reason": "booking_cancelled", "places": 1}', null)
      where ordered.id is not null;
    else
      perform public.nemus_refund_enrollment(place.id);
    end if;
  end loop;
  return null;
end $$;
create trigger end_own_places after delete on public.nemus_members
  for each row execute function private.nemus_end_own_places();

/*
 * Seats of the caller's institution, newest first, 50 from p_offset: {total, counts: {state: places}, seats:
 * [{booking_id, trainee_id, number, name, course_id, course_name, has_dates, start_date, state, places, own, bought_at,
 * back, can_move}]}. counts: of all seats, regardless of the search. back: what taking the seat back returns, `payment`
 * or `place`; null: cannot be taken back. can_move: can go to another person. p_search: all words must occur in name or
 * course. p_state null: all.
 * Raises 403 as nemus_require_member.
 */
create function public.nemus_seats(p_search text default '', p_state text default null, p_offset int default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
begin
  return (
    with seats as materialized (select * from private.nemus_seats_of(institution)),
    found as (
      select s.* from seats s
      where (p_state is null or s.state = p_state)
        and (words = '{}' or private.nemus_search_text(coalesce(s.name, '') || ' ' || s.course_name) like all (words))),
    page as (
      select f.* from found f order by f.bought_at desc, f.course_name, f.booking_id, private.nemus_sort_key(f.name) nulls first, f.trainee_id, f.number
      limit 50 offset greatest(p_offset, 0))
    select jsonb_build_object('total', (select count(*) from found),
      'counts', (select coalesce(jsonb_object_agg(c.state, c.places), '{}')
        from (select s.state, sum(s.places) as places from seats s group by s.state) c),
      'seats', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('back', case
            when p.state <> 'unused' or p.own or bars.place is not null then null
            when bars.booking is null then 'payment'
            when bars.booking = 'booking_deadline_passed' and bars.seat is null then 'place' end,
          'can_move', p.state in ('unused', 'free') and not p.own and bars.place is null and bars.seat is null)
          order by p.bought_at desc, p.course_name, p.booking_id, private.nemus_sort_key(p.name) nulls first, p.trainee_id, p.number), '[]')
        from page p
        -- `limit 1` on keys keeps the planner from reading all bookings for a page of them.
        left join lateral (select o as booking from public.nemus_course_bookings o where o.id = p.booking_id limit 1) b on true
        left join lateral (select o as place from public.nemus_booking_participants o
          where o.booking_id = p.booking_id and o.trainee_id = p.trainee_id limit 1) x on true
        cross join lateral (select private.nemus_booking_bar(b.booking) as booking, private.nemus_seat_bar(b.booking) as seat,
          case when (x.place).booking_id is not null then private.nemus_place_bar(x.place) end as place) bars)));
end $$;
