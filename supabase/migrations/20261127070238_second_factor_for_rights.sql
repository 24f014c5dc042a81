SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_check_staff (
  VARIADIC p_roles text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(403, 'staff_required')
    where not exists (select from public.nemus_staff s where s.user_id = auth.uid() and s.role = any (p_roles));
  perform private.nemus_refuse(403, 'factor_enrolment_required', '{"of": "rights"}')
    where not private.nemus_meets_rights_rule();
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_local_demo()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(private.nemus_token() ->> 'iss', '') ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/'
    and exists (select from auth.users u where u.id = auth.uid() and u.email like '%@nemus.example')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_operator()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_release_operators o where o.user_id = auth.uid())
    and private.nemus_meets_rights_rule()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_releaser()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (exists (select from public.nemus_release_members m where m.user_id = auth.uid())
      or exists (select from public.nemus_release_operators o where o.user_id = auth.uid()))
    and private.nemus_meets_rights_rule()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_staff (
  VARIADIC p_roles text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_staff s where s.user_id = auth.uid() and s.role = any (p_roles))
    and private.nemus_meets_rights_rule()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_may_override (
  p_remote text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_is_operator() or p_remote in (select private.nemus_own_areas())
$function$;

CREATE OR REPLACE FUNCTION private.nemus_may_release (
  p_remote text,
  p_action text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_action = 'canary-halt' then false
    when p_action in ('stop', 'start', 'stops-renew') then private.nemus_is_operator()
    else
      p_remote in (select private.nemus_own_areas())
      or (p_action in ('disable', 'enable', 'retire') and private.nemus_is_operator())
  end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_meets_rights_rule()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(private.nemus_token() ->> 'aal', '') = 'aal2' and private.nemus_has_factor(auth.uid())
    or private.nemus_is_local_demo()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_own_areas()
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select distinct r.name from public.nemus_release_remotes r join public.nemus_release_members m on m.team = r.team
  where m.user_id = auth.uid() and private.nemus_meets_rights_rule()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_require_fresh_sign_in()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(403, 'sign_in_again')
    where not exists (select from jsonb_array_elements(coalesce(private.nemus_token() -> 'amr', '[]')) way
      where way ->> 'method' in ('password', 'otp', 'magiclink')
        and to_timestamp((way ->> 'timestamp')::bigint) > now() - interval '10 minutes');
  perform private.nemus_require_fresh_factor();
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_require_operator()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(403, 'operator_required')
    where not exists (select from public.nemus_release_operators o where o.user_id = auth.uid());
  perform private.nemus_refuse(403, 'factor_enrolment_required', '{"of": "rights"}')
    where not private.nemus_meets_rights_rule();
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_require_staff (
  VARIADIC p_roles text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff(variadic p_roles);
  perform set_config('nemus.staff', auth.uid()::text, true);
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
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.ends_at < now() and exists (select from public.nemus_appointment_participations p
          where p.appointment_id = a.id and p.status = 'confirmed' and p.attendance is null)) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_audit_filters()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('people');
  return jsonb_build_object(
    'actors', (with recursive actor (id) as (
        (select l.actor_id from private.nemus_audit_log l order by l.actor_id limit 1)
        union all
        select (select l.actor_id from private.nemus_audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
        from actor a where a.id is not null)
      select coalesce(jsonb_agg(jsonb_build_object('actor_id', a.id, 'actor_name', last_one.actor_name)
        order by last_one.actor_name, a.id), '[]')
      from actor a cross join lateral (select l.actor_name from private.nemus_audit_log l where l.actor_id = a.id
        order by l.id desc limit 1) as last_one),
    'subjects', (with recursive listed (subject) as (
        (select l.subject from private.nemus_audit_log l order by l.subject limit 1)
        union all
        select (select l.subject from private.nemus_audit_log l where l.subject > s.subject order by l.subject limit 1)
        from listed s where s.subject is not null)
      select coalesce(jsonb_agg(s.subject order by s.subject), '[]') from listed s where s.subject is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_audit_lines (
  p_actor      uuid                     DEFAULT NULL::uuid,
  p_subject    text                     DEFAULT NULL::text,
  p_subject_id text                     DEFAULT NULL::text,
  p_from       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until      timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_below      bigint                   DEFAULT NULL::bigint,
  p_limit      integer                  DEFAULT 50
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
  lines jsonb[];
begin
  perform private.nemus_check_staff('people');
  lines := array(
    select jsonb_build_object('id', l.id, 'at', l.created_at, 'actor_id', l.actor_id, 'actor_name', l.actor_name,
      'action', l.action, 'subject', l.subject, 'subject_id', l.subject_id, 'before', l.before, 'after', l.after)
    from private.nemus_audit_log l
    where (p_actor is null or l.actor_id = p_actor) and (p_subject is null or l.subject = p_subject)
      and (p_subject_id is null or l.subject_id = p_subject_id)
      and (p_from is null or l.created_at >= p_from) and (p_until is null or l.created_at < p_until)
      and (p_below is null or l.id < p_below)
    order by l.id desc limit most + 1);
  return jsonb_build_object('rows', to_jsonb(lines[:most]), 'has_more', cardinality(lines) > most);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_bookkeeping_settings()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return (select s.value from private.nemus_settings s where s.key = 'bookkeeping');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_check_learning_draft (
  p_course text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  document jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  select d.document into document from public.nemus_learning_drafts d where d.course_id = p_course;
  perform private.nemus_refuse(404, 'learning_draft_not_found') where document is null;
  return (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from private.nemus_draft_gaps(p_course, document) g);
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
    'has_begun', a.starts_at <= now(),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id,
        'name', private.nemus_holder(p.user_id), 'email', u.email, 'status', p.status,
        'waitlist_position', p.waitlist_position, 'is_enrolled', e.id is not null, 'is_own', p.user_id = auth.uid(),
        'attendance', p.attendance, 'attended_units', p.attended_units, 'marks', p.marks, 'marked_at', p.marked_at,
        'marked_how', p.marked_how,
        'marked_by', case when p.marked_how = 'list' then private.nemus_holder(p.marked_by) end,
        'certificate', (select c.number from public.nemus_certificates c where c.user_id = p.user_id
          and c.appointment_id = a.id and private.nemus_revoked_at(c.id) is null),
        'lost', case when p.cancelled_at = a.cancelled_at then coalesce((select case when l.has_place then 'place' else 'waiting' end
          from private.nemus_date_letters l where l.user_id = p.user_id and l.appointment_id = a.id and l.kind = 'cancelled'
          and l.audience = 'participant' limit 1), 'place') end,
        'phone', case when p.cancelled_at = a.cancelled_at then (select nullif(d.phone, '') from public.nemus_personal_data d
          where d.user_id = p.user_id) end)
      order by p.waitlist_position nulls first, lower(u.last_name), lower(u.first_name), p.user_id), '[]')
      from public.nemus_appointment_participations p
      join public.nemus_profiles u on u.user_id = p.user_id
      left join public.nemus_course_enrollments e on e.user_id = p.user_id and e.course_id = a.course_id
      where p.appointment_id = a.id and (p.status <> 'cancelled' or p.attendance is not null or p.cancelled_at = a.cancelled_at)))
  into answer
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
  perform private.nemus_refuse(404, 'appointment_not_found') where answer is null;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_factor_state()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'codes_left', count(*) filter (where c.used_at is null),
    'codes_made_at', max(c.created_at),
    'is_recovered', coalesce(max(c.used_at) > now() - interval '30 days', false)
      and not private.nemus_has_factor(auth.uid()),
    'required_by', (select s.institution_name from public.nemus_members m
      join public.nemus_institution_settings s on s.institution_id = m.institution_id
      where m.user_id = auth.uid() and s.two_factor_enabled order by m.chosen_at desc limit 1),
    'rights_require', not private.nemus_is_local_demo() and (
      exists (select from public.nemus_staff s where s.user_id = auth.uid())
      or exists (select from public.nemus_release_members m where m.user_id = auth.uid())
      or exists (select from public.nemus_release_operators o where o.user_id = auth.uid())))
  from private.nemus_recovery_codes c where c.user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.nemus_learning_desk()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(c.id, d.course_id),
      'title', coalesce(nullif(d.document ->> 'title', ''), c.title, ''),
      'state', case when c.id is null then 'draft' when c.is_active then 'published' else 'retired' end,
      'has_changes', c.id is not null and d.course_id is not null and d.document is distinct from
        coalesce(v.document, private.nemus_document_of(c.id)),
      'modules', case when d.course_id is null
        then (select count(*) from public.nemus_learning_modules m where m.course_id = c.id)
        else (select count(*) from private.nemus_items(d.document -> 'blocks') b, private.nemus_items(b.item -> 'modules'))
        end,
      'version', v.number, 'saved_at', coalesce(d.updated_at, c.updated_at))
      order by coalesce(nullif(d.document ->> 'title', ''), c.title), coalesce(c.id, d.course_id)), '[]')
    from public.nemus_learning_courses c
    full join public.nemus_learning_drafts d on d.course_id = c.id
    left join lateral (select n.number, n.document from public.nemus_learning_versions n
      where n.course_id = c.id order by n.number desc limit 1) v on true);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_order_tasks()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return jsonb_build_object(
    'unsettled', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.created_at), '[]') from (
      select * from public.nemus_orders x where x.status in ('open', 'pending') and x.checkout_session_id is not null
        and x.created_at < now() - interval '5 minutes' order by x.created_at limit 100) o),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select r.id as refund_id, r.order_id, private.nemus_account_name(p) as buyer, o.title, r.amount_cents, r.reason,
        r.attempts, r.last_error, r.is_held, r.created_at
      from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
      join public.nemus_profiles p on p.user_id = o.user_id
      where r.refunded_at is null and (private.nemus_payable_cents(r) > 0 or exists (select from private.nemus_disputes d
        where d.order_id = o.id and d.status <> 'lost' and private.nemus_is_charged_back(d.status)))
      order by r.created_at limit 100) listed),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select d.dispute_id, d.order_id, private.nemus_account_name(p) as buyer, o.title, d.amount_cents, d.reason,
        d.status, d.created_at
      from private.nemus_disputes d left join public.nemus_orders o on o.id = d.order_id
      left join public.nemus_profiles p on p.user_id = o.user_id
      where d.status not in ('won', 'lost', 'warning_closed', 'prevented') order by d.created_at desc limit 100) listed),
    'attention', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.updated_at), '[]') from (
      select * from public.nemus_orders x where x.attention is not null order by x.updated_at limit 100) o),
    'withdrawals', (select coalesce(jsonb_agg(private.nemus_withdrawal_row(w.*::private.nemus_withdrawals) order by w.received_at), '[]')
      from (select * from private.nemus_withdrawals x where x.handled_at is null
        order by x.received_at limit 100) w),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.occurred_at), '[]') from (
      select x.event_id, x.type, x.occurred_at, x.attempts, x.last_error from private.nemus_provider_events x
      where x.handled_at is null and x.last_error is not null order by x.occurred_at limit 100) e),
    'set_aside', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select x.job, x.item, x.error, x.attempts, x.created_at, x.failed_at from private.nemus_set_aside x
      order by x.created_at limit 100) s));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_preview_dates (
  p_plan   jsonb,
  p_except uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  teachers uuid[];
begin
  perform private.nemus_check_staff('teaching');
  teachers := private.nemus_planned_teachers(p_plan,
    array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_except));
  return (select coalesce(jsonb_agg(jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at,
      'change_until', t.change_until, 'conflicts', private.nemus_date_conflicts(p_except, t.starts_at, t.ends_at,
        private.nemus_room(p_plan ->> 'format', coalesce(p_plan ->> 'location', '')), teachers)) order by t.place), '[]')
    from private.nemus_planned_times(p_plan) t);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_preview_move (
  p_date      uuid,
  p_times     jsonb,
  p_following boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  date public.nemus_appointments;
  dates uuid[];
begin
  perform private.nemus_check_staff('teaching');
  select * into date from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  if not found then
    perform private.nemus_refuse(404, 'appointment_not_found');
  elsif date.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "cancelled"}');
  elsif date.starts_at <= now() then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}');
  end if;
  dates := array(select a.id from public.nemus_appointments a where a.cancelled_at is null
    and (a.id = p_date or (p_following and a.series_id = date.series_id and a.starts_at > date.starts_at)));
  return (
    with moving as materialized (
      select row_number() over (order by m.starts_at, m.date_id)::int as place, m.date_id, m.starts_at, m.ends_at,
        m.change_until, a.starts_at as earlier_start, a.title, a.location,
        private.nemus_room(a.format, a.location) as room,
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
      from private.nemus_moved_times(p_date, dates, p_times) m join public.nemus_appointments a on a.id = m.date_id
    ), colliding as (
      -- Conflicts with other dates, and among the moved dates at their new times. Their old times do not count.
      select k.place, c.conflict
      from private.nemus_conflicts_at((select coalesce(jsonb_agg(jsonb_build_object('place', m.place,
          'date_id', m.date_id, 'starts_at', m.starts_at, 'ends_at', m.ends_at, 'room', m.room,
          'teachers', m.teachers)), '[]') from moving m)) k
      cross join lateral jsonb_array_elements(k.conflicts) as c (conflict)
      where (c.conflict ->> 'date_id')::uuid not in (select m.date_id from moving m)
      union all
      select m.place, jsonb_build_object('kind', shared.kind, 'name', shared.name, 'date_id', o.date_id, 'title', o.title,
        'starts_at', o.starts_at, 'ends_at', o.ends_at)
      from moving m
      join moving o on o.date_id <> m.date_id and o.starts_at < m.ends_at and o.ends_at > m.starts_at
      cross join lateral (
        select 'room' as kind, o.location as name where o.room = m.room
        union all
        select 'teacher', t.name from public.nemus_teachers t where t.id = any (m.teachers) and t.id = any (o.teachers)
      ) shared
    )
    select coalesce(jsonb_agg(jsonb_build_object('date_id', m.date_id, 'earlier_start', m.earlier_start,
      'starts_at', m.starts_at, 'ends_at', m.ends_at, 'change_until', m.change_until,
      'conflicts', (select coalesce(jsonb_agg(c.conflict order by c.conflict ->> 'starts_at', c.conflict ->> 'date_id',
        c.conflict ->> 'kind', c.conflict ->> 'name'), '[]') from colliding c where c.place = m.place))
      order by m.place), '[]')
    from moving m);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_product_tax_desk()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return jsonb_build_object(
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'treatment', p.treatment,
        'tax', private.nemus_tax_of(k.kind, null)) order by k.place)
      from unnest(array['course', 'credits', 'subscription']) with ordinality as k (kind, place)
      left join public.nemus_product_taxes p on p.kind = k.kind and p.course_id is null),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'title', c.title,
        'treatment', p.treatment) order by c.title, c.id), '[]')
      from public.nemus_courses c left join public.nemus_product_taxes p on p.course_id = c.id),
    'treatments', (select jsonb_agg(jsonb_build_object('code', t.code, 'category', t.category, 'rate', t.rate,
        'legal_text', t.legal_text) order by t.rate desc, t.code) from public.nemus_tax_treatments t where t.category in ('S', 'E')),
    'countries', (select coalesce(jsonb_agg(jsonb_build_object('country', c.country, 'is_business', c.is_business,
        'rule', c.rule) order by c.country, c.is_business), '[]') from public.nemus_country_taxes c),
    'credits_are', (select s.value -> 'credits_are' from private.nemus_settings s where s.key = 'invoicing'),
    'course_taxes', (select count(distinct private.nemus_tax_of('course', c.id)) from public.nemus_courses c where c.is_active));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_release_rights()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'operator', private.nemus_is_operator(),
    'remotes', coalesce((select jsonb_agg(name order by name) from private.nemus_own_areas() name), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_seminar_learning (
  p_seminar uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'is_published', l.is_published,
      'published_here', l.published_seminar is not distinct from p_seminar,
      'drafted_here', l.drafted_seminar is not distinct from p_seminar,
      'elsewhere', (select s.title from public.nemus_courses s
        where s.id = l.drafted_seminar and s.id is distinct from p_seminar)) order by l.title, l.id), '[]')
    from (
      select coalesce(c.id, d.course_id) as id, coalesce(nullif(d.document ->> 'title', ''), c.title, '') as title,
        c.id is not null as is_published, c.seminar_id as published_seminar,
        case when d.course_id is null then c.seminar_id
          else private.nemus_draft_uuid(d.document, 'seminar_id') end as drafted_seminar
      from public.nemus_learning_courses c
      full join public.nemus_learning_drafts d on d.course_id = c.id
      where c.is_active is distinct from false) l);
end $function$;

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

CREATE OR REPLACE FUNCTION public.nemus_staff_accounts (
  p_search text    DEFAULT NULL::text,
  p_kind   text    DEFAULT NULL::text,
  p_page   integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  perform private.nemus_check_staff('people');
  if search is not null then
    ids := array(select p.user_id from private.nemus_found_accounts(search) p
      where (p_kind is null or p_kind not in ('piw', 'institution') or p.user_type = p_kind)
        and (p_kind is distinct from 'staff' or exists (select from public.nemus_staff s where s.user_id = p.user_id))
        and (p_kind is distinct from 'blocked' or private.nemus_is_blocked(p.user_id))
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  elsif p_kind = 'staff' then
    ids := array(select p.user_id from public.nemus_profiles p
      where p.user_id = any (array(select s.user_id from public.nemus_staff s))
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  elsif p_kind = 'blocked' then
    ids := array(select b.user_id from private.nemus_blocked_accounts b
      order by b.created_at desc, b.user_id limit 51 offset skipped);
  elsif p_kind in ('piw', 'institution') then
    ids := array(select p.user_id from public.nemus_profiles p where p.user_type = p_kind
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  else
    ids := array(select p.user_id from public.nemus_profiles p
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  end if;
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', private.nemus_account_name(p),
      'email', p.email, 'user_type', p.user_type, 'registered_at', p.created_at,
      'is_blocked', private.nemus_is_blocked(p.user_id),
      'roles', array(select s.role from public.nemus_staff s where s.user_id = p.user_id order by s.role))
      order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
    cross join lateral (select * from public.nemus_profiles x where x.user_id = listed.id limit 1) p));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_course (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
begin
  perform private.nemus_check_staff('catalogue');
  select * into course from public.nemus_courses c where c.id = p_id;
  perform private.nemus_refuse(404, 'course_not_found', '{"of": "catalogue"}') where not found;
  return (
    select jsonb_build_object('course', to_jsonb(course), 'gaps', private.nemus_course_gaps(course),
      'is_sold', private.nemus_course_is_sold(course.id),
      'is_withheld', course.id in (select private.nemus_withheld_seminars()),
      'enrolled', enrolled.all_of_them, 'completed', enrolled.completed,
      'waiting_orders', (select count(*) from public.nemus_orders o
        where o.course_id = course.id and o.status in ('open', 'pending')),
      'dates', dates.all_of_them, 'coming_dates', dates.coming,
      'elearning', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'units', l.units)
        order by l.position), '[]') from public.nemus_learning_courses l
        where l.seminar_id = course.id and l.is_active))
    from (select count(*) as all_of_them, count(*) filter (where e.status = 'completed') as completed
      from public.nemus_course_enrollments e where e.course_id = course.id) enrolled,
    (select count(*) as all_of_them,
        count(*) filter (where a.starts_at > now() and a.cancelled_at is null) as coming
      from public.nemus_appointments a where a.course_id = course.id) dates);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_orders (
  p_search text    DEFAULT NULL::text,
  p_status text    DEFAULT NULL::text,
  p_kind   text    DEFAULT NULL::text,
  p_page   integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  if search is null then
    ids := array(select o.id from public.nemus_orders o
      where (p_status is null or o.status = p_status) and (p_kind is null or o.kind = p_kind)
      order by o.created_at desc, o.id limit 51 offset skipped);
  else
    ids := array(select o.id from private.nemus_found_orders(search) o
      where (p_status is null or o.status = p_status) and (p_kind is null or o.kind = p_kind)
      order by o.created_at desc, o.id limit 51 offset skipped);
  end if;
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_order_row(row (o.*)::public.nemus_orders) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    cross join lateral (select * from public.nemus_orders x where x.id = listed.id limit 1) o));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_requirement_set (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  document := private.nemus_requirement_document(p_id);
  perform private.nemus_refuse(404, 'set_not_found') where document is null;
  return jsonb_build_object('set', document, 'gaps', private.nemus_requirement_gaps(p_id),
    'chosen', (select count(*) from public.nemus_requirement_choices c where c.set_id = p_id and c.ended_at is null));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_requirement_sets (
  p_state text    DEFAULT NULL::text,
  p_page  integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  states jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  select '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(jsonb_object_agg(counted.state, counted.count),
    '{}') into states
  from (select s.state, count(*) from public.nemus_requirement_sets s group by s.state) as counted;
  return jsonb_build_object('states', states,
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'sets', (select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'name', page.name, 'chamber', page.chamber,
        'field', page.field, 'procedure', page.procedure, 'version', page.version, 'valid_from', page.valid_from,
        'state', page.state, 'source', page.source, 'updated_at', page.updated_at,
        'chosen', (select count(*) from public.nemus_requirement_choices c
          where c.set_id = page.id and c.ended_at is null))
        order by page.chamber, page.name, page.valid_from desc, page.id), '[]')
      from (select s.* from public.nemus_requirement_sets s where p_state is null or s.state = p_state
        order by s.chamber, s.name, s.valid_from desc, s.id limit 50 offset skipped) as page));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_withdrawals (
  p_page integer DEFAULT 1
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
  ids := array(select w.id from private.nemus_withdrawals w order by w.received_at desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_withdrawal_row(w) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    join private.nemus_withdrawals w on w.id = listed.id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_teaching_date (
  p_date uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select r.shown || jsonb_build_object('description', a.description, 'units', a.units,
      'meeting_url', (select l.meeting_url from public.nemus_appointment_links l where l.appointment_id = a.id),
      'change_until', a.change_until, 'cancel_reason', a.cancel_reason, 'sequence', a.sequence,
      'told', (select count(*) from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status in ('confirmed', 'waitlist')),
      'following', case when a.series_id is not null then (
        select jsonb_build_object('dates', count(distinct f.id), 'told', count(p.user_id))
        from public.nemus_appointments f
        left join public.nemus_appointment_participations p
          on p.appointment_id = f.id and p.status in ('confirmed', 'waitlist')
        where f.series_id = a.series_id and f.cancelled_at is null and f.starts_at >= a.starts_at) end)
    from private.nemus_teaching_rows(array[p_date]) r, public.nemus_appointments a where a.id = p_date);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_teaching_seminars (
  p_search text DEFAULT NULL::text,
  p_course uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title,
      'units', c.theory_units + c.practical_units, 'is_draft', not c.is_active) order by c.title, c.id), '[]')
    from (select * from public.nemus_courses c
      where c.has_dates and (c.is_active or c.published_at is null or p_course is not null)
        and (p_course is null or c.id = p_course)
        and (coalesce(btrim(p_search), '') = '' or position(lower(btrim(p_search)) in lower(c.title)) > 0)
      order by c.title, c.id limit 50) c);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_watch_release (
  p_environment text,
  p_entries     jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(403, 'not_allowed', '{"of": "folder"}')
    where coalesce(auth.role(), '') <> 'service_role'
      and not private.nemus_is_operator();
  perform private.nemus_refuse(409, 'own_environment', jsonb_build_object('environment', p_environment))
    where exists (select from public.nemus_release_environments v where v.name = p_environment);
  perform private.nemus_refuse(400, 'malformed_entry', '{"of": "list"}')
    where jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 200;
  insert into public.nemus_release_watched as w (environment, remote, entry)
  select distinct on (e.value ->> 'name') p_environment, e.value ->> 'name', e.value
  from jsonb_array_elements(p_entries) as e (value)
  on conflict (environment, remote) do update set entry = excluded.entry, updated_at = now()
    where w.entry is distinct from excluded.entry;
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_check_staff"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_staff"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_staff"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_local_demo"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_local_demo"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_local_demo"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_meets_rights_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_meets_rights_rule"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_meets_rights_rule"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_own_areas"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_own_areas"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_own_areas"() TO "postgres";
