-- Publishes a draft in one transaction, and retires courses. Staff with the role `catalogue`.
-- - Blocks, modules and questions keep their ids, so progress and answers stay.
-- - Accounts that had completed the course stay completed, with any new modules; for others the share is recomputed.
--   Enrolments of the seminar follow, also of people who had finished the course before it came to the seminar.
-- - A course cannot be retired while its seminar is on offer or an enrolled person has not completed it
--   (409 learning_course_needed).
-- - Every publication is stored as a version (learning/drafts.sql) and noted in the audit log.
-- Checks before publishing: learning/draft_checks.sql. New progress fires the triggers of learning/learning.sql.
-- Exceptions: a removed module takes its progress with it; an open quiz run is deleted if right answers or options changed.

/* The wanted id, or the wanted id with the next free number. */
create function private.nemus_free_id(p_wanted text, p_taken text[]) returns text
language sql immutable set search_path = '' as $$
  select candidate from (
    select p_wanted as candidate, 1 as attempt
    union all select p_wanted || '-' || n, n from generate_series(2, 1 + coalesce(cardinality(p_taken), 0) + 1) n
  ) candidates where candidate <> all (coalesce(p_taken, '{}')) order by attempt limit 1
$$;

/*
 * The elements of a list, each with an id: an element keeps its id if the course owns it; otherwise an id is made from
 * the text in p_title. Ids of other courses and duplicates count as missing.
 * p_prefix: starts every new id. p_own: ids of this course. p_taken: ids used elsewhere
 */
create function private.nemus_with_ids(p_list jsonb, p_title text, p_prefix text, p_own text[], p_taken text[])
returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  named jsonb := '[]'::jsonb;
  used text[] := coalesce(p_taken, '{}') || coalesce(p_own, '{}');
  kept text[] := '{}'::text[];
  element jsonb;
  id text;
begin
  for element in select i.item from private.nemus_items(p_list) i order by i.place loop
    id := element ->> 'id';
    if id is null or id <> all (coalesce(p_own, '{}')) or id = any (kept) then
      id := private.nemus_free_id(p_prefix || private.nemus_slug(private.nemus_draft_text(element, p_title), 40), used);
      used := used || id;
    end if;
    kept := kept || id;
    named := named || jsonb_build_array(element || jsonb_build_object('id', id));
  end loop;
  return named;
end $$;

/* A document with ids for all blocks, modules and questions. Module and question ids are unique in the portal. */
create function private.nemus_name_document(p_course text, p_document jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := btrim(left(p_course, 45), '-') || '-';
  own_modules text[] := array(select m.id from public.nemus_learning_modules m where m.course_id = p_course);
  own_questions text[] := array(select q.id from public.nemus_quiz_questions q where q.course_id = p_course);
  -- Only ids with this prefix can collide with new ones.
  taken text[] := array(select m.id from public.nemus_learning_modules m where m.id like prefix || '%'
    union all select q.id from public.nemus_quiz_questions q where q.id like prefix || '%');
  blocks jsonb := '[]'::jsonb;
  block jsonb;
  modules jsonb;
  questions jsonb;
begin
  for block in
    select i.item from private.nemus_items(private.nemus_with_ids(p_document -> 'blocks', 'title', '',
      array(select b.id from public.nemus_learning_blocks b where b.course_id = p_course), '{}')) i order by i.place
  loop
    modules := private.nemus_with_ids(block -> 'modules', 'title', prefix, own_modules, taken);
    own_modules := array(select unnest(own_modules) except select m.item ->> 'id' from private.nemus_items(modules) m);
    taken := taken || array(select m.item ->> 'id' from private.nemus_items(modules) m);
    questions := private.nemus_with_ids(block -> 'questions', 'question', prefix || 'frage-', own_questions, taken);
    own_questions :=
      array(select unnest(own_questions) except select q.item ->> 'id' from private.nemus_items(questions) q);
    taken := taken || array(select q.item ->> 'id' from private.nemus_items(questions) q);
    blocks := blocks || jsonb_build_array(block || jsonb_build_object('modules', modules, 'questions', questions));
  end loop;
  return p_document || jsonb_build_object('blocks', blocks);
end $$;

/* Writes the course, its blocks and modules, and deletes those that the document no longer has. */
create function private.nemus_apply_structure(p_course text, p_document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.nemus_learning_courses as c (id, position, title, description, learning_goal, competency, units,
    estimated_time, difficulty, is_premium, seminar_id)
  select p_course, (select 1 + coalesce(max(position), 0) from public.nemus_learning_courses),
    private.nemus_draft_text(p_document, 'title'), private.nemus_draft_text(p_document, 'description'),
    private.nemus_draft_text(p_document, 'learning_goal'), private.nemus_draft_text(p_document, 'competency'),
    private.nemus_draft_number(p_document, 'units'), private.nemus_draft_text(p_document, 'estimated_time'),
    private.nemus_draft_text(p_document, 'difficulty'), coalesce(p_document -> 'is_premium' = 'true', false),
    private.nemus_draft_uuid(p_document, 'seminar_id')
  on conflict (id) do update set title = excluded.title, description = excluded.description,
    learning_goal = excluded.learning_goal, competency = excluded.competency, units = excluded.units,
    estimated_time = excluded.estimated_time, difficulty = excluded.difficulty, is_premium = excluded.is_premium,
    seminar_id = excluded.seminar_id, is_active = true;
  -- Positions are unique at all times, so all rows move out of the way first.
  update public.nemus_learning_blocks set position = position + 100000 where course_id = p_course;
  update public.nemus_learning_modules set position = position + 100000 where course_id = p_course;
  insert into public.nemus_learning_blocks (course_id, id, position, title, description, units, is_open)
  select p_course, b.item ->> 'id', b.place, private.nemus_draft_text(b.item, 'title'),
    private.nemus_draft_text(b.item, 'description'), private.nemus_draft_number(b.item, 'units'),
    coalesce(b.item -> 'is_open' = 'true', false)
  from private.nemus_items(p_document -> 'blocks') b
  on conflict (course_id, id) do update set position = excluded.position, title = excluded.title,
    description = excluded.description, units = excluded.units, is_open = excluded.is_open;
  insert into public.nemus_learning_modules (id, course_id, block_id, position, title, duration_minutes, type)
  select m.module ->> 'id', p_course, b.item ->> 'id', row_number() over (order by m.block, m.place),
    private.nemus_draft_text(m.module, 'title'), private.nemus_draft_number(m.module, 'minutes'), m.module ->> 'type'
  from private.nemus_draft_modules(p_document) m
  join private.nemus_items(p_document -> 'blocks') b on b.place = m.block
  on conflict (id) do update set block_id = excluded.block_id, position = excluded.position, title = excluded.title,
    duration_minutes = excluded.duration_minutes, type = excluded.type;
  -- Rows that were not written again are still out of the way.
  delete from public.nemus_learning_modules m where m.course_id = p_course and m.position > 100000;
  delete from public.nemus_learning_blocks b where b.course_id = p_course and b.position > 100000;
end $$;

/* Writes the texts and files of the modules. */
create function private.nemus_apply_contents(p_course text, p_document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.nemus_learning_contents c using private.nemus_draft_modules(p_document) m
  where c.module_id = m.module ->> 'id' and private.nemus_draft_text(m.module, 'text') = '';
  insert into public.nemus_learning_contents (module_id, content)
  select m.module ->> 'id', private.nemus_draft_text(m.module, 'text') from private.nemus_draft_modules(p_document) m
  where private.nemus_draft_text(m.module, 'text') <> ''
  on conflict (module_id) do update set content = excluded.content;
  delete from public.nemus_learning_module_media x using public.nemus_learning_modules m
  where m.id = x.module_id and m.course_id = p_course;
  insert into public.nemus_learning_module_media (module_id, role, position, media_id, title, alternative, caption)
  select m.module ->> 'id', role.name, 1, private.nemus_draft_uuid(m.module -> 'video', role.field), '', '', ''
  from private.nemus_draft_modules(p_document) m,
    (values ('video', 'media'), ('subtitles', 'subtitles')) as role (name, field)
  where private.nemus_draft_uuid(m.module -> 'video', role.field) is not null
  union all
  select m.module ->> 'id', role.name, x.place, private.nemus_draft_uuid(x.item, 'media'),
    private.nemus_draft_text(x.item, 'title'), private.nemus_draft_text(x.item, 'alternative'),
    private.nemus_draft_text(x.item, 'caption')
  from private.nemus_draft_modules(p_document) m,
    (values ('panel', 'panels'), ('document', 'documents')) as role (name, list),
    private.nemus_items(m.module -> role.list) x;
end $$;

/*
 * Writes the questions with their answers. An open run continues with reworded questions. It is deleted if a right
 * answer or the number of options changed: it would otherwise be graded against options that were never shown.
 */
create function private.nemus_apply_questions(p_course text, p_document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  question record;
  correct int[];
begin
  update public.nemus_quiz_questions set position = position + 100000 where course_id = p_course;
  for question in
    select b.item ->> 'id' as block, q.item ->> 'id' as id, q.place, q.item
    from private.nemus_items(p_document -> 'blocks') b, private.nemus_items(b.item -> 'questions') q
  loop
    insert into public.nemus_quiz_questions (id, course_id, block_id, position, question, options, comic_reference)
    values (question.id, p_course, question.block, question.place,
      private.nemus_draft_text(question.item, 'question'),
      private.nemus_draft_options(question.item),
      nullif(private.nemus_draft_number(question.item, 'panel'), 0))
    on conflict (id) do update set block_id = excluded.block_id, position = excluded.position,
      question = excluded.question, options = excluded.options, comic_reference = excluded.comic_reference;
    correct := private.nemus_draft_correct(question.item);
    delete from public.nemus_quiz_runs r using private.nemus_quiz_draws d, private.nemus_quiz_answers a
    where d.run_id = r.id and r.finished_at is null and d.question_id = question.id and a.question_id = question.id
      and (a.correct_option || a.also_correct <> correct
        or cardinality(d.option_order) <> cardinality(private.nemus_draft_options(question.item)));
    insert into private.nemus_quiz_answers (question_id, correct_option, also_correct, explanation)
    values (question.id, correct[1], correct[2:], private.nemus_draft_text(question.item, 'explanation'))
    on conflict (question_id) do update set correct_option = excluded.correct_option,
      also_correct = excluded.also_correct, explanation = excluded.explanation;
  end loop;
  delete from public.nemus_quiz_questions q where q.course_id = p_course and q.position > 100000;
end $$;

/*
 * Carries progress into the new version. Accounts that had completed the course get its new modules as completed, at
 * the time of their completion. All other shares are recomputed, by the trigger that runs when a module is completed;
 * of a premium course only with an enrolment. Without it, the next enrolment recomputes them (nemus_carry_progress).
 */
create function private.nemus_carry_learning(p_course text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires learning/learning.
  insert into public.nemus_module_progress (user_id, module_id, completed_at, is_sample)
  select l.user_id, m.id, l.completed_at, l.is_sample
  from public.nemus_learning_progress l join public.nemus_learning_modules m on m.course_id = l.course_id
  where l.course_id = p_course and l.status = 'completed'
  on conflict (user_id, module_id) do nothing;
  perform private.nemus_count_course(l.user_id, p_course) from public.nemus_learning_progress l
  where l.course_id = p_course and l.status <> 'completed' and not exists (
    select from public.nemus_module_progress p join public.nemus_learning_modules m on m.id = p.module_id
    where p.user_id = l.user_id and m.course_id = p_course);
  -- Fires learning/learning.
  update public.nemus_module_progress p set is_sample = p.is_sample
  from (select distinct on (p.user_id) p.user_id, p.module_id from public.nemus_module_progress p
    join public.nemus_learning_modules m on m.id = p.module_id and m.course_id = p_course
    join public.nemus_learning_progress l on l.user_id = p.user_id and l.course_id = p_course
    join public.nemus_learning_courses c on c.id = p_course
    where l.status <> 'completed' and (not c.is_premium or exists (select from public.nemus_course_enrollments e
      where e.user_id = p.user_id and e.course_id = c.seminar_id)) order by p.user_id, p.module_id) one
  where p.user_id = one.user_id and p.module_id = one.module_id;
  -- People who had finished the course before it came to their seminar.
  perform private.nemus_count_enrolment(e.user_id, e.course_id, false) from public.nemus_learning_courses c
  join public.nemus_course_enrollments e on e.course_id = c.seminar_id and e.status <> 'completed'
  join public.nemus_learning_progress l on l.course_id = c.id and l.user_id = e.user_id and l.status = 'completed'
  where c.id = p_course;
end $$;

/*
 * Publishes a draft, all or nothing. Returns {version, revision}.
 * Raises 403 staff_required, 404 learning_draft_not_found, 409 draft_changed, 422 draft_incomplete.
 */
create function public.nemus_publish_learning_course(p_course text, p_revision int) returns jsonb
-- As for private.nemus_check_learning_draft.
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  draft public.nemus_learning_drafts;
  named jsonb;
  version int;
begin
  perform private.nemus_require_staff('catalogue');
  select * into draft from public.nemus_learning_drafts d where d.course_id = p_course for update;
  perform private.nemus_refuse(404, 'learning_draft_not_found') where not found;
  perform private.nemus_refuse(409, 'draft_changed') where draft.revision <> p_revision;
  perform private.nemus_refuse(422, 'draft_incomplete')
    where exists (select from private.nemus_draft_gaps(p_course, draft.document) g where not g.is_warning);
  named := private.nemus_name_document(p_course, draft.document);
  perform private.nemus_apply_structure(p_course, named);
  perform private.nemus_apply_contents(p_course, named);
  perform private.nemus_apply_questions(p_course, named);
  perform private.nemus_carry_learning(p_course);
  select 1 + coalesce(max(v.number), 0) into version
  from public.nemus_learning_versions v where v.course_id = p_course;
  insert into public.nemus_learning_versions (course_id, number, document, published_by, publisher)
  values (p_course, version, named, auth.uid(), private.nemus_holder(auth.uid()));
  update public.nemus_learning_drafts d set document = named, revision = d.revision + 1
  where d.course_id = p_course;
  perform private.nemus_note_act('publish', 'learning_courses', p_course, null, jsonb_build_object('version', version));
  return jsonb_build_object('version', version, 'revision', p_revision + 1);
end $$;

/*
 * Retires a course; completions stay. Publishing again restores it.
 * Raises 403 staff_required, 404 learning_draft_not_found, 409 learning_course_needed: the seminar is on offer, or an
 * enrolled person has not completed it.
 */
create function public.nemus_retire_learning_course(p_course text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  course public.nemus_learning_courses;
begin
  perform private.nemus_require_staff('catalogue');
  select * into course from public.nemus_learning_courses c where c.id = p_course for update;
  perform private.nemus_refuse(404, 'learning_draft_not_found') where not found;
  perform private.nemus_refuse(409, 'learning_course_needed')
    where exists (select from public.nemus_courses s where s.id = course.seminar_id and s.is_active)
      or private.nemus_is_course_unfinished(course.seminar_id);
  update public.nemus_learning_courses c set is_active = false where c.id = p_course;
end $$;
