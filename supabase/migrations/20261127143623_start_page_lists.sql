SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_staff_withdrawals"(integer);

DROP FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer);

CREATE OR REPLACE FUNCTION private.nemus_teaching_rows (
  p_dates uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at,
      not c.is_active and c.published_at is null as is_draft, private.nemus_unticked(a.*::public.nemus_appointments) as unticked,
      array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
    from (select distinct given.id from unnest(p_dates) as given (id)) wanted
    cross join lateral (select * from public.nemus_appointments x where x.id = wanted.id limit 1) a
    cross join lateral (select * from public.nemus_courses s where s.id = a.course_id limit 1) c
  ), collides as materialized (
    select k.place, k.conflicts from private.nemus_conflicts_at((
      select jsonb_agg(jsonb_build_object('place', l.place, 'date_id', l.id, 'starts_at', l.starts_at,
        'ends_at', l.ends_at, 'room', private.nemus_room(l.format, l.location), 'teachers', l.teachers))
      from listed l where l.cancelled_at is null)) k
  )
  select l.id, jsonb_build_object('id', l.id, 'course_id', l.course_id, 'course_title', l.course_title,
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'is_draft', l.is_draft, 'unticked', l.unticked, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_unticked (
  p_date public.nemus_appointments
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::int from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.status = 'confirmed' and p.attendance is null
    and p_date.cancelled_at is null and p_date.ends_at < now()
$function$;

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
        where a.course_id is not null and a.ends_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_withdrawals (
  p_page integer DEFAULT 1,
  p_open boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := array(select w.id from private.nemus_withdrawals w where w.handled_at is null or not p_open order by w.received_at desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_withdrawal_row(w) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    join private.nemus_withdrawals w on w.id = listed.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_teaching_dates (
  p_from         timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_course       uuid                     DEFAULT NULL::uuid,
  p_teacher      uuid                     DEFAULT NULL::uuid,
  p_latest_first boolean                  DEFAULT false,
  p_limit        integer                  DEFAULT 50,
  p_offset       integer                  DEFAULT 0,
  p_state        text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('teaching') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return (
    with found as (
      select a.id, a.starts_at from public.nemus_appointments a
      where a.course_id is not null and a.starts_at >= coalesce(p_from, '-infinity')
        and a.starts_at < coalesce(p_until, 'infinity') and (p_course is null or a.course_id = p_course)
        and (p_teacher is null or exists (select from public.nemus_appointment_teachers d
          where d.appointment_id = a.id and d.teacher_id = p_teacher))
        and case p_state when 'planned' then a.cancelled_at is null
          when 'unticked' then a.ends_at < now() and private.nemus_unticked(a) > 0 else true end
    ), page as (
      select row_number() over (order by case when p_latest_first then f.starts_at end desc, f.starts_at, f.id) as place, f.id
      from found f order by place limit least(p_limit, 500) offset p_offset
    )
    select jsonb_build_object('total', (select count(*) from found),
      'dates', coalesce((select jsonb_agg(r.shown order by p.place)
        from private.nemus_teaching_rows(array(select p.id from page p)) r join page p on p.id = r.id), '[]')));
end $function$;

REVOKE ALL
  ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text)
  FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_unticked"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_unticked"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_unticked"(public.nemus_appointments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text) TO "postgres";
