-- Which certificates are valid: numbers, revocation, verification. Also issues those of dates and of seminars, which
-- can be revoked.
-- - What invalidates a certificate: corrected attendance revokes that of the date and, if the seminar is no longer
--   completed, that of the seminar (attendance_corrected). A deleted enrolment (refund, cancelled booking, dispute)
--   revokes that of the seminar (enrolment_ended). Certificates of attended dates survive a refund (S-5.15).
-- - A revoked certificate stays, and a check shows it as revoked. Its replacement has a new number and the next
--   edition.
-- - Numbers are random and unique (S-5.16).
-- Called by dates/attendance.sql; the trigger on enrolments follows courses/enrolment_progress.sql. Printed logbooks
-- share the numbers (logbook/papers.sql). Exception: certificates of e-learning courses and of other appointments are
-- never revoked.

create index nemus_certificates_seminar on public.nemus_certificates (seminar_id) where seminar_id is not null;

/* Whether the portal drew this number. Earlier numbers (T-…, K-…) and those of other issuers can be guessed. */
create function private.nemus_is_drawn_number(p_number text) returns boolean
language sql immutable set search_path = '' as $$
  select p_number ~ '^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$'
$$;
create unique index nemus_certificates_drawn on public.nemus_certificates (number)
  where private.nemus_is_drawn_number(number);

/*
 * Draws a number: 16 characters in groups of four, without those that are easily confused (I, L, O, U). 79 random
 * bits: with a million guesses a second, it takes a thousand years to find one of ten million certificates.
 */
create function private.nemus_draw_number() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(chance.bytes, place) & 31), 1)
    || case when place in (3, 7, 11) then '-' else '' end, '' order by place)
  from (select uuid_send(gen_random_uuid()) as bytes) chance, generate_series(0, 15) as place
$$;

/*
 * Revoked numbers. Append-only and kept after the account is deleted, because the paper still exists. Names no person.
 */
create table private.nemus_certificate_revocations (
  number text primary key check (private.nemus_is_drawn_number(number)),
  -- No foreign key, for the same reason.
  certificate_id uuid not null unique,
  reason text not null check (reason in ('attendance_corrected', 'enrolment_ended')),
  created_at timestamptz not null default now()
);
alter table private.nemus_certificate_revocations enable row level security;
create trigger keep_rows before update or delete on private.nemus_certificate_revocations
  for each row execute function private.nemus_keep_rows();

/* Time of a revocation. Null for a valid certificate. */
create function private.nemus_revoked_at(p_certificate uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select r.created_at from private.nemus_certificate_revocations r where r.certificate_id = p_certificate
$$;

/* Revokes a certificate, which stays, and tells its holder. If staff caused it, the audit log names the person. */
create function private.nemus_revoke_certificate(p_certificate public.nemus_certificates, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_certificate_revocations (number, certificate_id, reason)
  values (p_certificate.number, p_certificate.id, p_reason) on conflict do nothing;
  perform private.nemus_notify(p_certificate.user_id, 'certificate_revoked', 'certificate_revoked:' || p_certificate.id,
    jsonb_build_object('title', private.nemus_fact(p_certificate.title, '–'), 'kind', p_certificate.kind, 'reason', p_reason),
    '/competencies')
  from public.nemus_profiles p where p.user_id = p_certificate.user_id;
  perform private.nemus_note_act('revoke_certificate', 'certificates', p_certificate.id::text,
    to_jsonb(p_certificate) - 'holder', jsonb_build_object('reason', p_reason));
end $$;

/*
 * Brings the certificate of a date in line with recorded attendance: one with the attended units, none for an absent
 * person, or before enough parts were attended (dates/parts.sql). A certificate that differs is revoked; one with the
 * same units stays when the date later needs more parts.
 */
create function private.nemus_certify_attendance(p_user uuid, p_appointment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  attended record;
  standing public.nemus_certificates;
begin
  select p.attendance, p.attended_units, p.part_marks into attended from public.nemus_appointment_participations p
  where p.appointment_id = p_appointment and p.user_id = p_user;
  select * into standing from public.nemus_certificates c
  where c.user_id = p_user and c.appointment_id = p_appointment and private.nemus_revoked_at(c.id) is null;
  if standing.id is not null then
    if attended.attendance in ('present', 'partial') and attended.attended_units = standing.units then
      return;
    end if;
    perform private.nemus_revoke_certificate(standing, 'attendance_corrected');
  end if;
  if coalesce(attended.attendance, 'absent') = 'absent' or exists (select from public.nemus_appointments a
    cross join lateral private.nemus_sum_marks(a, attended.part_marks) m
    where a.id = p_appointment and a.parts is not null and m.attended < a.parts_needed) then
    return;
  end if;
  -- Fires certificates/certificates, notifications/events.
  insert into public.nemus_certificates (user_id, kind, appointment_id, edition, number, title, issuer, competency,
    units, content, session, issued_on, is_sample)
  select p_user, 'attendance', a.id, 1 + (select count(*) from public.nemus_certificates c
      where c.user_id = p_user and c.appointment_id = a.id), private.nemus_draw_number(), a.title,
    private.nemus_document_text('issuer'), coalesce(a.competency, s.competency), attended.attended_units,
    coalesce(nullif(a.description, ''), s.description),
    jsonb_build_object('type', a.type, 'format', a.format, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
      'instructor', a.instructor) || coalesce((
        select jsonb_build_object('starts_at', min(t.starts_at), 'ends_at', max(t.ends_at), 'parts', jsonb_agg(
          jsonb_build_object('title', t.title, 'starts_at', t.starts_at, 'ends_at', t.ends_at,
            'units', (attended.part_marks #>> array[t.id::text, 'units'])::int) order by t.starts_at))
        from private.nemus_parts(a) t where a.parts is not null
          and attended.part_marks #>> array[t.id::text, 'attendance'] <> 'absent' having count(*) > 0), '{}'),
    (now() at time zone 'Europe/Berlin')::date, a.is_sample
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
end $$;

/*
 * Issues or revokes the certificate of a seminar with dates when the state of its enrolment changes. After a date in parts
 * it has the attended units; a further part replaces it. Other seminars are completed by their e-learning course,
 * whose certificate is the only one.
 */
create function private.nemus_certify_seminar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  enrolment constant public.nemus_course_enrollments := case tg_op when 'DELETE' then old else new end;
  standing public.nemus_certificates;
  units int;
begin
  select * into standing from public.nemus_certificates c
  where c.user_id = enrolment.user_id and c.seminar_id = enrolment.course_id and private.nemus_revoked_at(c.id) is null;
  if tg_op <> 'DELETE' and enrolment.status = 'completed' then
    select greatest(case when d.has_parts then least(s.theory_units + s.practical_units, d.units)
        else s.theory_units + s.practical_units end + coalesce((select sum(coalesce((select k.units
          from public.nemus_certificates k where k.user_id = p.user_id and k.course_id = l.id order by k.edition desc limit 1), l.units))
        from public.nemus_learning_courses l join public.nemus_learning_progress p on p.course_id = l.id
          and p.user_id = enrolment.user_id and p.status = 'completed'
        where l.seminar_id = s.id), 0), 1) into units
    from public.nemus_courses s cross join private.nemus_attended(enrolment.user_id, s.id) d where s.id = enrolment.course_id;
    if standing.id is not null and tg_op = 'UPDATE' and old.status = 'completed' and standing.units <> units then
      perform private.nemus_revoke_certificate(standing, 'attendance_corrected');
      standing := null;
    end if;
    -- Fires certificates/certificates, notifications/events.
    insert into public.nemus_certificates (user_id, seminar_id, edition, number, title, issuer, competency, units,
      content, issued_on)
    select enrolment.user_id, s.id, 1 + (select count(*) from public.nemus_certificates c
        where c.user_id = enrolment.user_id and c.seminar_id = s.id), private.nemus_draw_number(), s.title,
      private.nemus_document_text('issuer'), s.competency,
      units, s.description, (now() at time zone 'Europe/Berlin')::date
    from public.nemus_courses s where s.id = enrolment.course_id and s.has_dates and standing.id is null
      -- Requires attendance recorded in the portal. A completion by a sample or an import is not certified.
      and exists (select from public.nemus_appointment_participations p join public.nemus_appointments a
        on a.id = p.appointment_id where a.course_id = s.id and p.user_id = enrolment.user_id
          and p.attendance in ('present', 'partial'));
  -- Not after an insert: earlier parts carried over by the insert may just have issued it.
  elsif standing.id is not null and tg_op <> 'INSERT' then
    perform private.nemus_revoke_certificate(standing,
      case tg_op when 'DELETE' then 'enrolment_ended' else 'attendance_corrected' end);
  end if;
  return null;
end $$;
create trigger certify_seminar after insert or delete or update of status on public.nemus_course_enrollments
  for each row execute function private.nemus_certify_seminar();

/*
 * Checks a certificate or a printed logbook, for anyone with its number: {status, number, revoked_at, certificate,
 * renamed, logbook}. `status` is `genuine`, `revoked`, `sample` (certifies nothing) or `unknown`. `certificate` is the
 * content of the paper: {kind, holder, title, issuer, issuer_address, units, issued_on, session}. `renamed`: the person
 * has another name since. `logbook`: {sums, entries, signers, settings, attributes, courses, certificates, step, hash,
 * newer}; `newer`: hours were confirmed, or a certificate or attended hours taken back, since.
 * Case, missing hyphens and easily confused characters are forgiven; an incomplete number is unknown.
 */
create function public.nemus_verify_certificate(p_number text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', case when asked.number is null then 'unknown'
      when r.number is not null then 'revoked' when l.number is not null then 'genuine' when c.id is null then 'unknown'
      when c.is_sample then 'sample' else 'genuine' end,
    'number', coalesce(c.number, l.number, r.number), 'revoked_at', r.created_at,
    'certificate', case when c.id is not null then jsonb_build_object('kind', c.kind,
      -- Older certificates of accounts without a name have the address.
      'holder', case when c.holder like '%@%' then private.nemus_document_text('no_name') else c.holder end,
        'title', c.title, 'issuer', c.issuer, 'issuer_address', c.issuer_address, 'units', c.units,
        'issued_on', c.issued_on, 'session', c.session - 'instructor')
      when l.number is not null then jsonb_build_object('kind', 'logbook', 'holder', l.holder, 'title', '',
        'issuer', private.nemus_document_text('issuer'), 'issuer_address', '', 'units',
        private.nemus_whole_units(l.minutes), 'issued_on', (l.created_at at time zone 'Europe/Berlin')::date,
        'session', null) end,
    'renamed', exists (select from public.nemus_name_requests n
      where n.user_id = coalesce(c.user_id, l.user_id) and n.state = 'accepted'
        and n.decided_at > coalesce(c.created_at, l.created_at)),
    'logbook', case when l.number is not null then jsonb_build_object('sums', l.sums, 'entries', l.entries,
      'signers', l.signers, 'settings', l.settings, 'attributes', l.attributes, 'courses', l.courses,
      'certificates', l.certificates, 'step', l.step_number, 'hash', l.step_hash,
      'newer', exists (select from private.nemus_logbook_steps s where s.user_id = l.user_id and s.action = 'confirm'
          and s.number > coalesce(l.step_number, 0))
        or exists (select from public.nemus_certificates p where p.user_id = l.user_id and p.created_at <= l.created_at
          and private.nemus_revoked_at(p.id) > l.created_at)
        -- Attendance at a part can be corrected before there is a certificate to revoke.
        or (select coalesce(sum(s.value::int), 0) from jsonb_each_text(l.courses -> 'sums') s) > coalesce((select sum(t.minutes)
          from private.nemus_training_sources t where t.user_id = l.user_id and t.kind <> 'logbook' and not t.is_sample
            and not exists (select from public.nemus_logbook_entries e where e.user_id = l.user_id
              and e.id::text = t.source_id)), 0)) end)
  from (
    select case when char_length(signs) = 16
      then concat_ws('-', substr(signs, 1, 4), substr(signs, 5, 4), substr(signs, 9, 4), substr(signs, 13, 4)) end
      as number
    from private.nemus_code_signs(p_number, 16) as signs
  ) asked
  left join public.nemus_certificates c on c.number = asked.number and private.nemus_is_drawn_number(c.number)
  left join private.nemus_logbook_papers l on l.number = asked.number
  left join private.nemus_certificate_revocations r on r.number = asked.number
$$;
