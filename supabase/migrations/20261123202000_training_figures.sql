-- What moves the figures of a training: attendance, completed e-learning, certificates from elsewhere and confirmed
-- logbook entries (S-3.7). The figures are computed from these when they are read and stored nowhere, so they
-- cannot contradict them. What each figure counts: docs/figures.md.

create table public.nemus_logbook_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  area text not null check (area in ('theory', 'practice', 'elearning')),
  competency text check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  title text not null check (char_length(title) between 1 and 200),
  units int not null check (units > 0),
  done_on date not null,
  -- Who vouches for it; an entry counts from then on.
  confirmed_by text check (char_length(confirmed_by) between 1 and 200),
  confirmed_at timestamptz,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint confirmed_by_somebody check ((confirmed_by is null) = (confirmed_at is null))
);
alter table public.nemus_logbook_entries enable row level security;
create trigger touch before update on public.nemus_logbook_entries
  for each row execute function private.nemus_touch();
create index nemus_logbook_entries_newest on public.nemus_logbook_entries (user_id, done_on desc, id);

/*
 * Everything that counts, with the area that it counts for. `competency` is null for what belongs to none. Supervision is
 * practice; every other appointment is theory. A certificate that was issued for an appointment or for an e-learning
 * course of the portal is none "from elsewhere": what it stands for counts itself, as long as it is there.
 */
create view private.nemus_training_sources as
select p.user_id, 'attendance' as kind, a.id::text as source_id, a.title, a.competency,
  case a.type when 'Supervision' then 'practice' else 'theory' end as area, a.units,
  a.is_sample
from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
where a.units > 0 and (p.status = 'completed' or (p.status = 'confirmed' and a.ends_at <= now()))
union all
select l.user_id, 'elearning', c.id, c.title, c.competency, 'elearning', c.units, l.is_sample
from public.nemus_learning_progress l join public.nemus_learning_courses c on c.id = l.course_id
where l.status = 'completed'
union all
select c.user_id, 'certificate', c.id::text, c.title, c.competency,
  case c.session ->> 'type' when 'Supervision' then 'practice' else 'theory' end, c.units, c.is_sample
from public.nemus_certificates c where c.appointment_id is null and c.course_id is null and c.units > 0
union all
select e.user_id, 'logbook', e.id::text, e.title, e.competency, e.area, e.units, e.is_sample
from public.nemus_logbook_entries e where e.confirmed_at is not null;
revoke all on private.nemus_training_sources from public, anon, authenticated, service_role;

/* Units of 45 minutes that an account has done in an area, or in all of them (p_area null). For views: rights are theirs. */
create function private.nemus_units_done(p_user uuid, p_area text) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.units), 0)::int from private.nemus_training_sources s
  where s.user_id = p_user and s.area = coalesce(p_area, s.area)
$$;

/* How many of them the sample set gave. For views: rights are theirs. */
create function private.nemus_sample_units(p_user uuid, p_area text) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.units), 0)::int from private.nemus_training_sources s
  where s.user_id = p_user and s.area = p_area and s.is_sample
$$;

/* Whether the plan of a competency is of the sample set. For views: rights are theirs. */
create function private.nemus_is_sample_plan(p_user uuid, p_competency text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_competency_targets t
    where t.user_id = p_user and t.competency = p_competency and t.is_sample)
$$;

/*
 * Modules of a competency that an account has completed: each source of theory or e-learning is one, up to as many as
 * are planned. For views: rights are theirs.
 */
create function private.nemus_modules_done(p_user uuid, p_competency text) returns int
language sql stable security definer set search_path = '' as $$
  select least(t.modules_total, (select count(*) from private.nemus_training_sources s
    where s.user_id = p_user and s.competency = p_competency and s.area <> 'practice'))::int
  from public.nemus_competency_targets t where t.user_id = p_user and t.competency = p_competency
$$;

/* Share of a competency's planned modules that are completed, 0 to 100; 0 without a plan. For views: rights are theirs. */
create function private.nemus_competency_share(p_user uuid, p_competency text) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce((select case when done.modules = t.modules_total then 100
      -- Never 100 before the last one.
      else least(99, round(done.modules * 100.0 / t.modules_total)) end
    from public.nemus_competency_targets t,
      lateral (select private.nemus_modules_done(p_user, p_competency) as modules) done
    where t.user_id = p_user and t.competency = p_competency), 0)::int
$$;

revoke all on function private.nemus_units_done(uuid, text), private.nemus_sample_units(uuid, text),
  private.nemus_is_sample_plan(uuid, text), private.nemus_modules_done(uuid, text),
  private.nemus_competency_share(uuid, text) from public;
grant execute on function private.nemus_units_done(uuid, text), private.nemus_sample_units(uuid, text),
  private.nemus_is_sample_plan(uuid, text), private.nemus_modules_done(uuid, text),
  private.nemus_competency_share(uuid, text) to authenticated, service_role;

/*
 * Units done against the targets. `total_completed_units`: of all areas, the same in every row of an account.
 * `sample_units`: how many of `completed_units` the sample set gave.
 */
create view public.nemus_training_progress with (security_invoker = true) as
select t.user_id, t.area, private.nemus_units_done(t.user_id, t.area) as completed_units, t.target_units,
  private.nemus_units_done(t.user_id, null) as total_completed_units,
  private.nemus_sample_units(t.user_id, t.area) as sample_units
from public.nemus_training_targets t;

/* Progress in each of the six competencies of everybody whose targets the caller may read. */
create view public.nemus_competency_progress with (security_invoker = true) as
select t.user_id, c.competency, private.nemus_competency_share(t.user_id, c.competency) as total_progress_percentage,
  private.nemus_is_sample_plan(t.user_id, c.competency) as is_sample
from public.nemus_training_targets t
cross join (values ('fachliche_kompetenz'), ('diagnostische_kompetenz'), ('methoden_kompetenz'),
  ('beziehungsgestaltung'), ('personale_kompetenz'), ('professionelle_haltung')) as c (competency)
-- One row of every trainee.
where t.area = 'theory';

create view public.nemus_competency_plans with (security_invoker = true) as
select t.user_id, t.competency, t.modules_total, private.nemus_modules_done(t.user_id, t.competency) as modules_completed,
  t.next_module, t.is_sample
from public.nemus_competency_targets t;

revoke all on public.nemus_logbook_entries, public.nemus_training_progress, public.nemus_competency_progress,
  public.nemus_competency_plans from anon, authenticated, service_role;
grant select on public.nemus_logbook_entries, public.nemus_training_progress, public.nemus_competency_progress,
  public.nemus_competency_plans to authenticated, service_role;
grant insert, update, delete on public.nemus_logbook_entries to service_role;
create policy "own logbook is read" on public.nemus_logbook_entries for select to authenticated
  using (user_id = (select auth.uid()));
