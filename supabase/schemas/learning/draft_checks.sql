-- What a draft of an e-learning course needs before it can be published. nemus_publish_learning_course
-- (learning/publishing.sql) refuses a draft with any problem that is not a warning.
-- - Course: title, competency, difficulty, units; a seminar if it is premium, and no seminar of another active course. It
--   leaves no seminar that an enrolled person has not completed, and closes none of its open blocks then; a premium
--   course leaves no seminar on offer either.
-- - At least one open block. An open block needs modules, a text in each, and three questions if it has a quiz.
-- - Questions have two to six different options and a right answer. Files exist, are confirmed and belong to the course.
-- Warnings do not prevent publishing: differing units, a video module without video or subtitles, a quiz that is not
-- last, questions without a quiz, removed modules that people have completed.

/* A trimmed text of a draft. Empty without one. */
create function private.nemus_draft_text(p_item jsonb, p_field text) returns text
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_item -> p_field) when 'string' then btrim(p_item ->> p_field) else '' end
$$;

/* A whole number of a draft from 0 to 9999. Null for anything else. */
create function private.nemus_draft_number(p_item jsonb, p_field text) returns int
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_item -> p_field) = 'number' and (p_item ->> p_field) ~ '^[0-9]{1,4}$'
    then (p_item ->> p_field)::int end
$$;

/* A uuid of a draft. Null for anything else. */
create function private.nemus_draft_uuid(p_item jsonb, p_field text) returns uuid
language sql immutable set search_path = '' as $$
  select case when private.nemus_draft_text(p_item, p_field) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then private.nemus_draft_text(p_item, p_field)::uuid end
$$;

/* The options of a question, trimmed. */
create function private.nemus_draft_options(p_question jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select btrim(o.text) from jsonb_array_elements_text(case jsonb_typeof(p_question -> 'options')
    when 'array' then p_question -> 'options' else '[]' end) with ordinality as o (text, place) order by o.place)
$$;

/* The right options of a question, in order: one number, or a list of several. {-1} for anything else. */
create function private.nemus_draft_correct(p_question jsonb) returns int[]
language sql immutable set search_path = '' as $$
  select array(select distinct case when c #>> '{}' ~ '^[0-5]$' then (c #>> '{}')::int else -1 end as option
    from jsonb_array_elements(case jsonb_typeof(p_question -> 'correct') when 'array' then p_question -> 'correct'
      else jsonb_build_array(p_question -> 'correct') end) c order by option)
$$;

/* Whether a file is confirmed, belongs to this course and is of this kind. */
create function private.nemus_is_media(p_course text, p_kind text, p_media uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_learning_media m
    where m.id = p_media and m.course_id = p_course and m.kind = p_kind and m.confirmed_at is not null)
$$;

/* The problem of a text: `missing` if required, `too_long`, or null. */
create function private.nemus_text_problem(p_item jsonb, p_field text, p_most int, p_required boolean) returns text
language sql immutable set search_path = '' as $$
  select case when p_required and private.nemus_draft_text(p_item, p_field) = '' then 'missing'
    when char_length(private.nemus_draft_text(p_item, p_field)) > p_most then 'too_long' end
$$;

/* The modules of a draft with their place, their block's place, and whether their block is open. */
create function private.nemus_draft_modules(p_document jsonb)
returns table (block int, place int, path text, module jsonb, is_open boolean)
language sql immutable rows 30 set search_path = '' as $$
  select b.place, m.place, format('blocks/%s/modules/%s', b.place, m.place), m.item, b.item -> 'is_open' = 'true'
  from private.nemus_items(p_document -> 'blocks') b, private.nemus_items(b.item -> 'modules') m
$$;

/*
 * Whether someone has paid for a seminar and not completed it: enrolled, waiting for an account, a paid place without a
 * person, or taken back by a dispute that may be won.
 */
create function private.nemus_is_course_unfinished(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_course_enrollments e where e.course_id = p_course and e.status <> 'completed')
    or exists (select from public.nemus_booking_participants p
      join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled'
      where p.course_id = p_course and p.enrollment_id is null and p.used_at is null)
    or exists (select from public.nemus_course_bookings b
      where b.course_id = p_course and b.status <> 'cancelled' and b.free_places > 0)
    or exists (select from private.nemus_taken_back t join public.nemus_orders o on o.id = t.order_id
      where o.course_id = p_course and o.status = 'disputed' and t.status is distinct from 'completed')
$$;

/* Problems of the course, its blocks, and the match of blocks, quizzes and questions. */
create function private.nemus_draft_course_gaps(p_course text, p_document jsonb)
returns table (place text, field text, problem text, is_warning boolean)
language sql stable security definer set search_path = '' as $$
  with blocks as (
    select b.item, b.place, 'blocks/' || b.place as path, b.item -> 'is_open' = 'true' as is_open,
      private.nemus_draft_number(b.item, 'units') as units,
      (select count(*) from private.nemus_items(b.item -> 'modules')) as modules,
      (select count(*) from private.nemus_items(b.item -> 'modules') m where m.item ->> 'type' = 'quiz') as quizzes,
      (select max(m.place) from private.nemus_items(b.item -> 'modules') m where m.item ->> 'type' = 'quiz') as quiz_at,
      (select count(*) from private.nemus_items(b.item -> 'questions')) as questions
    from private.nemus_items(p_document -> 'blocks') b
  )
  select '', f.field, private.nemus_text_problem(p_document, f.field, f.most, f.required), false
  from (values ('title', 200, true), ('description', 4000, false), ('learning_goal', 2000, false),
    ('estimated_time', 50, false)) as f (field, most, required)
  union all
  select '', 'competency', 'missing', false
  where private.nemus_draft_text(p_document, 'competency') not in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')
  union all
  select '', 'difficulty', 'missing', false
  where private.nemus_draft_text(p_document, 'difficulty') not in ('Anfänger', 'Fortgeschritten', 'Experte')
  union all
  select '', 'units', 'missing', false where coalesce(private.nemus_draft_number(p_document, 'units'), 0) = 0
  union all
  select '', 'units', 'units_differ', true
  where private.nemus_draft_number(p_document, 'units') <> (select sum(units) from blocks)
  union all
  select '', 'seminar_id', 'premium_needs_seminar', false
  where p_document -> 'is_premium' = 'true' and private.nemus_draft_uuid(p_document, 'seminar_id') is null
  union all
  select '', 'seminar_id', case when s.id is null then 'unknown_seminar' else 'seminar_taken' end, false
  from (select private.nemus_draft_uuid(p_document, 'seminar_id') as id) asked
  left join public.nemus_courses s on s.id = asked.id
  where asked.id is not null and (s.id is null or exists (
    select from public.nemus_learning_courses c where c.seminar_id = s.id and c.id <> p_course and c.is_active))
  union all
  -- As for retiring (nemus_retire_learning_course). A free course stays open to future buyers.
  select '', 'seminar_id', 'seminar_needed', false
  from public.nemus_learning_courses c where c.id = p_course and c.is_active
    and c.seminar_id is distinct from private.nemus_draft_uuid(p_document, 'seminar_id')
    and (c.is_premium and exists (select from public.nemus_courses s where s.id = c.seminar_id and s.is_active)
      or private.nemus_is_course_unfinished(c.seminar_id))
  union all
  select '', 'blocks', 'no_open_block', false where not exists (select from blocks where is_open)
  union all
  select b.path, f.field, private.nemus_text_problem(b.item, f.field, f.most, f.required), false
  from blocks b, (values ('title', 200, true), ('description', 2000, false)) as f (field, most, required)
  union all
  select b.path, 'units', 'missing', false from blocks b where coalesce(b.units, 0) = 0
  union all
  select b.path, 'modules', 'no_modules', false from blocks b where b.is_open and b.modules = 0
  union all
  select b.path, 'modules', 'several_quizzes', false from blocks b where b.quizzes > 1
  union all
  select b.path, 'modules', 'quiz_not_last', true from blocks b where b.quizzes = 1 and b.quiz_at < b.modules
  union all
  select b.path, 'questions', 'few_questions', false from blocks b where b.is_open and b.quizzes > 0 and b.questions < 3
  union all
  select b.path, 'questions', 'no_quiz', true from blocks b where b.quizzes = 0 and b.questions > 0
  union all
  -- Modules of a closed block count, but cannot be completed. People who have paid met only those that were closed then.
  select b.path, 'is_open', 'block_needed', false
  from blocks b cross join lateral (select private.nemus_draft_uuid(p_document, 'seminar_id') as id) seminar
  where not coalesce(b.is_open, false) and private.nemus_is_course_unfinished(seminar.id)
    and exists (select from private.nemus_items(b.item -> 'modules') d where not exists (
      select from public.nemus_learning_modules m
      join public.nemus_learning_blocks o on o.course_id = m.course_id and o.id = m.block_id and not o.is_open
      join public.nemus_learning_courses c on c.id = m.course_id and c.is_active and c.seminar_id = seminar.id
      where m.id = d.item ->> 'id' and m.course_id = p_course))
  union all
  -- A removed module takes its progress with it. Completed courses stay completed (S-6.17).
  select '', 'modules', 'removes_completed', true
  where exists (select from public.nemus_learning_modules m
    join public.nemus_module_progress p on p.module_id = m.id
    where m.course_id = p_course and not exists (
      select from private.nemus_draft_modules(p_document) d where d.module ->> 'id' = m.id))
$$;

/* Problems of modules, their files, and questions. */
create function private.nemus_module_gaps(p_course text, p_document jsonb)
returns table (place text, field text, problem text, is_warning boolean)
language sql stable security definer set search_path = '' as $$
  with modules as (select * from private.nemus_draft_modules(p_document)),
  panels as (
    select m.path || '/panels/' || p.place as path, p.item from modules m, private.nemus_items(m.module -> 'panels') p
  ), documents as (
    select m.path || '/documents/' || d.place as path, d.item
    from modules m, private.nemus_items(m.module -> 'documents') d
  ), questions as (
    select format('blocks/%s/questions/%s', b.place, q.place) as path, q.item,
      private.nemus_draft_options(q.item) as options
    from private.nemus_items(p_document -> 'blocks') b, private.nemus_items(b.item -> 'questions') q
  )
  select m.path, 'title', private.nemus_text_problem(m.module, 'title', 200, true), false from modules m
  union all
  select m.path, 'text', private.nemus_text_problem(m.module, 'text', 20000, m.is_open), false from modules m
  union all
  select m.path, 'minutes', 'missing', false from modules m
  where coalesce(private.nemus_draft_number(m.module, 'minutes'), 0) not between 1 and 600
  union all
  select m.path, 'type', 'missing', false from modules m
  where coalesce(m.module ->> 'type', '') not in ('reading', 'video', 'quiz')
  union all
  select m.path, 'video', 'no_video', true from modules m
  where m.module ->> 'type' = 'video' and private.nemus_draft_uuid(m.module -> 'video', 'media') is null
  union all
  select m.path, 'video', 'unknown_media', false from modules m
  where jsonb_typeof(m.module -> 'video') = 'object'
    and not private.nemus_is_media(p_course, 'video', private.nemus_draft_uuid(m.module -> 'video', 'media'))
  union all
  select m.path, 'subtitles', 'no_subtitles', true from modules m
  where jsonb_typeof(m.module -> 'video') = 'object'
    and private.nemus_draft_uuid(m.module -> 'video', 'subtitles') is null
  union all
  select m.path, 'subtitles', 'unknown_media', false from modules m
  where private.nemus_draft_uuid(m.module -> 'video', 'subtitles') is not null
    and not private.nemus_is_media(p_course, 'subtitles', private.nemus_draft_uuid(m.module -> 'video', 'subtitles'))
  union all
  select p.path, 'media', 'unknown_media', false from panels p
  where not private.nemus_is_media(p_course, 'picture', private.nemus_draft_uuid(p.item, 'media'))
  union all
  select p.path, 'alternative', case private.nemus_text_problem(p.item, 'alternative', 2000, true)
    when 'missing' then 'no_alternative' else 'too_long' end, false
  from panels p where private.nemus_text_problem(p.item, 'alternative', 2000, true) is not null
  union all
  select p.path, f.field, private.nemus_text_problem(p.item, f.field, f.most, false), false
  from panels p, (values ('title', 200), ('caption', 500)) as f (field, most)
  union all
  select d.path, 'media', 'unknown_media', false from documents d
  where not private.nemus_is_media(p_course, 'document', private.nemus_draft_uuid(d.item, 'media'))
  union all
  select d.path, 'title', private.nemus_text_problem(d.item, 'title', 200, true), false from documents d
  union all
  select q.path, f.field, private.nemus_text_problem(q.item, f.field, f.most, true), false
  from questions q, (values ('question', 1000), ('explanation', 2000)) as f (field, most)
  union all
  select q.path, 'options', 'options_count', false from questions q
  where cardinality(q.options) not between 2 and 6
    or (select count(distinct o) from unnest(q.options) o where o <> '') <> cardinality(q.options)
  union all
  select q.path, 'correct', 'no_right_answer', false from questions q
  where not private.nemus_draft_correct(q.item) <@ array(select n - 1 from generate_series(1, cardinality(q.options)) n)
    or private.nemus_draft_correct(q.item) = '{}'
$$;

/*
 * The problems and warnings of a draft: the place ('' for the course, else for example `blocks/1/modules/2`), the
 * field and the problem. Warnings do not prevent publishing.
 */
create function private.nemus_draft_gaps(p_course text, p_document jsonb)
returns table (place text, field text, problem text, is_warning boolean)
language sql stable security definer set search_path = '' as $$
  select * from (
    select * from private.nemus_draft_course_gaps(p_course, p_document)
    union all
    select * from private.nemus_module_gaps(p_course, p_document)
  ) gaps where gaps.problem is not null
$$;

/*
 * The problems of a draft for its author: [{place, field, problem, is_warning}], unordered.
 * Raises 403 staff_required, 404 learning_draft_not_found.
 */
create function public.nemus_check_learning_draft(p_course text) returns jsonb
-- Compiling these statements takes seconds, running them milliseconds.
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  document jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  select d.document into document from public.nemus_learning_drafts d where d.course_id = p_course;
  perform private.nemus_refuse(404, 'learning_draft_not_found') where document is null;
  return (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from private.nemus_draft_gaps(p_course, document) g);
end $$;
