-- What staff with the role `teaching` does for people of a date: messages, another date, the waiting list by hand, and
-- people who call.
-- - Reached are people with a place or waiting, and at a cancelled date those who had one, while they are enrolled. Who
--   left meanwhile gets nothing, and a mail that has not left yet is dropped (notifications/mails.sql).
-- - Another date: the enrolment stays as it is, with purchase and price. Deadlines bind people, not staff; free places
--   go to the waiting list first. Who has another place by then is left alone. No deadline binds who is moved, nor the
--   institution that paid, and institutions are told (dates/letters.sql).
-- - Every act is in the audit log, messages with text and recipients (ids, so that deleted accounts leave no name).
-- The list itself: dates/attendance.sql. Locks as in dates/choosing_dates.sql.

/* What the cancellation of a date took from a person: `place` or `waiting`; null if it took nothing. */
create function private.nemus_lost_at(p_own public.nemus_appointment_participations, p_date public.nemus_appointments)
returns text
language sql stable security definer set search_path = '' as $$
  select case when p_own.cancelled_at = p_date.cancelled_at then coalesce((
    select case when l.has_place then 'place' else 'waiting' end from private.nemus_date_letters l
    where l.user_id = p_own.user_id and l.appointment_id = p_date.id and l.kind = 'cancelled' and l.audience = 'participant'
    limit 1), 'place') end
$$;

/* The people of a date whom staff reaches: those with a `place`, then those `waiting`, each in their order. */
create function private.nemus_people_at(p_date public.nemus_appointments)
returns table (user_id uuid, held text, place bigint)
language sql stable security definer set search_path = '' as $$
  select o.user_id, o.held, row_number() over (order by o.held, o.waitlist_position, o.created_at, o.user_id)
  from (select p.*, coalesce(private.nemus_lost_at(p, p_date), case p.status when 'waitlist' then 'waiting' else 'place' end) as held
    from public.nemus_appointment_participations p
    where p.appointment_id = p_date.id and (p.status <> 'cancelled' or p.cancelled_at = p_date.cancelled_at)
      and exists (select from public.nemus_course_enrollments e
        where e.user_id = p.user_id and e.course_id = p_date.course_id)) o
$$;

/* The messages about a date, newest first: [{at, by, text, people}], with the names of accounts that still exist. */
create function private.nemus_date_messages(p_date uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', l.created_at, 'by', l.actor_name, 'text', l.after -> 'text',
    'people', (select coalesce(jsonb_agg(private.nemus_holder(p.user_id)
        order by private.nemus_sort_key(p.last_name), private.nemus_sort_key(p.first_name), p.user_id), '[]')
      from public.nemus_profiles p where l.after -> 'people' ? p.user_id::text)) order by l.id desc), '[]')
  from private.nemus_audit_log l
  where l.subject = 'appointments' and l.subject_id = p_date::text and l.action = 'message'
$$;

/*
 * Sends people of a date a message, as a notification through the channels that each wants; three a day for each.
 * p_message: made by the client, names the message; sent again, it reaches no one twice. Returns {sent, skipped};
 * skipped: not reached, or had three.
 * Raises 403 staff_required, 400 too_many_entries, invalid_field, 404 appointment_not_found.
 */
create function public.nemus_message_participants(p_date uuid, p_people uuid[], p_text text, p_message uuid default gen_random_uuid())
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said text;
  date public.nemus_appointments;
  reached uuid[];
  is_new boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  said := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  -- No one leaves meanwhile, and two messages at once count each other.
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into date from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  select array_agg(m.user_id), bool_or(m.is_new) into reached, is_new from private.nemus_send_message(
    array(select u.user_id from private.nemus_people_at(date) u where u.user_id = any (p_people) order by u.place),
    null, 'date_message', p_date, p_message, jsonb_build_object('title', private.nemus_fact(date.title, '–'),
      'starts_at', date.starts_at, 'text', said), '/appointments') m;
  if is_new then
    perform private.nemus_note_act('message', 'appointments', p_date::text, null,
      jsonb_build_object('text', said, 'people', to_jsonb(reached)));
  end if;
  return jsonb_build_object('sent', coalesce(cardinality(reached), 0), 'skipped',
    (select count(distinct i) from unnest(p_people) as i) - coalesce(cardinality(reached), 0));
end $$;

/*
 * Moves people from a coming or cancelled date to another of the seminar: those with a place first. If it is full, the
 * others join its waiting list, and keep the place at a coming date until they move up. Each gets a letter. Who left,
 * completed the seminar, or has a place at a third date is left alone. Repeated, it changes nothing.
 * Returns {moved, waiting, skipped}: how many of p_people have a place at the new date, wait for it, or neither.
 * Raises 403 staff_required, 400 too_many_entries, 404 date_not_found, 409 date_cancelled, date_unchangeable {of: over}.
 */
create function public.nemus_rebook_participants(p_from uuid, p_to uuid, p_people uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_from);
  source public.nemus_appointments;
  target public.nemus_appointments;
  person uuid;
  done uuid[] := '{}'::uuid[];
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  perform from public.nemus_course_enrollments e
  where e.course_id = course and e.user_id = any (p_people) order by e.id for key share;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id in (p_from, p_to) or a.id in (select held.appointment_id
    from unnest(p_people) as u cross join private.nemus_held_dates(u, course) held) order by a.id for update;
  select * into source from public.nemus_appointments a where a.id = p_from;
  select * into target from public.nemus_appointments a where a.id = p_to and a.course_id = course and a.id <> p_from;
  perform private.nemus_refuse(404, 'date_not_found') where target.id is null;
  perform private.nemus_refuse(409, 'date_cancelled') where target.cancelled_at is not null;
  perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}')
    -- From a date in parts until the last one: who missed a part begins again.
    where target.starts_at <= now() or (source.cancelled_at is null
      and case when source.parts is null then source.starts_at else source.ends_at end <= now());
  for person in select u.user_id from private.nemus_people_at(source) u where u.user_id = any (p_people) order by u.place loop
    continue when private.nemus_has_attended(person, course) or exists (select from private.nemus_held_dates(person, course) held
      where held.appointment_id <> p_from and held.status = 'confirmed');
    -- The earlier place of a person who waits there by choice no longer prevents moving up.
    update public.nemus_appointment_participations p set set_by_staff = coalesce(p.set_by_staff, 'turn')
    where p.appointment_id = p_to and p.user_id = person and p.waitlist_position > 0;
    if found then
      perform private.nemus_fill_places(p_to);
      continue;
    end if;
    -- Read again: each move takes a place.
    select * into target from public.nemus_appointments a where a.id = p_to;
    perform private.nemus_place_at(person, target, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at));
    done := done || person;
  end loop;
  if done <> '{}' then
    perform private.nemus_write_institution_letters(p_to, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at), done);
    perform private.nemus_note_act('rebook', 'appointments', p_from::text, null,
      jsonb_build_object('to', p_to, 'people', to_jsonb(done)));
  end if;
  return (select jsonb_build_object('moved', count(*) filter (where p.status = 'confirmed'),
      'waiting', count(*) filter (where p.status = 'waitlist'),
      'skipped', count(*) filter (where p.status is null or p.status not in ('confirmed', 'waitlist')))
    from (select distinct u from unnest(p_people) as u) asked left join public.nemus_appointment_participations p
      on p.appointment_id = p_to and p.user_id = asked.u);
end $$;

/*
 * Locks a coming date and a waiting person of it, for staff. Null: the person left.
 * Raises 403 staff_required, 404 appointment_not_found, 409 date_unchangeable, not_waiting (has a place by now).
 */
create function private.nemus_take_waiting(p_date uuid, p_user uuid) returns public.nemus_appointment_participations
language plpgsql security definer set search_path = '' as $$
declare
  own public.nemus_appointment_participations;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_take_dates(p_date, false);
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.user_id = p_user for update;
  perform private.nemus_refuse(409, 'not_waiting') where own.status in ('confirmed', 'completed');
  return case when own.status = 'waitlist' then own end;
end $$;

/*
 * Puts a waiting person first, with a reason that only the audit log keeps. A free place then goes to that person at
 * once, as to any first on the list: a place until nemus_moves_until, later an offer, even if an earlier one ended.
 * Returns {status, waitlist_position, offered_until} of the person; all null if the person left.
 * Raises as private.nemus_take_waiting, 400 invalid_field.
 */
create function public.nemus_prefer_waiting(p_date uuid, p_user uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is not null then
    update public.nemus_appointment_participations p set
      waitlist_position = case p.user_id when p_user then 1 else p.waitlist_position + 1 end,
      offered_until = case when p.user_id <> p_user or p.offered_until > now() then p.offered_until end,
      set_by_staff = case p.user_id when p_user then coalesce(p.set_by_staff, 'turn') else p.set_by_staff end
    where p.appointment_id = p_date and p.waitlist_position <= waits.waitlist_position;
    perform private.nemus_note_act('prefer', 'appointment_participations', p_date || ':' || p_user,
      jsonb_build_object('waitlist_position', waits.waitlist_position), jsonb_build_object('reason', reason));
    perform private.nemus_fill_places(p_date);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position, 'offered_until', p.offered_until)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = p_user and waits.user_id is not null);
end $$;

/*
 * Takes a person off the waiting list, with a mail that gives the reason. Does nothing if the person left.
 * Raises as private.nemus_take_waiting, 400 invalid_field.
 */
create function public.nemus_remove_waiting(p_date uuid, p_user uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is null then
    return;
  end if;
  -- A mail that has not left would still promise the position.
  delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_date and l.kind = 'waitlisted'
    and l.audience = 'participant' and l.sent_at is null;
  delete from private.nemus_notification_sendings s using public.nemus_notifications n
  where n.id = s.notification_id and n.user_id = p_user and s.sent_at is null
    and starts_with(n.key, 'place_offered:' || p_date || ':');
  perform private.nemus_release_place(p_date, p_user);
  perform private.nemus_note_act('remove_waiting', 'appointment_participations', p_date || ':' || p_user, null,
    jsonb_build_object('reason', reason));
  perform private.nemus_notify(p_user, 'waiting_ended', 'waiting_ended:' || p_date || ':' || waits.changes,
    jsonb_build_object('title', private.nemus_fact(a.title, '–'), 'starts_at', a.starts_at, 'reason', reason), '/appointments')
  from public.nemus_appointments a where a.id = p_date;
end $$;

/*
 * The account of a person who calls, found by its exact address: of a trainee, confirmed and not blocked. p_is_money: staff
 * gives or sells something, so never to itself, and to trainees of an institution of the caller a second person does.
 * Raises 404 account_not_found {field}, 409 own_request, 403 second_person.
 */
create function private.nemus_person_who_calls(p_email text, p_is_money boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid;
begin
  select p.user_id into person from public.nemus_profiles p join auth.users u on u.id = p.user_id
  where lower(p.email) = lower(private.nemus_mail_address(p_email)) and p.user_type = 'piw' and u.email_confirmed_at is not null
    and not private.nemus_is_blocked(p.user_id);
  perform private.nemus_refuse(404, 'account_not_found', '{"field": "email"}') where person is null;
  perform private.nemus_refuse(409, 'own_request') where p_is_money and person = auth.uid();
  perform private.nemus_refuse(403, 'second_person') where p_is_money and exists (
    select from public.nemus_trainees t where private.nemus_is_institution_of_caller(t.institution_id)
      and (t.user_id = person or lower(t.email) = lower(private.nemus_mail_address(p_email))));
  return person;
end $$;

/*
 * Enters a person who calls at a coming date, found by the exact address of the account; on an invoice:
 * invoices/course_on_invoice.sql. p_way:
 * - `place`: who has the seminar gets a place, or the end of the waiting list, whatever the deadline.
 * - `free`: is enrolled free of charge first, for a reason in the audit log, without order and invoice. For staff with
 *   the role `orders` too, with a fresh factor; for trainees of an institution of the caller, by a second person.
 * - `link`: is mailed a link to the seminar in the catalogue, where this date is chosen for the purchase, at the price of
 *   the day of the purchase. Nothing is reserved; the choice ends with its deadline (dates/chosen_before.sql). One mail a
 *   day.
 * Returns {name, status, waitlist_position}; status null for a link. Raises 403 staff_required, factor_required,
 * second_person, 400 invalid_field, 404 account_not_found {field}, 409 own_request, already_enrolled, not_enrolled, place_elsewhere, seminar_attended, date_closed, and as
 * private.nemus_take_dates and, for a link, private.nemus_check_buyable.
 */
create function public.nemus_enter_person(p_date uuid, p_email text, p_way text, p_reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_date);
  date public.nemus_appointments;
  person uuid;
  reason text;
  facts jsonb;
  is_enrolled boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse_field('way', 'choice') where coalesce(p_way, '') not in ('place', 'free', 'link');
  if p_way = 'free' then
    perform private.nemus_require_staff('orders');
    perform private.nemus_require_fresh_factor();
    reason := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
  end if;
  person := private.nemus_person_who_calls(p_email, p_way = 'free');
  facts := jsonb_build_object('name', private.nemus_holder(person));
  -- Locks as in nemus_choose_date: the enrolment first.
  if p_way = 'free' then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    select person, course, 'academy' where course is not null on conflict (user_id, course_id) do nothing;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where not found and course is not null;
  else
    perform from public.nemus_course_enrollments e where e.user_id = person and e.course_id = course for key share;
    is_enrolled := found;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where is_enrolled and p_way = 'link';
    perform private.nemus_refuse(409, 'not_enrolled', facts) where not is_enrolled and p_way = 'place' and course is not null;
  end if;
  perform private.nemus_take_dates(p_date, false);
  select * into date from public.nemus_appointments a where a.id = p_date;
  if p_way = 'link' then
    perform private.nemus_check_buyable(course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(date) <= now();
    insert into public.nemus_date_choices (user_id, course_id, date_id) values (person, course, p_date)
    on conflict (user_id, course_id) do update set date_id = excluded.date_id, created_at = now();
    perform private.nemus_notify(person, 'purchase_offered', 'purchase_offered:' || p_date || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('title', private.nemus_fact(date.title, '–'), 'starts_at', date.starts_at,
        'until', private.nemus_change_deadline(date)), '/seminar-catalog?kurs=' || course);
  else
    perform private.nemus_refuse(409, 'seminar_attended', '{"of": "staff"}') where private.nemus_has_attended(person, course);
    perform private.nemus_refuse(409, 'place_elsewhere', facts) where exists (
      select from private.nemus_held_dates(person, course) held where held.status = 'confirmed' and held.appointment_id <> p_date);
    if not exists (select from private.nemus_held_dates(person, course) held where held.appointment_id = p_date) then
      perform private.nemus_place_at(person, date);
    end if;
    if p_way = 'free' then
      perform private.nemus_notify(person, 'enrolled', 'enrolled:' || e.id, jsonb_build_object('title', private.nemus_fact(c.title, '–')),
        '/appointments')
      from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
      where e.user_id = person and e.course_id = course;
    end if;
  end if;
  perform private.nemus_note_act('enter_' || p_way, 'appointment_participations', p_date || ':' || person, null,
    jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return facts || (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = person and p_way <> 'link');
end $$;
