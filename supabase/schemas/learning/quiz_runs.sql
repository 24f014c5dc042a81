-- The quiz of a block: the database draws the questions of each run and grades the answers. Answers never reach a
-- browser before the question is answered.
-- - A run has three questions and three lives. The next one starts after its end; leaving a run does not discard it.
-- - An answer counts once; sent again, it returns the first verdict.
-- - The first run of a day (Europe/Berlin) that ends with a life left is ranked (learning/leaderboard.sql).
-- Saved results: learning/quiz_scores.sql. Completing the quiz module: nemus_complete_module in learning/learning.sql.
-- Exceptions: a smaller block asks all its questions; a run whose question was removed is deleted; publishing other
-- right answers or another number of options deletes open runs (learning/publishing.sql).

create table public.nemus_quiz_questions (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 100),
  course_id text not null,
  block_id text not null,
  position int not null check (position > 0),
  question text not null check (char_length(question) between 1 and 1000),
  options text[] not null check (cardinality(options) >= 2 and cardinality(options) <= 6
    and array_position(options, null) is null),
  -- The panel of the comic that the question refers to.
  comic_reference int check (comic_reference > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (course_id, block_id, position),
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade
);
alter table public.nemus_quiz_questions enable row level security;
create trigger touch before update on public.nemus_quiz_questions for each row execute function private.nemus_touch();

/* The right answers. No client can read them. Options count from 0 (S-12.4). */
create table private.nemus_quiz_answers (
  question_id text primary key references public.nemus_quiz_questions (id) on delete cascade,
  correct_option int not null check (correct_option between 0 and 5),
  explanation text not null check (char_length(explanation) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Further right options, in order. Without any, one option is chosen; otherwise all right ones and no other.
  also_correct int[] not null default '{}' check (also_correct <@ array[0, 1, 2, 3, 4, 5])
);
alter table private.nemus_quiz_answers enable row level security;
create trigger touch before update on private.nemus_quiz_answers for each row execute function private.nemus_touch();

create table public.nemus_quiz_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id text not null,
  block_id text not null,
  total_questions int not null check (total_questions > 0),
  score int not null default 0 check (score >= 0),
  lives_remaining int not null default 3 check (lives_remaining between 0 and 3),
  finished_at timestamptz,
  percentage int not null generated always as (round(score * 100.0 / total_questions)) stored,
  -- The day (Europe/Berlin) for which this run is ranked: the first run of that day to end with a life left (S-6.14).
  -- Null for every other run.
  ranked_on date,
  -- The saved score of this run.
  score_id uuid unique references public.nemus_quiz_scores (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint answers_fit_total check (score + 3 - lives_remaining <= total_questions),
  constraint finished_at_its_end check (
    (finished_at is not null) = (lives_remaining = 0 or score + 3 - lives_remaining = total_questions)),
  constraint only_ends_are_ranked check (ranked_on is null or (finished_at is not null and lives_remaining > 0)),
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade
);
alter table public.nemus_quiz_runs enable row level security;
create trigger touch before update on public.nemus_quiz_runs for each row execute function private.nemus_touch();
create index nemus_quiz_runs_user on public.nemus_quiz_runs (user_id, course_id, block_id, finished_at desc);
create index nemus_quiz_runs_block on public.nemus_quiz_runs (course_id, block_id);

-- One open run per account and block.
create unique index nemus_quiz_runs_open on public.nemus_quiz_runs (user_id, course_id, block_id)
  where finished_at is null;
create unique index nemus_quiz_runs_day on public.nemus_quiz_runs (user_id, course_id, block_id, ranked_on)
  where ranked_on is not null;
create index nemus_quiz_runs_board on public.nemus_quiz_runs (course_id, block_id, percentage desc, finished_at, id)
  where ranked_on is not null;

create table public.nemus_quiz_run_answers (
  run_id uuid not null references public.nemus_quiz_runs (id) on delete cascade,
  question_id text not null references public.nemus_quiz_questions (id) on delete cascade,
  -- Counts from 0, in the order of options shown by this run.
  chosen_option int not null check (chosen_option between 0 and 5),
  is_correct boolean not null,
  created_at timestamptz not null default now(),
  -- Further chosen options, in order.
  also_chosen int[] not null default '{}' check (also_chosen <@ array[0, 1, 2, 3, 4, 5]),
  primary key (run_id, question_id)
);
alter table public.nemus_quiz_run_answers enable row level security;
create index nemus_quiz_run_answers_question on public.nemus_quiz_run_answers (question_id);

/*
 * Starts a run of a block's quiz with its own draw, or continues the open run: leaving a run does not discard it.
 * Three questions (S-10.7), or all of a smaller block.
 * Returns {run_id, total_questions, score, lives_remaining, questions: [{id, question, options, is_multiple,
 * comic_reference}], answers: [{question_id, chosen_option, chosen_options, is_correct}]}, both lists in the run's order.
 * Raises 404 quiz_not_found, 403 premium_required, 409 block_closed.
 */
create function public.nemus_start_quiz(p_course text, p_block text) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

/*
 * Answers and grades one question of the caller's run; options count in the run's order. Right are all right options
 * and no other. p_option: the chosen one; p_options: all of them, if there are several. A repeated answer, for example
 * after a lost response, counts once and returns the first verdict, whatever is chosen or right now. The first run of
 * the day to end with a life left is ranked.
 * Returns {is_correct, correct_option, correct_options, chosen_option, chosen_options, explanation, score,
 * lives_remaining, finished}.
 * Raises 404 quiz_not_found, 404 question_not_found, 409 quiz_over, 403 premium_required, 409 block_closed.
 */
create function public.nemus_answer_question(p_run uuid, p_question text, p_option int default null,
  p_options int[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

/*
 * The questions of a run, their order, and the order of their options. Drawn at the start and kept, so that answers
 * are graded against what was shown. No client can read it; nemus_start_quiz returns the questions.
 */
create table private.nemus_quiz_draws (
  run_id uuid not null references public.nemus_quiz_runs (id) on delete cascade,
  position int not null check (position > 0),
  question_id text not null references public.nemus_quiz_questions (id) on delete cascade,
  -- The question's options in the order shown. Counts from 0.
  option_order int[] not null
    check (cardinality(option_order) >= 2 and cardinality(option_order) <= 6
      and option_order @> (array[0, 1, 2, 3, 4, 5])[1:cardinality(option_order)]
      and option_order <@ (array[0, 1, 2, 3, 4, 5])[1:cardinality(option_order)]),
  created_at timestamptz not null default now(),
  primary key (run_id, question_id),
  unique (run_id, position)
);
alter table private.nemus_quiz_draws enable row level security;
create index nemus_quiz_draws_question on private.nemus_quiz_draws (question_id);

/* This many options in random order. A function, so that each question gets its own draw. */
create function private.nemus_shuffled_options(p_count int) returns int[]
language sql volatile set search_path = '' as $$
  select array_agg(option order by gen_random_uuid()) from generate_series(0, p_count - 1) as option
$$;

/*
 * Draws the questions of a run from the questions of its block that have an answer. Questions that the account has
 * seen least come first, so that discarded runs reveal nothing about the next one while unseen questions are left.
 */
create function private.nemus_draw_questions(p_run public.nemus_quiz_runs) returns void
language sql set search_path = '' as $$
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
$$;
