SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_quiz_answers"
  DROP CONSTRAINT "nemus_quiz_answers_correct_option_check";

ALTER TABLE "private"."nemus_quiz_draws"
  DROP CONSTRAINT "nemus_quiz_draws_option_order_check";

ALTER TABLE "public"."nemus_learning_media"
  DROP CONSTRAINT "nemus_learning_media_path_key";

ALTER TABLE "public"."nemus_quiz_questions"
  DROP CONSTRAINT "nemus_quiz_questions_options_check";

ALTER TABLE "public"."nemus_quiz_run_answers"
  DROP CONSTRAINT "nemus_quiz_run_answers_chosen_option_check";

DROP FUNCTION "private"."nemus_shuffled_options"();

DROP FUNCTION "public"."nemus_answer_question"(uuid, text, integer);

ALTER TABLE "private"."nemus_quiz_answers"
  ADD COLUMN "also_correct" integer[] NOT NULL DEFAULT '{}'::integer[];

ALTER TABLE "public"."nemus_quiz_run_answers"
  ADD COLUMN "also_chosen" integer[] NOT NULL DEFAULT '{}'::integer[];

CREATE OR REPLACE FUNCTION private.nemus_apply_questions (
  p_course   text,
  p_document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_copy_learning (
  p_course  text,
  p_mark    text,
  p_seminar uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  content jsonb := coalesce((select d.document from public.nemus_learning_drafts d where d.course_id = p_course),
    private.nemus_document_of(p_course));
  copy text;
  media record;
begin
  perform private.nemus_refuse(404, 'learning_draft_not_found') where content is null;
  content := content || jsonb_build_object('seminar_id', p_seminar,
    'title', private.nemus_marked_title(coalesce(content ->> 'title', ''), p_mark));
  copy := public.nemus_create_learning_course(content ->> 'title');
  for media in select m.*, gen_random_uuid() as new_id from public.nemus_learning_media m
    where m.course_id = p_course and m.confirmed_at is not null and strpos(content::text, m.id::text) > 0
  loop
    -- The same object in Storage: confirmed files are never replaced or removed.
    insert into public.nemus_learning_media (id, course_id, kind, path, file_name, content_type, size_bytes,
      confirmed_at, sha256, created_by)
    values (media.new_id, copy, media.kind, media.path, media.file_name, media.content_type, media.size_bytes,
      media.confirmed_at, media.sha256, auth.uid());
    content := replace(content::text, media.id::text, media.new_id::text)::jsonb;
  end loop;
  -- Ids of the source's blocks, modules and questions are replaced at the first publication (nemus_with_ids).
  update public.nemus_learning_drafts d set document = content where d.course_id = copy;
  return copy;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_course_form (
  p_course public.nemus_courses
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(p_course) - 'duration_hours'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_document_of (
  p_course text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('title', c.title, 'description', c.description, 'learning_goal', c.learning_goal,
    'competency', c.competency, 'units', c.units, 'estimated_time', c.estimated_time, 'difficulty', c.difficulty,
    'is_premium', c.is_premium, 'seminar_id', c.seminar_id, 'blocks', coalesce((
      select jsonb_agg(jsonb_build_object('key', b.id, 'id', b.id, 'title', b.title, 'description', b.description,
        'units', b.units, 'is_open', b.is_open,
        'modules', coalesce((
          select jsonb_agg(jsonb_build_object('key', m.id, 'id', m.id, 'title', m.title, 'minutes', m.duration_minutes,
            'type', m.type, 'text', coalesce(t.content, ''),
            'video', (select jsonb_build_object('media', v.media_id, 'subtitles', (
                select s.media_id from public.nemus_learning_module_media s
                where s.module_id = m.id and s.role = 'subtitles' and s.position = 1))
              from public.nemus_learning_module_media v
              where v.module_id = m.id and v.role = 'video' and v.position = 1),
            'panels', coalesce((select jsonb_agg(jsonb_build_object('key', x.media_id, 'media', x.media_id,
                'title', x.title, 'alternative', x.alternative, 'caption', x.caption) order by x.position)
              from public.nemus_learning_module_media x where x.module_id = m.id and x.role = 'panel'), '[]'),
            'documents', coalesce((select jsonb_agg(jsonb_build_object('key', x.media_id, 'media', x.media_id,
                'title', x.title) order by x.position)
              from public.nemus_learning_module_media x where x.module_id = m.id and x.role = 'document'), '[]')
            ) order by m.position)
          from public.nemus_learning_modules m left join public.nemus_learning_contents t on t.module_id = m.id
          where m.course_id = b.course_id and m.block_id = b.id), '[]'),
        'questions', coalesce((
          select jsonb_agg(jsonb_build_object('key', q.id, 'id', q.id, 'question', q.question, 'options', q.options,
            'correct', case a.also_correct when '{}' then to_jsonb(a.correct_option)
              else to_jsonb(a.correct_option || a.also_correct) end,
            'explanation', coalesce(a.explanation, ''), 'panel', q.comic_reference)
            order by q.position)
          from public.nemus_quiz_questions q left join private.nemus_quiz_answers a on a.question_id = q.id
          where q.course_id = b.course_id and q.block_id = b.id), '[]')) order by b.position)
      from public.nemus_learning_blocks b where b.course_id = c.id), '[]'))
  from public.nemus_learning_courses c where c.id = p_course
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draft_correct (
  p_question jsonb
)
  RETURNS integer[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array(select distinct case when c #>> '{}' ~ '^[0-5]$' then (c #>> '{}')::int else -1 end as option
    from jsonb_array_elements(case jsonb_typeof(p_question -> 'correct') when 'array' then p_question -> 'correct'
      else jsonb_build_array(p_question -> 'correct') end) c order by option)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draft_options (
  p_question jsonb
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array(select btrim(o.text) from jsonb_array_elements_text(case jsonb_typeof(p_question -> 'options')
    when 'array' then p_question -> 'options' else '[]' end) with ordinality as o (text, place) order by o.place)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draw_questions (
  p_run public.nemus_quiz_runs
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into private.nemus_quiz_draws (run_id, position, question_id, option_order)
  select p_run.id, row_number() over (order by gen_random_uuid()), drawn.id,
    private.nemus_shuffled_options(cardinality(drawn.options))
  from (
    select q.id, q.options
    from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
    left join (
      select d.question_id, count(*) as times
      from public.nemus_quiz_runs r join private.nemus_quiz_draws d on d.run_id = r.id
      where r.user_id = p_run.user_id and r.course_id = p_run.course_id and r.block_id = p_run.block_id
      group by d.question_id
    ) asked on asked.question_id = q.id
    where q.course_id = p_run.course_id and q.block_id = p_run.block_id
    order by coalesce(asked.times, 0), gen_random_uuid()
    limit p_run.total_questions
  ) drawn
$function$;

CREATE OR REPLACE FUNCTION private.nemus_marked_title (
  p_title text,
  p_mark  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(left(p_title, 197 - char_length(mark)) || ' (' || mark || ')') from (select left(p_mark, 50) as mark) m
$function$;

CREATE OR REPLACE FUNCTION private.nemus_module_gaps (
  p_course   text,
  p_document jsonb
)
  RETURNS TABLE (
    place      text,
    field      text,
    problem    text,
    is_warning boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.nemus_shuffled_options (
  p_count integer
)
  RETURNS integer[]
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select array_agg(option order by gen_random_uuid()) from generate_series(0, p_count - 1) as option
$function$;

CREATE OR REPLACE FUNCTION public.nemus_answer_question (
  p_run      uuid,
  p_question text,
  p_option   integer   DEFAULT NULL::integer,
  p_options  integer[] DEFAULT NULL::integer[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  run public.nemus_quiz_runs;
  answer record;
  chosen int[] := array(select distinct o from unnest(coalesce(p_options, array[p_option])) o order by o);
  given record;
  correct boolean;
begin
  select * into run from public.nemus_quiz_runs r where r.id = p_run and r.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'quiz_not_found', '{"of": "run"}') where not found;
  -- After a refund or a closed block, no more explanations.
  perform private.nemus_refuse_learning(private.nemus_learning_bar(run.course_id, run.block_id));
  select array(select (shown.place - 1)::int from unnest(d.option_order) with ordinality as shown (option, place)
      where shown.option = any (a.correct_option || a.also_correct) order by shown.place) as options,
    a.explanation, cardinality(d.option_order) as shown
  into answer from private.nemus_quiz_draws d join private.nemus_quiz_answers a on a.question_id = d.question_id
  where d.run_id = p_run and d.question_id = p_question;
  perform private.nemus_refuse(404, 'question_not_found')
    where not found or cardinality(chosen) = 0 or array_position(chosen, null) is not null
      or chosen[1] < 0 or chosen[cardinality(chosen)] >= answer.shown;
  select a.chosen_option || a.also_chosen as options, a.is_correct into given
  from public.nemus_quiz_run_answers a where a.run_id = p_run and a.question_id = p_question;
  if found then
    chosen := given.options;
    correct := given.is_correct;
  else
    perform private.nemus_refuse(409, 'quiz_over') where run.finished_at is not null;
    correct := chosen = answer.options;
    insert into public.nemus_quiz_run_answers (run_id, question_id, chosen_option, also_chosen, is_correct)
    values (p_run, p_question, chosen[1], chosen[2:], correct);
    run.score := run.score + correct::int;
    run.lives_remaining := run.lives_remaining - (not correct)::int;
    if run.lives_remaining = 0 or run.score + 3 - run.lives_remaining = run.total_questions then
      run.finished_at := now();
    end if;
    if run.finished_at is not null and run.lives_remaining > 0 and not exists (
      select from public.nemus_quiz_runs other where other.user_id = run.user_id
        and other.course_id = run.course_id and other.block_id = run.block_id and other.ranked_on = today) then
      run.ranked_on := today;
    end if;
    update public.nemus_quiz_runs r set score = run.score, lives_remaining = run.lives_remaining,
      finished_at = run.finished_at, ranked_on = run.ranked_on
    where r.id = p_run;
  end if;
  return jsonb_build_object('is_correct', correct, 'correct_option', answer.options[1],
    'correct_options', answer.options, 'chosen_option', chosen[1], 'chosen_options', chosen,
    'explanation', answer.explanation, 'score', run.score, 'lives_remaining', run.lives_remaining,
    'finished', run.finished_at is not null);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_change_courses (
  p_courses jsonb,
  p_change  jsonb,
  p_preview boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given record;
  before public.nemus_courses;
  after jsonb;
  problem text;
  refusal text;
  answers jsonb := '[]';
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_courses) is distinct from 'array'
    or jsonb_typeof(p_change) is distinct from 'object' or p_change = '{}'
    or p_change - array['price_euros', 'credit_cost', 'competency', 'state'] <> '{}'
    or p_change ->> 'state' not in ('published', 'retired');
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_array_length(p_courses) not between 1 and 200;
  -- In one order, so that two changes of many seminars cannot block each other.
  for given in select distinct on (1) private.nemus_draft_uuid(c, 'id') as id,
      (c ->> 'updated_at')::timestamptz as updated_at from jsonb_array_elements(p_courses) c order by 1
  loop
    begin
      select * into before from public.nemus_courses c where c.id = given.id;
      before := private.nemus_open_course(given.id,
        case when p_preview then coalesce(given.updated_at, before.updated_at) else given.updated_at end);
      after := to_jsonb(before);
      if p_change - 'state' <> '{}' then
        after := public.nemus_save_course(before.id, private.nemus_course_form(before) || (p_change - 'state'),
          before.updated_at);
      end if;
      after := case p_change ->> 'state'
        when 'published' then public.nemus_publish_course(before.id, (after ->> 'updated_at')::timestamptz)
        when 'retired' then public.nemus_retire_course(before.id, (after ->> 'updated_at')::timestamptz)
        else after end;
      problem := case when after - 'updated_at' = to_jsonb(before) - 'updated_at' then 'same' end;
      -- Takes the change of this seminar back.
      if p_preview or problem is not null then
        raise exception using errcode = 'NM000';
      end if;
    exception when sqlstate 'NM000' then null;
      when others then
        get stacked diagnostics refusal = pg_exception_hint;
        if sqlstate not like 'PT%' then raise; end if;
        problem := refusal;
    end;
    answers := answers || jsonb_build_array(jsonb_build_object('id', given.id, 'title', before.title,
      'price_euros', before.price_euros, 'credit_cost', before.credit_cost, 'competency', before.competency,
      'state', before.state, 'updated_at', before.updated_at, 'problem', problem));
  end loop;
  perform private.nemus_refuse(409, 'courses_unchanged', jsonb_build_object('titles', jsonb_agg(a -> 'title')))
  from jsonb_array_elements(answers) a where not p_preview and a ->> 'problem' <> 'same' having count(*) > 0;
  return answers;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_duplicate_course (
  p_id       uuid,
  p_expected timestamp with time zone,
  p_copy     uuid,
  p_mark     text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  source public.nemus_courses;
begin
  perform private.nemus_require_staff('catalogue');
  source := private.nemus_open_course(p_id, p_expected);
  if exists (select from public.nemus_courses c where c.id = p_copy) then
    return p_copy;
  end if;
  perform public.nemus_save_course(p_copy, private.nemus_course_form(source)
    || jsonb_build_object('title', private.nemus_marked_title(source.title, p_mark))
    -- An approval is for one course.
    || case source.zfu_status when 'approved' then '{"zfu_status": null, "zfu_number": null}' else '{}' end::jsonb);
  perform private.nemus_copy_learning(l ->> 'id', p_mark, p_copy)
  from jsonb_array_elements(public.nemus_seminar_learning(p_id)) l where (l ->> 'drafted_here')::boolean;
  return p_copy;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_duplicate_learning_course (
  p_course text,
  p_mark   text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('catalogue');
  return private.nemus_copy_learning(p_course, p_mark, null);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_start_quiz (
  p_course text,
  p_block  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  bar constant text := private.nemus_learning_bar(p_course, p_block);
  pool int;
  run public.nemus_quiz_runs;
begin
  select count(*) into pool
  from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
  where q.course_id = p_course and q.block_id = p_block;
  perform private.nemus_refuse(404, 'quiz_not_found') where bar = 'not_found' or pool = 0;
  perform private.nemus_refuse_learning(bar);
  -- A run that lost a question can never be finished, nor one whose question got more or fewer options at its start.
  delete from public.nemus_quiz_runs r
  where r.user_id = me and r.course_id = p_course and r.block_id = p_block and r.finished_at is null
    and (select count(*) from private.nemus_quiz_draws d join public.nemus_quiz_questions q on q.id = d.question_id
      where d.run_id = r.id and cardinality(q.options) = cardinality(d.option_order)) < r.total_questions;
  -- Of two concurrent starts, the second waits here and continues the run of the first.
  insert into public.nemus_quiz_runs (user_id, course_id, block_id, total_questions)
  values (me, p_course, p_block, least(3, pool))
  on conflict (user_id, course_id, block_id) where finished_at is null do update set updated_at = now()
  returning * into run;
  if not exists (select from private.nemus_quiz_draws d where d.run_id = run.id) then
    perform private.nemus_draw_questions(run);
  end if;
  return (
    select jsonb_build_object('run_id', run.id, 'total_questions', run.total_questions, 'score', run.score,
      'lives_remaining', run.lives_remaining,
      'questions', jsonb_agg(jsonb_build_object('id', q.id, 'question', q.question,
        'options', (select jsonb_agg(q.options[1 + shown.option] order by shown.place)
          from unnest(d.option_order) with ordinality as shown (option, place)),
        'is_multiple', r.also_correct <> '{}', 'comic_reference', q.comic_reference) order by d.position),
      'answers', coalesce(jsonb_agg(jsonb_build_object('question_id', a.question_id, 'chosen_option', a.chosen_option,
        'chosen_options', a.chosen_option || a.also_chosen, 'is_correct', a.is_correct)
        order by d.position) filter (where a.question_id is not null), '[]'::jsonb))
    from private.nemus_quiz_draws d
    join public.nemus_quiz_questions q on q.id = d.question_id
    join private.nemus_quiz_answers r on r.question_id = d.question_id
    left join public.nemus_quiz_run_answers a on a.run_id = d.run_id and a.question_id = d.question_id
    where d.run_id = run.id);
end $function$;

ALTER TABLE "private"."nemus_quiz_answers"
  ADD CONSTRAINT "nemus_quiz_answers_also_correct_check" CHECK ((also_correct <@ ARRAY[0, 1, 2, 3, 4, 5]));

ALTER TABLE "private"."nemus_quiz_answers"
  ADD CONSTRAINT "nemus_quiz_answers_correct_option_check" CHECK (((correct_option >= 0) AND (correct_option <= 5)));

ALTER TABLE "private"."nemus_quiz_draws"
  ADD CONSTRAINT "nemus_quiz_draws_option_order_check"
    CHECK
    (((cardinality(option_order) >= 2) AND (cardinality(option_order) <= 6) AND (option_order @> (ARRAY[0, 1, 2, 3, 4, 5])[1:cardinality(option_order)]) AND (option_order <@
    (ARRAY[0, 1, 2, 3, 4, 5])[1:cardinality(option_order)])));

ALTER TABLE "public"."nemus_quiz_questions"
  ADD CONSTRAINT "nemus_quiz_questions_options_check" CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 6) AND (array_position(options, NULL::text) IS NULL)));

ALTER TABLE "public"."nemus_quiz_run_answers"
  ADD CONSTRAINT "nemus_quiz_run_answers_also_chosen_check" CHECK ((also_chosen <@ ARRAY[0, 1, 2, 3, 4, 5]));

ALTER TABLE "public"."nemus_quiz_run_answers"
  ADD CONSTRAINT "nemus_quiz_run_answers_chosen_option_check" CHECK (((chosen_option >= 0) AND (chosen_option <= 5)));

CREATE INDEX nemus_learning_media_path ON public.nemus_learning_media USING btree (path);

REVOKE ALL ON FUNCTION "private"."nemus_copy_learning"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_copy_learning"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_copy_learning"(text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_course_form"(public.nemus_courses) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_course_form"(public.nemus_courses) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_course_form"(public.nemus_courses) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_draft_correct"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_draft_correct"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_draft_correct"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_draft_options"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_draft_options"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_draft_options"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_marked_title"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_marked_title"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_marked_title"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_shuffled_options"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_shuffled_options"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_shuffled_options"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_answer_question"(uuid, text, integer, integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_change_courses"(jsonb, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_course"(uuid, timestamp WITH time zone, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_duplicate_learning_course"(text, text) TO "postgres";
