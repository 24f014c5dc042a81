-- Who is enrolled in which seminar: one row per account and seminar.
-- Triggers on this table in other files: credits/credits.sql (checks and debits credits), bookings/bookings.sql (lists
-- and counts bookings), certificates/validity.sql (certificate of the seminar), dates/choosing_dates.sql (a deleted
-- enrolment gives up its place at a date). A refund deletes the row: orders/refunded_orders.sql, credits/credits.sql.
-- Status and percentage are computed: courses/enrolment_progress.sql.

create table public.nemus_course_enrollments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id uuid not null references public.nemus_courses (id) on delete restrict,
  /*
   * institution_credits: the account's own credits, debited with the insert · direct_purchase: bought by the account
   * with money · institution_booking: booked and paid by the account's institution · academy: free of charge, by staff.
   */
  enrollment_type text not null
    check (enrollment_type in ('institution_credits', 'direct_purchase', 'institution_booking', 'academy')),
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'completed')),
  progress_percentage int not null default 0 check (progress_percentage between 0 and 100),
  enrolled_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Price that the buyer was shown, of a purchase with credits; null: none was named.
  shown_credits int,
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
 * Whether the caller is enrolled in a course. A function instead of a subselect in the policy: it runs only for
 * inactive courses, while the planner would read the whole catalogue to join a few enrolments.
 */
create function private.nemus_is_enrolled(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.nemus_course_enrollments e where e.user_id = auth.uid() and e.course_id = p_course
  )
$$;

/*
 * A new enrolment starts with the progress of its parts: the e-learning may have been begun before, or the enrolment
 * restored. A version published meanwhile counts from now on.
 */
create function private.nemus_carry_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_count_course(new.user_id, l.id) from public.nemus_learning_courses l
  join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = new.user_id
  where l.seminar_id = new.course_id and l.is_active and p.status <> 'completed' order by l.id;
  perform private.nemus_count_enrolment(new.user_id, new.course_id, false);
  return new;
end $$;
create trigger carry_progress after insert on public.nemus_course_enrollments
  for each row execute function private.nemus_carry_progress();
