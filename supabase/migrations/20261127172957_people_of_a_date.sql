SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_date_letters"
  DROP CONSTRAINT "nemus_date_letters_kind_check";

DROP FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments);

DROP FUNCTION "public"."nemus_message_trainees"(uuid[], text);

CREATE OR REPLACE FUNCTION private.nemus_date_messages (
  p_date uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('at', l.created_at, 'by', l.actor_name, 'text', l.after -> 'text',
    'people', (select coalesce(jsonb_agg(private.nemus_holder(p.user_id)
        order by private.nemus_sort_key(p.last_name), private.nemus_sort_key(p.first_name), p.user_id), '[]')
      from public.nemus_profiles p where l.after -> 'people' ? p.user_id::text)) order by l.id desc), '[]')
  from private.nemus_audit_log l
  where l.subject = 'appointments' and l.subject_id = p_date::text and l.action = 'message'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_lost_at (
  p_own  public.nemus_appointment_participations,
  p_date public.nemus_appointments
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_own.cancelled_at = p_date.cancelled_at then coalesce((
    select case when l.has_place then 'place' else 'waiting' end from private.nemus_date_letters l
    where l.user_id = p_own.user_id and l.appointment_id = p_date.id and l.kind = 'cancelled' and l.audience = 'participant'
    limit 1), 'place') end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_people_at (
  p_date public.nemus_appointments
)
  RETURNS TABLE (
    user_id uuid,
    held    text,
    place   bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.user_id, o.held, row_number() over (order by o.held, o.waitlist_position, o.created_at, o.user_id)
  from (select p.*, coalesce(private.nemus_lost_at(p, p_date), case p.status when 'waitlist' then 'waiting' else 'place' end) as held
    from public.nemus_appointment_participations p
    where p.appointment_id = p_date.id and (p.status <> 'cancelled' or p.cancelled_at = p_date.cancelled_at)
      and exists (select from public.nemus_course_enrollments e
        where e.user_id = p.user_id and e.course_id = p_date.course_id)) o
$function$;

CREATE OR REPLACE FUNCTION private.nemus_place_at (
  p_user   uuid,
  p_date   public.nemus_appointments,
  p_kind   text                      DEFAULT 'place_confirmed'::text,
  p_values jsonb                     DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own record;
begin
  perform private.nemus_release_place(held.appointment_id, p_user)
  from private.nemus_held_dates(p_user, p_date.course_id) held where held.status = 'waitlist';
  -- The waiting list comes first.
  perform private.nemus_fill_places(p_date.id);
  -- Fires dates/appointments, dates/attendance.
  insert into public.nemus_appointment_participations (appointment_id, user_id) values (p_date.id, p_user)
  on conflict (appointment_id, user_id) do update
  set status = excluded.status, waitlist_position = excluded.waitlist_position, cancelled_at = null;
  select p.status, p.waitlist_position into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user;
  if own.status = 'confirmed' then
    perform private.nemus_tell_participant(p_user, p_date.id, p_kind, p_values);
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  else
    perform private.nemus_tell_participant(p_user, p_date.id, 'waitlisted',
      jsonb_build_object('position', own.waitlist_position));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_send_message (
  p_users       uuid[],
  p_institution uuid,
  p_kind        text,
  p_sender      uuid,
  p_message     uuid,
  p_facts       jsonb,
  p_path        text   DEFAULT NULL::text
)
  RETURNS TABLE (
    user_id uuid,
    is_new  boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sender constant text := p_kind || ':' || p_sender || ':';
begin
  return query select n.user_id, false from public.nemus_notifications n
    where n.user_id = any (p_users) and n.key = sender || p_message;
  if not found then
    return query select u, true from unnest(p_users) as u
      where case when 3 > (select count(*) from public.nemus_notifications n where n.user_id = u and n.kind = p_kind
          and starts_with(n.key, sender) and n.created_at > now() - interval '1 day')
        then private.nemus_tell(u, p_institution, p_kind, sender || p_message, p_facts, p_path) end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_waiting (
  p_date uuid,
  p_user uuid
)
  RETURNS public.nemus_appointment_participations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own public.nemus_appointment_participations;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_take_dates(p_date, false);
  select * into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.user_id = p_user for update;
  perform private.nemus_refuse(409, 'not_waiting') where own.status in ('confirmed', 'completed');
  return case when own.status = 'waitlist' then own end;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_date_letter (
  p_user        uuid,
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  date public.nemus_appointments;
  said jsonb := coalesce(p_values, '{}');
  before jsonb;
begin
  select * into date from public.nemus_appointments a where a.id = p_appointment and a.course_id is not null;
  if not found then
    return;
  end if;
  with replaced as (
    delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_appointment
      and l.audience = 'participant' and l.sent_at is null
    returning l.kind, l.details)
  select r.details into before from replaced r where r.kind = 'moved' limit 1;
  if p_kind in ('place_confirmed', 'waitlisted', 'place_ended') and 20 <= (select count(*)
    from private.nemus_date_letters l where l.user_id = p_user and l.audience = 'participant'
      and l.kind in ('place_confirmed', 'waitlisted', 'place_ended') and l.created_at > now() - interval '1 day') then
    return;
  end if;
  -- If the first letter of two moves was never sent, the person still expects the very first time.
  if p_kind = 'moved' and before is not null then
    said := said || before;
  end if;
  -- Fires notifications/events.
  insert into private.nemus_date_letters (user_id, appointment_id, kind, has_place, title, starts_at, ends_at, details)
  values (p_user, p_appointment, p_kind, p_kind in ('place_confirmed', 'promoted', 'place_ended', 'rebooked')
      or exists (select from public.nemus_appointment_participations p
        where p.appointment_id = p_appointment and p.user_id = p_user and p.status = 'confirmed'),
    date.title, date.starts_at, date.ends_at, jsonb_strip_nulls(said));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_notification_mails()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for found in
    select s.id, s.user_id, s.institution_id, n.kind, n.key, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
      s.address is not null or exists (select from auth.users u where u.id = s.user_id and u.email_confirmed_at is not null)
        and private.nemus_is_reachable(s.user_id, s.institution_id) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
  begin
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id)
      or (found.kind = 'date_message' and not exists (select from public.nemus_appointments a
        cross join lateral private.nemus_people_at(a) u
        where a.id = split_part(found.key, ':', 2)::uuid and u.user_id = found.user_id)) then
      delete from private.nemus_notification_sendings s where s.id = found.id;
      continue;
    end if;
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    token := null;
    if found.mail <> 'always' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
      values (private.nemus_token_hash(token), found.user_id, found.kind);
    end if;
    answer := answer || jsonb_build_object('sending_id', found.id, 'kind', found.kind, 'facts', found.facts,
      'path', found.path, 'email', found.email, 'first_name', coalesce(found.first_name, ''),
      'last_name', coalesce(found.last_name, ''), 'token', token);
  exception when others then
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    perform public.nemus_note_outcome('send-notifications', found.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_date_participants (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  perform private.nemus_check_staff('teaching');
  select jsonb_build_object('appointment', jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'course_title', s.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'cancelled_at', a.cancelled_at),
    'has_begun', a.starts_at <= now(), 'messages', private.nemus_date_messages(a.id),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id,
        'name', private.nemus_holder(p.user_id), 'email', u.email, 'status', p.status,
        'waitlist_position', p.waitlist_position, 'is_enrolled', e.id is not null, 'is_own', p.user_id = auth.uid(),
        'attendance', p.attendance, 'attended_units', p.attended_units, 'marks', p.marks, 'marked_at', p.marked_at,
        'marked_how', p.marked_how,
        'marked_by', case when p.marked_how = 'list' then private.nemus_holder(p.marked_by) end,
        'certificate', (select c.number from public.nemus_certificates c where c.user_id = p.user_id
          and c.appointment_id = a.id and private.nemus_revoked_at(c.id) is null),
        'offered_until', case when p.offered_until > now() then p.offered_until end, 'lost', private.nemus_lost_at(p, a),
        'phone', case when p.cancelled_at = a.cancelled_at and a.ends_at > now() - interval '14 days' then (select nullif(d.phone, '') from public.nemus_personal_data d
          where d.user_id = p.user_id) end)
      order by p.waitlist_position nulls first, private.nemus_sort_key(u.last_name), private.nemus_sort_key(u.first_name), p.user_id), '[]')
      from public.nemus_appointment_participations p
      join public.nemus_profiles u on u.user_id = p.user_id
      left join public.nemus_course_enrollments e on e.user_id = p.user_id and e.course_id = a.course_id
      where p.appointment_id = a.id and (p.status <> 'cancelled' or p.attendance is not null or p.cancelled_at = a.cancelled_at)))
  into answer
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
  perform private.nemus_refuse(404, 'appointment_not_found') where answer is null;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_message_participants (
  p_date    uuid,
  p_people  uuid[],
  p_text    text,
  p_message uuid   DEFAULT gen_random_uuid()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said text;
  date public.nemus_appointments;
  reached uuid[];
  is_new boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  said := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  -- No one leaves meanwhile, and two messages at once count each other.
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into date from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  select array_agg(m.user_id), bool_or(m.is_new) into reached, is_new from private.nemus_send_message(
    array(select u.user_id from private.nemus_people_at(date) u where u.user_id = any (p_people) order by u.place),
    null, 'date_message', p_date, p_message, jsonb_build_object('title', private.nemus_fact(date.title, '–'),
      'starts_at', date.starts_at, 'text', said), '/appointments') m;
  if is_new then
    perform private.nemus_note_act('message', 'appointments', p_date::text, null,
      jsonb_build_object('text', said, 'people', to_jsonb(reached)));
  end if;
  return jsonb_build_object('sent', coalesce(cardinality(reached), 0), 'skipped',
    (select count(distinct i) from unnest(p_people) as i) - coalesce(cardinality(reached), 0));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_message_trainees (
  p_trainees uuid[],
  p_text     text,
  p_message  uuid   DEFAULT gen_random_uuid()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  said constant text := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  reached uuid[];
  is_new boolean;
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  me := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(me);
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_trainees), 0) not between 1 and 200;
  -- Two members at once count each other's messages. Linked people are locked: a link that ends now gets nothing.
  perform pg_advisory_xact_lock(hashtextextended('nemus_message ' || me, 0));
  select array_agg(m.user_id), bool_or(m.is_new) into reached, is_new from private.nemus_send_message(
    array(select o.user_id from public.nemus_trainees o
      where o.institution_id = me and o.id = any (p_trainees) and o.user_id is not null order by o.id for share),
    me, 'institution_message', me, p_message,
    jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(me), '–'), 'text', said)) m;
  if is_new then
    insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id, after)
    select me, auth.uid(), coalesce(private.nemus_member_name(auth.uid()), ''), 'member', 'insert', 'trainee_messages', p_message,
      jsonb_build_object('text', said, 'recipients', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t where t.institution_id = me and t.user_id = any (reached);
  end if;
  return jsonb_build_object('sent', coalesce(cardinality(reached), 0), 'skipped',
    (select count(distinct i) from unnest(p_trainees) as i) - coalesce(cardinality(reached), 0));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_prefer_waiting (
  p_date   uuid,
  p_user   uuid,
  p_reason text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is not null then
    update public.nemus_appointment_participations p set
      waitlist_position = case p.user_id when p_user then 1 else p.waitlist_position + 1 end,
      offered_until = case when p.user_id <> p_user or p.offered_until > now() then p.offered_until end
    where p.appointment_id = p_date and p.waitlist_position <= waits.waitlist_position;
    perform private.nemus_note_act('prefer', 'appointment_participations', p_date || ':' || p_user,
      jsonb_build_object('waitlist_position', waits.waitlist_position), jsonb_build_object('reason', reason));
    perform private.nemus_fill_places(p_date);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position, 'offered_until', p.offered_until)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = p_user and waits.user_id is not null);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_rebook_participants (
  p_from   uuid,
  p_to     uuid,
  p_people uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_from);
  source public.nemus_appointments;
  target public.nemus_appointments;
  person uuid;
  done uuid[] := '{}'::uuid[];
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 1000}')
    where coalesce(cardinality(p_people), 0) not between 1 and 1000;
  perform from public.nemus_course_enrollments e
  where e.course_id = course and e.user_id = any (p_people) order by e.id for key share;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id in (p_from, p_to) or a.id in (select held.appointment_id
    from unnest(p_people) as u cross join private.nemus_held_dates(u, course) held) order by a.id for update;
  select * into source from public.nemus_appointments a where a.id = p_from;
  select * into target from public.nemus_appointments a where a.id = p_to and a.course_id = course and a.id <> p_from;
  perform private.nemus_refuse(404, 'date_not_found') where target.id is null;
  perform private.nemus_refuse(409, 'date_cancelled') where target.cancelled_at is not null;
  perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}')
    where target.starts_at <= now() or (source.starts_at <= now() and source.cancelled_at is null);
  for person in select u.user_id from private.nemus_people_at(source) u where u.user_id = any (p_people) order by u.place loop
    continue when private.nemus_has_attended(person, course) or exists (
      select from private.nemus_held_dates(person, course) held
      where held.appointment_id = p_to or (held.appointment_id <> p_from and held.status = 'confirmed'));
    -- Read again: each move takes a place.
    select * into target from public.nemus_appointments a where a.id = p_to;
    perform private.nemus_place_at(person, target, 'rebooked',
      jsonb_build_object('earlier_start', source.starts_at, 'earlier_end', source.ends_at));
    done := done || person;
  end loop;
  if done <> '{}' then
    perform private.nemus_note_act('rebook', 'appointments', p_from::text, null,
      jsonb_build_object('to', p_to, 'people', to_jsonb(done)));
  end if;
  return (select jsonb_build_object('moved', count(*) filter (where p.status = 'confirmed'),
      'waiting', count(*) filter (where p.status = 'waitlist'),
      'skipped', count(*) filter (where p.status is null or p.status not in ('confirmed', 'waitlist')))
    from (select distinct u from unnest(p_people) as u) asked left join public.nemus_appointment_participations p
      on p.appointment_id = p_to and p.user_id = asked.u);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_remove_waiting (
  p_date   uuid,
  p_user   uuid,
  p_reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  waits constant public.nemus_appointment_participations := private.nemus_take_waiting(p_date, p_user);
  reason constant text := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
begin
  if waits.user_id is null then
    return;
  end if;
  -- A mail that has not left would still promise the position.
  delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_date and l.kind = 'waitlisted'
    and l.audience = 'participant' and l.sent_at is null;
  perform private.nemus_release_place(p_date, p_user);
  perform private.nemus_note_act('remove_waiting', 'appointment_participations', p_date || ':' || p_user, null,
    jsonb_build_object('reason', reason));
  perform private.nemus_notify(p_user, 'waiting_ended', 'waiting_ended:' || p_date || ':' || waits.changes,
    jsonb_build_object('title', private.nemus_fact(a.title, '–'), 'starts_at', a.starts_at, 'reason', reason), '/appointments')
  from public.nemus_appointments a where a.id = p_date;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_date_letters"
  ADD CONSTRAINT "nemus_date_letters_kind_check"
    CHECK ((kind = ANY (ARRAY['place_confirmed'::text, 'waitlisted'::text, 'promoted'::text, 'moved'::text, 'cancelled'::text, 'place_ended'::text, 'rebooked'::text])));

REVOKE ALL ON FUNCTION "private"."nemus_date_messages"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_date_messages"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_date_messages"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_lost_at"(public.nemus_appointment_participations, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_people_at"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_send_message"(uuid[], uuid, text, uuid, uuid, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_waiting"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_participants"(uuid, uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_prefer_waiting"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_rebook_participants"(uuid, uuid, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_remove_waiting"(uuid, uuid, text) TO "postgres";

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  ('rebooked', 'piw', 'on', 'always', 'off', true),
  ('waiting_ended', 'piw', 'on', 'always', 'never', false),
  ('date_message', 'piw', 'on', 'on', 'never', false);
