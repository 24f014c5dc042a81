SET local check_function_bodies = off;

DROP VIEW "private"."nemus_training_sources";

DROP VIEW "public"."nemus_trainee_list";

DROP VIEW "public"."nemus_training_progress";

DROP FUNCTION "private"."nemus_has_sample_hours"(uuid);

DROP FUNCTION "private"."nemus_units_done"(uuid, text);

CREATE OR REPLACE FUNCTION private.nemus_audit_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden constant text[] := '{search_text,sort_name,catalogue_text}'::text[]
    || array(select substr(arg, 2) from unnest(tg_argv) arg where arg like '-%');
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
begin
  if before - 'updated_at' is distinct from after - 'updated_at' then
    perform private.nemus_note_act(lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
      (select string_agg(coalesce(after, before) ->> key, ':' order by place)
        from unnest(tg_argv) with ordinality as keys (key, place) where key not like '-%'),
      before, after);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_catalogue_cards (
  p_courses uuid[],
  p_month   text,
  p_house   text,
  p_online  boolean,
  p_free    boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with dates as materialized (
    select d.id, d.course_id, d.starts_at, d as date
    from private.nemus_open_dates(p_courses, p_month, p_house, p_online, p_free) d)
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'description', left(c.description, 500),
    'competency', c.competency, 'difficulty', c.difficulty, 'duration_hours', c.duration_hours,
    'price_euros', c.price_euros, 'credit_cost', c.credit_cost, 'is_premium', c.is_premium,
    'enrollment', private.nemus_own_enrolment(c.id),
    'next_date', (select private.nemus_catalogue_date(d.date) from dates d where d.course_id = c.id
      order by d.starts_at, d.id limit 1),
    'more_dates', (select greatest(count(*) - 1, 0) from dates d where d.course_id = c.id),
    'is_buyable', private.nemus_is_buyable(c.id),
    'is_asked', exists (select from public.nemus_date_interests i
      where i.user_id = auth.uid() and i.course_id = c.id)) order by wanted.place), '[]')
  from unnest(p_courses) with ordinality as wanted (id, place) join public.nemus_courses c on c.id = wanted.id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_catalogue_date (
  p_date public.nemus_appointments
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_date.id, 'course_id', p_date.course_id, 'starts_at', p_date.starts_at,
    'ends_at', p_date.ends_at, 'format', p_date.format, 'location', p_date.location, 'instructor', p_date.instructor,
    'capacity', p_date.capacity, 'parts', p_date.parts,
    'free_places', greatest(private.nemus_open_places(p_date, auth.uid()), 0))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_catalogue_words (
  p_search text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg('%' || word || '%' order by char_length(word) desc, word),
    case when btrim(left(p_search, 200)) <> '' then '{%#%}' else '{}' end::text[])
  from (select distinct word from regexp_split_to_table(private.nemus_search_form(case when p_search like '%_@_%'
      then private.nemus_mail_address(left(p_search, 200)) else left(p_search, 200) end), ' ') word
    where word <> '') found
$function$;

CREATE OR REPLACE FUNCTION private.nemus_has_sample_hours (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return exists (select from private.nemus_training_sources s where s.user_id = p_user and s.is_sample);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_house (
  p_location text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(split_part(p_location, ',', 1))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_buyable (
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_is_offered(p_course)
    and exists (select from private.nemus_for_sale s where s.course_id = p_course)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_open_dates (
  p_courses uuid[]  DEFAULT NULL::uuid[],
  p_month   text    DEFAULT NULL::text,
  p_house   text    DEFAULT NULL::text,
  p_online  boolean DEFAULT false,
  p_free    boolean DEFAULT false
)
  RETURNS SETOF public.nemus_appointments
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select a.* from public.nemus_appointments a
  where a.cancelled_at is null and a.starts_at > now() and coalesce(a.change_until, a.starts_at) > now()
    and a.course_id is not null and (p_courses is null or a.course_id = any (p_courses))
    and (p_month is null or to_char(a.starts_at at time zone 'Europe/Berlin', 'YYYY-MM') = p_month)
    and (p_house is null or private.nemus_house(a.location) = p_house)
    and (p_online is not true or a.format = 'Online')
    and (p_free is not true or private.nemus_open_places(a, auth.uid()) > 0)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_own_enrolment (
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', e.id, 'user_id', e.user_id, 'course_id', e.course_id,
    'enrollment_type', e.enrollment_type, 'status', e.status, 'progress_percentage', e.progress_percentage,
    'enrolled_at', e.enrolled_at, 'course', jsonb_build_object('title', c.title, 'competency', c.competency,
      'duration_hours', c.duration_hours, 'has_dates', c.has_dates, 'theory_units', c.theory_units,
      'practical_units', c.practical_units))
  from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
  where e.user_id = auth.uid() and e.course_id = p_course
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
    case when not exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = e.user_id)
        then 'left'
      when e.status = 'completed' then 'completed' when private.nemus_is_begun(e) then 'started' else 'unused' end,
    1, true, e.enrolled_at
  -- The founder's account has the id of the institution, but books elsewhere with another one's credits. A direct purchase
  -- is paid by the account itself.
  from (select o.id from public.nemus_course_enrollments o
    where o.user_id = p_institution and o.enrollment_type = 'direct_purchase'
    union select k.source_id::uuid from public.nemus_credit_entries k where k.institution_id = p_institution
      and k.kind = 'spend' and k.source_id ~ '^[0-9a-f-]{36}$') paid
  -- `limit 1` on a primary key keeps the planner from reading all enrolments and courses.
  cross join lateral (select * from public.nemus_course_enrollments o where o.id = paid.id limit 1) e
  cross join lateral (select * from public.nemus_courses o where o.id = e.course_id limit 1) c
$function$;

CREATE OR REPLACE FUNCTION private.nemus_title_key (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select regexp_replace(regexp_replace(private.nemus_plain_form(p_text, ' '), '([0-9]+)', '0000000000\1', 'g'),
    '[0-9]*([0-9]{10})(?![0-9])', '\1', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_units_done (
  p_user uuid,
  p_area text
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return (select private.nemus_whole_units(coalesce(sum(s.minutes), 0)::bigint) from private.nemus_training_sources s
    where s.user_id = p_user and (p_area is null or private.nemus_area_of(s.category) = p_area));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_waiting (
  p_user        uuid,
  p_institution uuid
)
  RETURNS TABLE (
    state    text,
    source   text,
    category text,
    minutes  bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  -- Once per account, not per enrolment.
  with attended as materialized (
    select a.course_id, sum(p.attended_units) as units from public.nemus_appointment_participations p
    cross join lateral (select d.course_id from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
    where p.user_id = p_user and p.attendance in ('present', 'partial') group by a.course_id),
  learned as materialized (
    select e.seminar_id as course_id, sum(case when l.status = 'completed' then 0 else e.units end) as units_left
    from public.nemus_learning_courses e
    left join public.nemus_learning_progress l on l.course_id = e.id and l.user_id = p_user
    where e.seminar_id is not null and e.is_active group by e.seminar_id)
  select case e.state when 'submitted' then 'submitted' else 'draft' end, case when e.file_id is null
    then 'entry_' || e.category else private.nemus_certificate_source(e.category) end, e.category, sum(e.minutes)::bigint
  from public.nemus_logbook_entries e
  where e.user_id = p_user and e.state in ('draft', 'submitted', 'returned') and e.corrects is null
    and (p_institution is null or (e.state = 'submitted' and e.institution_id = p_institution))
  group by 1, 2, 3
  union all
  select 'planned', part.source, part.category, sum(part.units)::bigint * 45
  from public.nemus_course_enrollments b
  cross join lateral (select * from public.nemus_courses s where s.id = b.course_id limit 1) c
  left join attended on attended.course_id = b.course_id
  left join learned on learned.course_id = b.course_id
  cross join lateral (select case when c.theory_units + c.practical_units = 0 then 0
    else round(coalesce(attended.units, 0) * c.theory_units::numeric / (c.theory_units + c.practical_units))::int end
    as theory) was
  cross join lateral (
    values ('seminar_theory', 'theory', greatest(c.theory_units - was.theory, 0)),
      ('seminar_practice', 'practice', greatest(c.practical_units - coalesce(attended.units, 0) + was.theory, 0)),
      ('elearning', 'elearning', coalesce(learned.units_left, c.elearning_units))) as part (source, category, units)
  where b.user_id = p_user and b.status <> 'completed' and part.units > 0
  group by part.source, part.category
  union all
  select 'planned', case a.type when 'Supervision' then 'appointment_supervision' else 'appointment' end,
    case a.type when 'Supervision' then 'practice' else 'theory' end, sum(a.units)::bigint * 45
  from public.nemus_appointment_participations p
  cross join lateral (select * from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
  where p.user_id = p_user and p.status = 'confirmed' and a.course_id is null and a.units > 0 and a.ends_at > now()
  group by 2, 3;
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
        where a.course_id is not null and a.starts_at < now()
          -- Without parts, nothing can be missing at a date that is not in this index.
          and (a.parts is not null or a.id in (select p.appointment_id from public.nemus_appointment_participations p
            where p.status = 'confirmed' and p.attendance is null))
          and private.nemus_unticked(a) > 0) end,
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

CREATE OR REPLACE FUNCTION public.nemus_catalogue_course (
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with offered as (select private.nemus_is_offered(p_course) as yes),
  dates as materialized (
    select d.id, d.starts_at, d as date from private.nemus_open_dates(array[p_course]) d, offered o where o.yes)
  select jsonb_build_object(
    'course', to_jsonb(c) - '{search_text,catalogue_text,sort_name,created_at,updated_at,published_at,state}'::text[],
    'enrollment', private.nemus_own_enrolment(c.id),
    'dates', (select coalesce(jsonb_agg(private.nemus_catalogue_date(d.date) order by d.starts_at, d.id), '[]') from dates d),
    'chosen', (select h.date_id from public.nemus_date_choices h join dates d on d.id = h.date_id
      where h.user_id = auth.uid() and h.course_id = c.id),
    'is_buyable', private.nemus_is_buyable(c.id),
    'is_asked', exists (select from public.nemus_date_interests i
      where i.user_id = auth.uid() and i.course_id = c.id))
  from public.nemus_courses c, offered o
  where c.id = p_course and (o.yes or private.nemus_is_enrolled(c.id))
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_course"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_catalogue_dates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with offered as materialized (
    select c.id from public.nemus_courses c where c.is_active and c.id not in (select private.nemus_withheld_seminars())),
  for_sale as materialized (select s.* from private.nemus_for_sale s),
  open_dates as materialized (
    select a.id, a.course_id, a.starts_at, a from for_sale s join public.nemus_appointments a on a.id = s.date_id
    where s.course_id in (select o.id from offered o)),
  asked as (select i.course_id from public.nemus_date_interests i where i.user_id = auth.uid())
  select jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'course_id', d.course_id, 'starts_at', d.starts_at,
      'ends_at', (d.a).ends_at, 'format', (d.a).format, 'location', (d.a).location, 'instructor', (d.a).instructor,
      'capacity', (d.a).capacity, 'parts', (d.a).parts,
      'free_places', greatest(private.nemus_open_places(d.a, auth.uid()), 0)) order by d.starts_at, d.id), '[]')
      from open_dates d),
    'chosen', (select coalesce(jsonb_object_agg(c.course_id, c.date_id), '{}') from public.nemus_date_choices c
      join open_dates a on a.id = c.date_id where c.user_id = auth.uid()),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select s.course_id from for_sale s) as is_buyable from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_catalogue_page (
  p_search     text    DEFAULT ''::text,
  p_competency text    DEFAULT NULL::text,
  p_difficulty text    DEFAULT NULL::text,
  p_month      text    DEFAULT NULL::text,
  p_house      text    DEFAULT NULL::text,
  p_online     boolean DEFAULT false,
  p_free       boolean DEFAULT false,
  p_most       numeric DEFAULT NULL::numeric,
  p_own_last   boolean DEFAULT false,
  p_page       integer DEFAULT 1
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
  page_size constant int := 24;
  page constant int := least(greatest(coalesce(p_page, 1), 1), 1000000);
  words constant text[] := private.nemus_catalogue_words(coalesce(p_search, ''));
  own constant uuid[] := array(select e.course_id from public.nemus_course_enrollments e where e.user_id = auth.uid());
  withheld constant uuid[] := array(select private.nemus_withheld_seminars());
  fitting uuid[];
  found uuid[];
  counted jsonb;
  near uuid[] := array[]::uuid[];
begin
  if p_month is not null or p_house is not null or p_online or p_free then
    fitting := array(select distinct d.course_id
      from private.nemus_open_dates(null, p_month, p_house, p_online, p_free) d);
  end if;
  with fits as materialized (
    select c.id, c.competency, c.sort_name, p_own_last and c.id = any (own) as is_own
    from public.nemus_courses c
    where c.is_active and (c.id <> all (withheld) or c.id = any (own))
      and (p_difficulty is null or c.difficulty = p_difficulty)
      and (p_most is null or c.price_euros <= p_most)
      and (fitting is null or c.id = any (fitting))
      and (words[1] is null or c.catalogue_text like words[1])
      and (words[2] is null or c.catalogue_text like all (words)))
  select (select coalesce(array_agg(f.id order by f.is_own, f.sort_name, f.id), '{}') from fits f
      where p_competency is null or f.competency = p_competency),
    (select coalesce(jsonb_object_agg(k.competency, k.courses), '{}')
      from (select f.competency, count(*) as courses from fits f group by f.competency) k)
  into found, counted;
  if page = 1 and char_length(btrim(p_search)) >= 3 then
    near := array(select c.id
      from jsonb_array_elements_text(public.nemus_similar_courses(left(btrim(p_search), 100)))
        with ordinality as nearest (id, place)
      join public.nemus_courses c on c.id = nearest.id::uuid
      where c.id <> all (found) and (p_competency is null or c.competency = p_competency)
        and (p_difficulty is null or c.difficulty = p_difficulty)
        and (p_most is null or c.price_euros <= p_most)
        and (fitting is null or c.id = any (fitting))
      order by nearest.place);
  end if;
  return jsonb_build_object(
    'courses', private.nemus_catalogue_cards(found[(page - 1) * page_size + 1 : page * page_size],
      p_month, p_house, p_online, p_free),
    'similar', private.nemus_catalogue_cards(near, p_month, p_house, p_online, p_free),
    'total', cardinality(found), 'counts', counted, 'edition', md5(array_to_string(found, ','))) || (
    select jsonb_build_object(
      'months', coalesce(jsonb_agg(distinct to_char(d.starts_at at time zone 'Europe/Berlin', 'YYYY-MM')), '[]'),
      'houses', coalesce(jsonb_agg(distinct private.nemus_house(d.location))
        filter (where private.nemus_house(d.location) <> ''), '[]'))
    from private.nemus_open_dates() d join public.nemus_courses c on c.id = d.course_id
    where c.is_active and c.id <> all (withheld));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_seats (
  p_search text    DEFAULT ''::text,
  p_state  text    DEFAULT NULL::text,
  p_offset integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
begin
  return (
    with seats as materialized (select * from private.nemus_seats_of(institution)),
    found as (
      select s.* from seats s
      where (p_state is null or s.state = p_state)
        and (words = '{}' or private.nemus_search_text(coalesce(s.name, '') || ' ' || s.course_name) like all (words))),
    page as (
      select f.* from found f order by f.bought_at desc, f.course_name, f.booking_id, private.nemus_sort_key(f.name) nulls first, f.trainee_id, f.number
      limit 50 offset greatest(p_offset, 0))
    select jsonb_build_object('total', (select count(*) from found),
      'counts', (select coalesce(jsonb_object_agg(c.state, c.places), '{}')
        from (select s.state, sum(s.places) as places from seats s group by s.state) c),
      'seats', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('back', case
            when p.state <> 'unused' or p.own or bars.place is not null then null
            when bars.booking is null then 'payment'
            when bars.booking = 'booking_deadline_passed' and bars.seat is null then 'place' end,
          'can_move', p.state in ('unused', 'free') and not p.own and bars.place is null and bars.seat is null)
          order by p.bought_at desc, p.course_name, p.booking_id, private.nemus_sort_key(p.name) nulls first, p.trainee_id, p.number), '[]')
        from page p
        -- `limit 1` on keys keeps the planner from reading all bookings for a page of them.
        left join lateral (select o as booking from public.nemus_course_bookings o where o.id = p.booking_id limit 1) b on true
        left join lateral (select o as place from public.nemus_booking_participants o
          where o.booking_id = p.booking_id and o.trainee_id = p.trainee_id limit 1) x on true
        cross join lateral (select private.nemus_booking_bar(b.booking) as booking, private.nemus_seat_bar(b.booking) as seat,
          case when (x.place).booking_id is not null then private.nemus_place_bar(x.place) end as place) bars)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_similar_courses (
  p_search text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  words constant text[] := private.nemus_search_words(p_search);
  -- Similarities: "Traumma" and "traumafokussiert" 0.63, "Bindung" and "Beziehung" 0.25.
  nearness constant real := 0.51;
begin
  if cardinality(words) = 0 then
    return '[]'::jsonb;
  end if;
  perform set_config('pg_trgm.word_similarity_threshold', nearness::text, true);
  return coalesce((select jsonb_agg(near.id order by near.rank desc, near.title, near.id) from (
    select c.id, c.title, score.rank from (
      select c.id, c.title, c.description from public.nemus_courses c
      where words[1] operator(extensions.<%) private.nemus_search_form(c.title || ' ' || c.description)
        and c.is_active and c.id not in (select private.nemus_withheld_seminars())
        and not exists (select from unnest(words[2:]) as word
          where not (word operator(extensions.<%) private.nemus_search_form(c.title || ' ' || c.description)))
      limit 500) as c
    -- `offset 0` keeps the planner from computing the forms again for every comparison.
    cross join lateral (select private.nemus_search_form(c.title) as title,
      private.nemus_search_form(c.description) as description,
      private.nemus_search_form(c.title || ' ' || c.description) as whole offset 0) as form
    cross join lateral (select min(extensions.word_similarity(word, form.whole)) as nearest,
      -- The title counts more.
      sum(extensions.word_similarity(word, form.title) + extensions.word_similarity(word, form.description) / 2) as rank
      from unnest(words) as word) as score
    where score.nearest >= nearness
    order by score.rank desc, c.title, c.id limit 30) as near), '[]');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_turnover (
  p_from  date,
  p_until date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return (
    with line as materialized (
      select i.id, to_char(i.issued_on, 'YYYY-MM') as month, l.line, l.gross,
        coalesce(l.line -> 'tax', jsonb_build_object('category', case when i.tax_rate > 0 then 'S' else 'E' end,
          'rate', i.tax_rate)) as tax,
        -- Lines of documents from before they had a net share the document's.
        coalesce((l.line ->> 'net_cents')::int, (round(i.net_cents * l.until::numeric / nullif(i.gross_cents, 0))
          - round(i.net_cents * (l.until - l.gross)::numeric / nullif(i.gross_cents, 0)))::int) as net,
        case when l.place = 1 then i.rounding_cents else 0 end as rounding,
        coalesce((l.line ->> 'transaction_id')::uuid, i.transaction_id) as paid_by
      from public.nemus_invoices i
      cross join lateral (select x.line, x.place, (x.line ->> 'gross_cents')::int as gross,
          sum((x.line ->> 'gross_cents')::int) over (order by x.place) as until
        from jsonb_array_elements(i.lines) with ordinality as x (line, place)) l
      where not i.is_sample and i.issued_on between p_from and p_until),
    sold as (
      select l.*, coalesce(l.line ->> 'kind', t.type) as kind, o.course_id
      from line l left join public.nemus_transactions t on t.id = l.paid_by
      -- No other reference names an order; the function costs more than the rest of a line.
      left join public.nemus_orders o on o.id = case when t.reference like 'order:%' then substring(t.reference from 7)::uuid
        when t.reference ~ '^(refund|owed|failed|dispute):' then private.nemus_order_behind(t.reference) end),
    summed as (
      select s.month, s.kind, s.course_id, s.tax ->> 'category' as category, (s.tax ->> 'rate')::numeric as rate,
        sum(s.net) as net, sum(s.gross - s.net - s.rounding) as tax, sum(s.gross) as gross, count(distinct s.id) as documents
      from sold s group by 1, 2, 3, 4, 5),
    -- First without a document, then whether one is needed: the question costs several reads for each payment.
    without as materialized (
      select t from public.nemus_transactions t
      where t.occurred_at >= p_from::timestamp at time zone 'Europe/Berlin'
        and t.occurred_at < (p_until + 1)::timestamp at time zone 'Europe/Berlin' and t.amount_cents <> 0
        and not t.is_sample and t.status = 'completed'
        and not exists (select from public.nemus_invoices i where i.transaction_id = t.id)
        and not exists (select from private.nemus_collected_payments c
          where c.transaction_id = t.id and c.settled_at is not null)),
    undocumented as (
      select (w.t).amount_cents from without w where not private.nemus_needs_no_document(w.t))
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'kind', s.kind, 'course_id', s.course_id,
          'title', c.title, 'category', s.category, 'rate', s.rate, 'net_cents', s.net, 'tax_cents', s.tax,
          'gross_cents', s.gross, 'documents', s.documents) order by s.month, s.kind, c.title, s.course_id, s.category, s.rate), '[]')
        -- `limit 1` keeps the planner from reading all courses.
        from summed s left join lateral (select o.id, o.title from public.nemus_courses o where o.id = s.course_id limit 1) c on true),
      'open', (select count(*) from undocumented), 'open_cents', (select coalesce(sum(u.amount_cents), 0) from undocumented u)));
end $function$;

CREATE VIEW "private"."nemus_for_sale" AS  SELECT a.course_id,
    a.id AS date_id
   FROM public.nemus_appointments a
  WHERE ((a.course_id IS NOT NULL) AND (a.cancelled_at IS NULL) AND (a.starts_at > now()) AND (private.nemus_change_deadline(a.*) > now()))
UNION ALL
 SELECT l.seminar_id AS course_id,
    NULL::uuid AS date_id
   FROM public.nemus_learning_courses l
  WHERE ((l.seminar_id IS NOT NULL) AND l.is_active AND private.nemus_has_content(l.id));

CREATE VIEW "public"."nemus_trainee_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.first_name,
    t.last_name,
    COALESCE(t.account_email, t.email) AS email,
    t.phone,
    t.registered_on,
    t.status,
        CASE
            WHEN (t.user_id IS NULL) THEN t.completed_hours
            ELSE private.nemus_units_done(t.user_id, NULL::text)
        END AS completed_hours,
        CASE
            WHEN (t.user_id IS NULL) THEN t.total_hours
            ELSE (COALESCE(( SELECT sum(g.target_units) AS sum
               FROM public.nemus_training_targets g
              WHERE (g.user_id = t.user_id)), (t.total_hours)::bigint))::integer
        END AS total_hours,
        CASE
            WHEN (t.user_id IS NULL) THEN t.competencies
            ELSE ARRAY( SELECT p.competency
               FROM public.nemus_competency_progress p
              WHERE ((p.user_id = t.user_id) AND (p.total_progress_percentage > 0)))
        END AS competencies,
    t.user_id,
    t.linked_at,
    t.is_sample,
    t.updated_at,
    t.search_text,
    t.sort_name,
        CASE
            WHEN (t.user_id IS NOT NULL) THEN 'linked'::text
            ELSE COALESCE(( SELECT
                    CASE
                        WHEN (i.revoked_at IS NOT NULL) THEN 'revoked'::text
                        WHEN (i.declined_at IS NOT NULL) THEN 'declined'::text
                        WHEN (i.accepted_at IS NOT NULL) THEN 'none'::text
                        WHEN (i.expires_at <= now()) THEN 'expired'::text
                        ELSE 'pending'::text
                    END AS "case"
               FROM public.nemus_invitations i
              WHERE (i.trainee_id = t.id)
              ORDER BY i.created_at DESC, i.id
             LIMIT 1), 'none'::text)
        END AS access,
    ( SELECT jsonb_build_object('expires_at', i.expires_at, 'last_sent_at', i.last_sent_at, 'sent_count', i.sent_count, 'revoked_at', i.revoked_at, 'declined_at', i.declined_at) AS jsonb_build_object
           FROM public.nemus_invitations i
          WHERE (i.trainee_id = t.id)
          ORDER BY i.created_at DESC, i.id
         LIMIT 1) AS invitation,
    ((t.user_id IS NOT NULL) AND private.nemus_has_sample_hours(t.user_id)) AS has_sample_hours
   FROM public.nemus_trainees t
  WHERE (t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['booking'::text, 'confirming'::text, 'reading'::text]) AS nemus_acts_for));

REVOKE ALL ON TABLE "public"."nemus_trainee_list" FROM "anon", "service_role";

CREATE VIEW "public"."nemus_training_progress" WITH (security_invoker=true) AS  SELECT who.user_id,
    t.area,
    u.units AS completed_units,
    t.target_units,
    u.total_units AS total_completed_units,
    u.sample_units,
    planned.units AS planned_units
   FROM (((( SELECT nemus_training_targets.user_id
           FROM public.nemus_training_targets
          GROUP BY nemus_training_targets.user_id) who
     CROSS JOIN LATERAL private.nemus_units_by_area(who.user_id) u(area, units, sample_units, total_units))
     CROSS JOIN LATERAL ( SELECT private.nemus_planned_units(who.user_id) AS units
         OFFSET 0) planned)
     JOIN public.nemus_training_targets t ON (((t.user_id = who.user_id) AND (t.area = u.area))));

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "anon";

CREATE INDEX nemus_appointment_participations_told ON public.nemus_appointment_participations USING btree (appointment_id)
  WHERE (status = ANY (ARRAY['confirmed'::text, 'waitlist'::text]));

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_trainee_list
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_training_progress
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_cards"(uuid[], text, text, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_cards"(uuid[], text, text, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_catalogue_cards"(uuid[], text, text, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_date"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_date"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_catalogue_date"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_catalogue_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_has_sample_hours"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_has_sample_hours"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_has_sample_hours"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_sample_hours"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_sample_hours"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_house"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_house"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_house"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_open_dates"(uuid[], text, text, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_open_dates"(uuid[], text, text, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_open_dates"(uuid[], text, text, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_own_enrolment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_own_enrolment"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_own_enrolment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_title_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_title_key"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_title_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_title_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_title_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_units_done"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_units_done"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_units_done"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_units_done"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_units_done"(uuid, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_course"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_course"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_course"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_trainee_list" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_trainee_list" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_training_progress" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_training_progress" TO "service_role";

ALTER TABLE "public"."nemus_courses"
  ADD COLUMN "sort_name" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.nemus_title_key(title)) STORED NOT NULL;

ALTER TABLE "public"."nemus_courses"
  ADD COLUMN "catalogue_text" text GENERATED ALWAYS AS (private.nemus_search_text(((title || ' '::text) || description))) STORED NOT NULL;

CREATE VIEW "private"."nemus_training_sources" AS  SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    a.competency,
    NULL::text AS level,
        CASE a.type
            WHEN 'Supervision'::text THEN 'appointment_supervision'::text
            ELSE 'appointment'::text
        END AS source,
        CASE a.type
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (a.units * 45) AS minutes,
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed,
            d.room_id
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
  WHERE ((a.course_id IS NULL) AND (a.units > 0) AND ((p.status = 'completed'::text) OR ((p.status = 'confirmed'::text) AND (a.ends_at <= now()))))
UNION ALL
 SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    COALESCE(a.competency, s.competency) AS competency,
    NULL::text AS level,
    ('seminar_'::text || part.category) AS source,
    part.category,
    (part.units * 45) AS minutes,
    ((done.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (((((public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed,
            d.room_id
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.title,
            c.description,
            c.competency,
            c.duration_hours,
            c.difficulty,
            c.theory_units,
            c.practical_units,
            c.elearning_units,
            c.price_euros,
            c.credit_cost,
            c.is_premium,
            c.is_active,
            c.created_at,
            c.updated_at,
            c.published_at,
            c.has_dates,
            c.zfu_status,
            c.zfu_number,
            c.state,
            c.search_text,
            c.agenda,
            c.sort_name,
            c.catalogue_text
           FROM public.nemus_courses c
          WHERE (c.id = a.course_id)
         LIMIT 1) s)
     CROSS JOIN LATERAL ( SELECT a.ends_at,
            p.attended_units AS units,
            p.attended_units AS until
          WHERE (a.parts IS NULL)
        UNION ALL
         SELECT o.ends_at,
            o.units,
            o.until
           FROM ( SELECT t.ends_at,
                    m.units,
                    (sum(m.units) OVER (ORDER BY t.ends_at))::integer AS until
                   FROM (jsonb_to_recordset(a.parts) t(id text, ends_at timestamp with time zone)
                     CROSS JOIN LATERAL ( SELECT ((p.part_marks #>> ARRAY[t.id, 'units'::text]))::integer AS units) m)
                  WHERE (m.units > 0)) o
          WHERE (a.parts IS NOT NULL)) done)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN done.units
                    ELSE ((round((((done.until)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)) - round(((((done.until - done.units))::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric))))::integer
                END AS units
         OFFSET 0) theory)
     CROSS JOIN LATERAL ( VALUES ('theory'::text,theory.units), ('practice'::text,(done.units - theory.units))) part(category, units))
  WHERE ((p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND (part.units > 0))
UNION ALL
 SELECT l.user_id,
    'elearning'::text AS kind,
    l.course_id AS source_id,
    COALESCE(k.title, c.title) AS title,
        CASE
            WHEN (k.units IS NULL) THEN c.competency
            ELSE k.competency
        END AS competency,
    NULL::text AS level,
    'elearning'::text AS source,
    'elearning'::text AS category,
    (COALESCE(k.units, c.units) * 45) AS minutes,
    ((l.completed_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    l.is_sample
   FROM ((public.nemus_learning_progress l
     CROSS JOIN LATERAL ( SELECT e.id,
            e."position",
            e.title,
            e.description,
            e.learning_goal,
            e.competency,
            e.units,
            e.estimated_time,
            e.difficulty,
            e.rating,
            e.students,
            e.is_premium,
            e.seminar_id,
            e.is_active,
            e.created_at,
            e.updated_at
           FROM public.nemus_learning_courses e
          WHERE (e.id = l.course_id)
         LIMIT 1) c)
     LEFT JOIN LATERAL ( SELECT d.id,
            d.user_id,
            d.kind,
            d.appointment_id,
            d.course_id,
            d.number,
            d.holder,
            d.title,
            d.issuer,
            d.competency,
            d.units,
            d.content,
            d.session,
            d.issued_on,
            d.is_sample,
            d.created_at,
            d.seminar_id,
            d.edition,
            d.issuer_address
           FROM public.nemus_certificates d
          WHERE ((d.user_id = l.user_id) AND (d.course_id = l.course_id))
          ORDER BY d.edition DESC
         LIMIT 1) k ON (true))
  WHERE (l.status = 'completed'::text)
UNION ALL
 SELECT c.user_id,
    'certificate'::text AS kind,
    (c.id)::text AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'certificate_supervision'::text
            ELSE 'certificate'::text
        END AS source,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (c.units * 45) AS minutes,
    c.issued_on AS done_on,
    c.is_sample
   FROM public.nemus_certificates c
  WHERE ((c.appointment_id IS NULL) AND (c.course_id IS NULL) AND (c.seminar_id IS NULL) AND (c.units > 0) AND (NOT (EXISTS ( SELECT
           FROM private.nemus_certificate_revocations r
          WHERE (r.certificate_id = c.id)))))
UNION ALL
 SELECT e.user_id,
    'logbook'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    ('entry_'::text || e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))))
UNION ALL
 SELECT e.user_id,
    'certificate'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    private.nemus_certificate_source(e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))));

CREATE INDEX nemus_courses_catalogue_search ON public.nemus_courses USING gin (catalogue_text extensions.gin_trgm_ops);

CREATE INDEX nemus_courses_catalogue ON public.nemus_courses USING btree (sort_name, id) INCLUDE (competency, difficulty, price_euros)
  WHERE is_active;
