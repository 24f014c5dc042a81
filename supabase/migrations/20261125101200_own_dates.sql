-- What people have of dates: nothing of a seminar that is not theirs any more, and one entry in their calendar that each
-- change finds.

/* How often the place became another one: had, waited for, left. */
alter table public.nemus_appointment_participations add column changes int not null default 0 check (changes >= 0);

/* Counts what happens to a place. */
create function private.nemus_count_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.changes := old.changes + 1;
  return new;
end $$;
create trigger count_change before update of status on public.nemus_appointment_participations
  for each row when (old.status is distinct from new.status) execute function private.nemus_count_change();

/* Counts that a date is somewhere else or does not take place, whoever writes it. */
create function private.nemus_count_move() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end $$;
create trigger count_move before update of starts_at, ends_at, format, location, cancelled_at on public.nemus_appointments
  for each row when (new.sequence = old.sequence
    and (old.starts_at, old.ends_at, old.format, old.location, old.cancelled_at)
      is distinct from (new.starts_at, new.ends_at, new.format, new.location, new.cancelled_at))
  execute function private.nemus_count_move();

/*
 * The caller's appointments, as a page lists them. Of a seminar's date `completed` is who was there, by what was ticked;
 * of any other appointment, what was confirmed and is over. What the academy cancelled is `cancelled`. A place that was
 * given up with its seminar (refund, cancelled booking) is none: the date takes place, without the caller.
 */
create or replace view public.nemus_my_appointments with (security_invoker = true) as
select a.id, a.title, a.description, a.starts_at, a.ends_at, a.type, a.format, a.location,
  a.instructor, a.competency,
  a.units, a.capacity, a.participants_taken, a.is_sample, case when a.cancelled_at is null then l.meeting_url end as meeting_url,
  case when p.status in ('confirmed', 'waitlist') and a.cancelled_at is not null then 'cancelled'
    when p.status = 'confirmed' and a.course_id is null and a.ends_at <= now() then 'completed'
    when p.status = 'confirmed' and a.course_id is not null and p.attendance in ('present', 'partial') then 'completed'
    else p.status end as status,
  case when a.cancelled_at is null then p.waitlist_position end as waitlist_position,
  coalesce(p.cancelled_at, a.cancelled_at) as cancelled_at, p.rating, p.feedback, p.rated_at,
  greatest(a.updated_at, p.updated_at) as updated_at,
  -- Of a seminar's date: until when it can be changed, why the academy cancelled it, and what was ticked.
  a.course_id, case when a.course_id is not null then coalesce(a.change_until, a.starts_at) end as change_until,
  a.cancelled_at is not null as cancelled_by_academy, a.cancel_reason, p.attendance, p.attended_units,
  -- What calendars count: above the minutes since 1970 that entries had before.
  40000000 + a.sequence + p.changes as calendar_sequence
from public.nemus_appointment_participations p
join public.nemus_appointments a on a.id = p.appointment_id
left join public.nemus_appointment_links l on l.appointment_id = a.id
where p.user_id = (select auth.uid())
  and (a.course_id is null or p.status <> 'cancelled' or exists (select from public.nemus_course_enrollments e
    where e.user_id = p.user_id and e.course_id = a.course_id));

revoke all on function private.nemus_count_change(), private.nemus_count_move() from public;
