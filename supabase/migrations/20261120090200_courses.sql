-- The seminar catalogue, and who is enrolled in what.

create table public.nemus_courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 4000),
  competency text not null check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  -- Teaching units of 45 minutes, as the three columns of units below.
  duration_hours numeric(6, 1) not null check (duration_hours > 0),
  difficulty text not null check (difficulty in ('Anfänger', 'Fortgeschritten', 'Experte')),
  theory_units int not null default 0 check (theory_units >= 0),
  practical_units int not null default 0 check (practical_units >= 0),
  elearning_units int not null default 0 check (elearning_units >= 0),
  price_euros numeric(8, 2) not null check (price_euros >= 0),
  credit_cost int not null check (credit_cost > 0),
  is_premium boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_courses enable row level security;
create trigger touch before update on public.nemus_courses
  for each row execute function private.nemus_touch();
-- `is_active` is in it so that counting the catalogue under its policy needs the index alone.
create index nemus_courses_active_title on public.nemus_courses (title, id) include (is_active) where is_active;

create table public.nemus_course_enrollments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id uuid not null references public.nemus_courses (id) on delete restrict,
  /*
   * institution_credits: the account's own credits, debited with the insert · direct_purchase: by card ·
   * institution_booking: booked and paid by the account's institution.
   */
  enrollment_type text not null
    check (enrollment_type in ('institution_credits', 'direct_purchase', 'institution_booking')),
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'completed')),
  progress_percentage int not null default 0 check (progress_percentage between 0 and 100),
  enrolled_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, course_id),
  constraint progress_fits_status check (
    case status when 'not_started' then progress_percentage = 0
      when 'completed' then progress_percentage = 100
      else progress_percentage < 100 end)
);
alter table public.nemus_course_enrollments enable row level security;
create trigger touch before update on public.nemus_course_enrollments
  for each row execute function private.nemus_touch();
create index nemus_course_enrollments_newest on public.nemus_course_enrollments (user_id, enrolled_at desc, id);
create index nemus_course_enrollments_course on public.nemus_course_enrollments (course_id);

revoke all on public.nemus_courses, public.nemus_course_enrollments
  from anon, authenticated, service_role;
grant select on public.nemus_courses, public.nemus_course_enrollments
  to authenticated, service_role;
grant insert, update, delete on public.nemus_courses to service_role;
-- What a client may name when it buys with credits; price and time are the database's.
grant insert (user_id, course_id, enrollment_type, status) on public.nemus_course_enrollments to authenticated;

/*
 * Whether the caller is enrolled in a course. A function and no subselect in the policy: it is asked for inactive
 * courses alone, and with a subselect the planner reads the whole catalogue to join a few enrolments.
 */
create function private.nemus_is_enrolled(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.nemus_course_enrollments e where e.user_id = auth.uid() and e.course_id = p_course
  )
$$;
revoke all on function private.nemus_is_enrolled(uuid) from public;
grant execute on function private.nemus_is_enrolled(uuid) to authenticated;

-- A course that left the catalogue stays readable for those who are enrolled in it.
create policy "offered and own courses are read" on public.nemus_courses for select to authenticated
  using (is_active or private.nemus_is_enrolled(id));

create policy "own enrolments are read" on public.nemus_course_enrollments for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own enrolments are bought with credits" on public.nemus_course_enrollments for insert to authenticated
  with check (user_id = (select auth.uid()) and enrollment_type = 'institution_credits' and status = 'not_started');
