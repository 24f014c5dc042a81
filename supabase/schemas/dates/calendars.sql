-- Calendar subscriptions: a secret address that calendar programs read without a session, for an account (dates it
-- attends or teaches) and, from staff with the role `teaching`, for a teacher or a room.
-- - Only a hash of the address is stored. Renewing replaces it; ending, a block, deleting the account and another mailbox
--   of the teacher end it. That of a teacher who is not active answers while a date of theirs is to come.
-- - Entries have no meeting link, no reason of a cancellation, no attendance and no other participant: an address is
--   easily passed on, and a reason may be about someone's health.
-- - At most 60 reads an hour. The function `calendar` writes the file (RFC 5545).

create table private.nemus_calendars (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid unique references public.nemus_profiles (user_id) on delete cascade,
  teacher_id uuid unique references public.nemus_teachers (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Of the hour that began with hour_from.
  reads int not null default 0,
  hour_from timestamptz not null default now(),
  last_read_at timestamptz,
  room_id uuid unique references public.nemus_rooms (id) on delete cascade,
  constraint one_owner check (num_nonnulls(user_id, teacher_id, room_id) = 1)
);
alter table private.nemus_calendars enable row level security;

/* Checks that the caller may change a calendar, and serialises changes of the same one. Raises 403 staff_required. */
create function private.nemus_take_calendar(p_teacher uuid, p_room uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if num_nonnulls(p_teacher, p_room) > 0 then
    perform private.nemus_require_staff('teaching');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_calendar:' || coalesce(p_teacher, p_room, auth.uid()), 0));
end $$;

/* The calendar of a teacher, or of a room, or of the caller. */
create function private.nemus_calendar_of(p_teacher uuid, p_room uuid) returns setof private.nemus_calendars
language sql stable security definer set search_path = '' as $$
  select * from private.nemus_calendars c where case when p_teacher is not null then c.teacher_id = p_teacher
    when p_room is not null then c.room_id = p_room else c.user_id = auth.uid() end
$$;

/* Removes a calendar for good. Returns whether there was one. */
create function private.nemus_drop_calendar(p_teacher uuid, p_room uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.nemus_calendars c where c.id in (select o.id from private.nemus_calendar_of(p_teacher, p_room) o);
  return found;
end $$;

/* Writes what staff did with the calendar of a teacher or room into the audit log. */
create function private.nemus_note_calendar(p_action text, p_teacher uuid, p_room uuid) returns void
language sql security definer set search_path = '' as $$
  select private.nemus_note_act(p_action, case when p_teacher is null then 'rooms' else 'teachers' end,
    coalesce(p_teacher, p_room)::text, null, null) where num_nonnulls(p_teacher, p_room) > 0
$$;

/*
 * The calendar of the caller, or of a teacher or room: {created_at, last_read_at}. Null without one.
 * Raises 403 staff_required.
 */
create function public.nemus_calendar(p_teacher uuid default null, p_room uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if num_nonnulls(p_teacher, p_room) > 0 then
    perform private.nemus_check_staff('teaching');
  end if;
  return (select jsonb_build_object('created_at', c.created_at, 'last_read_at', c.last_read_at)
    from private.nemus_calendar_of(p_teacher, p_room) c);
end $$;

/* Ends the calendar of the caller, or of a teacher or room. Raises 403 staff_required. */
create function public.nemus_end_calendar(p_teacher uuid default null, p_room uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_take_calendar(p_teacher, p_room);
  if private.nemus_drop_calendar(p_teacher, p_room) then
    perform private.nemus_note_calendar('end_calendar', p_teacher, p_room);
  end if;
end $$;

/*
 * Starts the calendar of the caller, or of a teacher or room; an earlier address ends. Returns the secret of the new one,
 * which is stored nowhere. Raises 403 staff_required, 404 teacher_not_found, 404 room_not_found.
 */
create function public.nemus_renew_calendar(p_teacher uuid default null, p_room uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.nemus_take_calendar(p_teacher, p_room);
  perform private.nemus_refuse(404, 'teacher_not_found')
    where p_teacher is not null and not exists (select from public.nemus_teachers t where t.id = p_teacher);
  perform private.nemus_refuse(404, 'room_not_found')
    where p_room is not null and not exists (select from public.nemus_rooms r where r.id = p_room);
  perform private.nemus_drop_calendar(p_teacher, p_room);
  insert into private.nemus_calendars (token_hash, user_id, teacher_id, room_id)
  values (private.nemus_token_hash(token), case when num_nonnulls(p_teacher, p_room) = 0 then auth.uid() end, p_teacher,
    p_room);
  perform private.nemus_note_calendar('renew_calendar', p_teacher, p_room);
  return token;
end $$;

/* The address of a teacher's calendar ends with the mailbox that it was given to. */
create function private.nemus_end_calendar_of_teacher() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.nemus_calendars c where c.teacher_id = new.id;
  return null;
end $$;
create trigger end_calendar after update of email on public.nemus_teachers for each row
  when (lower(old.email) is distinct from lower(new.email)) execute function private.nemus_end_calendar_of_teacher();

/*
 * Dates with a teacher or in a room, as entries of a calendar. Dates of a draft are tentative. p_user: all teachers of
 * this account, by its confirmed address too.
 */
create function private.nemus_planned_entries(p_user uuid, p_teacher uuid, p_room uuid) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'title', a.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type,
    'format', a.format, 'location', a.location, 'instructor', a.instructor, 'is_sample', a.is_sample,
    'is_own', false, 'status', case when a.cancelled_at is not null then 'cancelled' when not c.is_active and c.published_at is null
      then 'waitlist' else 'confirmed' end, 'sequence', 40000000 + a.sequence, 'changed_at', a.updated_at,
    'parts', a.parts)
  from public.nemus_appointments a join public.nemus_courses c on c.id = a.course_id
  where a.ends_at > now() - interval '1 year' and a.id in (select d.appointment_id from public.nemus_teachers t
    join public.nemus_appointment_teachers d on d.teacher_id = t.id
    left join auth.users u on u.id = p_user and u.email_confirmed_at is not null
    where t.id = p_teacher or t.user_id = p_user or lower(t.email) = lower(u.email)
    union all select r.id from public.nemus_appointments r where r.room_id = p_room)
$$;

/*
 * Content of a calendar, for the function `calendar`: {name, entries: [{id, title, starts_at, ends_at, type, format,
 * location, instructor, is_sample, is_own, status, sequence, changed_at, parts}]}, from a year ago on; or {wait}, the seconds until the
 * next read. Null for an address that never existed, was renewed or ended, or whose account is blocked,
 * or of a teacher who is not active and has no date to come.
 * What an account attends is read from nemus_my_appointments, as the account.
 */
create function public.nemus_read_calendar(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  calendar private.nemus_calendars;
begin
  -- Locked, so that an address renewed at this moment no longer answers.
  select * into calendar from private.nemus_calendars c where c.token_hash = private.nemus_token_hash(p_token) for update;
  if not found or private.nemus_is_blocked(calendar.user_id) or exists (select from public.nemus_teachers t
    where t.id = calendar.teacher_id and not t.is_active and not exists (select from public.nemus_appointment_teachers d
      join public.nemus_appointments a on a.id = d.appointment_id where d.teacher_id = t.id and a.ends_at > now())) then
    return null;
  elsif calendar.hour_from <= now() - interval '1 hour' then
    calendar.hour_from := now();
    calendar.reads := 0;
  elsif calendar.reads >= 60 then
    return jsonb_build_object('wait', ceil(extract(epoch from calendar.hour_from + interval '1 hour' - now()))::int);
  end if;
  update private.nemus_calendars c set reads = calendar.reads + 1, hour_from = calendar.hour_from, last_read_at = now()
  where c.id = calendar.id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', calendar.user_id)::text, true),
    set_config('request.jwt.claim.sub', coalesce(calendar.user_id::text, ''), true);
  return jsonb_build_object('name', coalesce(
      (select t.name from public.nemus_teachers t where t.id = calendar.teacher_id),
      (select r.name from public.nemus_rooms r where r.id = calendar.room_id)),
    'entries', coalesce((select jsonb_agg(e.entry order by e.entry ->> 'starts_at', e.entry ->> 'id') from (
      select distinct on (found.entry ->> 'id') found.entry from (
        select 1 as place, jsonb_build_object('id', m.id, 'title', m.title, 'starts_at', m.starts_at, 'ends_at', m.ends_at,
          'type', m.type, 'format', m.format, 'location', m.location, 'instructor', m.instructor,
          'is_sample', m.is_sample, 'is_own', true, 'status', m.status, 'sequence', m.calendar_sequence, 'changed_at', m.updated_at,
          'parts', m.parts) as entry
        from public.nemus_my_appointments m where m.ends_at > now() - interval '1 year'
        union all select 2, private.nemus_planned_entries(calendar.user_id, calendar.teacher_id, calendar.room_id)) found
      order by found.entry ->> 'id', found.place) e), '[]'));
end $$;
