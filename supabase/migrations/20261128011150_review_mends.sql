SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_taken_back"
  DROP CONSTRAINT "nemus_taken_back_user_id_fkey";

DROP FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text);

ALTER TABLE "private"."nemus_taken_back"
  ADD COLUMN "used_at" timestamp WITH time zone;

ALTER TABLE "public"."nemus_notifications"
  ADD COLUMN "institution_id" uuid;

ALTER TABLE "public"."nemus_notifications"
  ADD COLUMN "roles" text[];

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

CREATE OR REPLACE FUNCTION private.nemus_end_news()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  gone uuid[];
begin
  select array_agg(n.id) into gone from public.nemus_notifications n
  where n.institution_id = old.institution_id and n.user_id = old.user_id
    and (tg_op = 'DELETE' or not n.roles && new.roles);
  delete from public.nemus_sms s where s.notification_id = any (gone) and s.state = 'waiting';
  delete from public.nemus_notifications n where n.id = any (gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_follow_session()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_browser constant text := private.nemus_browser(new.user_agent);
  found_system constant text := private.nemus_system(new.user_agent);
  network constant text := private.nemus_network_hash(new.user_id, new.ip);
  -- The embedded backend's sign-in service adds device and address just after the session.
  begins constant boolean := tg_op = 'INSERT' or (old.user_agent is null and old.ip is null);
  was_used boolean;
begin
  if (new.user_agent is null and new.ip is null)
    or not exists (select from public.nemus_profiles p where p.user_id = new.user_id) then
    return null;
  end if;
  update public.nemus_known_devices d set last_used_at = now()
  where d.user_id = new.user_id and d.browser = found_browser and d.system = found_system and d.network_hash = network;
  if found or not begins then
    return null;
  end if;
  was_used := exists (select from public.nemus_known_devices d where d.user_id = new.user_id);
  insert into public.nemus_known_devices (user_id, browser, system, network_hash)
  values (new.user_id, found_browser, found_system, network)
  on conflict (user_id, browser, system, network_hash) do nothing;
  -- Of two simultaneous sign-ins, one notifies.
  if found and was_used
    and exists (select from auth.users u where u.id = new.user_id and u.created_at < now() - interval '1 hour')
    and not exists (select from public.nemus_institution_settings s
      where s.institution_id = new.user_id and not s.login_alerts
        -- A founder who left no longer follows its switches.
        and exists (select from public.nemus_members m where m.institution_id = s.institution_id and m.user_id = new.user_id)) then
    perform private.nemus_notify(new.user_id, 'new_device', 'new_device:' || new.id,
      jsonb_build_object('browser', found_browser, 'system', found_system, 'at', now()), '/account/sessions');
  end if;
  return null;
exception when others then
  raise warning 'A sign-in could not be followed: %', sqlerrm;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_give_back_course (
  p_order public.nemus_orders
)
  RETURNS public.nemus_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking public.nemus_course_bookings;
  taken private.nemus_taken_back;
  enrollment uuid;
  given boolean;
  missed int := 0;
  ordered public.nemus_orders := p_order;
begin
  select * into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  for taken in delete from private.nemus_taken_back t where t.order_id = p_order.id returning t.* loop
    enrollment := null;
    if taken.trainee_id is not null then
      insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id, used_at)
      values (booking.id, taken.trainee_id, booking.institution_id, booking.course_id, taken.used_at)
      on conflict do nothing;
      given := found;
      missed := missed + (not given)::int;
      continue when not given;
    end if;
    -- Also for a person who left the institution: the place was used for that account.
    continue when taken.user_id is null;
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage,
      enrolled_at)
    values (taken.user_id, p_order.course_id,
      case when taken.trainee_id is null then 'direct_purchase' else 'institution_booking' end, taken.status,
      taken.progress_percentage, taken.enrolled_at)
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    missed := missed + (enrollment is null)::int;
    if taken.trainee_id is not null and enrollment is null then
      delete from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
    end if;
    -- Fires bookings/booked_seminars.
    update public.nemus_booking_participants p set enrollment_id = enrollment
    where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
  end loop;
  if booking.status = 'cancelled' then
    update public.nemus_course_bookings b
    set status = case when b.completion_rate = 100 then 'completed' else 'confirmed' end where b.id = booking.id;
    -- Participants with a new account meanwhile.
    perform private.nemus_enrol_participants(booking.id, null);
  end if;
  if missed > 0 then
    update public.nemus_orders o set attention = 'already_enrolled' where o.id = p_order.id returning o.* into ordered;
    ordered := private.nemus_owe_refund(ordered,
      jsonb_build_object('reason', 'already_enrolled', 'places', missed), null);
  end if;
  return ordered;
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

CREATE OR REPLACE FUNCTION private.nemus_notify_members (
  p_institution uuid,
  p_roles       text[],
  p_kind        text,
  p_key         text,
  p_facts       jsonb  DEFAULT '{}'::jsonb,
  p_path        text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_tell(m.user_id, p_institution, p_kind, p_key, p_facts, p_path, p_roles || array['administration'])
  from public.nemus_members m
  where m.institution_id = p_institution and m.roles && (p_roles || array['administration'])
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

CREATE OR REPLACE FUNCTION private.nemus_remind_confirmers()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  this_week constant date := date_trunc('week', now() at time zone 'Europe/Berlin')::date;
  reminded int := 0;
  pair record;
begin
  delete from private.nemus_sign_off_letters l where l.created_at < now() - interval '400 days';
  delete from private.nemus_sign_off_links l where l.expires_at < now() - interval '90 days';
  for pair in
    select distinct on (c.user_id, link.about) c.id as confirmer_id, c.user_id as account_id, e.user_id,
      coalesce(c.user_id, c.id)::text as item
    from public.nemus_confirmers c
    join public.nemus_logbook_entries e on e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days'
    cross join lateral (select case when c.user_id is null then array[c.id, e.user_id] end as about) as link
    where c.ended_at is null and not private.nemus_is_set_aside('remind-confirmers', coalesce(c.user_id, c.id)::text) and case
      when c.user_id is null then not exists (select from private.nemus_sign_off_letters l
        where l.confirmer_id = c.id and l.user_id = e.user_id
          and (l.sent_at is null and l.attempts < 5 or l.sent_at > now() - interval '6 days 12 hours'))
      else not exists (select from public.nemus_institution_settings s
        where s.institution_id = c.user_id and not s.email_notifications
          and exists (select from public.nemus_members m where m.institution_id = s.institution_id and m.user_id = c.user_id)) end
    order by c.user_id, link.about, c.id
  loop
    begin
      if pair.account_id is null then
        perform private.nemus_write_link(pair.confirmer_id, pair.user_id, false);
      else
        -- Fires notifications/events.
        insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week)
        values ('reminder', pair.confirmer_id, pair.account_id, this_week)
        on conflict (account_id, week) where kind = 'reminder' and asked_as is null do nothing;
        continue when not found;
      end if;
      reminded := reminded + 1;
      perform public.nemus_note_outcome('remind-confirmers', pair.item, null);
    exception when others then
      perform public.nemus_note_outcome('remind-confirmers', pair.item, sqlerrm);
    end;
  end loop;
  return reminded;
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

CREATE OR REPLACE FUNCTION private.nemus_take_back_course (
  p_order public.nemus_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking uuid;
begin
  if cardinality(p_order.trainee_ids) = 0 then
    with taken as (
      -- Fires certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e
      where e.user_id = p_order.user_id and e.course_id = p_order.course_id and e.enrollment_type = 'direct_purchase'
      returning e.*)
    insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at)
    select p_order.id, t.user_id, t.status, t.progress_percentage, t.enrolled_at from taken t
    on conflict do nothing;
    return;
  end if;
  select b.id into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  insert into private.nemus_taken_back (order_id, trainee_id, user_id, status, progress_percentage, enrolled_at, used_at)
  select p_order.id, p.trainee_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at, p.used_at
  from public.nemus_booking_participants p left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where p.booking_id = booking
  on conflict do nothing;
  -- Fires certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking;
  update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking;
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

CREATE OR REPLACE FUNCTION private.nemus_tell (
  p_user        uuid,
  p_institution uuid,
  p_kind        text,
  p_key         text,
  p_facts       jsonb,
  p_path        text,
  p_roles       text[] DEFAULT NULL::text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told uuid;
begin
  -- An account that is being deleted is told nothing.
  if not exists (select from public.nemus_profiles p where p.user_id = p_user) then
    return false;
  end if;
  insert into public.nemus_notifications (user_id, kind, key, facts, path, in_portal, institution_id, roles)
  values (p_user, p_kind, p_key, coalesce(p_facts, '{}'), p_path,
    coalesce(private.nemus_wants(p_user, p_kind, 'portal'), true), case when p_roles is not null then p_institution end,
    p_roles)
  on conflict (user_id, key) do nothing returning id into told;
  if told is null then
    return false;
  end if;
  -- Fires notifications/sms.
  insert into private.nemus_notification_sendings (notification_id, user_id, institution_id, channel)
  select told, p_user, p_institution, way.channel
  from (values ('mail', 20), ('sms', 10)) as way (channel, most), private.nemus_notification_kinds k
  where k.kind = p_kind and not (way.channel = 'mail' and k.has_letter)
    and private.nemus_wants(p_user, p_kind, way.channel, p_institution)
    and ((way.channel = 'mail' and k.mail = 'always') or way.most > (select count(*)
      from private.nemus_notification_sendings s
      where s.user_id = p_user and s.channel = way.channel and s.created_at > now() - interval '1 day'));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_wants (
  p_user        uuid,
  p_kind        text,
  p_channel     text,
  p_institution uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case ways.mode when 'always' then true when 'never' then false
    else coalesce((select c.wanted from public.nemus_notification_choices c
        where c.user_id = p_user and c.kind = p_kind and c.channel = p_channel), ways.mode = 'on')
      and not exists (select from public.nemus_institution_settings s
        where s.institution_id = coalesce(p_institution, p_user)
          -- The switch is about its members, not about the trainees that it writes to, nor about a founder who left.
          and exists (select from public.nemus_members m
            where m.institution_id = s.institution_id and m.user_id = p_user)
          and case p_channel when 'mail' then not s.email_notifications when 'sms' then not s.sms_notifications end) end
  from (select case p_channel when 'portal' then k.portal when 'mail' then k.mail else k.sms end as mode
    from private.nemus_notification_kinds k where k.kind = p_kind) ways
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_institution_letters (
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb,
  p_people      uuid[] DEFAULT NULL::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  notice constant text := 'trainee_date_' || case p_kind when 'rebooked' then 'moved' else p_kind end;
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null and (p_people is null or p.user_id = any (p_people))
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        -- Not a place that this institution did not pay for.
        join public.nemus_course_enrollments e on e.id = bp.enrollment_id and e.user_id = p.user_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := concat_ws(':', 'trainee_date_' || p_kind, p_appointment, extract(epoch from now()), p_people[1]);
    perform private.nemus_notify_members(letter.institution_id, '{booking}', notice, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, notice, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
        and 'rebooked' not in (l.kind, p_kind)
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
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

CREATE OR REPLACE FUNCTION public.nemus_delete_account()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  case terms ->> 'blocked_by'
    when 'institution_has_members' then perform private.nemus_refuse(409, 'institution_has_members');
    when 'last_administrator' then perform private.nemus_refuse(409, 'last_administrator');
    when 'subscription_running' then perform private.nemus_refuse(409, 'subscription_running');
    when 'purchase_waiting' then perform private.nemus_refuse(409, 'purchase_waiting');
    when 'last_staff' then perform private.nemus_refuse(409, 'last_staff');
    else
  end case;
  -- What an institution booked is used up once begun or past its notice: no money comes back, and no one else gets the place.
  -- Fires bookings/booked_seminars.
  update public.nemus_booking_participants p set used_at = now() from public.nemus_course_enrollments e
  where e.user_id = me and p.enrollment_id = e.id and (private.nemus_is_begun(e)
    or private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date);
  -- The same for what a dispute has taken meanwhile, and may give back.
  delete from private.nemus_taken_back t where t.user_id = me and t.trainee_id is null;
  update private.nemus_taken_back t set used_at = now()
  where t.user_id = me and t.status is distinct from 'not_started';
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_notification_settings()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with me as (
    select p.user_id, p.user_type = 'institution'
      or exists (select from public.nemus_members m where m.user_id = p.user_id) as acts,
      coalesce(not s.email_notifications, false) as no_mail, coalesce(not s.sms_notifications, false) as no_sms
    from public.nemus_profiles p
    left join public.nemus_institution_settings s on s.institution_id = p.user_id
      and exists (select from public.nemus_members m where m.institution_id = p.user_id and m.user_id = p.user_id)
    where p.user_id = auth.uid())
  select coalesce(jsonb_agg(channels.said || jsonb_build_object('kind', k.kind) order by k.kind), '[]')
  from me, private.nemus_notification_kinds k, lateral (
    select jsonb_object_agg(way.channel, jsonb_build_object('mode', way.mode,
      'wanted', case way.mode when 'always' then true when 'never' then false else coalesce(
        (select c.wanted from public.nemus_notification_choices c
          where c.user_id = me.user_id and c.kind = k.kind and c.channel = way.channel), way.mode = 'on') end,
      'stopped', way.stopped and way.mode in ('on', 'off'))) as said
    from (values ('portal', k.portal, false), ('mail', k.mail, me.no_mail), ('sms', k.sms, me.no_sms))
      as way (channel, mode, stopped)) channels
  where k.audience = 'all' or case k.audience when 'institution' then me.acts else not exists (
    select from public.nemus_profiles p where p.user_id = me.user_id and p.user_type = 'institution') end
$function$;

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

ALTER TABLE "private"."nemus_taken_back"
  ADD CONSTRAINT "nemus_taken_back_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_notifications"
  ADD CONSTRAINT "nemus_notifications_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_notifications"
  ADD CONSTRAINT "roles_within_an_institution" CHECK (((institution_id IS NULL) = (roles IS NULL)));

CREATE INDEX nemus_notifications_institution ON public.nemus_notifications USING btree (institution_id, user_id)
  WHERE (institution_id IS NOT NULL);

CREATE TRIGGER end_news
  AFTER DELETE OR UPDATE OF roles ON public.nemus_members
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_end_news();

REVOKE ALL ON FUNCTION "private"."nemus_end_news"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_news"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_news"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text, text[]) TO "postgres";

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

-- News of institutions go with the role from now on. Of earlier ones the mail names the institution.
update public.nemus_notifications n set institution_id = s.institution_id,
  roles = '{administration,booking,billing,confirming,reading}'
from private.nemus_notification_sendings s join public.nemus_profiles p on p.user_id = s.user_id and p.user_type = 'institution'
where s.notification_id = n.id and s.institution_id is not null and n.roles is null;
delete from public.nemus_notifications n where n.institution_id is not null and not exists (
  select from public.nemus_members m where m.institution_id = n.institution_id and m.user_id = n.user_id);
