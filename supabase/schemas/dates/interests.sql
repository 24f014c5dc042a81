-- Interest in dates (S-4.22): accounts that want to know when a seminar gets dates that cannot be bought yet
-- (courses/offer.sql). A new date or series tells each of them once. The interest stays until it is taken back, because
-- the date may be cancelled again. Not told: people who have the seminar meanwhile, members of institutions that booked it, blocked
-- accounts. Changing or moving a date tells nothing. Kept for two years (jobs/jobs.sql).

create table public.nemus_date_interests (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id uuid not null references public.nemus_courses (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, course_id)
);
alter table public.nemus_date_interests enable row level security;
create index nemus_date_interests_course on public.nemus_date_interests (course_id);
create index nemus_date_interests_age on public.nemus_date_interests (created_at);

/*
 * Asks to be told about dates of a seminar that cannot be bought yet, or takes that back. Repeating either changes
 * nothing. Waits for dates being planned, so that no interest is lost between the two.
 * Raises 404 course_not_found, 409 already_enrolled, 409 dates_planned.
 */
create function public.nemus_ask_for_dates(p_course uuid, p_asks boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not p_asks then
    delete from public.nemus_date_interests i where i.user_id = auth.uid() and i.course_id = p_course;
    return;
  end if;
  perform from public.nemus_courses c where c.id = p_course for no key update;
  perform private.nemus_refuse(404, 'course_not_found') where p_asks is null or not private.nemus_is_offered(p_course);
  perform private.nemus_refuse(409, 'already_enrolled', '{"name": null}') where private.nemus_is_enrolled(p_course);
  perform private.nemus_refuse(409, 'dates_planned') where private.nemus_is_buyable(p_course);
  insert into public.nemus_date_interests (user_id, course_id) values (auth.uid(), p_course) on conflict do nothing;
end $$;

/*
 * For the catalogue: {dates: [{id, course_id, starts_at, ends_at, format, location, instructor, capacity,
 * parts, free_places}], chosen: {course_id: date_id}, to_follow: [{course_id, is_buyable, is_asked}]}. dates: those of offered seminars that can still be chosen, by start.
 * chosen: for the caller's next purchase (dates/chosen_before.sql). to_follow: offered seminars that cannot be bought yet, and those whose dates the caller asked for.
 */
create function public.nemus_catalogue_dates() returns jsonb
language sql stable security definer set search_path = '' as $$
  with offered as materialized (
    select c.id from public.nemus_courses c where c.is_active and c.id not in (select private.nemus_withheld_seminars())),
  for_sale as materialized (select s.* from private.nemus_for_sale s),
  open_dates as materialized (
    select a.id, a.course_id, a.starts_at, a from for_sale s join public.nemus_appointments a on a.id = s.date_id
    where s.course_id in (select o.id from offered o)),
  asked as (select i.course_id from public.nemus_date_interests i where i.user_id = auth.uid())
  select jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'course_id', d.course_id, 'starts_at', d.starts_at,
      'ends_at', (d.a).ends_at, 'format', (d.a).format, 'location', (d.a).location, 'instructor', (d.a).instructor,
      'capacity', (d.a).capacity, 'parts', (d.a).parts,
      'free_places', greatest(private.nemus_open_places(d.a, auth.uid()), 0)) order by d.starts_at, d.id), '[]')
      from open_dates d),
    'chosen', (select coalesce(jsonb_object_agg(c.course_id, c.date_id), '{}') from public.nemus_date_choices c
      join open_dates a on a.id = c.date_id where c.user_id = auth.uid()),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select s.course_id from for_sale s) as is_buyable from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$$;

/*
 * Tells those who asked that a seminar has dates. The newest date names the event: dates planned together are told once,
 * and a seminar that is published again repeats nothing.
 */
create function private.nemus_tell_interested(p_course uuid) returns void
language sql security definer set search_path = '' as $$
  select private.nemus_notify(i.user_id, 'dates_planned', 'dates_planned:' || planned.newest,
    jsonb_build_object('title', private.nemus_fact(c.title, '–'), 'starts_at', planned.first_start),
    case p.user_type when 'institution' then '/course-bookings?ansicht=buchen&kurs=' else '/seminar-catalog/' end || c.id)
  from public.nemus_courses c
  cross join lateral (select min(a.starts_at) as first_start,
      (array_agg(a.id order by a.created_at desc, a.starts_at, a.id))[1] as newest
    from public.nemus_appointments a where a.course_id = c.id and a.cancelled_at is null
      and private.nemus_change_deadline(a) > now()) planned
  join public.nemus_date_interests i on i.course_id = c.id
  join public.nemus_profiles p on p.user_id = i.user_id
  where c.id = p_course and planned.newest is not null and private.nemus_is_offered(c.id)
    and not private.nemus_is_blocked(i.user_id)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = i.user_id and e.course_id = c.id)
    and not exists (select from public.nemus_course_bookings b
      join public.nemus_members m on m.institution_id = b.institution_id and m.user_id = i.user_id
      where b.course_id = c.id and b.status <> 'cancelled')
$$;

/* Deletes interest older than two years. Returns how many. */
create function private.nemus_forget_date_interests() returns int
language sql security definer set search_path = '' as $$
  with gone as (delete from public.nemus_date_interests i where i.created_at < now() - interval '2 years' returning 1)
  select count(*)::int from gone
$$;
