-- Bookings of an institution: read by who books and who reads, changed by who books.

drop policy "own bookings are read" on public.nemus_course_bookings;
create policy "own bookings are read" on public.nemus_course_bookings for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));
drop policy "own participants are read" on public.nemus_booking_participants;
create policy "own participants are read" on public.nemus_booking_participants for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));

/*
 * Books a course for trainees of the caller's institution and pays with credits: all of it or nothing.
 * p_start: first day, default in 14 days. Returns the booking's row.
 * Raises 403 institution_required, 404 course_not_found, 400 start_in_the_past, 400 start_too_late, 400 no_trainees,
 * 404 trainee_not_found, 409 already_enrolled, 409 purchase_pending, 409 purchase_elsewhere, 409 insufficient_credits.
 */
create or replace function private.nemus_book_course(p_course uuid, p_trainees uuid[], p_start date)
returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  me uuid;
  request uuid;
  course record;
  booking public.nemus_course_bookings;
  total int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('booking') else auth.uid() end;
  -- First the locks: of two bookings at the same moment the second sees the first.
  perform private.nemus_lock_course(p_course);
  perform private.nemus_lock_credits(me, 0);
  select c.title, c.credit_cost into course
  from public.nemus_courses c where c.id = p_course and private.nemus_is_offered(c.id);
  if not found then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(me, p_course, p_trainees);
  request := private.nemus_check_spending(me, auth.uid(), p_course, p_trainees, p_start, course.credit_cost, 0);
  total := course.credit_cost * cardinality(p_trainees);
  perform private.nemus_lock_credits(me, total);
  booking := private.nemus_create_booking(me, p_course, p_trainees, p_start, total);
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (me, 'spend', -total, booking.id::text, p_course);
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  values (me, 'booking:' || booking.id, 'course', course.title, 0, 'completed', 'credits', cardinality(p_trainees), -total);
  if request is not null then
    update public.nemus_booking_requests r set state = 'booked', booking_id = booking.id where r.id = request;
  end if;
  return booking;
end $$;

/*
 * What the caller's institution can do with a booking now: {notice_days, change_until, is_open, bar, places:
 * [{trainee_id, bar, change_until}]}; a bar is null or the code of what stands against it. Of a seminar with dates each
 * place has its own `change_until`, null while no date is held, and the booking has none. Null for a booking that is
 * none of its own.
 */
create or replace function private.nemus_booking_terms(p_booking uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.nemus_booking_rules(case when not b.has_dates then b.start_date end)
    || jsonb_build_object('bar', private.nemus_booking_bar(b),
      'places', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', p.trainee_id,
          'bar', bar.code,
          -- Of somebody who has left it is none of the institution's business.
          'change_until', case when b.has_dates and bar.code is distinct from 'trainee_left'
            then private.nemus_place_until(p.enrollment_id) end) order by p.trainee_id), '[]')
        from public.nemus_booking_participants p
        cross join lateral (select private.nemus_place_bar(p) as code) bar
        where p.booking_id = b.id))
  from public.nemus_course_bookings b where b.id = p_booking and b.institution_id = (select private.nemus_acts_for('booking', 'reading'))
$$;

/*
 * The places that the caller's institution has booked and that somebody linked with it has now: those of one booking, of
 * one trainee, or both: [{booking_id, trainee_id, progress_percentage, date}], `date` as private.nemus_place_date. Only
 * the enrolment that the booking made is read: not what the person bought, not another institution's booking, nothing of
 * a cancelled one, and nothing of whoever is not linked any more. Without a booking and a trainee it is empty.
 */
create or replace function private.nemus_booked_places(p_booking uuid, p_trainee uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('booking_id', p.booking_id, 'trainee_id', p.trainee_id,
    'progress_percentage', e.progress_percentage, 'date', private.nemus_place_date(e.id))
    order by p.booking_id, p.trainee_id), '[]')
  from public.nemus_booking_participants p
  join public.nemus_course_bookings b on b.id = p.booking_id
  join public.nemus_trainees t on t.id = p.trainee_id
  join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where (p.booking_id = p_booking or p.trainee_id = p_trainee)
    and (p_booking is null or p.booking_id = p_booking) and (p_trainee is null or p.trainee_id = p_trainee)
    and p.institution_id = (select private.nemus_acts_for('booking', 'reading'))
    and b.institution_id = p.institution_id and t.institution_id = p.institution_id
    and b.status <> 'cancelled' and e.user_id = t.user_id and e.course_id = b.course_id
    and e.enrollment_type = 'institution_booking'
$$;

/*
 * Who of a booking of the caller's institution has chosen which date, and who none: [{trainee_id, date}], `date` as
 * private.nemus_place_date. Empty for a seminar without dates, and for a booking of somebody else. Whoever is no longer
 * linked with the institution is not in it: that is none of its business any more.
 */
create or replace function private.nemus_booking_dates(p_booking uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('trainee_id', p.trainee_id, 'date', private.nemus_place_date(e.id))
    order by p.trainee_id), '[]')
  from public.nemus_course_bookings b
  join public.nemus_courses c on c.id = b.course_id and c.has_dates
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where b.id = p_booking and b.institution_id = (select private.nemus_acts_for('booking', 'reading')) and (e.id is null or e.user_id = t.user_id)
$$;

/*
 * A booking, locked with everything that hangs on it, of the institution for which the account p_institution books: it may
 * be changed. Everything that the transaction changes is written down under that account. Raises 403
 * member_role_required, 404 booking_not_found, and as nemus_refuse_booking.
 */
create or replace function private.nemus_take_booking(p_institution uuid, p_booking uuid) returns public.nemus_course_bookings
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
  if not found then
    perform private.nemus_refuse(404, 'booking_not_found');
  end if;
  perform private.nemus_refuse_booking(private.nemus_booking_bar(booking));
  return booking;
end $$;

/*
 * Gives unsent letters to the caller, who has to send them: nobody else gets them within five minutes, whether or not
 * their mail left, and after five attempts nobody at all. Those of one booking (of p_institution, where that is given, or
 * of the checkout that paid for it), and always what somebody else left undone for five minutes. At most 200.
 * Returns [{letter_id, kind, email, first_name, last_name, institution_name, course_name, start_date, end_date,
 * earlier_start, has_dates}]; `has_dates`: the person chooses a date, and the days say nothing.
 */
create or replace function private.nemus_claim_trainee_letters(p_booking uuid, p_institution uuid, p_session_id text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  with claimed as (
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = now(), attempts = l.attempts + 1
    where l.id in (
      select c.id from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked)
    returning l.*)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id;
  return answer;
end $$;
