-- The date that a buyer chooses before paying (S-4.24): a trainee for the account itself, a member of an institution for
-- all people of a booking, never for the institution's own purchase. It is kept with the account, goes into the order or
-- booking, and takes effect with the enrolment: a place, or the end of the waiting list. Nothing is reserved before. A
-- date that can no longer be chosen then gives no place, and the person is told to choose another; the purchase stays.
-- Choices end with the purchase, or with their date (jobs/jobs.sql).

create table public.nemus_date_choices (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id uuid not null references public.nemus_courses (id) on delete cascade,
  date_id uuid not null references public.nemus_appointments (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, course_id)
);
alter table public.nemus_date_choices enable row level security;
create index nemus_date_choices_course on public.nemus_date_choices (course_id);
create index nemus_date_choices_date on public.nemus_date_choices (date_id);

/*
 * Chooses a date for the caller's next purchase of a seminar; null takes the choice back.
 * Raises 404 date_not_found, 409 date_cancelled, date_closed.
 */
create function public.nemus_choose_before_buying(p_course uuid, p_date uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.nemus_appointments;
begin
  if p_date is null then
    delete from public.nemus_date_choices c where c.user_id = auth.uid() and c.course_id = p_course;
    return;
  end if;
  select * into chosen from public.nemus_appointments a where a.id = p_date and a.course_id = p_course;
  perform private.nemus_refuse(404, 'date_not_found') where chosen.id is null or not private.nemus_is_offered(p_course);
  perform private.nemus_refuse(409, 'date_cancelled') where chosen.cancelled_at is not null;
  perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(chosen) <= now();
  insert into public.nemus_date_choices (user_id, course_id, date_id) values (auth.uid(), p_course, p_date)
  on conflict (user_id, course_id) do update set date_id = excluded.date_id, created_at = now();
end $$;

/*
 * The date that an account chose for a purchase; null without one. One that went within a day may still be on the buyer's
 * page: it counts, so that the person is told (nemus_take_choice).
 */
create function private.nemus_choice_of(p_user uuid, p_course uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.id from public.nemus_date_choices c join public.nemus_appointments a on a.id = c.date_id
  where c.user_id = p_user and c.course_id = p_course
    and least(a.cancelled_at, private.nemus_change_deadline(a)) > now() - interval '1 day'
$$;

/* Ends the choices that a purchase has used, of the buyer or of the institution's members: the next one begins without. */
create function private.nemus_use_choice(p_payer uuid, p_date uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.nemus_date_choices c where c.date_id = p_date and (c.user_id = p_payer
    or c.user_id in (select m.user_id from public.nemus_members m where m.institution_id = p_payer))
$$;

/*
 * Gives a newly enrolled account its place at the date chosen before; null: none was. Leaves an account alone that has
 * another place or has attended the seminar.
 */
create function private.nemus_take_choice(p_user uuid, p_date uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.nemus_appointments;
begin
  if p_date is null then
    return;
  end if;
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into chosen from public.nemus_appointments a where a.id = p_date for update;
  if not found or exists (select from private.nemus_held_dates(p_user, chosen.course_id))
    or private.nemus_has_attended(p_user, chosen.course_id) then
    return;
  elsif chosen.cancelled_at is null and private.nemus_change_deadline(chosen) > now() then
    perform private.nemus_place_at(p_user, chosen);
  -- A slow payment may arrive after the date began; long after it, it is no news.
  elsif chosen.starts_at > now() - interval '14 days' then
    perform private.nemus_notify(p_user, 'choice_gone', 'choice_gone:' || p_date,
      jsonb_build_object('title', private.nemus_fact(chosen.title, '–'), 'starts_at', chosen.starts_at),
      '/seminar-catalog/' || chosen.course_id || '?terminwahl=' || chosen.course_id);
  end if;
end $$;

/* Deletes choices of dates that have begun. Returns how many. */
create function private.nemus_forget_date_choices() returns int
language sql security definer set search_path = '' as $$
  with gone as (delete from public.nemus_date_choices c using public.nemus_appointments a
    where a.id = c.date_id and a.starts_at < now() returning 1)
  select count(*)::int from gone
$$;
