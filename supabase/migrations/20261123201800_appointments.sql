-- Appointments with places and a waiting list.

create table public.nemus_appointments (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 4000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  type text not null check (type in ('Seminar', 'Sprechstunde', 'Workshop', 'Supervision', 'Webinar')),
  format text not null check (format in ('Präsenz', 'Online', 'Blended')),
  location text not null default '' check (char_length(location) <= 300),
  instructor text not null default '' check (char_length(instructor) <= 200),
  competency text check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  -- Teaching units that a certificate of attendance states.
  units int not null default 0 check (units >= 0),
  capacity int not null check (capacity > 0),
  -- Confirmed places, those given outside of the portal included.
  participants_taken int not null default 0,
  -- Of the sample set: made for one account, and removed with it.
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ends_after_start check (ends_at > starts_at),
  constraint never_overbooked check (participants_taken between 0 and capacity)
);
alter table public.nemus_appointments enable row level security;
create trigger touch before update on public.nemus_appointments
  for each row execute function private.nemus_touch();

create table public.nemus_appointment_participations (
  appointment_id uuid not null references public.nemus_appointments (id) on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  status text not null default 'confirmed' check (status in ('confirmed', 'waitlist', 'cancelled', 'completed')),
  -- 1 is the next to get a place.
  waitlist_position int check (waitlist_position > 0),
  cancelled_at timestamptz,
  rating int check (rating between 1 and 5),
  feedback text check (char_length(feedback) <= 2000),
  rated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (appointment_id, user_id),
  -- Checked at the end of a statement: the whole list moves up at once.
  constraint one_per_position unique (appointment_id, waitlist_position) deferrable initially immediate,
  constraint position_on_the_waitlist check ((status = 'waitlist') = (waitlist_position is not null)),
  constraint cancelled_has_a_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint rating_has_a_time check ((rating is null) = (rated_at is null)),
  constraint feedback_needs_rating check (feedback is null or rating is not null)
);
alter table public.nemus_appointment_participations enable row level security;
create trigger touch before update on public.nemus_appointment_participations
  for each row execute function private.nemus_touch();
create index nemus_appointment_participations_user on public.nemus_appointment_participations (user_id, appointment_id);

/* Where an online appointment meets; a table of its own, because only confirmed participants may read it. */
create table public.nemus_appointment_links (
  appointment_id uuid primary key references public.nemus_appointments (id) on delete cascade,
  meeting_url text not null check (meeting_url ~ '^https://[^[:space:]]+$' and char_length(meeting_url) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_appointment_links enable row level security;
create trigger touch before update on public.nemus_appointment_links
  for each row execute function private.nemus_touch();

/*
 * How the caller takes part in an appointment: the status, or null. A function and no subselect in the policies: with a
 * subselect the planner reads all appointments to join a few participations.
 */
create function private.nemus_participation(p_appointment uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.status from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = auth.uid()
$$;
revoke all on function private.nemus_participation(uuid) from public;
grant execute on function private.nemus_participation(uuid) to authenticated;

/* A new participation gets a place while there is one, else the end of the waiting list. */
create function private.nemus_take_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  appointment public.nemus_appointments;
begin
  select * into appointment from public.nemus_appointments a where a.id = new.appointment_id for update;
  if new.status = 'confirmed' and appointment.participants_taken < appointment.capacity then
    update public.nemus_appointments a set participants_taken = a.participants_taken + 1 where a.id = new.appointment_id;
  elsif new.status = 'confirmed' then
    new.status := 'waitlist';
  end if;
  if new.status = 'waitlist' and new.waitlist_position is null then
    select coalesce(max(p.waitlist_position), 0) + 1 into new.waitlist_position
    from public.nemus_appointment_participations p where p.appointment_id = new.appointment_id;
  end if;
  return new;
end $$;
revoke all on function private.nemus_take_place() from public;

create trigger take_place before insert on public.nemus_appointment_participations
  for each row execute function private.nemus_take_place();

/*
 * Cancels an own appointment: the place goes to the next on the waiting list, the list moves up.
 * Returns {status}. Raises 404 appointment_not_found, 409 appointment_over.
 */
create function private.nemus_cancel_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  appointment public.nemus_appointments;
  own public.nemus_appointment_participations;
  next_user uuid;
begin
  select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = auth.uid() for update;
  if not found then
    perform private.nemus_refuse(404, 'appointment_not_found');
  end if;
  -- A second click, or an answer that was lost: what is done already is no failure.
  if own.status = 'cancelled' then
    return jsonb_build_object('status', 'cancelled');
  end if;
  if own.status not in ('confirmed', 'waitlist') or appointment.starts_at <= now() then
    perform private.nemus_refuse(409, 'appointment_over');
  end if;
  update public.nemus_appointment_participations p
  set status = 'cancelled', waitlist_position = null, cancelled_at = now()
  where p.appointment_id = p_appointment and p.user_id = own.user_id;
  if own.status = 'confirmed' then
    select p.user_id into next_user from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.status = 'waitlist' order by p.waitlist_position limit 1;
    if next_user is null then
      update public.nemus_appointments a set participants_taken = a.participants_taken - 1 where a.id = p_appointment;
    else
      select p.waitlist_position into own.waitlist_position from public.nemus_appointment_participations p
      where p.appointment_id = p_appointment and p.user_id = next_user;
      update public.nemus_appointment_participations p set status = 'confirmed', waitlist_position = null
      where p.appointment_id = p_appointment and p.user_id = next_user;
    end if;
  end if;
  update public.nemus_appointment_participations p set waitlist_position = p.waitlist_position - 1
  where p.appointment_id = p_appointment and p.waitlist_position > own.waitlist_position;
  return jsonb_build_object('status', 'cancelled');
end $$;

/*
 * Rates an own appointment that took place; a second rating replaces the first.
 * p_rating 1 to 5 stars; p_feedback may be null. Returns {rating, feedback, rated_at}.
 * Raises 404 appointment_not_found, 409 appointment_not_over.
 */
create function private.nemus_rate_appointment(p_appointment uuid, p_rating int, p_feedback text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  own record;
begin
  select p.status, a.ends_at into own
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.appointment_id = p_appointment and p.user_id = auth.uid() for update of p;
  if not found then
    perform private.nemus_refuse(404, 'appointment_not_found');
  end if;
  if not (own.status = 'completed' or (own.status = 'confirmed' and own.ends_at <= now())) then
    perform private.nemus_refuse(409, 'appointment_not_over');
  end if;
  if p_rating is null or p_rating not between 1 and 5 then
    perform private.nemus_refuse(400, 'invalid_rating');
  end if;
  if char_length(p_feedback) > 2000 then
    perform private.nemus_refuse(400, 'feedback_too_long', '{"most": 2000}');
  end if;
  update public.nemus_appointment_participations p
  set rating = p_rating, feedback = nullif(btrim(p_feedback), ''), rated_at = now()
  where p.appointment_id = p_appointment and p.user_id = auth.uid();
  return jsonb_build_object('rating', p_rating, 'feedback', nullif(btrim(p_feedback), ''), 'rated_at', now());
end $$;

create function public.nemus_cancel_appointment(p_appointment uuid) returns jsonb
language sql set search_path = '' as $$ select private.nemus_cancel_appointment(p_appointment) $$;
create function public.nemus_rate_appointment(p_appointment uuid, p_rating int, p_feedback text default null) returns jsonb
language sql set search_path = '' as $$ select private.nemus_rate_appointment(p_appointment, p_rating, p_feedback) $$;

revoke all on function private.nemus_cancel_appointment(uuid), private.nemus_rate_appointment(uuid, int, text),
  public.nemus_cancel_appointment(uuid), public.nemus_rate_appointment(uuid, int, text)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_cancel_appointment(uuid), private.nemus_rate_appointment(uuid, int, text),
  public.nemus_cancel_appointment(uuid), public.nemus_rate_appointment(uuid, int, text) to authenticated;

revoke all on public.nemus_appointments, public.nemus_appointment_participations, public.nemus_appointment_links
  from anon, authenticated, service_role;
grant select on public.nemus_appointments, public.nemus_appointment_participations, public.nemus_appointment_links
  to authenticated, service_role;
grant insert, update, delete on public.nemus_appointments, public.nemus_appointment_links to service_role;
grant insert on public.nemus_appointment_participations to service_role;

create policy "own participations are read" on public.nemus_appointment_participations for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own appointments are read" on public.nemus_appointments for select to authenticated
  using (private.nemus_participation(id) is not null);
create policy "links of confirmed appointments are read" on public.nemus_appointment_links for select to authenticated
  using (private.nemus_participation(appointment_id) = 'confirmed');

/* The caller's appointments, as a page lists them. What was confirmed and is over counts as completed. */
create view public.nemus_my_appointments with (security_invoker = true) as
select a.id, a.title, a.description, a.starts_at, a.ends_at, a.type, a.format, a.location, a.instructor, a.competency,
  a.units, a.capacity, a.participants_taken, a.is_sample, l.meeting_url,
  case when p.status = 'confirmed' and a.ends_at <= now() then 'completed' else p.status end as status,
  p.waitlist_position, p.cancelled_at, p.rating, p.feedback, p.rated_at,
  -- Of whichever changed last: calendars count it as the sequence of the entry.
  greatest(a.updated_at, p.updated_at) as updated_at
from public.nemus_appointment_participations p
join public.nemus_appointments a on a.id = p.appointment_id
left join public.nemus_appointment_links l on l.appointment_id = a.id
where p.user_id = (select auth.uid());
revoke all on public.nemus_my_appointments from anon, authenticated, service_role;
grant select on public.nemus_my_appointments to authenticated;
