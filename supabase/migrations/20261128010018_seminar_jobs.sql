SET local check_function_bodies = off;

DROP VIEW "public"."nemus_my_appointments";

DROP FUNCTION "public"."nemus_staff_courses"(text, text, integer);

CREATE OR REPLACE FUNCTION private.nemus_conflicts_of (
  p_date public.nemus_appointments
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case when p_date.cancelled_at is not null then '[]'::jsonb
    else (select coalesce(jsonb_agg(c.value order by t.starts_at), '[]') from private.nemus_parts(p_date) t
      cross join lateral jsonb_array_elements(private.nemus_date_conflicts(p_date.id, t.starts_at, t.ends_at,
        private.nemus_room(p_date.format, p_date.location),
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_date.id))) c
      where p_date.parts is null or t.ends_at > now()) end;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_has_paper (
  p_appointment uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_certificates c where c.user_id = auth.uid()
    and c.appointment_id = p_appointment and private.nemus_revoked_at(c.id) is null);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.starts_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'withdrawals_due', case when private.nemus_is_staff('orders') then
      (select private.nemus_withdrawal_due(min(w.received_at)) from private.nemus_withdrawals w where w.handled_at is null) end,
    'disputes', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'disputes_due', case when private.nemus_is_staff('orders') then
      (select min(d.due_at) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end,
    'names', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_name_requests r where r.state = 'open') end,
    'support', case when private.nemus_is_staff('people') then
      (select count(*) from private.nemus_support_requests r where r.answered_at is null) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cancel_date (
  p_date      uuid,
  p_reason    text,
  p_following boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
  dates uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  if reason = '' then
    perform private.nemus_refuse(400, 'reason_missing', '{"field": "reason"}');
  elsif char_length(reason) > 1000 then
    perform private.nemus_refuse(400, 'reason_too_long', '{"field": "reason", "most": 1000}');
  end if;
  -- A repeated request, such as a second click, is no error.
  if exists (select from public.nemus_appointments a where a.id = p_date and a.course_id is not null
    and a.cancelled_at is not null) then
    return '{}'::uuid[];
  end if;
  dates := private.nemus_take_dates(p_date, p_following, true);
  perform private.nemus_refuse(409, 'attendance_open')
  where exists (select from public.nemus_appointments a join public.nemus_appointment_participations p
    on p.appointment_id = a.id and p.status = 'confirmed' cross join lateral private.nemus_parts(a) t
    where a.id = p_date and t.starts_at <= now() and p.part_marks -> t.id::text is null);
  foreach written in array dates loop
    perform private.nemus_tell_date(written, 'cancelled', jsonb_build_object('reason', reason));
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set cancelled_at = now(), cancel_reason = reason, sequence = a.sequence + 1, participants_taken = 0 where a.id = written;
    -- Fires dates/lists_for_participants.
    update public.nemus_appointment_participations p
    set status = 'cancelled', waitlist_position = null, cancelled_at = now(), offered_until = null
    where p.appointment_id = written and p.status in ('confirmed', 'waitlist');
  end loop;
  return dates;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_create_dates (
  p_plan jsonb
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  planned public.nemus_appointments;
  teachers uuid[];
  has_parts constant boolean := jsonb_typeof(p_plan -> 'parts') = 'array';
  series uuid := case when jsonb_typeof(p_plan -> 'series') = 'object' then gen_random_uuid() end;
  times record;
  made uuid[] := '{}'::uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  select * into course from public.nemus_courses c where c.id::text = p_plan ->> 'course_id' for share;
  if not found then
    perform private.nemus_refuse(404, 'course_not_found', '{"field": "course_id"}');
  elsif not course.has_dates then
    perform private.nemus_refuse(409, 'seminar_without_dates', '{"field": "course_id"}');
  elsif not course.is_active and course.published_at is not null then
    perform private.nemus_refuse(409, 'seminar_retired', '{"field": "course_id"}');
  end if;
  planned := private.nemus_planned_date(course, p_plan);
  teachers := private.nemus_planned_teachers(p_plan, '{}');
  -- A date in parts is written with its first ones, then with all.
  for times in select * from private.nemus_planned_times(case when has_parts
    then p_plan #> '{parts,0}' || jsonb_build_object('change_until', p_plan -> 'change_until') else p_plan end) loop
    perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}')
      where times.change_until <= now();
    insert into public.nemus_appointments (course_id, series_id, title, description, starts_at, ends_at, change_until, type,
      format, location, competency, units, capacity)
    values (course.id, series, planned.title, planned.description, times.starts_at, times.ends_at, times.change_until,
      planned.type, planned.format, planned.location, planned.competency, planned.units, planned.capacity)
    returning id into written;
    if has_parts then
      -- What is no number is refused as 0 is.
      perform private.nemus_write_parts(a, p_plan -> 'parts', case when p_plan ->> 'parts_needed' !~ '^[0-9]{1,4}$' then 0
        else (p_plan ->> 'parts_needed')::int end)
      from public.nemus_appointments a where a.id = written;
    end if;
    perform private.nemus_set_teachers(written, teachers);
    perform private.nemus_set_link(written, private.nemus_planned_link(p_plan));
    perform private.nemus_refuse_conflict(written);
    made := made || written;
  end loop;
  perform private.nemus_tell_interested(course.id);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_seminar_titles()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue');
  return (select coalesce(jsonb_agg(c.title order by c.id), '[]') from public.nemus_courses c);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_seminar_titles"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_account (
  p_user uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account public.nemus_profiles;
begin
  perform private.nemus_check_staff('people');
  select * into account from public.nemus_profiles p where p.user_id = p_user;
  perform private.nemus_refuse(404, 'account_not_found') where not found;
  return jsonb_build_object('user_id', account.user_id, 'name', private.nemus_account_name(account),
    'email', account.email, 'user_type', account.user_type, 'registered_at', account.created_at,
    'is_own', account.user_id = auth.uid(), 'is_blocked', private.nemus_is_blocked(account.user_id),
    'block', (select jsonb_build_object('reason', b.reason, 'since', b.created_at,
        'by', (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = b.blocked_by))
      from private.nemus_blocked_accounts b where b.user_id = account.user_id),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('role', s.role, 'since', s.created_at,
        'by', (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = s.granted_by))
      order by s.role), '[]') from public.nemus_staff s where s.user_id = account.user_id),
    'links', (select coalesce(jsonb_agg(to_jsonb(link) - 'place' order by link.place), '[]') from (
      select t.id as trainee_id, t.linked_at,
        case when account.user_type = 'institution' then btrim(t.first_name || ' ' || t.last_name)
          else coalesce(private.nemus_inviting_name(t.institution_id), '') end as name,
        case when account.user_type = 'institution' then coalesce(t.account_email, t.email) end as email,
        case when account.user_type = 'institution' then t.user_id else t.institution_id end as user_id,
        (select jsonb_build_object('last_sent_at', i.last_sent_at, 'sent_count', i.sent_count,
            'expires_at', i.expires_at, 'is_open', i.is_open and i.expires_at > now(), 'declined_at', i.declined_at)
          from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1) as invitation,
        row_number() over (order by t.created_at desc, t.id) as place
      from public.nemus_trainees t
      where case when account.user_type = 'institution' then t.institution_id = account.user_id
        else t.user_id = account.user_id end
      order by place limit 50) link),
    'enrolments', (select coalesce(jsonb_agg(to_jsonb(e) order by e.enrolled_at desc), '[]') from (
      select x.id as enrolment_id, c.title, x.enrollment_type, x.status, x.progress_percentage, x.enrolled_at
      from public.nemus_course_enrollments x join public.nemus_courses c on c.id = x.course_id
      where x.user_id = account.user_id order by x.enrolled_at desc limit 50) e),
    'dates', case when private.nemus_is_staff('teaching') then (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.starts_at desc, d.appointment_id), '[]') from (
        select a.id as appointment_id, a.title, a.starts_at, a.ends_at, jsonb_array_length(a.parts) as parts, x.status,
          x.waitlist_position, a.cancelled_at is not null as is_cancelled
        from public.nemus_appointment_participations x join public.nemus_appointments a on a.id = x.appointment_id
        where x.user_id = account.user_id and a.course_id is not null order by a.starts_at desc, a.id limit 50) d) end,
    'certificates', (select coalesce(jsonb_agg(to_jsonb(k) order by k.issued_on desc, k.number), '[]') from (
      select x.number, x.title, x.kind, x.issued_on, private.nemus_revoked_at(x.id) as revoked_at
      from public.nemus_certificates x where x.user_id = account.user_id and not x.is_sample
      order by x.issued_on desc, x.number limit 50) k),
    'approval', (select jsonb_build_object('approved_name', a.approved_name, 'approved_at', a.approved_at,
        'withdrawn_at', a.withdrawn_at)
      from public.nemus_institution_approvals a where a.institution_id = account.user_id),
    'orders', case when private.nemus_is_staff('orders') then (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.created_at desc), '[]') from (
        select x.id as order_id, x.title, x.status, x.amount_cents, x.refunded_cents, x.created_at
        from public.nemus_orders x where x.user_id = account.user_id order by x.created_at desc limit 20) o) end)
    || (select jsonb_build_object('confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = account.user_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_courses (
  p_search     text    DEFAULT ''::text,
  p_state      text    DEFAULT NULL::text,
  p_page       integer DEFAULT 1,
  p_competency text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  words constant text[] := private.nemus_search_patterns(p_search);
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  hits uuid[];
  states jsonb;
  shown uuid[];
begin
  if not private.nemus_is_staff('catalogue') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if cardinality(words) > 0 then
    -- One condition per word, so that the index combines them. A single word may occur in every title.
    select coalesce(array_agg(found.id), '{}') into hits from (
      select c.id from public.nemus_courses c
      where c.search_text like words[1]
        and (words[2] is null or c.search_text like words[2])
        and (words[3] is null or c.search_text like words[3])
        and (words[4] is null or c.search_text like words[4])
        and (words[5] is null or c.search_text like words[5])
        and (words[6] is null or c.search_text like words[6])
      -- Unsorted: sorting all hits of a common word takes seconds.
      limit 201) as found;
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_competency is null or c.competency = p_competency) group by c.state) as counted;
    select coalesce(array_agg(page.id), '{}') into shown from (
      select c.id from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_state is null or c.state = p_state)
        and (p_competency is null or c.competency = p_competency)
      order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
  else
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c
      where p_competency is null or c.competency = p_competency group by c.state) as counted;
    if p_state is null then
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where p_competency is null or c.competency = p_competency
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    else
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where c.state = p_state and (p_competency is null or c.competency = p_competency)
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    end if;
  end if;
  states := '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(states, '{}');
  return jsonb_build_object('states', states, 'is_capped', coalesce(cardinality(hits) > 200, false),
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'competency', c.competency,
        'difficulty', c.difficulty, 'state', c.state, 'duration_hours', c.duration_hours, 'price_euros', c.price_euros,
        'credit_cost', c.credit_cost, 'is_premium', c.is_premium, 'has_dates', c.has_dates, 'zfu_status', c.zfu_status,
        'updated_at', c.updated_at, 'enrolled', (select count(*) from public.nemus_course_enrollments e
          where e.course_id = c.id)) order by private.nemus_sort_key(c.title), c.id), '[]')
      from public.nemus_courses c where c.id = any (shown)));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE VIEW "public"."nemus_my_appointments" WITH (security_invoker=true) AS  SELECT a.id,
    a.title,
    a.description,
    a.starts_at,
    a.ends_at,
    a.type,
    a.format,
    a.location,
    a.instructor,
    a.competency,
    a.units,
    a.capacity,
    a.participants_taken,
    a.is_sample,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN l.meeting_url
            ELSE NULL::text
        END AS meeting_url,
        CASE
            WHEN ((p.status = ANY (ARRAY['confirmed'::text, 'waitlist'::text])) AND (a.cancelled_at IS NOT NULL)) THEN 'cancelled'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NULL) AND (a.ends_at <= now())) THEN 'completed'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NOT NULL) AND (p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND ((a.parts IS NULL) OR (a.ends_at <= now()))) THEN 'completed'::text
            ELSE p.status
        END AS status,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN p.waitlist_position
            ELSE NULL::integer
        END AS waitlist_position,
    COALESCE(p.cancelled_at, a.cancelled_at) AS cancelled_at,
    p.rating,
    p.feedback,
    p.rated_at,
    GREATEST(a.updated_at, p.updated_at) AS updated_at,
    a.course_id,
        CASE
            WHEN (a.course_id IS NOT NULL) THEN private.nemus_leave_until(a.*, p.*)
            ELSE NULL::timestamp with time zone
        END AS change_until,
    (a.cancelled_at IS NOT NULL) AS cancelled_by_academy,
    a.cancel_reason,
    p.attendance,
    p.attended_units,
    ((40000000 + a.sequence) + p.changes) AS calendar_sequence,
        CASE
            WHEN ((p.offered_until > now()) AND (a.cancelled_at IS NULL)) THEN p.offered_until
            ELSE NULL::timestamp with time zone
        END AS offered_until,
    private.nemus_search_text(a.title) AS search_text,
    a.parts,
    a.parts_needed,
    p.part_marks,
    ((a.parts IS NOT NULL) AND private.nemus_has_paper(a.id)) AS has_certificate
   FROM ((public.nemus_appointment_participations p
     JOIN public.nemus_appointments a ON ((a.id = p.appointment_id)))
     LEFT JOIN public.nemus_appointment_links l ON ((l.appointment_id = a.id)))
  WHERE ((p.user_id = ( SELECT auth.uid() AS uid)) AND ((a.course_id IS NULL) OR (p.status <> 'cancelled'::text) OR (EXISTS ( SELECT
           FROM public.nemus_course_enrollments e
          WHERE ((e.user_id = p.user_id) AND (e.course_id = a.course_id))))));

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "anon", "service_role";

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_my_appointments
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

REVOKE ALL ON FUNCTION "private"."nemus_has_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_has_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_has_paper"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_paper"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_seminar_titles"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_seminar_titles"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_seminar_titles"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_my_appointments" TO "authenticated";
