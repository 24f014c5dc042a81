SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_audit_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The log outlives accounts: people's own words and former names stay out of it.
  hidden constant text[] := '{search_text,sort_name}'::text[] || case tg_table_name
    when 'nemus_name_requests' then '{old_name,first_name,last_name,reason,answer}'::text[]
    when 'nemus_withdrawals' then '{name,email,contract,message}'
    when 'nemus_appointment_participations' then '{feedback}' else '{}' end;
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
begin
  if before - 'updated_at' is distinct from after - 'updated_at' then
    perform private.nemus_note_act(lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
      (select string_agg(coalesce(after, before) ->> key, ':' order by place)
        from unnest(tg_argv) with ordinality as keys (key, place)),
      before, after);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_begin_export()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  source record;
  own jsonb;
  tables jsonb := jsonb_build_object();
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  if private.nemus_has_factor(me) then
    perform private.nemus_require_fresh_factor();
  else
    perform private.nemus_require_fresh_sign_in();
  end if;
  for source in select t.* from private.nemus_exported_tables() t where t.is_personal order by t.name loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    -- These two are the buyer's: nothing for a founder who left or has no role for it.
    into own using case when source.name not in ('support_requests', 'order_buyers')
      or private.nemus_pays_for('billing') = me then me end;
    if own is not null then
      tables := tables || jsonb_build_object(source.name, own);
    end if;
  end loop;
  return jsonb_build_object('account', (select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at)
    from auth.users u where u.id = me), 'tables', tables);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_buyer (
  p_user      uuid,
  p_is_sample boolean,
  p_order     uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
begin
  if not p_is_sample then
    select to_jsonb(b) into given from private.nemus_order_buyers b where b.order_id = p_order;
    if given is null then
      select to_jsonb(a) || jsonb_build_object('vat_id', (select b.vat_id from private.nemus_order_buyers b
          where b.user_id = p_user and (b.recipient, b.country) = (a.recipient, a.country) order by b.created_at desc limit 1))
      into given from public.nemus_billing_addresses a where a.user_id = p_user;
    end if;
    if given is null then
      select to_jsonb(b) into given from private.nemus_order_buyers b where b.user_id = p_user
      order by b.created_at desc limit 1;
    end if;
  end if;
  return (select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(given ->> 'recipient', p.institution_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'address', case when p_is_sample then coalesce(s.institution_address, '')
      else coalesce((given ->> 'street') || coalesce(E'\n' || nullif(given ->> 'extra_line', ''), '') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || coalesce(private.nemus_document_text('country_' || (given ->> 'country')),
          nullif(given ->> 'country', 'DE')), ''), '') end,
    'street', given ->> 'street', 'extra_line', nullif(given ->> 'extra_line', ''), 'postal_code', given ->> 'postal_code', 'city', given ->> 'city',
    'country', given ->> 'country', 'reference', nullif(c.buyer_reference, ''),
    'email', coalesce(nullif(s.billing_email, ''), private.nemus_letter_address(p_user)), 'vat_id', coalesce(case when given ? 'order_id' then nullif(given ->> 'vat_id', '') end, nullif(s.vat_id, ''), given ->> 'vat_id', '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_count_enrolment (
  p_user       uuid,
  p_course     uuid,
  p_correction boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  counted record;
begin
  -- Lock first: of two parts completed at the same moment, the second sees the first.
  perform from public.nemus_course_enrollments e where e.user_id = p_user and e.course_id = p_course for no key update;
  select case when parts.is_done then 'completed' when parts.has_begun then 'in_progress' else 'not_started' end as status,
    case when parts.is_done then 100 when parts.has_begun then least(99, round(parts.share * 100)::int) else 0 end
      as progress into counted
  -- Without evidence only a correction may change the enrolment.
  from private.nemus_enrolment_parts(p_user, p_course) parts where parts.has_evidence or p_correction;
  if not found then
    return;
  end if;
  -- Fires bookings/bookings, certificates/validity.
  update public.nemus_course_enrollments e set status = counted.status, progress_percentage = counted.progress
  where e.user_id = p_user and e.course_id = p_course and (e.status <> 'completed' or p_correction)
    and (e.status, e.progress_percentage) is distinct from (counted.status, counted.progress);
  update private.nemus_taken_back t set status = counted.status, progress_percentage = counted.progress
  from public.nemus_orders o
  where p_correction and o.id = t.order_id and o.course_id = p_course and t.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_decide_entry (
  p_entry    public.nemus_logbook_entries,
  p_person   public.nemus_confirmers,
  p_account  uuid,
  p_same     uuid[],
  p_decision text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role_day constant date := private.nemus_role_day(p_entry);
  role constant text := private.nemus_role_for(p_entry, p_entry.confirmer_id);
  opposed constant text := private.nemus_opposed_role(role);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or private.nemus_is_own_mailbox(p_entry.user_id, c.email)));
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  -- Entries that wait can still be returned.
  perform private.nemus_refuse(409, 'institution_unapproved')
    where not private.nemus_may_have_confirmed(p_person.institution_id);
  perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry, p_entry.confirmer_id, true) is null
        then 'role' else 'site' end))
    where role is null;
  perform private.nemus_refuse(409, 'certificate_unlinked')
    where p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry);
  perform private.nemus_refuse(409, 'certificate_unread')
    where p_entry.file_id is not null and (p_account is null or not private.nemus_reads_entry_file(p_entry));
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  perform private.nemus_refuse(409, 'forbidden_pair')
    where opposed is not null and (exists (select from public.nemus_logbook_entries e
        where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
          and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
            or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
      or exists (select from unnest(p_same) as s (id)
        join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
        join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
          and role_day >= r.valid_from and (r.valid_until is null or role_day <= r.valid_until)
        join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
        where t.user_id = p_entry.user_id));
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_own_mailbox (
  p_user  uuid,
  p_email text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from auth.users u where u.id = p_user
      and private.nemus_mailbox(u.email) = private.nemus_mailbox(p_email))
    or exists (select from public.nemus_trainees t where t.user_id = p_user
      and private.nemus_mailbox(t.email) = private.nemus_mailbox(p_email))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_open_settings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.user_type = 'institution' then
    -- Fires institutions/members, notifications/weekly_reports.
    insert into public.nemus_institution_settings (institution_id, institution_name)
    values (new.user_id, coalesce(new.institution_name, ''));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_revoke_certificate (
  p_certificate public.nemus_certificates,
  p_reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_certificate_revocations (number, certificate_id, reason)
  values (p_certificate.number, p_certificate.id, p_reason) on conflict do nothing;
  perform private.nemus_notify(p_certificate.user_id, 'certificate_revoked', 'certificate_revoked:' || p_certificate.id,
    jsonb_build_object('title', private.nemus_fact(p_certificate.title, '–'), 'kind', p_certificate.kind, 'reason', p_reason),
    '/competencies')
  from public.nemus_profiles p where p.user_id = p_certificate.user_id;
  perform private.nemus_note_act('revoke_certificate', 'certificates', p_certificate.id::text,
    to_jsonb(p_certificate) - 'holder', jsonb_build_object('reason', p_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_takes_entry (
  p_entry     public.nemus_logbook_entries,
  p_confirmer uuid,
  p_anywhere  boolean                      DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_entry.user_id
      where c.id = p_confirmer and private.nemus_is_confirming(c) and c.user_id is distinct from p_entry.user_id
        and not private.nemus_is_own_mailbox(p_entry.user_id, c.email)
        and (p_entry.file_id is null or c.user_id is not null) and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_entry, p_confirmer, p_anywhere) is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_name_request (
  p_request uuid,
  p_accept  boolean,
  p_answer  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() or exists (select from public.nemus_members m
    where m.institution_id = request.institution_id and m.user_id = auth.uid()) then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id)
      or not private.nemus_is_approved(request.institution_id);
  end if;
  if p_accept then
    -- Before the time of the decision: waits for a paper that is being printed with the earlier name.
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end,
    decided_at = clock_timestamp(), answer = given where r.id = p_request;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'person', request.old_name, 'reason', case when exists (
          select from public.nemus_trainees t
          where t.institution_id = request.institution_id and t.user_id = request.user_id) then given end)), '/piw-management');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_verify_certificate (
  p_number text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) TO "postgres";

-- The address for invoices was the founder's from registration on, which nobody had chosen: letters fall back on the
-- administration's.
update public.nemus_institution_settings s set billing_email = ''
from public.nemus_profiles p
where p.user_id = s.institution_id and s.billing_email <> '' and lower(s.billing_email) = lower(p.email);

-- The log outlives accounts: people's own words and former names leave it, also of earlier lines.
alter table private.nemus_audit_log disable trigger keep_rows;
update private.nemus_audit_log l set before = l.before - t.hidden, after = l.after - t.hidden
from (values ('name_requests', '{old_name,first_name,last_name,reason,answer}'::text[]),
  ('withdrawals', '{name,email,contract,message}'), ('appointment_participations', '{feedback}'),
  ('certificates', '{holder}')) as t (subject, hidden)
where l.subject = t.subject and (l.before ?| t.hidden or l.after ?| t.hidden);
alter table private.nemus_audit_log enable trigger keep_rows;
