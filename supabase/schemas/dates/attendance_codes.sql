-- A screen in the room shows a code; an enrolled participant with a confirmed place who enters it is recorded as
-- present.
-- Codes work from the start of a date, or of the part of a date, until 30 minutes after its end; each is valid for two minutes. Five wrong codes
-- within 15 minutes block further attempts of the account (429 too_many_codes).
-- Exceptions: staff with the role `teaching` cannot use a code, and existing records stay unchanged. What follows from
-- the record: dates/attendance.sql.

/* Valid codes, as digests. A screen draws a new one every minute. Only the functions below read the table. */
create table private.nemus_attendance_codes (
  appointment_id uuid not null references public.nemus_appointments (id) on delete cascade,
  digest bytea not null check (octet_length(digest) = 32),
  valid_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (appointment_id, digest)
);
alter table private.nemus_attendance_codes enable row level security;

/* Wrong codes, for the limit. Rows older than 15 minutes are deleted with the next attempt. */
create table private.nemus_code_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table private.nemus_code_attempts enable row level security;
create index nemus_code_attempts_user on private.nemus_code_attempts (user_id, created_at);
create index nemus_code_attempts_created on private.nemus_code_attempts (created_at);

/* Codes still work for half an hour after the end, while people pack up. */
create function private.nemus_code_closes(p_ends timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$ select p_ends + interval '30 minutes' $$;

/* Digest of a code, however it was typed or pasted. */
create function private.nemus_code_digest(p_appointment uuid, p_code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_appointment || ' ' || private.nemus_code_signs(p_code, 6), 'UTF8'))
$$;

/*
 * Draws a code for the screen of a date: six characters, 30 random bits, valid for two minutes. A screen draws the
 * next one after a minute. From the start of the date until half an hour after its end.
 * Returns {code, valid_until, title, starts_at, ends_at}.
 * Raises 403 staff_required, 404 appointment_not_found, 409 date_cancelled, 409 date_not_begun, 409 code_closed.
 */
create function public.nemus_show_attendance_code(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  a public.nemus_appointments;
  part record;
  until constant timestamptz := now() + interval '2 minutes';
  drawn text;
begin
  perform private.nemus_require_staff('teaching');
  select * into a from public.nemus_appointments x where x.id = p_appointment for share;
  perform private.nemus_refuse_ticks(a);
  select * into part from private.nemus_part_now(a);
  perform private.nemus_refuse(409, 'code_closed') where now() > private.nemus_code_closes(part.ends_at);
  if not exists (select from private.nemus_attendance_codes c
    where c.appointment_id = a.id and c.created_at > now() - interval '5 minutes') then
    perform private.nemus_note_act('show_attendance_code', 'appointments', a.id::text, null, null);
  end if;
  delete from private.nemus_attendance_codes c where c.valid_until < now() - interval '5 minutes';
  -- At most ten codes per date: enough for several screens. More would make guessing easier.
  delete from private.nemus_attendance_codes c where c.appointment_id = a.id and c.digest not in (
    select x.digest from private.nemus_attendance_codes x where x.appointment_id = a.id order by x.created_at desc limit 9);
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(chance.bytes, place) & 31), 1), ''
    order by place) into drawn
  from (select uuid_send(gen_random_uuid()) as bytes) chance, generate_series(0, 5) as place;
  insert into private.nemus_attendance_codes (appointment_id, digest, valid_until)
  values (a.id, private.nemus_code_digest(a.id, drawn), until) on conflict do nothing;
  return jsonb_build_object('code', drawn, 'valid_until', until, 'title', concat_ws(': ', a.title, nullif(part.title, '')),
    'starts_at', part.starts_at, 'ends_at', part.ends_at);
end $$;

/*
 * Records the caller as present, with all units, by the code shown in the room. The caller needs a confirmed place at
 * a date that is running. An existing record stays. A wrong code is an answer, not an error: an error would roll back
 * the counted attempt. After five wrong codes within 15 minutes, no code is checked.
 * Returns {status, title, starts_at, units, attempts_left}; status is `present`, `already` or `wrong`.
 * Raises 403 own_attendance (a colleague records staff), 429 too_many_codes, 409 no_place.
 */
create function public.nemus_enter_attendance_code(p_code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  most constant int := 5;
  attempts int;
  a public.nemus_appointments;
  own public.nemus_appointment_participations;
  part record;
  had record;
begin
  perform private.nemus_refuse(403, 'own_attendance') where private.nemus_is_staff('teaching');
  -- Serialise attempts, so that concurrent ones are counted too.
  perform pg_advisory_xact_lock(hashtextextended('nemus_attendance_code ' || me, 0));
  delete from private.nemus_code_attempts t where t.created_at < now() - interval '15 minutes';
  select count(*) into attempts from private.nemus_code_attempts t where t.user_id = me;
  perform private.nemus_refuse(429, 'too_many_codes') where attempts >= most;
  select x.* into a from public.nemus_appointment_participations p
  join public.nemus_appointments x on x.id = p.appointment_id
  join private.nemus_attendance_codes c on c.appointment_id = x.id
  cross join lateral private.nemus_part_now(x) t
  where p.user_id = me and p.status = 'confirmed' and x.course_id is not null and x.cancelled_at is null
    and x.starts_at <= now() and now() <= private.nemus_code_closes(t.ends_at) and c.valid_until >= now()
    and c.digest = private.nemus_code_digest(x.id, p_code)
  limit 1;
  if not found then
    insert into private.nemus_code_attempts (user_id) values (me);
    return jsonb_build_object('status', 'wrong', 'attempts_left', most - attempts - 1);
  end if;
  perform private.nemus_lock_training(a.course_id, array[me]);
  -- Read again under its lock: date moved or cancelled, place given up, or enrolment refunded.
  select * into a from public.nemus_appointments x where x.id = a.id for share;
  perform private.nemus_refuse_ticks(a);
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = a.id and p.user_id = me for update;
  perform private.nemus_refuse(409, 'no_place') where own.status is distinct from 'confirmed'
    or not exists (select from public.nemus_course_enrollments e where e.user_id = me and e.course_id = a.course_id);
  select * into part from private.nemus_part_now(a);
  select case when part.id is null then own.attendance else own.part_marks #>> array[part.id::text, 'attendance'] end as attendance,
    case when part.id is null then own.attended_units else (own.part_marks #>> array[part.id::text, 'units'])::int end as units
  into had;
  if had.attendance is null then
    perform private.nemus_write_mark(a, part.id, me, 'present', part.units, 'code');
  end if;
  return jsonb_build_object('status', case when had.attendance is null then 'present' else 'already' end,
    'title', concat_ws(': ', a.title, nullif(part.title, '')), 'starts_at', part.starts_at, 'units', coalesce(had.units, part.units),
    'attempts_left', most - attempts);
end $$;
