-- Certificates are snapshots (S-5.9): later changes of name, course or appointment change none. This file has the table
-- and issues two kinds: attendance of past appointments without a seminar, and completion of e-learning courses.
-- What revokes a certificate, certificates of dates and of seminars, numbers and verification:
-- certificates/validity.sql. A past appointment and the account's name change only after the certificates due from them
-- are issued (triggers here).
-- notifications/events.sql announces every new certificate except samples.
-- Exceptions: sample certificates certify nothing and are deleted (samples/sample_data.sql, or once really earned);
-- deleting what a certificate is about only clears the reference.

create table public.nemus_certificates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- completion: something was completed · attendance: proves presence only
  kind text not null default 'completion' check (kind in ('completion', 'attendance')),
  -- The certified object, while it exists. The certificate stays.
  appointment_id uuid references public.nemus_appointments (id) on delete set null,
  course_id text references public.nemus_learning_courses (id) on delete set null,
  number text not null check (char_length(number) between 1 and 50),
  -- The account's name at the time of issue.
  holder text not null check (char_length(holder) between 1 and 255),
  title text not null check (char_length(title) between 1 and 200),
  issuer text not null check (char_length(issuer) between 1 and 200),
  competency text check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  -- 0: attendance without teaching units.
  units int not null check (units >= 0),
  -- What was taught.
  content text not null default '' check (char_length(content) <= 4000),
  -- For attendance: {type, format, starts_at, ends_at, instructor}
  session jsonb check (jsonb_typeof(session) = 'object'),
  issued_on date not null,
  -- Certifies nothing: issued for an achievement of the sample set.
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  -- For a seminar completed at its dates. Such a seminar is retired, never deleted.
  seminar_id uuid references public.nemus_courses (id) on delete restrict,
  -- A revoked certificate stays; its replacement has the next edition.
  edition int not null default 1 check (edition > 0),
  -- Of the issuer at that time; empty while the operator has named none.
  issuer_address text not null default '' check (char_length(issuer_address) <= 500),
  unique (user_id, number),
  constraint attendance_has_a_session check ((kind = 'attendance') = (session is not null)),
  constraint completion_has_units check (kind = 'attendance' or units > 0),
  constraint one_edition_of_a_date unique (user_id, appointment_id, edition),
  constraint one_edition_of_a_course unique (user_id, course_id, edition),
  constraint one_edition_of_a_seminar unique (user_id, seminar_id, edition),
  constraint seminar_is_completed check (seminar_id is null or kind = 'completion')
);
alter table public.nemus_certificates enable row level security;
create index nemus_certificates_newest on public.nemus_certificates (user_id, issued_on desc, id);
create index nemus_certificates_appointment on public.nemus_certificates (appointment_id);
create index nemus_certificates_course on public.nemus_certificates (course_id);

/* The name of an account in lists of staff and in versions of courses: the person's name, else the address. */
create function private.nemus_holder(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), nullif(p.email, ''),
    private.nemus_document_text('no_name'))
  from public.nemus_profiles p where p.user_id = p_user
$$;

/*
 * Sets the name and the issuer's address on every new certificate, for every writer. The name is never an e-mail
 * address: anyone with the number reads it.
 */
create function private.nemus_name_holder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), private.nemus_document_text('no_name'))
  into new.holder from public.nemus_profiles p where p.user_id = new.user_id;
  select coalesce(string_agg(part.value, ', ' order by part.place), '') into new.issuer_address
  from private.nemus_settings s cross join unnest(array[s.value #>> '{seller,name}', s.value #>> '{seller,street}',
    concat_ws(' ', s.value #>> '{seller,postal_code}', s.value #>> '{seller,city}')]) with ordinality as part (value, place)
  -- Values in brackets are still to be filled in.
  where s.key = 'invoicing' and (s.value ->> 'seller') !~ '"\[' and part.value <> '';
  return new;
end $$;
create trigger name_holder before insert on public.nemus_certificates
  for each row execute function private.nemus_name_holder();

/* Refuses every change of a certificate, except clearing the reference to a deleted object. Raises 405 append_only. */
create function private.nemus_keep_certificate() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - 'appointment_id' - 'course_id' is distinct from to_jsonb(old) - 'appointment_id' - 'course_id'
    or coalesce(new.appointment_id <> old.appointment_id, new.appointment_id is not null)
    or coalesce(new.course_id <> old.course_id, new.course_id is not null) then
    raise exception using errcode = 'PT405', message = 'append_only', hint = 'append_only', detail = '{"of": "certificate"}';
  end if;
  return new;
end $$;
create trigger keep before update on public.nemus_certificates
  for each row execute function private.nemus_keep_certificate();

/*
 * Issues the certificates of attendance that an account is due: for each past appointment that was not cancelled. No
 * job runs at the end of an appointment, so this runs before certificates are read and before an appointment or name
 * changes: a certificate states what was true at the end. Not for dates of a seminar, whose attendance is recorded by
 * staff.
 */
create function private.nemus_issue_attendances(p_user uuid) returns void
language sql security definer set search_path = '' as $$
  -- Fires notifications/events.
  insert into public.nemus_certificates (user_id, kind, appointment_id, number, title, issuer, competency, units,
    content, session, issued_on, is_sample)
  select p.user_id, 'attendance', a.id, private.nemus_draw_number(), a.title, private.nemus_document_text('issuer'),
    a.competency, a.units, a.description,
    jsonb_build_object('type', a.type, 'format', a.format, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
      'instructor', a.instructor),
    (a.ends_at at time zone 'Europe/Berlin')::date, a.is_sample
  from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
  where p.user_id = p_user and a.course_id is null
    and (p.status = 'completed' or (p.status = 'confirmed' and a.ends_at <= now()))
    and not exists (select from public.nemus_certificates c where c.user_id = p_user and c.appointment_id = a.id)
  on conflict do nothing
$$;

create function private.nemus_issue_before_rename() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_issue_attendances(old.user_id);
  return new;
end $$;
create trigger issue_before_rename before update of first_name, last_name on public.nemus_profiles
  for each row when (new.first_name is distinct from old.first_name or new.last_name is distinct from old.last_name)
  execute function private.nemus_issue_before_rename();

create function private.nemus_issue_before_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_issue_attendances(p.user_id)
  from public.nemus_appointment_participations p where p.appointment_id = old.id;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
create trigger issue_before_change before update or delete on public.nemus_appointments
  for each row when (old.ends_at <= now()) execute function private.nemus_issue_before_change();

/*
 * Issues the certificate of an e-learning course, once, when its last module is completed. A certificate for sample
 * modules is replaced when the account has completed all modules itself.
 */
create function private.nemus_issue_completion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_sample then
    delete from public.nemus_certificates c
    where c.user_id = new.user_id and c.course_id = new.course_id and c.is_sample;
  end if;
  -- Fires notifications/events.
  insert into public.nemus_certificates (user_id, course_id, number, title, issuer, competency, units, content,
    issued_on, is_sample)
  select new.user_id, c.id, private.nemus_draw_number(), c.title,
    private.nemus_document_text('issuer'), c.competency, c.units,
    left((select string_agg(m.title, ', ' order by m.position) from public.nemus_learning_modules m
      where m.course_id = c.id), 4000),
    (new.completed_at at time zone 'Europe/Berlin')::date, new.is_sample
  from public.nemus_learning_courses c where c.id = new.course_id
  on conflict do nothing;
  return new;
end $$;
create trigger issue_completion after update of status on public.nemus_learning_progress
  for each row when (new.status = 'completed' and (old.status <> 'completed' or old.is_sample > new.is_sample))
  execute function private.nemus_issue_completion();

/*
 * The caller's certificates, latest first, after issuing those that are due: [{id, kind, appointment_id, course_id,
 * seminar_id, number, holder, title, issuer, competency, units, content, session, issued_on, is_sample, revoked_at}].
 */
create function public.nemus_my_certificates() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_issue_attendances(auth.uid());
  return (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' - 'created_at' - 'edition'
      || jsonb_build_object('revoked_at', private.nemus_revoked_at(c.id)) order by c.issued_on desc, c.id), '[]')
    from public.nemus_certificates c where c.user_id = auth.uid());
end $$;
