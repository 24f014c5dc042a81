-- Hours and competencies of a training, computed when read and never stored (S-3.7). docs/figures.md lists each figure.
-- The only sources: attendance, completed e-learning, certificates from elsewhere and confirmed logbook entries
-- (private.nemus_training_sources). Supervision is practice. Every source is in minutes; sums are rounded to whole
-- units (private.nemus_whole_units in logbook/entries.sql) after adding.
-- What counts for a chosen requirement set: logbook/counted_hours.sql and logbook/cohort.sql, from the same view.
-- Exceptions: a revoked certificate and a corrected logbook entry do not count; self-experience counts only in the
-- total.

/*
 * All sources of a training, one arm per kind. `source` is the key in nemus_requirement_credits, `category` the
 * default category without a requirement set. `competency` may be null.
 *
 * A date of a seminar counts by recorded attendance, as theory and practice in the seminar's proportion. Other
 * appointments count if confirmed and past. Supervision at an appointment is practice; every other appointment is
 * theory. A certificate counts only if it was issued elsewhere: for an appointment, an e-learning course or a seminar
 * of the portal, that source counts itself. A logbook entry counts if it is confirmed and not replaced by a confirmed
 * correction; one with a file is a certificate, in its own category.
 *
 * Read it for one account. `limit 1` on a primary key only keeps the planner from reading all appointments or seminars
 * to join the few of that account.
 */
create view private.nemus_training_sources as
-- Appointments without a seminar.
select p.user_id, 'attendance' as kind, a.id::text as source_id, a.title, a.competency, null::text as level,
  case a.type when 'Supervision' then 'appointment_supervision' else 'appointment' end as source,
  case a.type when 'Supervision' then 'practice' else 'theory' end as category, a.units * 45 as minutes,
  (a.ends_at at time zone 'Europe/Berlin')::date as done_on, a.is_sample
from public.nemus_appointment_participations p
cross join lateral (select * from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
where a.course_id is null and a.units > 0
  and (p.status = 'completed' or (p.status = 'confirmed' and a.ends_at <= now()))
union all
-- Dates of seminars, each attended part on its day.
select p.user_id, 'attendance', a.id::text, a.title, coalesce(a.competency, s.competency), null,
  'seminar_' || part.category, part.category, part.units * 45, (done.ends_at at time zone 'Europe/Berlin')::date,
  a.is_sample
from public.nemus_appointment_participations p
cross join lateral (select * from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
cross join lateral (select * from public.nemus_courses c where c.id = a.course_id limit 1) s
cross join lateral (
  select a.ends_at, p.attended_units as units, p.attended_units as until where a.parts is null
  union all
  select o.ends_at, o.units, o.until from (
    select t.ends_at, m.units, (sum(m.units) over (order by t.ends_at))::int as until
    from jsonb_to_recordset(a.parts) as t (id text, ends_at timestamptz)
    cross join lateral (select (p.part_marks #>> array[t.id, 'units'])::int as units) m where m.units > 0) o
  where a.parts is not null
) done
-- Shares are rounded in the sum, so that the parts add up to the share of their date.
cross join lateral (
  select case when a.type = 'Supervision' then 0 when s.theory_units + s.practical_units = 0 then done.units
    else (round(done.until * s.theory_units::numeric / (s.theory_units + s.practical_units))
      - round((done.until - done.units) * s.theory_units::numeric / (s.theory_units + s.practical_units)))::int end as units
  -- Computed once: without "offset 0" it is repeated in every column below.
  offset 0) theory
cross join lateral (values ('theory', theory.units), ('practice', done.units - theory.units))
  as part (category, units)
where p.attendance in ('present', 'partial') and part.units > 0
union all
-- E-learning, as it was when it was completed: later versions of a course are more, or less, work.
select l.user_id, 'elearning', l.course_id, coalesce(k.title, c.title), case when k.units is null then c.competency
    else k.competency end, null, 'elearning', 'elearning', coalesce(k.units, c.units) * 45,
  (l.completed_at at time zone 'Europe/Berlin')::date, l.is_sample
from public.nemus_learning_progress l
cross join lateral (select * from public.nemus_learning_courses e where e.id = l.course_id limit 1) c
left join lateral (select * from public.nemus_certificates d where d.user_id = l.user_id and d.course_id = l.course_id
  order by d.edition desc limit 1) k on true
where l.status = 'completed'
union all
-- Certificates of others, as the sample set has them.
select c.user_id, 'certificate', c.id::text, c.title, c.competency, null,
  case c.session ->> 'type' when 'Supervision' then 'certificate_supervision' else 'certificate' end,
  case c.session ->> 'type' when 'Supervision' then 'practice' else 'theory' end, c.units * 45, c.issued_on, c.is_sample
from public.nemus_certificates c
where c.appointment_id is null and c.course_id is null and c.seminar_id is null and c.units > 0
  and not exists (select from private.nemus_certificate_revocations r where r.certificate_id = c.id)
union all
-- The logbook.
select e.user_id, 'logbook', e.id::text, e.note, e.competency, e.level, 'entry_' || e.category, e.category, e.minutes,
  e.done_on, e.is_sample
from public.nemus_logbook_entries e
where e.state = 'confirmed' and e.minutes > 0 and e.file_id is null
  and not exists (select from public.nemus_logbook_entries c
    where c.user_id = e.user_id and c.corrects = e.id and c.state = 'confirmed')
union all
-- Certificates from elsewhere in the logbook.
select e.user_id, 'certificate', e.id::text, e.note, e.competency, e.level, private.nemus_certificate_source(e.category),
  e.category, e.minutes, e.done_on, e.is_sample
from public.nemus_logbook_entries e
where e.state = 'confirmed' and e.minutes > 0 and e.file_id is not null
  and not exists (select from public.nemus_logbook_entries c
    where c.user_id = e.user_id and c.corrects = e.id and c.state = 'confirmed');

/* Whether sample data counts among the hours of an account. Checks no rights: its callers do. */
create function private.nemus_has_sample_hours(p_user uuid) returns boolean
-- plpgsql keeps the plan: making it costs more than the answer.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from private.nemus_training_sources s where s.user_id = p_user and s.is_sample);
end $$;

/*
 * Units of 45 minutes that an account has completed in an area, or in total (p_area null). Checks no rights: the views
 * that call it do.
 */
create function private.nemus_units_done(p_user uuid, p_area text) returns int
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (select private.nemus_whole_units(coalesce(sum(s.minutes), 0)::bigint) from private.nemus_training_sources s
    where s.user_id = p_user and (p_area is null or private.nemus_area_of(s.category) = p_area));
end $$;

-- Modules of a competency for accounts without their own plan. An installation can change it.
insert into private.nemus_settings (key, value) values ('competency_modules', '10');

/* Modules that complete a competency: the account's plan, or the setting `competency_modules`. */
create function private.nemus_modules_planned(p_user uuid, p_competency text) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select t.modules_total from public.nemus_competency_targets t
      where t.user_id = p_user and t.competency = p_competency),
    (select (s.value #>> '{}')::int from private.nemus_settings s where s.key = 'competency_modules'), 1)
$$;

/* The area of a category: supervision is practice. Self-experience has no target and counts only in the total. */
create function private.nemus_area_of(p_category text) returns text
language sql immutable set search_path = '' as $$
  select case p_category when 'supervision' then 'practice' else p_category end
$$;

/*
 * Units of 45 minutes of an account in each area, the part from the sample set, and the total of all categories (the
 * same in every row). Checks no rights: the views that call it do.
 */
create function private.nemus_units_by_area(p_user uuid)
returns table (area text, units int, sample_units int, total_units int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with kinds as materialized (
    select s.category, sum(s.minutes) as minutes, sum(s.minutes) filter (where s.is_sample) as sample_minutes
    from private.nemus_training_sources s where s.user_id = p_user group by s.category),
  source as (
    select private.nemus_area_of(k.category) as area, sum(k.minutes) as minutes, sum(k.sample_minutes) as sample_minutes
    from kinds k group by 1)
  select named.area, private.nemus_whole_units(coalesce(s.minutes, 0)::bigint),
    private.nemus_whole_units(coalesce(s.sample_minutes, 0)::bigint),
    private.nemus_whole_units(coalesce((select sum(every.minutes) from kinds every), 0)::bigint)
  from (values ('theory'), ('practice'), ('elearning')) as named (area)
  left join source s on s.area = named.area;
end $$;

/*
 * The six competencies of an account: planned modules, completed ones (each source of theory or e-learning is a
 * module, a date with all its parts one, up to the plan), and the share from 0 to 100. Checks no rights: the views that call it do.
 */
create function private.nemus_competency_figures(p_user uuid)
returns table (competency text, modules_total int, modules_completed int, share int, is_sample boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with source as materialized (
    select s.competency, count(distinct (s.kind, s.source_id)) as modules from private.nemus_training_sources s
    where s.user_id = p_user and s.category in ('theory', 'elearning') group by s.competency),
  plan as materialized (
    select c.competency, private.nemus_modules_planned(p_user, c.competency) as modules,
      coalesce((select t.is_sample from public.nemus_competency_targets t
        where t.user_id = p_user and t.competency = c.competency), false) as is_sample
    from (values ('fachliche_kompetenz'), ('diagnostische_kompetenz'), ('methoden_kompetenz'),
      ('beziehungsgestaltung'), ('personale_kompetenz'), ('professionelle_haltung')) as c (competency))
  select p.competency, p.modules, least(p.modules, done.modules)::int,
    -- Never 100 before the last module.
    case when done.modules >= p.modules then 100 else least(99, round(done.modules * 100.0 / p.modules)) end::int,
    p.is_sample
  from plan p left join source s on s.competency = p.competency
  cross join lateral (select coalesce(s.modules, 0) as modules) done;
end $$;

/* Units that an account has planned, as the page "Anrechnung" sums them. Checks no rights: the view that calls it does. */
create function private.nemus_planned_units(p_user uuid) returns int
language sql stable security definer set search_path = '' as $$
  select private.nemus_whole_units(coalesce(sum(w.minutes), 0)::bigint)
  from private.nemus_waiting_hours(p_user, private.nemus_chosen_set(p_user), null) w
  where w.state = 'planned' and w.counts_for is not null
$$;

/*
 * Completed units against the targets. `total_completed_units` and `planned_units`: of all areas, the same in every row
 * of an account. `sample_units`: the part of `completed_units` from the sample set.
 */
create view public.nemus_training_progress with (security_invoker = true) as
select who.user_id, t.area, u.units as completed_units, t.target_units, u.total_units as total_completed_units,
  u.sample_units, planned.units as planned_units
-- Both functions return what belongs to all areas: once per account.
from (select user_id from public.nemus_training_targets group by user_id) who
cross join lateral private.nemus_units_by_area(who.user_id) u
cross join lateral (select private.nemus_planned_units(who.user_id) as units offset 0) planned
join public.nemus_training_targets t on t.user_id = who.user_id and t.area = u.area;
create trigger keep_rows instead of insert or update or delete on public.nemus_training_progress
  for each row execute function private.nemus_keep_rows();

/* Progress in the six competencies, for every account whose targets the caller may read. */
create view public.nemus_competency_progress with (security_invoker = true) as
select t.user_id, f.competency, f.share as total_progress_percentage, f.is_sample
from public.nemus_training_targets t
cross join lateral private.nemus_competency_figures(t.user_id) f
-- Reduces the three targets of a trainee to one row.
where t.area = 'theory';
create trigger keep_rows instead of insert or update or delete on public.nemus_competency_progress
  for each row execute function private.nemus_keep_rows();

create view public.nemus_competency_plans with (security_invoker = true) as
select t.user_id, t.competency, t.modules_total, f.modules_completed, t.next_module, t.is_sample
from public.nemus_competency_targets t
join lateral private.nemus_competency_figures(t.user_id) f on f.competency = t.competency;
create trigger keep_rows instead of insert or update or delete on public.nemus_competency_plans
  for each row execute function private.nemus_keep_rows();
