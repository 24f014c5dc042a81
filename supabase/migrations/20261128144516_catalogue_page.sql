SET local check_function_bodies = off;

DROP VIEW "private"."nemus_training_sources";

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
  near uuid[] := '{}';
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

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_cards"(uuid[], text, text, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_cards"(uuid[], text, text, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_catalogue_cards"(uuid[], text, text, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_date"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_date"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_catalogue_date"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_catalogue_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_catalogue_words"(text) TO "postgres";

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

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_course"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_course"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_course"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_page"(text, text, text, text, text, boolean, boolean, numeric, boolean, integer) TO "postgres";

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
         SELECT t.ends_at,
            m.units,
            (sum(m.units) OVER (ORDER BY t.ends_at))::integer AS sum
           FROM (jsonb_to_recordset(a.parts) t(id text, ends_at timestamp with time zone)
             CROSS JOIN LATERAL ( SELECT ((p.part_marks #>> ARRAY[t.id, 'units'::text]))::integer AS units) m)
          WHERE (m.units > 0)) done)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN done.units
                    ELSE ((round((((done.until)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)) - round(((((done.until - done.units))::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric))))::integer
                END AS units) theory)
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
