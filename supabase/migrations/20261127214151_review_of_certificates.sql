SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb);

DROP FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone);

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
  role constant text := private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, role_day,
    p_entry.site_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email));
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
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id,
        p_entry.category, role_day, p_entry.site_id, true) is null then 'role' else 'site' end))
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

CREATE OR REPLACE FUNCTION private.nemus_is_stranded (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'submitted' and (not exists (select from public.nemus_confirmers c
      where c.id = p_entry.confirmer_id and c.ended_at is null)
    or p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry)
    or private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, private.nemus_role_day(p_entry), p_entry.site_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_log_about (
  p_subject     text,
  p_id          text,
  p_before      jsonb,
  p_after       jsonb,
  p_institution uuid  DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  keys constant text[] := string_to_array(p_id, ':');
  r constant jsonb := coalesce(p_before, '{}') || coalesce(p_after, '{}') || case
    when p_subject in ('trainees', 'trainee_budgets') then jsonb_build_object('trainee_id', p_id)
    when p_subject = 'booking_participants' then jsonb_build_object('booking_id', keys[1], 'trainee_id', keys[2])
    when p_subject in ('members', 'staff', 'profiles', 'blocked_accounts', 'institution_approvals')
      then jsonb_build_object('user_id', keys[1])
    when p_subject in ('appointments', 'appointment_links') then jsonb_build_object('appointment_id', p_id)
    when p_subject = 'appointment_participations' then jsonb_build_object('appointment_id', keys[1], 'user_id', keys[2])
    when p_subject = 'appointment_teachers' then jsonb_build_object('appointment_id', keys[1], 'teacher_id', keys[2])
    when p_subject = 'courses' then jsonb_build_object('course_id', p_id)
    when p_subject = 'confirmers' then jsonb_build_object('confirmer_id', p_id)
    when p_subject = 'confirmer_roles' then coalesce((select jsonb_build_object('confirmer_id', c.confirmer_id)
      from public.nemus_confirmer_roles c where c.id = p_id::uuid), '{}')
    when p_subject in ('requirement_sets', 'requirement_categories', 'requirement_competencies', 'requirement_credits',
      'requirement_figures') then jsonb_build_object('set_id', keys[1])
    when p_subject in ('orders', 'refunds') then coalesce((select jsonb_build_object('user_id', o.user_id, 'title', o.title)
      from public.nemus_orders o where o.id = coalesce(p_after ->> 'order_id', p_before ->> 'order_id', p_id)::uuid), '{}')
    when p_subject = 'course_bookings' then coalesce((select jsonb_build_object('course_name', b.course_name)
      from public.nemus_course_bookings b where b.id = p_id::uuid), '{}')
    else '{}' end;
begin
  return concat_ws(', ',
    nullif(coalesce(
      (select btrim(t.first_name || ' ' || t.last_name) from public.nemus_trainees t where t.id = (r ->> 'trainee_id')::uuid),
      (select n.name from public.nemus_confirmers n where n.id = (r ->> 'confirmer_id')::uuid),
      (select n.name from public.nemus_teachers n where n.id = (r ->> 'teacher_id')::uuid),
      (select case when p_institution is null then coalesce(nullif(private.nemus_account_name(p), ''), p.email)
          when p_subject <> 'members' then p.institution_name
          else private.nemus_name_within(p_institution, p.user_id) end
        from public.nemus_profiles p where p.user_id = (r ->> 'user_id')::uuid),
      nullif(btrim(concat_ws(' ', r ->> 'first_name', r ->> 'last_name')), ''), r ->> 'name', r ->> 'holder',
      nullif(r ->> 'email', '•••')), ''),
    nullif(coalesce(
      (select a.title from public.nemus_appointments a where a.id = (r ->> 'appointment_id')::uuid),
      (select b.course_name from public.nemus_course_bookings b where b.id = (r ->> 'booking_id')::uuid),
      (select c.title from public.nemus_courses c where c.id = case when r ->> 'course_id' ~ '^[0-9a-f-]{36}$'
        then (r ->> 'course_id')::uuid end),
      (select c.title from public.nemus_learning_courses c where c.id = coalesce(r ->> 'course_id', p_id)),
      (select s.name from public.nemus_requirement_sets s where s.id = (r ->> 'set_id')::uuid),
      r ->> 'title', r ->> 'course_name', r ->> 'file_name'), ''));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_name_within (
  p_institution uuid,
  p_user        uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
      then private.nemus_member_name(p_user)
    else (select l.actor_name from private.nemus_organisation_log l
      where l.institution_id = p_institution and l.actor_id = p_user order by l.id desc limit 1) end
  from public.nemus_profiles p where p.user_id = p_user
$function$;

CREATE OR REPLACE FUNCTION private.nemus_reads_entry_file (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = 'read' and a.role = any (private.nemus_logbook_roles(p_entry))
      and case a.role when 'owner' then true when 'institution' then false
        else (p_entry.state = 'confirmed' or private.nemus_is_linked_entry(p_entry)) and (p_entry.category <> 'self_experience'
          or (p_entry.confirmer_id in (select private.nemus_my_confirmers())
            and private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at))) end)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_seats_of (
  p_institution uuid
)
  RETURNS TABLE (
    booking_id  uuid,
    trainee_id  uuid,
    number      integer,
    name        text,
    course_id   uuid,
    course_name text,
    has_dates   boolean,
    start_date  date,
    state       text,
    places      integer,
    own         boolean,
    bought_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select b.id, t.id, 0, btrim(t.first_name || ' ' || t.last_name), b.course_id, b.course_name, b.has_dates, b.start_date,
    case when bar.code = 'trainee_left' then 'left' when e.status = 'completed' then 'completed'
      when bar.code = 'place_begun' then 'started' else 'unused' end, 1, false, b.created_at
  from public.nemus_course_bookings b
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  cross join lateral (select private.nemus_place_bar(p) as code) bar
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, n, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'free', 1, false, b.created_at
  from public.nemus_course_bookings b, generate_series(1, b.free_places) n
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, 0, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'cancelled', b.participants, false,
    b.created_at
  from public.nemus_course_bookings b
  where b.institution_id = p_institution and b.status = 'cancelled' and b.origin = 'portal'
  union all
  select null, null, 0, case when e.user_id <> p_institution then private.nemus_name_within(p_institution, e.user_id) end, e.course_id, c.title, c.has_dates, null,
    case when e.status = 'completed' then 'completed' when private.nemus_is_begun(e) then 'started' else 'unused' end,
    1, true, e.enrolled_at
  from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
  where (e.user_id = p_institution and e.enrollment_type in ('institution_credits', 'direct_purchase'))
    or e.id in (select k.source_id::uuid from public.nemus_credit_entries k where k.institution_id = p_institution
      and k.kind = 'spend' and k.source_id ~ '^[0-9a-f-]{36}$')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_abandoned_uploads()
  RETURNS TABLE (
    bucket text,
    path   text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Marked before they are removed. Held first: an entry that takes one now (nemus_read_certificate) is seen by the update.
  select f.id from public.nemus_logbook_files f
  where f.dropped_at is null and (f.user_id is null or f.created_at < now() - interval '1 day')
    and not exists (select from public.nemus_logbook_entries e where e.file_id = f.id) order by f.id for update;
  update public.nemus_logbook_files f set dropped_at = now()
  where f.dropped_at is null and (f.user_id is null or f.created_at < now() - interval '1 day')
    and not exists (select from public.nemus_logbook_entries e where e.file_id = f.id);
  -- A marked file gets no new address; the last one is valid for two hours.
  delete from public.nemus_logbook_files f
  where f.dropped_at is not null and (f.user_id is null or f.dropped_at < now() - interval '3 hours');
  (select 'learning', m.path from public.nemus_learning_media m
  where m.confirmed_at is null and m.created_at < now() - interval '1 day'
    and not private.nemus_is_set_aside('clear-uploads', m.path) order by m.created_at limit 50)
  union all
  (select 'logbook', o.name from storage.objects o
  where o.bucket_id = 'logbook' and not private.nemus_is_set_aside('clear-uploads', o.name)
    and not exists (select from public.nemus_logbook_files f where f.path = regexp_replace(o.name, '^incoming/', '')
      and f.dropped_at is null and (f.confirmed_at is null or f.path = o.name)) order by o.created_at limit 50)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_booking_request_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and (r.expires_at <= now() or not private.nemus_answers_for(r.decided_by, institution))
            then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_name_within(institution, r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'date_starts_at', (select a.starts_at from public.nemus_appointments a where a.id = r.date_id),
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_name_within(institution, r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_drop_uploads (
  p_paths text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.nemus_learning_media m where m.path = any (p_paths) and m.confirmed_at is null;
  update public.nemus_logbook_files f set dropped_at = now()
  where f.path = any (p_paths) and f.confirmed_at is null and f.dropped_at is null
$function$;

CREATE OR REPLACE FUNCTION public.nemus_organisation_lines (
  p_filters jsonb DEFAULT '{}'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
  filters constant jsonb := coalesce(p_filters, '{}');
  words constant text[] := private.nemus_search_patterns(filters ->> 'search');
  most int;
  lines jsonb;
begin
  begin
    most := least(greatest(coalesce((filters ->> 'limit')::int, 50), 1), 500);
    select jsonb_agg(to_jsonb(l) order by l.id desc) into lines from (
      select x.id, x.created_at as at, x.actor_id, x.actor_name, x.actor_kind, x.action, x.subject, x.subject_id, y.about,
        x.before, x.after
      from private.nemus_organisation_log x
      cross join lateral (select private.nemus_log_about(x.subject, x.subject_id, x.before, x.after, institution) as about offset 0) y
      where x.institution_id = institution
        and private.nemus_search_text(y.about || ' ' || x.actor_name) like all (words)
        and (filters ->> 'subject' is null or x.subject = filters ->> 'subject')
        and (filters ->> 'actor' is null or x.actor_id = (filters ->> 'actor')::uuid)
        and (filters ->> 'from' is null or x.created_at >= (filters ->> 'from')::timestamptz)
        and (filters ->> 'to' is null or x.created_at < (filters ->> 'to')::timestamptz)
        and (filters ->> 'before' is null or x.id < (filters ->> 'before')::bigint)
      order by x.id desc limit most + 1) l;
  exception when data_exception then
    perform private.nemus_refuse(400, 'invalid_request');
  end;
  lines := coalesce(lines, '[]');
  return jsonb_build_object(
    'lines', (select coalesce(jsonb_agg(line.value order by line.place), '[]')
      from jsonb_array_elements(lines) with ordinality as line (value, place) where line.place <= most),
    'next', case when jsonb_array_length(lines) > most then lines -> (most - 1) -> 'id' end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sync_subscription (
  p_subscription_id      text,
  p_status               text,
  p_tier                 text,
  p_period_end           timestamp with time zone,
  p_cancel_at_period_end boolean,
  p_event_at             timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_provider_subscriptions as s (subscription_id, status, tier, current_period_end,
    cancel_at_period_end, last_event_at)
  values (p_subscription_id, p_status, p_tier, p_period_end, coalesce(p_cancel_at_period_end, false), p_event_at)
  on conflict (subscription_id) do update set status = excluded.status, tier = coalesce(excluded.tier, s.tier),
    current_period_end = coalesce(excluded.current_period_end, s.current_period_end),
    cancel_at_period_end = excluded.cancel_at_period_end, last_event_at = excluded.last_event_at
  where s.last_event_at is null or s.last_event_at <= excluded.last_event_at;
  if found then
    perform private.nemus_show_subscription(p_subscription_id);
  end if;
  return (select private.nemus_letter_address(s.institution_id) from private.nemus_provider_subscriptions s
    where s.subscription_id = p_subscription_id);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_upload_to_check (
  p_media uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  media jsonb;
begin
  select jsonb_build_object('bucket', 'logbook', 'path', f.path, 'content_type', f.content_type, 'size_bytes', f.size_bytes,
    'is_confirmed', f.confirmed_at is not null) into media
  from public.nemus_logbook_files f where f.id = p_media and f.user_id = auth.uid() and f.dropped_at is null;
  if found then return media; end if;
  perform private.nemus_require_staff('catalogue');
  select jsonb_build_object('bucket', 'learning', 'path', m.path, 'content_type', m.content_type, 'size_bytes', m.size_bytes,
    'is_confirmed', m.confirmed_at is not null) into media
  from public.nemus_learning_media m where m.id = p_media;
  perform private.nemus_refuse(404, 'media_not_found') where media is null;
  return media;
end $function$;

CREATE INDEX nemus_organisation_log_actor ON private.nemus_organisation_log USING btree (institution_id, actor_id, id DESC);

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_name_within"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_name_within"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_name_within"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_sync_subscription"(text, text, text, timestamp WITH time zone, boolean, timestamp WITH time zone) TO "service_role";
