-- Staff with the role `teaching` add and rename teachers. An e-mail address belongs to one teacher.
-- A new name appears on coming dates; past and cancelled dates keep the old one. An inactive teacher keeps assigned
-- dates and gets no new ones (dates/plan_checks.sql). Tables: dates/teacher_tables.sql.

create unique index nemus_teachers_email on public.nemus_teachers (lower(email)) where email is not null;

/* Writes the joined names of a date's teachers into the date, for pages and calendars. */
create function private.nemus_name_teachers(p_appointment uuid) returns void
language sql security definer set search_path = '' as $$
  -- Fires certificates/certificates.
  update public.nemus_appointments a
  set instructor = left(coalesce((select string_agg(t.name, ', ' order by private.nemus_sort_key(t.name), t.id)
    from public.nemus_appointment_teachers d join public.nemus_teachers t on t.id = d.teacher_id
    where d.appointment_id = a.id), ''), 200)
  where a.id = p_appointment
$$;

/*
 * Adds a teacher (p_teacher null) or changes one. Coming dates get the new name.
 * Returns the id. Raises 403 staff_required, 404 teacher_not_found, 400 teacher_name_invalid,
 * 400 teacher_email_invalid, 409 teacher_email_taken; each with the field.
 */
create function public.nemus_save_teacher(p_name text, p_email text default null, p_is_active boolean default true,
  p_teacher uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  called constant text := regexp_replace(btrim(coalesce(p_name, '')), '\s+', ' ', 'g');
  mailbox constant text := nullif(private.nemus_mail_address(p_email), '');
  other text;
  saved uuid;
begin
  perform private.nemus_require_staff('teaching');
  perform pg_advisory_xact_lock(hashtextextended('nemus_teachers', 0));
  perform private.nemus_refuse(400, 'teacher_name_invalid', '{"field": "name"}')
    where char_length(called) not between 1 and 200 or called ~ '[[:cntrl:]]';
  perform private.nemus_refuse(400, 'teacher_email_invalid', '{"field": "email"}')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(mailbox) > 255;
  select t.name into other from public.nemus_teachers t
  where lower(t.email) = lower(mailbox) and t.id is distinct from p_teacher;
  perform private.nemus_refuse(409, 'teacher_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_teacher is null then
    -- Fires dates/teacher_tables.
    insert into public.nemus_teachers (name, email, is_active) values (called, mailbox, coalesce(p_is_active, true))
    returning id into saved;
    return saved;
  end if;
  -- Fires dates/calendars, dates/teacher_tables.
  update public.nemus_teachers t set name = called, email = mailbox, is_active = coalesce(p_is_active, t.is_active)
  where t.id = p_teacher returning t.id into saved;
  perform private.nemus_refuse(404, 'teacher_not_found', '{"field": "teacher_ids"}') where saved is null;
  perform private.nemus_name_teachers(a.id)
  from public.nemus_appointments a join public.nemus_appointment_teachers d on d.appointment_id = a.id
  where d.teacher_id = saved and a.starts_at > now() and a.cancelled_at is null;
  return saved;
end $$;
