-- What seminars, dates and participations need so that a training can be carried: states of a seminar, dates that belong
-- to one, people who teach, and what was ticked in the list of participants. The rules stand in the files after this one.

/*
 * A seminar is a draft until it was published once; published while it is in the catalogue (`is_active`); retired after.
 * Whoever is enrolled keeps a retired one.
 */
alter table public.nemus_courses
  add column published_at timestamptz,
  -- It takes place at dates, of which an enrolled person chooses one. Otherwise it is completed by its e-learning alone.
  add column has_dates boolean not null default false,
  -- Distance learning act (FernUSG): approved by the ZFU, or stated not to need it. Null: not looked into yet.
  add column zfu_status text check (zfu_status in ('approved', 'not_required')),
  add column zfu_number text check (char_length(zfu_number) between 1 and 50),
  add column state text not null generated always as (
    case when is_active then 'published' when published_at is null then 'draft' else 'retired' end) stored,
  add constraint zfu_number_of_approved check ((zfu_number is not null) = (zfu_status is not distinct from 'approved'));
update public.nemus_courses set published_at = created_at where is_active;

/*
 * What a course was sold as: title, price, credits, units and ZFU, as private.nemus_course_terms writes them. Null for
 * everything else, and for what was bought before there were any.
 */
alter table public.nemus_orders
  add column terms jsonb check (jsonb_typeof(terms) = 'object');
alter table public.nemus_transactions
  add column terms jsonb check (jsonb_typeof(terms) = 'object');

/* People who teach. Some have an account of the portal, most do not. */
create table public.nemus_teachers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  email text check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 255),
  user_id uuid unique references public.nemus_profiles (user_id) on delete set null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_teachers enable row level security;
create trigger touch before update on public.nemus_teachers
  for each row execute function private.nemus_touch();
create trigger audit after insert or update or delete on public.nemus_teachers for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');

/* An appointment with a course is a date of that seminar; one without is as before (sample set, consultation hours). */
alter table public.nemus_appointments
  add column course_id uuid references public.nemus_courses (id) on delete restrict,
  -- Dates that were made together.
  add column series_id uuid,
  -- Until when a participant may choose, change or leave it; null: until it begins.
  add column change_until timestamptz,
  add column cancelled_at timestamptz,
  add column cancel_reason text check (char_length(cancel_reason) <= 1000),
  -- How often it was moved or cancelled: what calendars call the sequence.
  add column sequence int not null default 0 check (sequence >= 0),
  add constraint change_until_before_start check (change_until <= starts_at),
  add constraint reason_of_cancelled check (cancel_reason is null or cancelled_at is not null);
create index nemus_appointments_course on public.nemus_appointments (course_id, starts_at, id)
  where course_id is not null;
create index nemus_appointments_start on public.nemus_appointments (starts_at, id) where course_id is not null;
create index nemus_appointments_series on public.nemus_appointments (series_id) where series_id is not null;
create trigger audit after insert or update or delete on public.nemus_appointments for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');
create trigger audit after insert or update or delete on public.nemus_appointment_links for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('appointment_id');
create trigger audit after insert or update or delete on public.nemus_courses for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');

create table public.nemus_appointment_teachers (
  appointment_id uuid not null references public.nemus_appointments (id) on delete cascade,
  teacher_id uuid not null references public.nemus_teachers (id) on delete restrict,
  created_at timestamptz not null default now(),
  primary key (appointment_id, teacher_id)
);
alter table public.nemus_appointment_teachers enable row level security;
create index nemus_appointment_teachers_teacher on public.nemus_appointment_teachers (teacher_id);
create trigger audit after insert or update or delete on public.nemus_appointment_teachers for each row
  when (current_setting('nemus.staff', true) <> '')
  execute function private.nemus_audit_row('appointment_id', 'teacher_id');

/* What was ticked for a date of a seminar; nothing was ticked while `attendance` is null. */
alter table public.nemus_appointment_participations
  add column attendance text check (attendance in ('present', 'partial', 'absent')),
  -- Units of 45 minutes that the person was there.
  add column attended_units int check (attended_units >= 0),
  add column marked_by uuid references auth.users (id) on delete set null,
  add column marked_at timestamptz,
  -- By staff in the list, or by the person with the code that the room shows.
  add column marked_how text check (marked_how in ('list', 'code')),
  -- How often it was ticked or corrected: whoever changes it says which state was seen.
  add column marks int not null default 0 check (marks >= 0),
  add constraint attendance_is_marked check ((attendance is null) = (marked_at is null)
    and (attendance is null) = (attended_units is null) and (attendance is null) = (marked_how is null)),
  add constraint absent_has_no_units check (attendance is distinct from 'absent' or attended_units = 0);
create index nemus_appointment_participations_marked_by on public.nemus_appointment_participations (marked_by);
create trigger audit after insert or update or delete on public.nemus_appointment_participations for each row
  when (current_setting('nemus.staff', true) <> '')
  execute function private.nemus_audit_row('appointment_id', 'user_id');

revoke all on public.nemus_teachers, public.nemus_appointment_teachers from anon, authenticated, service_role;
grant select on public.nemus_teachers, public.nemus_appointment_teachers to service_role;
grant insert, update, delete on public.nemus_teachers, public.nemus_appointment_teachers to service_role;
