-- Who is enrolled in which seminar.

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

/* A seminar that is bought after its e-learning course was begun stands where that stands. */
create function private.nemus_carry_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_course_enrollments e set status = l.status, progress_percentage = l.progress_percentage
  from public.nemus_learning_courses c join public.nemus_learning_progress l on l.course_id = c.id
  where e.id = new.id and c.seminar_id = new.course_id and l.user_id = new.user_id;
  return new;
end $$;
revoke all on function private.nemus_carry_progress() from public;
create trigger carry_progress after insert on public.nemus_course_enrollments
  for each row execute function private.nemus_carry_progress();

revoke all on public.nemus_course_enrollments from anon, authenticated, service_role;
grant select on public.nemus_course_enrollments to authenticated, service_role;
-- What a client may name when it buys with credits; price and time are the database's.
grant insert (user_id, course_id, enrollment_type, status) on public.nemus_course_enrollments to authenticated;

create policy "own enrolments are read" on public.nemus_course_enrollments for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own enrolments are bought with credits" on public.nemus_course_enrollments for insert to authenticated
  with check (user_id = (select auth.uid()) and enrollment_type = 'institution_credits' and status = 'not_started');
