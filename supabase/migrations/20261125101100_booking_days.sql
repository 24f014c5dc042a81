-- A booking of a seminar with dates has no first day of its own: each person chooses a date, and what can be cancelled
-- until when follows that date.

/*
 * Whether its seminar takes place at dates; the seminar of a booking stays what it was sold as. The days of such a booking
 * say nothing but when it was made.
 */
alter table public.nemus_course_bookings add column has_dates boolean not null default false;
update public.nemus_course_bookings b
set has_dates = true, start_date = (b.created_at at time zone 'Europe/Berlin')::date,
  end_date = (b.created_at at time zone 'Europe/Berlin')::date
from public.nemus_courses c where c.id = b.course_id and c.has_dates;

/*
 * Writes a booking with its participants and enrolments. Payment is the caller's business, in the same transaction.
 * p_start says nothing of a seminar with dates.
 */
create or replace function private.nemus_create_booking(p_institution uuid, p_course uuid, p_trainees uuid[],
  p_start date, p_credits int) returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  course public.nemus_courses;
  starts_on date;
  booking public.nemus_course_bookings;
begin
  select * into course from public.nemus_courses c where c.id = p_course;
  starts_on := case when course.has_dates then today else coalesce(p_start, today + 14) end;
  insert into public.nemus_course_bookings (institution_id, course_id, course_name, has_dates, start_date, end_date,
    participants, max_participants, price_cents, credits_spent, total_hours)
  -- Eight units make a day.
  values (p_institution, p_course, course.title, course.has_dates, starts_on,
    case when course.has_dates then starts_on else starts_on + ceil(course.duration_hours / 8)::int - 1 end,
    cardinality(p_trainees), cardinality(p_trainees), round(course.price_euros * 100)::int * cardinality(p_trainees),
    p_credits, ceil(course.duration_hours)::int)
  returning * into booking;
  insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
  select booking.id, trainee, p_institution, p_course from unnest(p_trainees) as trainee;
  perform private.nemus_enrol_participants(booking.id, null);
  return booking;
end $$;

/*
 * What keeps a booking from being changed or cancelled: null when nothing does, otherwise `booking_over` (cancelled or
 * completed), `booking_is_sample` or `booking_deadline_passed`; the last one of a booking with a first day alone.
 */
create or replace function private.nemus_booking_bar(p_booking public.nemus_course_bookings) returns text
language sql stable security definer set search_path = '' as $$
  select case when p_booking.status not in ('confirmed', 'open') then 'booking_over'
    when p_booking.origin <> 'portal' then 'booking_is_sample'
    when not p_booking.has_dates and not private.nemus_is_changeable(p_booking.start_date)
      then 'booking_deadline_passed' end
$$;

/*
 * The last day (Europe/Berlin, inclusive) on which a place can be cancelled by the date that was chosen; null while none
 * is held, and after one that was missed.
 */
create function private.nemus_place_until(p_enrollment uuid) returns date
language sql stable security definer set search_path = '' as $$
  select private.nemus_change_until(((held.date ->> 'starts_at')::timestamptz at time zone 'Europe/Berlin')::date)
  from (select private.nemus_place_date(p_enrollment) as date) held
  where held.date ->> 'status' = 'confirmed' and held.date ->> 'attendance' is distinct from 'absent'
$$;

/*
 * What keeps a place from being cancelled: null when nothing does, otherwise `trainee_left` (the account is not linked any
 * more; how far it is, is none of the institution's business), `place_begun` (a module completed, a block opened, a quiz
 * begun, or a date that the person has a place at has begun) or `place_date_near`: that date begins within the days of
 * private.nemus_booking_notice_days.
 */
create or replace function private.nemus_place_bar(p_place public.nemus_booking_participants) returns text
language sql stable security definer set search_path = '' as $$
  select case when e.id is null then null
    when e.user_id is distinct from t.user_id then 'trainee_left'
    when e.status <> 'not_started' or exists (
      select from public.nemus_learning_courses c where c.seminar_id = e.course_id and (
        exists (select from public.nemus_block_positions b where b.user_id = e.user_id and b.course_id = c.id)
        or exists (select from public.nemus_quiz_runs r where r.user_id = e.user_id and r.course_id = c.id)
        or exists (select from public.nemus_module_progress m join public.nemus_learning_modules l on l.id = m.module_id
          where m.user_id = e.user_id and l.course_id = c.id)))
      or exists (select from public.nemus_appointment_participations p
        join public.nemus_appointments a on a.id = p.appointment_id
        where p.user_id = e.user_id and a.course_id = e.course_id and p.status in ('confirmed', 'completed')
          and p.attendance is distinct from 'absent' and a.starts_at <= now() and a.cancelled_at is null)
      then 'place_begun'
    when private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date then 'place_date_near' end
  from public.nemus_trainees t
  left join public.nemus_course_enrollments e on e.id = p_place.enrollment_id
  where t.id = p_place.trainee_id
$$;

/*
 * The rule for a booking that begins on p_start: {notice_days, change_until, is_open}. Null for a seminar with dates:
 * there is no such day before a date was chosen, and it is open.
 */
create or replace function private.nemus_booking_rules(p_start date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('notice_days', private.nemus_booking_notice_days(),
    'change_until', private.nemus_change_until(p_start), 'is_open', coalesce(private.nemus_is_changeable(p_start), true))
$$;

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
  from public.nemus_course_bookings b where b.id = p_booking and b.institution_id = auth.uid()
$$;

/*
 * Moves a booking to another first day; as long as before. Its trainees are told. One of a seminar with dates has none.
 * Raises as private.nemus_take_booking and private.nemus_check_start, 409 booking_has_dates, 400 start_unchanged.
 */
create or replace function private.nemus_move_booking(p_institution uuid, p_booking uuid, p_start date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings := private.nemus_take_booking(p_institution, p_booking);
begin
  if booking.has_dates then
    perform private.nemus_refuse(409, 'booking_has_dates');
  end if;
  if p_start is null or p_start = booking.start_date then
    perform private.nemus_refuse(400, 'start_unchanged');
  end if;
  perform private.nemus_check_start(p_start);
  update public.nemus_course_bookings b
  set start_date = p_start, end_date = p_start + (booking.end_date - booking.start_date) where b.id = booking.id;
  perform private.nemus_write_letters(booking.id, null, 'moved', booking.start_date);
end $$;

/*
 * Cancels places of a booking, all of it or nothing: access ends, credits are available again, money that was paid by
 * card is owed back. The trainees are told. A booking without places left is cancelled.
 * Returns {places, credits_returned, refund_cents}. Raises as private.nemus_take_booking, 400 no_trainees,
 * 404 place_not_found (cancelled before), 409 place_begun, 409 place_date_near, 409 trainee_left.
 */
create or replace function private.nemus_cancel_places(p_institution uuid, p_booking uuid, p_trainees uuid[])
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  booking constant public.nemus_course_bookings := private.nemus_take_booking(p_institution, p_booking);
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) as t where t is not null);
  places constant int := cardinality(trainees);
  -- Every place cost the same.
  taken constant int := booking.participants;
  credits constant int := booking.credits_spent / greatest(taken, 1) * places;
  cents constant int := booking.price_cents / greatest(taken, 1) * places;
  emptied boolean;
  place public.nemus_booking_participants;
  named text;
begin
  if places = 0 then
    perform private.nemus_refuse(400, 'no_trainees');
  end if;
  if places <> (select count(*) from public.nemus_booking_participants p
    where p.booking_id = booking.id and p.trainee_id = any (trainees)) then
    perform private.nemus_refuse(404, 'place_not_found');
  end if;
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
  select string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.last_name, t.first_name) into named
  from public.nemus_trainees t where t.id = any (trainees);
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking.id and p.trainee_id = any (trainees) and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking.id and p.trainee_id = any (trainees);
  emptied := not exists (select from public.nemus_booking_participants p where p.booking_id = booking.id);
  -- A booking that is cancelled keeps what it was; one with places left is as large as these.
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
 * Gives unsent letters to the caller, who has to send them: nobody else gets them within five minutes, and after five
 * attempts nobody at all. Those of one booking (of p_institution, where that is given, or of the checkout that paid for
 * it), and always what somebody else left undone, not sooner than five minutes after the last attempt. At most 200.
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
        and (c.claimed_at is null or c.claimed_at < now() - interval '5 minutes')
        and ((c.created_at < now() - interval '5 minutes'
            and coalesce(c.tried_at < now() - interval '5 minutes', true))
          or (b.id = p_booking and b.institution_id = p_institution) or o.checkout_session_id = p_session_id)
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

/*
 * What the mail of a purchase says, and to whom: to the confirmed address of the account, and without the names of
 * people to the address that it gave for invoices (`copy_to`).
 */
create or replace function private.nemus_purchase_letter(p_transaction uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('transaction_id', t.id, 'email', p.email,
    'copy_to', nullif(nullif(s.billing_email, ''), p.email), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number,
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.last_name, x.first_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$$;

/*
 * The seminars that institutions have booked for the caller, by their first day: [{booking_id, course_id, course_name,
 * institution_name, start_date, end_date, status, booked_at, has_dates, date}]. `cancelled`: the place was taken back
 * before its first day, which is still to come; of a seminar with dates within the last fourteen days. `has_dates`: the
 * caller chooses one, and `date` is that one (private.nemus_chosen_date); the days of the booking say nothing then.
 */
create or replace function private.nemus_booked_seminars() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(seminar) order by seminar.start_date, seminar.booking_id), '[]')
  from (
    select b.id as booking_id, b.course_id, b.course_name,
      private.nemus_inviting_name(b.institution_id) as institution_name, b.start_date, b.end_date,
      case when e.status = 'completed' then 'completed' else 'confirmed' end as status, p.created_at as booked_at,
      b.has_dates, case when b.has_dates then private.nemus_chosen_date(t.user_id, b.course_id) end as date
    from public.nemus_trainees t
    join public.nemus_booking_participants p on p.trainee_id = t.id and p.institution_id = t.institution_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled' and b.origin = 'portal'
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id and e.user_id = t.user_id
    where t.user_id = auth.uid()
    union all
    select last.booking_id, last.course_id, last.course_name, private.nemus_inviting_name(b.institution_id),
      last.start_date, last.end_date, 'cancelled', last.created_at, b.has_dates, null
    from (
      select distinct on (l.booking_id) l.* from private.nemus_trainee_letters l
      where l.user_id = auth.uid() order by l.booking_id, l.created_at desc
    ) last
    join public.nemus_course_bookings b on b.id = last.booking_id
    where last.kind = 'cancelled' and case when b.has_dates then last.created_at > now() - interval '14 days'
      else last.start_date >= (now() at time zone 'Europe/Berlin')::date end
  ) seminar
$$;

create or replace function public.nemus_booking_rules(p_start date default null) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_booking_rules(p_start) $$;

revoke all on function private.nemus_place_until(uuid) from public;
