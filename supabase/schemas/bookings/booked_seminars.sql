-- What trainees learn of bookings made for them: the list of booked seminars (nemus_booked_seminars), and one mail each
-- for booked, moved and cancelled.
-- A letter is written in the transaction of the change: the trigger here on nemus_booking_participants for a new
-- enrolment, nemus_write_letters in changes.sql, seats.sql and orders/refunded_orders.sql for the others. A newer
-- letter replaces an unsent one; one about a place that ended is not sent. At most 20 a day to one person from one institution.
-- The function `send-letters` sends them: five attempts, five minutes apart. notifications/events.sql turns each letter
-- into news.
-- Only portal bookings and linked trainees; sample bookings write no mail.

/*
 * Mails to trainees about their bookings. A letter waits here until it is sent; name and days of the booking are those
 * of the moment it was written.
 */
create table private.nemus_trainee_letters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  booking_id uuid not null references public.nemus_course_bookings (id) on delete cascade,
  kind text not null check (kind in ('booked', 'moved', 'cancelled')),
  course_id uuid not null references public.nemus_courses (id) on delete restrict,
  course_name text not null check (char_length(course_name) between 1 and 200),
  start_date date not null,
  end_date date not null,
  -- First day before the move; only for `moved`.
  earlier_start date,
  claimed_at timestamptz,
  attempts int not null default 0 check (attempts between 0 and 5),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Last attempt. Any caller may have letters sent; repeated calls must not use up the attempts.
  tried_at timestamptz,
  constraint moved_from_somewhere check ((kind = 'moved') = (earlier_start is not null))
);
alter table private.nemus_trainee_letters enable row level security;
create index nemus_trainee_letters_user on private.nemus_trainee_letters (user_id, booking_id, created_at);
create index nemus_trainee_letters_booking on private.nemus_trainee_letters (booking_id);
create index nemus_trainee_letters_course on private.nemus_trainee_letters (course_id);
create index nemus_trainee_letters_unsent on private.nemus_trainee_letters (created_at) where sent_at is null;
create trigger touch before update on private.nemus_trainee_letters for each row execute function private.nemus_touch();

/* Whether a place is that of the account linked with its trainee, and not of a person who was linked before. */
create function private.nemus_is_place_of(p_place public.nemus_booking_participants, p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_user is not null and case when p_place.enrollment_id is null then p_place.used_at is null
    else exists (select from public.nemus_course_enrollments e where e.id = p_place.enrollment_id and e.user_id = p_user) end
$$;

/*
 * Writes letters to the linked trainees of a booking; p_trainees null: all of them. Replaces unsent ones. At most 20 a
 * day to one person about bookings of one institution.
 */
create function private.nemus_write_letters(p_booking uuid, p_trainees uuid[], p_kind text, p_earlier date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  letter record;
begin
  for letter in
    select b.id as booking_id, b.institution_id, t.user_id, b.course_id, b.course_name, b.start_date, b.end_date
    from public.nemus_course_bookings b
    join public.nemus_booking_participants p on p.booking_id = b.id
    join public.nemus_trainees t on t.id = p.trainee_id
    -- A spare place is not the one that the person has the course by.
    where b.id = p_booking and b.origin = 'portal' and p.enrollment_id is not null and private.nemus_is_place_of(p, t.user_id)
      and (p_trainees is null or t.id = any (p_trainees))
  loop
    delete from private.nemus_trainee_letters l
    where l.user_id = letter.user_id and l.booking_id = letter.booking_id and l.sent_at is null;
    -- One in place of another is no more mail.
    continue when not found and 20 <= (select count(*) from private.nemus_trainee_letters l
      join public.nemus_course_bookings b on b.id = l.booking_id
      where l.user_id = letter.user_id and b.institution_id = letter.institution_id
        and l.created_at > now() - interval '1 day');
    -- Fires notifications/events.
    insert into private.nemus_trainee_letters (user_id, booking_id, kind, course_id, course_name, start_date, end_date,
      earlier_start)
    values (letter.user_id, letter.booking_id, p_kind, letter.course_id, letter.course_name, letter.start_date,
      letter.end_date, p_earlier);
  end loop;
end $$;

/* Whether what a letter says is still true: news of a booking needs the person's place in it, and its end no other place. */
create function private.nemus_is_letter_true(p_letter private.nemus_trainee_letters) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when p_letter.kind = 'cancelled' then not exists (select from public.nemus_course_enrollments e
    where e.user_id = p_letter.user_id and e.course_id = p_letter.course_id)
  else exists (select from public.nemus_course_bookings b
    join public.nemus_booking_participants p on p.booking_id = b.id
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where b.id = p_letter.booking_id and b.status <> 'cancelled'
      and (p_letter.user_id = e.user_id or (p_letter.user_id = t.user_id and private.nemus_is_place_of(p, t.user_id)))) end
$$;

/* Tells a trainee of an enrolment by booking: immediately, or when an account is linked later. */
create function private.nemus_tell_booked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_write_letters(new.booking_id, array[new.trainee_id], 'booked', null);
  return new;
end $$;
create trigger tell_booked after update of enrollment_id on public.nemus_booking_participants
  for each row when (old.enrollment_id is null and new.enrollment_id is not null)
  execute function private.nemus_tell_booked();

/*
 * Hands unsent letters to the caller for sending, at most 200: none again within five minutes, none after five
 * attempts. Those of p_booking (if p_institution may book for it) or of the checkout that paid, and any older than five
 * minutes.
 * Returns [{letter_id, kind, email, first_name, last_name, institution_name, course_name, start_date, end_date,
 * earlier_start, has_dates}]. has_dates: the trainee chooses a date, the days mean nothing.
 */
create function public.nemus_claim_trainee_letters(p_booking uuid default null, p_institution uuid default null,
  p_session_id text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id) and private.nemus_is_letter_true(c) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account, nor about a place that ended.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id
  where l.reachable;
  return answer;
end $$;

/* Records whether a claimed letter was sent; if not, it is free for the next attempt. */
create function public.nemus_note_trainee_letter(p_letter uuid, p_sent boolean) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_trainee_letters l set
    sent_at = case when p_sent then now() end, claimed_at = case when p_sent then l.claimed_at end
  where l.id = p_letter and l.sent_at is null
$$;

/*
 * Seminars booked for the caller, by first day: [{booking_id, course_id, course_name, institution_name, start_date,
 * end_date, status, booked_at, has_dates, date}]. `cancelled`: place cancelled, shown until its first day; for a
 * seminar with dates 14 days long. has_dates: the caller chooses a date (`date`, as private.nemus_chosen_date); the
 * days of the booking mean nothing.
 */
create function public.nemus_booked_seminars() returns jsonb
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
    where t.user_id = auth.uid() and private.nemus_is_place_of(p, t.user_id)
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
