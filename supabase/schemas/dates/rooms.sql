-- Rooms of the academy. A date on site takes a room, or a place as text. Staff keep rooms in dates/room_dates.sql.
-- - The place of a date with a room is that of the room: every coming date has the room's present name and address, so
--   that a room is taken by its place alone (dates/plan_checks.sql), whether it was chosen or typed.
-- - Changed name or address: coming dates get the new place, and it is announced as any other place (dates/planning.sql).
--   Refused (409 room_taken) where another date already has that place at the time.
-- - A closed room keeps its dates and gets no new ones. Rooms are never deleted.
-- - Dates on site have at most as many places as the room when they get the room or more places; fewer places in the room
--   leave them as they are, and the list counts them.

/* The room of a date on site: its location in lower case with single spaces. Null for an online date. */
create function private.nemus_room(p_format text, p_location text) returns text
language sql immutable set search_path = '' as $$
  select case when p_format <> 'Online' then nullif(lower(regexp_replace(btrim(p_location), '\s+', ' ', 'g')), '') end
$$;

create table public.nemus_rooms (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 100),
  address text not null default '' check (char_length(address) <= 190),
  capacity int not null check (capacity between 1 and 1000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What a date in this room has as its location.
  place text not null generated always as (case when address = '' then name else name || ', ' || address end) stored
);
alter table public.nemus_rooms enable row level security;
create unique index nemus_rooms_place on public.nemus_rooms (private.nemus_room('', place));
create trigger touch before update on public.nemus_rooms for each row execute function private.nemus_touch();
create trigger audit after insert or update or delete on public.nemus_rooms for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');
