-- The catalogue of trainees and institutions, page by page: searched, filtered, sorted and counted here (S-4.1 to
-- S-4.3, S-4.23). Shows what the policy on courses shows (courses/access.sql): seminars on offer, and published ones
-- that the caller is enrolled in. Similar spellings: courses/search.sql. Purchases check everything again.

-- The whole list in its order, from the index alone.
create index nemus_courses_catalogue on public.nemus_courses (sort_name, id)
  include (competency, difficulty, price_euros) where is_active;
create index nemus_courses_catalogue_search on public.nemus_courses using gin (catalogue_text extensions.gin_trgm_ops);

/*
 * Patterns of a search's words in a catalogue text, longest first: each word may stand anywhere in it. Signs alone
 * become a pattern that no text has.
 */
create function private.nemus_catalogue_words(p_search text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg('%' || word || '%' order by char_length(word) desc, word),
    case when btrim(left(p_search, 200)) <> '' then '{%#%}' else '{}' end::text[])
  from (select distinct word from regexp_split_to_table(private.nemus_search_form(case when p_search like '%_@_%'
      then private.nemus_mail_address(left(p_search, 200)) else left(p_search, 200) end), ' ') word
    where word <> '') found
$$;

/* The house of a location, without its room: up to the first comma. */
create function private.nemus_house(p_location text) returns text
language sql immutable set search_path = '' as $$
  select btrim(split_part(p_location, ',', 1))
$$;

/* The dates that can still be chosen, of these courses or of all, and that meet all of a filter; null means "all". */
create function private.nemus_open_dates(p_courses uuid[] default null, p_month text default null,
  p_house text default null, p_online boolean default false, p_free boolean default false)
returns setof public.nemus_appointments
language sql stable security definer set search_path = '' as $$
  select a.* from public.nemus_appointments a
  where a.cancelled_at is null and a.starts_at > now() and coalesce(a.change_until, a.starts_at) > now()
    and a.course_id is not null and (p_courses is null or a.course_id = any (p_courses))
    and (p_month is null or to_char(a.starts_at at time zone 'Europe/Berlin', 'YYYY-MM') = p_month)
    and (p_house is null or private.nemus_house(a.location) = p_house)
    and (p_online is not true or a.format = 'Online')
    and (p_free is not true or private.nemus_open_places(a, auth.uid()) > 0)
$$;

/* A date as the catalogue shows it to the caller. */
create function private.nemus_catalogue_date(p_date public.nemus_appointments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p_date.id, 'course_id', p_date.course_id, 'starts_at', p_date.starts_at,
    'ends_at', p_date.ends_at, 'format', p_date.format, 'location', p_date.location, 'instructor', p_date.instructor,
    'capacity', p_date.capacity, 'parts', p_date.parts,
    'free_places', greatest(private.nemus_open_places(p_date, auth.uid()), 0))
$$;

/* The caller's enrolment in a course, with what its next step needs; null without one. */
create function private.nemus_own_enrolment(p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', e.id, 'user_id', e.user_id, 'course_id', e.course_id,
    'enrollment_type', e.enrollment_type, 'status', e.status, 'progress_percentage', e.progress_percentage,
    'enrolled_at', e.enrolled_at, 'course', jsonb_build_object('title', c.title, 'competency', c.competency,
      'duration_hours', c.duration_hours, 'has_dates', c.has_dates, 'theory_units', c.theory_units,
      'practical_units', c.practical_units))
  from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
  where e.user_id = auth.uid() and e.course_id = p_course
$$;

/*
 * The cards of these courses, in this order: [{id, title, description, competency, difficulty, duration_hours,
 * price_euros, credit_cost, is_premium, enrollment, next_date, more_dates, is_buyable, is_asked}]. description: its
 * beginning. next_date and more_dates: of the dates that fit the filter.
 */
create function private.nemus_catalogue_cards(p_courses uuid[], p_month text, p_house text, p_online boolean,
  p_free boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

/*
 * A page of 24 courses that fit the search and every filter, by title; with p_own_last, those that the caller is
 * enrolled in come last. Returns {courses, similar, total, counts, edition, months, houses}.
 *   courses, similar: cards (private.nemus_catalogue_cards). similar: on the first page, courses that only the
 *     spelling of the search excludes.
 *   counts: courses by competency, whatever competency is chosen.
 *   edition: changes when the order or the members of the list change, so that pages of two editions are not mixed.
 *   months, houses: of all open dates of the catalogue, whatever the filter.
 */
create function public.nemus_catalogue_page(p_search text default '', p_competency text default null,
  p_difficulty text default null, p_month text default null, p_house text default null,
  p_online boolean default false, p_free boolean default false, p_most numeric default null,
  p_own_last boolean default false, p_page int default 1) returns jsonb
language plpgsql stable security definer
-- A page without search words must not be planned as one with them, nor read the whole table.
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
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
end $$;

/*
 * One course of the catalogue: {course, enrollment, dates, chosen, is_buyable, is_asked}. dates: those that can be
 * chosen. chosen: the date for the caller's next purchase (dates/chosen_before.sql). Null unless it is on offer or the
 * caller is enrolled in it.
 */
create function public.nemus_catalogue_course(p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;
