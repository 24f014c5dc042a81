-- Mails about dates: a place or waiting position, a date moved or cancelled, a place ended. With calendar data.
-- - Written in the transaction of the change; sent by the functions send-date-letters and send-letters.
-- - A newer letter replaces an unsent one to the same person about the same date.
-- - At most 20 letters a day about a person's own choices. Letters about a moved or cancelled date, or a place from the
--   waiting list, are always sent.
-- - Each letter is tried at most five times, five minutes apart.
-- notifications/events.sql reacts to each letter: the portal shows the news, and an unwanted mail is never sent.
-- Exceptions: appointments without a seminar, accounts that are blocked or being deleted, and a founder who left the
-- institution get no letters.

/*
 * Mails about dates, written in the transaction of the change and sent later. A letter is tried at most five times,
 * and kept if none succeeds. Title and times are those at the time of writing. Deleted with the account or the date.
 */
create table private.nemus_date_letters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  appointment_id uuid not null references public.nemus_appointments (id) on delete cascade,
  kind text not null check (kind in ('place_confirmed', 'waitlisted', 'promoted', 'moved', 'cancelled', 'place_ended',
    'rebooked')),
  -- The participant, or the institution that booked the seminar for a participant.
  audience text not null default 'participant' check (audience in ('participant', 'institution')),
  -- Whether the person has a place for the calendar. A waiting position is none.
  has_place boolean not null default true,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Facts of the kind: {earlier_start, earlier_end, earlier_location, gone}, {reason}, {position}, {people}.
  -- `gone`: parts that calendars remove.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  claimed_at timestamptz,
  attempts int not null default 0 check (attempts between 0 and 5),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The account that made the change, until the mail is sent. No foreign key: an account that is being deleted makes
  -- such changes too.
  caused_by uuid default auth.uid(),
  -- Time of the latest attempt.
  tried_at timestamptz
);
alter table private.nemus_date_letters enable row level security;
create index nemus_date_letters_user on private.nemus_date_letters (user_id, appointment_id, created_at);
create index nemus_date_letters_appointment on private.nemus_date_letters (appointment_id);
create index nemus_date_letters_unsent on private.nemus_date_letters (created_at) where sent_at is null;
create trigger touch before update on private.nemus_date_letters for each row execute function private.nemus_touch();

/*
 * Writes a letter to one person about a date of a seminar. It replaces an unsent letter about the same date. At most
 * 20 letters a day about a person's own choices (choosing and leaving); a moved or cancelled date, or a place from the
 * waiting list, is always announced. Appointments without a seminar have no letters.
 * p_kind: place_confirmed, waitlisted, promoted, moved, cancelled, place_ended or rebooked
 * p_values: facts of the letter, such as {"reason": "…"}; may be null
 */
create function private.nemus_write_date_letter(p_user uuid, p_appointment uuid, p_kind text, p_values jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  date public.nemus_appointments;
  said jsonb := coalesce(p_values, '{}');
  before jsonb;
  -- Parts that are in the person's calendar and no longer exist: named once, in whatever leaves next.
  gone jsonb;
  replaces boolean;
begin
  select * into date from public.nemus_appointments a where a.id = p_appointment and a.course_id is not null;
  if not found then
    return;
  end if;
  with replaced as (
    delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_appointment
      and l.audience = 'participant' and l.sent_at is null
    returning l.kind, l.details)
  select (array_agg(r.details) filter (where r.kind = 'moved'))[1], jsonb_agg(g) filter (where g is not null), count(*) > 0
  into before, gone, replaces from replaced r left join lateral jsonb_array_elements(r.details -> 'gone') g on true;
  -- One in place of another is no more mail.
  if not replaces and p_kind in ('place_confirmed', 'waitlisted', 'place_ended') and 20 <= (select count(*)
    from private.nemus_date_letters l where l.user_id = p_user and l.audience = 'participant'
      and l.kind in ('place_confirmed', 'waitlisted', 'place_ended') and l.created_at > now() - interval '1 day') then
    return;
  end if;
  -- If the first letter of two moves was never sent, the person still expects the very first time.
  if p_kind = 'moved' and before is not null then
    said := said || before;
  end if;
  select jsonb_agg(g) into gone from jsonb_array_elements(coalesce(gone, '[]') || coalesce(p_values -> 'gone', '[]')) g
  where (g ->> 'id')::uuid not in (select coalesce(t.id, date.id) from private.nemus_parts(date) t);
  said := said - 'gone' || case when gone is null then '{}' else jsonb_build_object('gone', gone) end;
  -- Fires notifications/events.
  insert into private.nemus_date_letters (user_id, appointment_id, kind, has_place, title, starts_at, ends_at, details)
  values (p_user, p_appointment, p_kind, p_kind in ('place_confirmed', 'promoted', 'place_ended', 'rebooked')
      or exists (select from public.nemus_appointment_participations p
        where p.appointment_id = p_appointment and p.user_id = p_user and p.status = 'confirmed'),
    date.title, date.starts_at, date.ends_at, jsonb_strip_nulls(said));
end $$;

/*
 * Tells the institutions that booked the seminar for people with a place at this date: a notification to their
 * members, and one letter with the names to the founder, if a member who books and wants mails. p_kind: moved, cancelled,
 * or rebooked, which tells of p_people only and replaces no letter. Must run before places of a cancelled date are ended.
 */
create function private.nemus_write_institution_letters(p_appointment uuid, p_kind text, p_values jsonb,
  p_people uuid[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  notice constant text := 'trainee_date_' || case p_kind when 'rebooked' then 'moved' else p_kind end;
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null and (p_people is null or p.user_id = any (p_people))
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        -- Not a place that this institution did not pay for.
        join public.nemus_course_enrollments e on e.id = bp.enrollment_id and e.user_id = p.user_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := concat_ws(':', 'trainee_date_' || p_kind, p_appointment, extract(epoch from now()), p_people[1]);
    perform private.nemus_notify_members(letter.institution_id, '{booking}', notice, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, notice, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
        and 'rebooked' not in (l.kind, p_kind)
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
end $$;

/* Whether what a letter says is still true: a place or waiting position that it announces is not given up. */
create function private.nemus_is_date_letter_true(p_letter private.nemus_date_letters) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_letter.kind not in ('place_confirmed', 'waitlisted', 'promoted')
    or exists (select from public.nemus_appointment_participations p where p.appointment_id = p_letter.appointment_id
      and p.user_id = p_letter.user_id and p.status <> 'cancelled')
$$;

/*
 * Hands unsent letters to the caller, which must send them. A letter is not handed out again for five minutes, and
 * never after five attempts. Included: letters of the given dates, letters that p_user caused or receives, and any
 * letter unsent for five minutes. At most 200; those of the given dates and of p_user first.
 * Returns [{letter_id, kind, audience, has_place, email, first_name, last_name, appointment_id, title, starts_at,
 * ends_at, type, format, location, instructor, details, parts, changed_at, sequence}]; `sequence` as in
 * nemus_my_appointments.
 */
create function public.nemus_claim_date_letters(p_appointments uuid[] default '{}', p_user uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id, case c.audience when 'institution' then c.user_id end)
        and private.nemus_is_date_letter_true(c) as reachable
      from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to an account that is blocked, or left its institution, nor about a place that ended.
    update private.nemus_date_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'parts', a.parts, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $$;

/* Records whether a letter was sent. A sent letter forgets who caused it; any other waits for its next attempt. */
create function public.nemus_note_date_letter(p_letter uuid, p_sent boolean) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_date_letters l set
    sent_at = case when p_sent then now() end, claimed_at = case when p_sent then l.claimed_at end,
    caused_by = case when p_sent then null else l.caused_by end
  where l.id = p_letter and l.sent_at is null
$$;
