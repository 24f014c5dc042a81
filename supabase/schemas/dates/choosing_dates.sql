-- How an enrolled person chooses, changes and leaves a date of a seminar.
-- - Until when: until `change_until` of the date, or its start if that is null (nemus_change_deadline). Later, choosing
--   raises 409 date_closed, changing and leaving 409 place_fixed. Leaving: nemus_cancel_appointment,
--   dates/appointments.sql. A place that staff chose is left until its start (nemus_leave_until).
-- - One place and one waiting position per seminar. A waiting person keeps the other place until moving up.
-- - A freed place goes to the first on the waiting list. People whose present place is already fixed, or who have
--   attended the seminar meanwhile, are skipped, unless staff put them on the list (nemus_is_bound). After the deadline, and within a day of the start, no one is moved: the place is offered in order, for
--   24 hours each, by mail and on the page. The person keeps the present place until accepting (nemus_accept_place); no
--   one else gets it meanwhile. Job `nemus-offer-places` passes ended offers on, and gives places to people who were
--   skipped, once they can be moved.
-- - A deleted enrolment (refund, cancelled booking, dispute) gives up its coming place, unless another paid place of the
--   person follows (bookings/bookings.sql); so does a deleted account.
-- Each step writes a letter (dates/letters.sql). Planners may change dates at any time before the start
-- (dates/planning.sql).
--
-- Locks, always in this order: enrolment, dates of the seminar (private.nemus_lock_dates), appointment, participation.
-- The second lock comes before any appointment: moving up at one date frees a place at another, so two people who swap
-- dates would otherwise deadlock.

/* Lets only one transaction at a time change places of a seminar. Does nothing for an appointment without a seminar. */
create function private.nemus_lock_dates(p_course uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_dates ' || p_course, 0))
$$;

/* The deadline for choosing, changing and leaving a place at a date. */
create function private.nemus_change_deadline(p_date public.nemus_appointments) returns timestamptz
language sql immutable set search_path = '' as $$ select coalesce(p_date.change_until, p_date.starts_at) $$;

/* What seminars have to sell, offered or not: dates that can still be chosen, and e-learning with content. */
create view private.nemus_for_sale as
select a.course_id, a.id as date_id from public.nemus_appointments a
where a.course_id is not null and a.cancelled_at is null and a.starts_at > now() and private.nemus_change_deadline(a) > now()
union all
select l.seminar_id, null from public.nemus_learning_courses l
where l.seminar_id is not null and l.is_active and private.nemus_has_content(l.id);

/*
 * Until when waiting people are moved up without being asked: the deadline, and never the last day before the start, when
 * they could no longer plan and would lose the place at another date.
 */
create function private.nemus_moves_until(p_date public.nemus_appointments) returns timestamptz
language sql stable set search_path = '' as $$
  select case when p_date.course_id is null then p_date.starts_at
    else least(p_date.change_until, p_date.starts_at - interval '1 day') end
$$;

/*
 * The coming or running dates of a seminar at which an account has a place or waits: at most one of each. Cancelled
 * dates are left out.
 */
create function private.nemus_held_dates(p_user uuid, p_course uuid)
returns table (appointment_id uuid, status text, is_fixed boolean)
language sql stable security definer set search_path = '' as $$
  select p.appointment_id, p.status, private.nemus_leave_until(a, p) <= now()
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id = p_course and p.status in ('confirmed', 'waitlist')
    and a.cancelled_at is null and a.ends_at > now()
$$;

/*
 * Whether a place keeps an account from a date of the seminar, because it can no longer be left. p_by_staff: staff put
 * the account on the list of that date, which only a place at a date that has begun prevents; one in parts: that is over.
 */
create function private.nemus_is_bound(p_user uuid, p_course uuid, p_by_staff boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.nemus_held_dates(p_user, p_course) held
    join public.nemus_appointments a on a.id = held.appointment_id
    where held.status = 'confirmed' and held.is_fixed
      and not (p_by_staff and case when a.parts is null then a.starts_at else a.ends_at end > now()))
$$;

/* Whether an account completed the seminar or attended enough of its dates. It then has nothing left to choose. */
create function private.nemus_has_attended(p_user uuid, p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select d.is_done from private.nemus_attended(p_user, p_course) d), false)
    or exists (select from public.nemus_course_enrollments e
      where e.user_id = p_user and e.course_id = p_course and e.status = 'completed')
$$;

/* Writes a letter to a participant, except during the deletion of the account. */
create function private.nemus_tell_participant(p_user uuid, p_appointment uuid, p_kind text, p_values jsonb default '{}')
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.nemus_profiles p where p.user_id = p_user) then
    perform private.nemus_write_date_letter(p_user, p_appointment, p_kind, p_values);
  end if;
end $$;

/* Moves everyone behind a position of the waiting list up by one. */
create function private.nemus_close_gap(p_appointment uuid, p_position int) returns void
language sql security definer set search_path = '' as $$
  update public.nemus_appointment_participations p set waitlist_position = p.waitlist_position - 1
  where p.appointment_id = p_appointment and p.waitlist_position > p_position
$$;

/* Moves a waiting person up to a free place, and frees their place at another date. Needs private.nemus_lock_dates. */
create function private.nemus_move_up(p_date public.nemus_appointments, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.nemus_appointment_participations;
begin
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user for update;
  -- Fires certificates/certificates.
  update public.nemus_appointments a set participants_taken = a.participants_taken + 1 where a.id = p_date.id;
  -- Fires dates/lists_for_participants.
  update public.nemus_appointment_participations p set status = 'confirmed', waitlist_position = null, offered_until = null
  where p.appointment_id = p_date.id and p.user_id = p_user;
  perform private.nemus_close_gap(p_date.id, own.waitlist_position);
  if own.set_by_staff = 'date' then
    perform private.nemus_write_institution_letters(p_date.id, 'rebooked', '{}', array[p_user]);
  end if;
  if p_date.course_id is not null then
    perform private.nemus_tell_participant(p_user, p_date.id, 'promoted');
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  end if;
end $$;

/* Free places of a date that are not offered to another person. */
create function private.nemus_open_places(p_date public.nemus_appointments, p_user uuid default null) returns int
language sql stable security definer set search_path = '' as $$
  select p_date.capacity - p_date.participants_taken - (select count(*)::int from public.nemus_appointment_participations p
    where p.appointment_id = p_date.id and p.offered_until > now() and p.user_id is distinct from p_user)
$$;

/*
 * Gives the free places of a coming appointment to the waiting list, in its order: until nemus_moves_until by moving people
 * up, later by offers. A person whose other place is fixed, or whose account is blocked, is skipped. Needs private.nemus_lock_dates.
 */
create function private.nemus_fill_places(p_appointment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  appointment public.nemus_appointments;
  is_late boolean;
  next public.nemus_appointment_participations;
begin
  loop
    select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
    exit when not found or appointment.starts_at <= now() or appointment.cancelled_at is not null;
    is_late := private.nemus_moves_until(appointment) <= now();
    exit when private.nemus_open_places(appointment) <= 0;
    select * into next from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.status = 'waitlist' and not (is_late and p.offered_until is not null)
      and not private.nemus_is_bound(p.user_id, appointment.course_id, p.set_by_staff is not null)
      and not private.nemus_has_attended(p.user_id, appointment.course_id) and not private.nemus_is_blocked(p.user_id)
    order by p.waitlist_position limit 1 for update;
    exit when not found;
    if not is_late then
      perform private.nemus_move_up(appointment, next.user_id);
      continue;
    end if;
    next.offered_until := least(now() + interval '24 hours', appointment.starts_at);
    update public.nemus_appointment_participations p set offered_until = next.offered_until
    where p.appointment_id = p_appointment and p.user_id = next.user_id;
    perform private.nemus_notify(next.user_id, 'place_offered', 'place_offered:' || p_appointment || ':' || now(),
      jsonb_build_object('title', private.nemus_fact(appointment.title, '–'), 'starts_at', appointment.starts_at,
        'until', next.offered_until), '/appointments');
  end loop;
end $$;

/*
 * Passes ended offers on to the next person, and gives free places to people who were passed over and can be moved now,
 * because their other date was cancelled, moved or missed, or this date has a new deadline. A date that fails is set
 * aside. Returns how many dates were looked at.
 */
create function private.nemus_offer_places() returns int
language plpgsql security definer set search_path = '' as $$
declare
  late record;
  looked int := 0;
begin
  for late in select a.id, a.course_id from public.nemus_appointments a
    where a.starts_at > now() and a.course_id is not null and a.cancelled_at is null and a.participants_taken < a.capacity
      and exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id
        and p.status = 'waitlist' and (p.offered_until is null or private.nemus_moves_until(a) > now()))
      and not private.nemus_is_set_aside('offer-places', a.id::text)
    order by a.course_id, a.id loop
    begin
      perform private.nemus_lock_dates(late.course_id);
      perform private.nemus_fill_places(late.id);
      looked := looked + 1;
      perform public.nemus_note_outcome('offer-places', late.id::text, null);
    exception when others then
      perform public.nemus_note_outcome('offer-places', late.id::text, sqlerrm);
    end;
  end loop;
  return looked;
end $$;

/*
 * Accepts the place offered to the caller, who leaves the earlier one. After the offer ended it is accepted as long as
 * the place is still free. Accepting twice changes nothing.
 * Raises 404 date_not_found, 409 date_cancelled, appointment_over, seminar_attended, place_fixed (deadline of the
 * earlier place), offer_over.
 */
create function public.nemus_accept_place(p_appointment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  offered public.nemus_appointments;
  own public.nemus_appointment_participations;
begin
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into offered from public.nemus_appointments a where a.id = p_appointment;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = me for update;
  if offered.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_cancelled');
  elsif own.status = 'confirmed' then
    return;
  elsif offered.starts_at <= now() then
    perform private.nemus_refuse(409, 'appointment_over');
  elsif own.offered_until is null or private.nemus_open_places(offered, me) <= 0 then
    perform private.nemus_refuse(409, 'offer_over');
  elsif private.nemus_has_attended(me, course) then
    perform private.nemus_refuse(409, 'seminar_attended');
  elsif private.nemus_is_bound(me, course, own.set_by_staff is not null) then
    perform private.nemus_refuse(409, 'place_fixed');
  end if;
  -- Who accepts has chosen.
  update public.nemus_appointment_participations p set set_by_staff = null
  where p.appointment_id = p_appointment and p.user_id = me;
  perform private.nemus_move_up(offered, me);
end $$;

/*
 * Ends a place or a waiting position. A place goes to the next on the list, and at a date of a seminar the person gets
 * a letter that removes it from the calendar. Needs private.nemus_lock_dates.
 */
create function private.nemus_release_place(p_appointment uuid, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  course uuid;
  own public.nemus_appointment_participations;
begin
  select a.course_id into course from public.nemus_appointments a where a.id = p_appointment for update;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = p_user and p.status in ('confirmed', 'waitlist') for update;
  if not found then
    return;
  end if;
  -- Fires dates/lists_for_participants.
  update public.nemus_appointment_participations p
  set status = 'cancelled', waitlist_position = null, cancelled_at = now(), offered_until = null
  where p.appointment_id = p_appointment and p.user_id = p_user;
  if own.status = 'waitlist' then
    perform private.nemus_close_gap(p_appointment, own.waitlist_position);
    if own.offered_until > now() then
      perform private.nemus_fill_places(p_appointment);
    end if;
    return;
  end if;
  -- Fires certificates/certificates.
  update public.nemus_appointments a set participants_taken = a.participants_taken - 1 where a.id = p_appointment;
  if course is not null then
    perform private.nemus_tell_participant(p_user, p_appointment, 'place_ended');
  end if;
  perform private.nemus_fill_places(p_appointment);
end $$;

/*
 * Gives an account a place at a date, or the end of its waiting list, as nemus_choose_date says. p_kind, p_values: the
 * letter about a place. Needs private.nemus_lock_dates.
 */
create function private.nemus_place_at(p_user uuid, p_date public.nemus_appointments, p_kind text default 'place_confirmed',
  p_values jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  own record;
begin
  perform private.nemus_release_place(held.appointment_id, p_user)
  from private.nemus_held_dates(p_user, p_date.course_id) held where held.status = 'waitlist';
  -- The waiting list comes first.
  perform private.nemus_fill_places(p_date.id);
  -- Fires dates/appointments, dates/attendance.
  insert into public.nemus_appointment_participations (appointment_id, user_id, set_by_staff)
  values (p_date.id, p_user, case p_kind when 'rebooked' then 'date' end)
  on conflict (appointment_id, user_id) do update set status = excluded.status,
    waitlist_position = excluded.waitlist_position, cancelled_at = null, set_by_staff = excluded.set_by_staff;
  select p.status, p.waitlist_position into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user;
  if own.status = 'confirmed' then
    perform private.nemus_tell_participant(p_user, p_date.id, p_kind, p_values);
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  else
    perform private.nemus_tell_participant(p_user, p_date.id, 'waitlisted',
      jsonb_build_object('position', own.waitlist_position));
  end if;
end $$;

/*
 * Chooses a date of a seminar that the caller is enrolled in, in place of the earlier choice, all or nothing. If the
 * date is full, the caller waits for it and keeps the earlier place until moving up. An earlier waiting position ends.
 * Choosing the same date again changes nothing.
 * Returns {status: confirmed or waitlist, waitlist_position}. Raises 404 date_not_found (also if not enrolled),
 * 409 date_cancelled, 409 seminar_attended, 409 date_closed (deadline of this date), 409 place_fixed (deadline of the
 * date to be left).
 */
create function public.nemus_choose_date(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  chosen public.nemus_appointments;
begin
  -- Keeps the enrolment from being deleted, but not from making progress.
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into chosen from public.nemus_appointments a where a.id = p_appointment;
  perform private.nemus_refuse(409, 'date_cancelled') where chosen.cancelled_at is not null;
  if not exists (select from private.nemus_held_dates(me, course) held where held.appointment_id = p_appointment) then
    perform private.nemus_refuse(409, 'seminar_attended') where private.nemus_has_attended(me, course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(chosen) <= now();
    perform private.nemus_refuse(409, 'place_fixed') where private.nemus_is_bound(me, course, false);
    perform private.nemus_place_at(me, chosen);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from public.nemus_appointment_participations p where p.appointment_id = p_appointment and p.user_id = me);
end $$;

/* Gives up the places and waiting positions of an account at coming dates of a seminar, or at coming parts. */
create function private.nemus_end_places_of(p_user uuid, p_course uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held record;
begin
  if exists (select from private.nemus_held_dates(p_user, p_course)) then
    perform private.nemus_lock_dates(p_course);
    for held in select d.appointment_id from private.nemus_held_dates(p_user, p_course) d
      join public.nemus_appointments a on a.id = d.appointment_id and (a.starts_at > now() or a.parts is not null)
      order by 1
    loop
      perform private.nemus_release_place(held.appointment_id, p_user);
    end loop;
  end if;
end $$;

/*
 * A deleted enrolment (refund, cancelled booking, dispute) gives up its place at a coming date, or at coming parts, unless
 * a place that an institution paid follows (nemus_note_spare_place).
 */
create function private.nemus_end_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_end_places_of(old.user_id, old.course_id)
  where strpos(coalesce(current_setting('nemus.passed_on', true), ''), old.id::text) = 0;
  return null;
end $$;
create trigger end_places after delete on public.nemus_course_enrollments
  for each row execute function private.nemus_end_places();

/* Frees the place of a deleted row, for example with its account. */
create function private.nemus_free_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = old.appointment_id;
  if old.status = 'waitlist' then
    perform private.nemus_close_gap(old.appointment_id, old.waitlist_position);
    perform private.nemus_fill_places(old.appointment_id);
  else
    -- Fires certificates/certificates.
    update public.nemus_appointments a set participants_taken = a.participants_taken - 1
    where a.id = old.appointment_id and a.starts_at > now() and a.participants_taken > 0;
    perform private.nemus_fill_places(old.appointment_id);
  end if;
  return null;
end $$;
create trigger free_deleted after delete on public.nemus_appointment_participations
  for each row when (old.status in ('confirmed', 'waitlist')) execute function private.nemus_free_deleted();
