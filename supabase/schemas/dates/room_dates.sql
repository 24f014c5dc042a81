-- Staff with the role `teaching` keep rooms, and dates take them. Rules of rooms and their dates: dates/rooms.sql.
-- Locks as in dates/planning.sql: all planning, dates of the seminars by id, appointments by id.

/* Dates in a room that are neither cancelled nor over. */
create function private.nemus_dates_in_room(p_room uuid) returns setof public.nemus_appointments
language sql stable security definer set search_path = '' as $$
  select * from public.nemus_appointments a where a.room_id = p_room and a.cancelled_at is null and a.ends_at > now()
$$;

/*
 * All rooms by name: [{id, name, address, place, capacity, is_active, coming, told, too_many}]. coming: dates that are not
 * over; told: people with a place or waiting there; too_many: dates on site with more places than the room.
 * Raises 403 staff_required.
 */
create function public.nemus_staff_rooms() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('teaching');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'address', r.address, 'place', r.place,
      'capacity', r.capacity, 'is_active', r.is_active, 'coming', d.coming, 'told', d.told, 'too_many', d.too_many)
      order by private.nemus_sort_key(r.place), r.id), '[]')
    from public.nemus_rooms r cross join lateral (
      select count(*) as coming, coalesce(sum(t.told), 0) as told,
        count(*) filter (where a.format = 'Präsenz' and a.capacity > r.capacity) as too_many
      from private.nemus_dates_in_room(r.id) a cross join lateral (
        select count(*) as told from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status in ('confirmed', 'waitlist')) t) d);
end $$;

-- For the people who are notified of a date.
create index nemus_appointment_participations_told on public.nemus_appointment_participations (appointment_id)
  where status in ('confirmed', 'waitlist');

/* A line of a room's form: trimmed, with single spaces. Raises 400 room_invalid with the field. */
create function private.nemus_room_line(p_field text, p_given text, p_least int, p_most int) returns text
language plpgsql immutable set search_path = '' as $$
declare
  line constant text := regexp_replace(btrim(coalesce(p_given, '')), '\s+', ' ', 'g');
begin
  perform private.nemus_refuse(400, 'room_invalid', jsonb_build_object('field', p_field))
    where char_length(line) not between p_least and p_most or line ~ '[[:cntrl:]]';
  return line;
end $$;

/*
 * Adds a room (p_room null) or changes one: {id, dates}, with the coming dates that now have another place, whose letters
 * are due. Coming dates with the same place as text take the room.
 * Raises 403 staff_required, 404 room_not_found, 400 room_invalid, 400 capacity_invalid, 409 room_exists, 409 room_taken,
 * each with the field.
 */
create function public.nemus_save_room(p_name text, p_address text, p_capacity int, p_is_active boolean default true,
  p_room uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  called constant text := private.nemus_room_line('name', p_name, 1, 100);
  at_address constant text := private.nemus_room_line('address', p_address, 0, 190);
  saved public.nemus_rooms;
  moved uuid[];
begin
  perform private.nemus_begin_planning();
  perform private.nemus_refuse(400, 'capacity_invalid', '{"field": "capacity", "most": 1000}')
    where p_capacity is null or p_capacity not between 1 and 1000;
  perform private.nemus_refuse(404, 'room_not_found')
    where p_room is not null and not exists (select from public.nemus_rooms r where r.id = p_room);
  begin
    insert into public.nemus_rooms as r (id, name, address, capacity, is_active)
    values (coalesce(p_room, gen_random_uuid()), called, at_address, p_capacity, coalesce(p_is_active, true))
    on conflict (id) do update set name = excluded.name, address = excluded.address, capacity = excluded.capacity,
      is_active = coalesce(p_is_active, r.is_active)
    returning * into saved;
  exception when unique_violation then
    perform private.nemus_refuse(409, 'room_exists', '{"field": "name"}');
  end;
  moved := private.nemus_rename_place(saved);
  -- Fires certificates/certificates.
  update public.nemus_appointments a set room_id = saved.id
  where a.room_id is null and private.nemus_room(a.format, a.location) = private.nemus_room('', saved.place)
    and a.course_id is not null and a.cancelled_at is null and a.ends_at > now();
  return jsonb_build_object('id', saved.id, 'dates', to_jsonb(moved));
end $$;

/*
 * Gives the coming dates of a room its present place, and returns those where people are told. Spelling alone, such as
 * capitals, is not announced. Raises 409 room_taken.
 */
create function private.nemus_rename_place(p_room public.nemus_rooms) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  course uuid;
  old public.nemus_appointments;
  is_elsewhere boolean;
  told uuid[] := '{}'::uuid[];
begin
  for course in select distinct a.course_id from private.nemus_dates_in_room(p_room.id) a
    where a.location <> p_room.place order by 1 loop
    perform private.nemus_lock_dates(course);
  end loop;
  for old in select * from public.nemus_appointments a
    where a.id in (select d.id from private.nemus_dates_in_room(p_room.id) d) and a.location <> p_room.place
    order by a.id for update loop
    is_elsewhere := private.nemus_room('', old.location) <> private.nemus_room('', p_room.place);
    -- As for any other place (dates/planning.sql): no one is bound by a deadline that has passed.
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a set location = p_room.place,
      change_until = case when a.change_until > now() or not is_elsewhere then a.change_until end
    where a.id = old.id;
    perform private.nemus_refuse_conflict(old.id);
    -- A date with one part that has begun is where its people are.
    if is_elsewhere and (old.parts is not null or old.starts_at > now()) then
      perform private.nemus_tell_date(old.id, 'moved', jsonb_build_object('earlier_location', old.location));
      told := told || old.id;
    end if;
  end loop;
  return told;
end $$;

/*
 * The room of a plan: the chosen one, or one with the typed place. Null row for an online date, or another place.
 * p_kept: rooms that the date has already, which may be closed. Raises 404 room_not_found, 409 room_closed {name}.
 */
create function private.nemus_planned_room(p_plan jsonb, p_kept uuid[]) returns public.nemus_rooms
language plpgsql stable security definer set search_path = '' as $$
declare
  room public.nemus_rooms;
  chosen constant text := nullif(p_plan ->> 'room_id', '');
begin
  if p_plan ->> 'format' is distinct from 'Online' then
    select * into room from public.nemus_rooms r where case when chosen is not null then r.id::text = chosen
      else private.nemus_room('', r.place) = private.nemus_room('', p_plan ->> 'location') end;
    perform private.nemus_refuse(404, 'room_not_found', '{"field": "room_id"}') where not found and chosen is not null;
    perform private.nemus_refuse(409, 'room_closed', jsonb_build_object('name', room.name, 'field',
        case when chosen is not null then 'room_id' else 'location' end))
      -- The rooms of dates without one are null.
      where not room.is_active and (room.id = any (p_kept)) is not true;
  end if;
  return room;
end $$;

/*
 * Refuses a date on site with more places than its room has, unless it had both already. At a Blended one, people also
 * take part online. Raises 409 room_too_small {name, most}.
 */
create function private.nemus_refuse_small_room(p_planned public.nemus_appointments, p_old public.nemus_appointments)
returns void
language sql stable security definer set search_path = '' as $$
  select private.nemus_refuse(409, 'room_too_small',
    jsonb_build_object('field', 'capacity', 'name', r.name, 'most', r.capacity))
  from public.nemus_rooms r
  where r.id = p_planned.room_id and p_planned.format = 'Präsenz' and p_planned.capacity > r.capacity
    and ((p_old.room_id, p_old.format) is distinct from (r.id, p_planned.format) or p_planned.capacity > p_old.capacity)
$$;
