SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer);

CREATE OR REPLACE FUNCTION private.nemus_log_about (
  p_subject text,
  p_id      text,
  p_before  jsonb,
  p_after   jsonb
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
      (select coalesce(nullif(private.nemus_account_name(p), ''), p.email) from public.nemus_profiles p
        where p.user_id = (r ->> 'user_id')::uuid),
      nullif(btrim(concat_ws(' ', r ->> 'first_name', r ->> 'last_name')), ''), r ->> 'name', r ->> 'holder',
      nullif(r ->> 'email', '•••')), ''),
    nullif(coalesce(
      (select a.title from public.nemus_appointments a where a.id = (r ->> 'appointment_id')::uuid),
      (select b.course_name from public.nemus_course_bookings b where b.id = (r ->> 'booking_id')::uuid),
      (select c.title from public.nemus_courses c where c.id::text = r ->> 'course_id'),
      (select c.title from public.nemus_learning_courses c where c.id::text = coalesce(r ->> 'course_id', p_id)),
      (select s.name from public.nemus_requirement_sets s where s.id = (r ->> 'set_id')::uuid),
      r ->> 'title', r ->> 'course_name', r ->> 'file_name'), ''));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_audit_lines (
  p_actor      uuid                     DEFAULT NULL::uuid,
  p_subject    text                     DEFAULT NULL::text,
  p_subject_id text                     DEFAULT NULL::text,
  p_from       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until      timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_below      bigint                   DEFAULT NULL::bigint,
  p_limit      integer                  DEFAULT 50,
  p_search     text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  most constant int := least(greatest(coalesce(p_limit, 50), 1), 500);
  words constant text[] := private.nemus_search_patterns(p_search);
  lines jsonb[];
begin
  perform private.nemus_check_staff('people');
  lines := array(
    select jsonb_build_object('id', l.id, 'at', l.created_at, 'actor_id', l.actor_id, 'actor_name', l.actor_name,
      'action', l.action, 'subject', l.subject, 'subject_id', l.subject_id, 'about', x.about, 'before', l.before,
      'after', l.after)
    from private.nemus_audit_log l
    cross join lateral (select private.nemus_log_about(l.subject, l.subject_id, l.before, l.after) as about offset 0) x
    where private.nemus_search_text(x.about || ' ' || l.actor_name) like all (words) and (p_actor is null or l.actor_id = p_actor) and (p_subject is null or l.subject = p_subject)
      and (p_subject_id is null or l.subject_id = p_subject_id)
      and (p_from is null or l.created_at >= p_from) and (p_until is null or l.created_at < p_until)
      and (p_below is null or l.id < p_below)
    order by l.id desc limit most + 1);
  return jsonb_build_object('rows', to_jsonb(lines[:most]), 'has_more', cardinality(lines) > most);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) FROM PUBLIC, "anon", "service_role";

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
      cross join lateral (select private.nemus_log_about(x.subject, x.subject_id, x.before, x.after) as about offset 0) y
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

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_log_about"(text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_audit_lines"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, bigint, integer, text) TO "postgres";

CREATE OR REPLACE FUNCTION private.nemus_site_key(p_name text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select lower(btrim(regexp_replace(normalize(coalesce(p_name, '')), '\s+', ' ', 'g')))
$function$;
