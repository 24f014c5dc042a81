-- The tables of teachers and of who teaches which date, the indexes of appointments, and the audit triggers that record
-- every change by staff to seminars, dates, links, teachers and attendance (staff/audit_log.sql).
-- Rules for teachers: dates/teachers.sql. A teacher with dates cannot be deleted, only deactivated.

/* Teachers. Most have no account of the portal. */
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
create trigger touch before update on public.nemus_teachers for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of email on public.nemus_teachers
  for each row execute function private.nemus_canonical_form('email');
create trigger audit after insert or update or delete on public.nemus_teachers for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');
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
create index nemus_appointment_participations_marked_by on public.nemus_appointment_participations (marked_by);
create trigger audit after insert or update or delete on public.nemus_appointment_participations for each row
  when (current_setting('nemus.staff', true) <> '')
  execute function private.nemus_audit_row('appointment_id', 'user_id', '-feedback');
