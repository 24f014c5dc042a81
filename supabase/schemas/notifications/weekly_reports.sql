-- Weekly reports of institutions: figures without names, written by nemus_write_weekly_reports (job every ten minutes).
-- - Once per institution and week, at the weekday and hour that its administration chose (Berlin time; default Monday,
--   8:00).
-- - About the seven whole days before. The figures never change afterwards. Kept for 52 weeks.
-- - Announced to members with the role `reading` or `administration`, who can read reports (notifications/access.sql).
-- - After downtime only the latest due report is written, and none that was due before the switch was turned on or the
--   time changed.
-- Exceptions: institutions that switched reports off, and those whose members are all blocked, get none.

/*
 * When an institution gets its report, in Berlin time. One row per institution; the switch itself is in
 * nemus_institution_settings.
 */
create table public.nemus_report_times (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- Monday is 1.
  weekday int not null default 1 check (weekday between 1 and 7),
  hour int not null default 8 check (hour between 0 and 23),
  -- Reports due earlier are not caught up: the institution was new, had switched reports off, or had chosen another
  -- time.
  since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_report_times enable row level security;
create trigger touch before update on public.nemus_report_times for each row execute function private.nemus_touch();
create trigger organisation_log after update on public.nemus_report_times
  for each row execute function private.nemus_log_row('institution_id', 'institution_id');

/* A written report. Its figures never change. One per week, named by the Monday of the week in which it was due. */
create table public.nemus_weekly_reports (
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  -- The seven whole days of the report, both inclusive.
  first_day date not null,
  last_day date not null,
  -- As private.nemus_report_figures: only numbers.
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  created_at timestamptz not null default now(),
  primary key (institution_id, week),
  constraint seven_days check (last_day = first_day + 6)
);
alter table public.nemus_weekly_reports enable row level security;
create index nemus_weekly_reports_created on public.nemus_weekly_reports (created_at);

/* Creates the time with the settings, and restarts it when reports are switched on again. */
create function private.nemus_begin_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.nemus_report_times (institution_id) values (new.institution_id)
  on conflict (institution_id) do update set since = now();
  return new;
end $$;
create trigger begin_reports after insert on public.nemus_institution_settings for each row
  execute function private.nemus_begin_reports();
create trigger begin_reports_again after update of weekly_reports on public.nemus_institution_settings for each row
  when (new.weekly_reports and not old.weekly_reports) execute function private.nemus_begin_reports();

/*
 * The last p_weekday, p_hour o'clock in Berlin at or before p_now. An hour skipped in spring is the next one; an hour
 * repeated in autumn is one of the two.
 */
create function private.nemus_report_due(p_weekday int, p_hour int, p_now timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select max(due) from (
    select ((date_trunc('week', p_now at time zone 'Europe/Berlin')::date + 7 * weeks + p_weekday - 1)
      + make_time(p_hour, 0, 0)) at time zone 'Europe/Berlin' as due
    from generate_series(-1, 0) as weeks) as possible
  where due <= p_now
$$;

/* Whether a trainee's hours are behind in any category of the chosen requirements. */
create function private.nemus_is_behind(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.nemus_requirement_categories c
    left join lateral (
      select sum(m.minutes)::bigint as minutes from private.nemus_minutes_by_source(p_user) m
      join public.nemus_requirement_credits r on r.set_id = c.set_id and r.source = m.source
      where r.category = c.category) d on true
    where c.set_id = private.nemus_chosen_set(p_user)
      and private.nemus_standing(coalesce(d.minutes, 0), c.required_units, private.nemus_elapsed(p_user), c.unit_minutes)
        in ('behind', 'far_behind'))
$$;

/*
 * Figures of an institution from p_first to p_last, both inclusive, and current values: numbers, no names.
 * - linked: trainees with a linked account
 * - active: linked trainees who wrote in the logbook, completed a module or attended a date in these days
 * - confirmed_minutes: logbook minutes confirmed in these days
 * - open_entries: entries waiting for confirmation now
 * - bookings, places: made in these days and not cancelled
 * - next_dates, next_places: of linked trainees, in the seven days after p_last
 * - credits_used: in these days, less what came back
 * - credits_left: now
 * - behind: linked trainees who are behind in some category (nemus_standing)
 */
create function private.nemus_report_figures(p_institution uuid, p_first date, p_last date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with span as (
    select p_first::timestamp at time zone 'Europe/Berlin' as begun, (p_last + 1)::timestamp at time zone 'Europe/Berlin' as ended,
      (p_last + 8)::timestamp at time zone 'Europe/Berlin' as next_ended),
  people as materialized (
    select t.user_id from public.nemus_trainees t where t.institution_id = p_institution and t.user_id is not null),
  dates as materialized (
    select p.user_id, p.status, a.id, t.starts_at, t.ends_at from people o
    join public.nemus_appointment_participations p on p.user_id = o.user_id
    join public.nemus_appointments a on a.id = p.appointment_id
    cross join lateral private.nemus_parts(a) t),
  entries as materialized (
    select e.user_id, e.state, e.minutes, e.created_at, e.confirmed_at, e.institution_id from people o
    join public.nemus_logbook_entries e on e.user_id = o.user_id and not e.is_sample
    where e.state = 'submitted' or greatest(e.created_at, e.confirmed_at) >= (select s.begun from span s)),
  made as (
    select b.participants from public.nemus_course_bookings b, span s
    where b.institution_id = p_institution and b.origin = 'portal' and b.status <> 'cancelled'
      and b.created_at >= s.begun and b.created_at < s.ended)
  select jsonb_build_object(
    'linked', (select count(*) from people),
    'active', (select count(*) from people o, span s where
      exists (select from entries e where e.user_id = o.user_id and e.created_at >= s.begun and e.created_at < s.ended)
      or exists (select from public.nemus_module_progress m where m.user_id = o.user_id and not m.is_sample
        and m.completed_at >= s.begun and m.completed_at < s.ended)
      or exists (select from dates d where d.user_id = o.user_id and d.status in ('confirmed', 'completed')
        and d.ends_at >= s.begun and d.ends_at < s.ended)),
    'confirmed_minutes', (select coalesce(sum(e.minutes), 0) from entries e, span s where e.state = 'confirmed'
      and e.institution_id = p_institution and e.confirmed_at >= s.begun and e.confirmed_at < s.ended),
    'open_entries', (select count(*) from public.nemus_logbook_entries e
      where e.institution_id = p_institution and e.state = 'submitted'),
    'bookings', (select count(*) from made),
    'places', (select coalesce(sum(m.participants), 0) from made m),
    'next_dates', (select count(distinct d.id) from dates d, span s
      where d.status = 'confirmed' and d.starts_at >= s.ended and d.starts_at < s.next_ended),
    'next_places', (select count(distinct (d.id, d.user_id)) from dates d, span s
      where d.status = 'confirmed' and d.starts_at >= s.ended and d.starts_at < s.next_ended),
    'credits_used', (select coalesce(-sum(c.amount), 0) from public.nemus_credit_entries c, span s
      where c.institution_id = p_institution and c.kind in ('spend', 'spend_reversal')
        and c.created_at >= s.begun and c.created_at < s.ended),
    'credits_left', (select coalesce(max(b.available_credits), 0) from public.nemus_credit_balances b
      where b.institution_id = p_institution),
    'behind', (select count(*) from people o where private.nemus_is_behind(o.user_id)))
$$;

/*
 * Writes the due reports, tells members who administer or read, and deletes reports older than 52 weeks. Once per
 * institution and week, however often it is called; after downtime only the latest due report. One that fails is set
 * aside. Returns how many were written.
 */
create function private.nemus_write_weekly_reports(p_now timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  monday date;
  last date;
  written int := 0;
  numbers jsonb;
begin
  delete from public.nemus_weekly_reports r where r.week < (p_now at time zone 'Europe/Berlin')::date - 52 * 7;
  for due in
    select t.institution_id, d.at from public.nemus_report_times t
    join public.nemus_institution_settings s on s.institution_id = t.institution_id and s.weekly_reports
    cross join lateral (select private.nemus_report_due(t.weekday, t.hour, p_now) as at) d
    where d.at >= t.since and exists (select from public.nemus_members m
        where m.institution_id = t.institution_id and not private.nemus_is_blocked(m.user_id))
      and not private.nemus_is_set_aside('write-weekly-reports', t.institution_id::text)
      and not exists (select from public.nemus_weekly_reports r where r.institution_id = t.institution_id
        and r.week = date_trunc('week', d.at at time zone 'Europe/Berlin')::date)
    order by d.at, t.institution_id limit 500
  loop
    begin
      monday := date_trunc('week', due.at at time zone 'Europe/Berlin')::date;
      last := (due.at at time zone 'Europe/Berlin')::date - 1;
      numbers := private.nemus_report_figures(due.institution_id, last - 6, last);
      insert into public.nemus_weekly_reports (institution_id, week, first_day, last_day, figures, created_at)
      values (due.institution_id, monday, last - 6, last, numbers, p_now)
      on conflict (institution_id, week) do nothing;
      -- A concurrent call wrote it, and announces it.
      continue when not found;
      perform private.nemus_notify_members(due.institution_id, array['reading'], 'weekly_report',
        'weekly_report:' || due.institution_id || ':' || monday,
        jsonb_build_object('from', last - 6, 'until', last, 'figures', numbers), '/dashboard/report/' || monday);
      written := written + 1;
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, null);
    exception when others then
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, sqlerrm);
    end;
  end loop;
  return written;
end $$;

/*
 * Sets when the institution gets its report, from the next time on. Raises the errors of nemus_require_member,
 * 400 invalid_request.
 */
create function public.nemus_choose_report_time(p_weekday int, p_hour int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where p_weekday is null or p_hour is null or p_weekday not between 1 and 7 or p_hour not between 0 and 23;
  update public.nemus_report_times t set weekday = p_weekday, hour = p_hour, since = now()
  where t.institution_id = institution and (t.weekday, t.hour) <> (p_weekday, p_hour);
end $$;
