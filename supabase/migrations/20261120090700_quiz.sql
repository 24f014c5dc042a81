-- The quiz of a block: questions, runs that the database draws and grades, the leaderboard. What keeps an account from
-- a block, and what a run draws, stand in the migrations learning_access and quiz_draws.

create table public.nemus_quiz_questions (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 100),
  course_id text not null,
  block_id text not null,
  position int not null check (position > 0),
  question text not null check (char_length(question) between 1 and 1000),
  options text[] not null check (cardinality(options) = 3 and array_position(options, null) is null),
  -- Number of the comic's panel that the question is about.
  comic_reference int check (comic_reference > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (course_id, block_id, position),
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade
);
alter table public.nemus_quiz_questions enable row level security;
create trigger touch before update on public.nemus_quiz_questions
  for each row execute function private.nemus_touch();

/* The right answers; no client reads them. `correct_option` counts from 0 (S-12.4). */
create table private.nemus_quiz_answers (
  question_id text primary key references public.nemus_quiz_questions (id) on delete cascade,
  correct_option int not null check (correct_option between 0 and 2),
  explanation text not null check (char_length(explanation) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_quiz_answers enable row level security;
create trigger touch before update on private.nemus_quiz_answers
  for each row execute function private.nemus_touch();

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
  -- The day (Europe/Berlin) that this run counts for on the leaderboard: the first of that day which reached its end
  -- with a life left (S-6.14). Null for every other run.
  ranked_on date,
  -- The saved result that this run stands behind.
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
create trigger touch before update on public.nemus_quiz_runs
  for each row execute function private.nemus_touch();
create index nemus_quiz_runs_user on public.nemus_quiz_runs (user_id, course_id, block_id, finished_at desc);
create index nemus_quiz_runs_block on public.nemus_quiz_runs (course_id, block_id);
-- A run that was begun is played to its end before the next one begins.
create unique index nemus_quiz_runs_open on public.nemus_quiz_runs (user_id, course_id, block_id)
  where finished_at is null;
create unique index nemus_quiz_runs_day on public.nemus_quiz_runs (user_id, course_id, block_id, ranked_on)
  where ranked_on is not null;
create index nemus_quiz_runs_board on public.nemus_quiz_runs (course_id, block_id, percentage desc, finished_at, id)
  where ranked_on is not null;

create table public.nemus_quiz_run_answers (
  run_id uuid not null references public.nemus_quiz_runs (id) on delete cascade,
  question_id text not null references public.nemus_quiz_questions (id) on delete cascade,
  -- Counts from 0, in the order in which this run shows the options.
  chosen_option int not null check (chosen_option between 0 and 2),
  is_correct boolean not null,
  created_at timestamptz not null default now(),
  primary key (run_id, question_id)
);
alter table public.nemus_quiz_run_answers enable row level security;
create index nemus_quiz_run_answers_question on public.nemus_quiz_run_answers (question_id);

-- A score belongs to a block that exists; the index of the leaderboard serves the key.
alter table public.nemus_quiz_scores add foreign key (course_id, block_id)
  references public.nemus_learning_blocks (course_id, id) on delete cascade;

/*
 * Begins a run of a block's quiz with questions and orders of its own, or goes on with the one that is not finished:
 * who leaves a run finds it again, and cannot throw it away. Three questions (S-10.7), or all of a smaller block.
 * Returns {run_id, total_questions, score, lives_remaining, questions: [{id, question, options, comic_reference}],
 * answers: [{question_id, chosen_option, is_correct}]}, both lists in the run's order.
 * Raises 404 quiz_not_found, 403 premium_required, 409 block_closed.
 */
create function private.nemus_start_quiz(p_course text, p_block text) returns jsonb
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
  if bar = 'not_found' or pool = 0 then
    perform private.nemus_refuse(404, 'quiz_not_found', 'Zu diesem Block gibt es kein Quiz.');
  end if;
  perform private.nemus_refuse_learning(bar);
  -- A run whose question was taken out of the quiz has no end any more.
  delete from public.nemus_quiz_runs r
  where r.user_id = me and r.course_id = p_course and r.block_id = p_block and r.finished_at is null
    and (select count(*) from private.nemus_quiz_draws d where d.run_id = r.id) < r.total_questions;
  -- Of two starts at the same moment the second waits here, and goes on with the run of the first.
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
        'comic_reference', q.comic_reference) order by d.position),
      'answers', coalesce(jsonb_agg(jsonb_build_object('question_id', a.question_id, 'chosen_option', a.chosen_option,
        'is_correct', a.is_correct) order by d.position) filter (where a.question_id is not null), '[]'::jsonb))
    from private.nemus_quiz_draws d
    join public.nemus_quiz_questions q on q.id = d.question_id
    left join public.nemus_quiz_run_answers a on a.run_id = d.run_id and a.question_id = d.question_id
    where d.run_id = run.id);
end $$;

/*
 * Answers one question of an own run and grades it; options count in the run's order. An answer that is sent again, for
 * instance because its confirmation was lost, gives the verdict on the first one, whatever is chosen now, and counts
 * once. The run that reaches its end first on a day with a life left is the one that the leaderboard counts for it.
 * Returns {is_correct, correct_option, chosen_option, explanation, score, lives_remaining, finished}.
 * Raises 404 quiz_not_found, 404 question_not_found, 409 quiz_over, 403 premium_required, 409 block_closed.
 */
create function private.nemus_answer_question(p_run uuid, p_question text, p_option int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  run public.nemus_quiz_runs;
  answer record;
  chosen int;
  correct boolean;
begin
  select * into run from public.nemus_quiz_runs r where r.id = p_run and r.user_id = auth.uid() for update;
  if not found then
    perform private.nemus_refuse(404, 'quiz_not_found', 'Dieser Durchgang wurde nicht gefunden.');
  end if;
  -- What was refunded or closed meanwhile explains itself no further.
  perform private.nemus_refuse_learning(private.nemus_learning_bar(run.course_id, run.block_id));
  select array_position(d.option_order, a.correct_option) - 1 as correct_option, a.explanation into answer
  from private.nemus_quiz_draws d join private.nemus_quiz_answers a on a.question_id = d.question_id
  where d.run_id = p_run and d.question_id = p_question;
  if not found or p_option is null or p_option not between 0 and 2 then
    perform private.nemus_refuse(404, 'question_not_found', 'Diese Frage oder Antwort gibt es nicht.');
  end if;
  select a.chosen_option into chosen
  from public.nemus_quiz_run_answers a where a.run_id = p_run and a.question_id = p_question;
  if found then
    correct := chosen = answer.correct_option;
  else
    if run.finished_at is not null then
      perform private.nemus_refuse(409, 'quiz_over', 'Dieser Durchgang ist bereits beendet.');
    end if;
    chosen := p_option;
    correct := chosen = answer.correct_option;
    insert into public.nemus_quiz_run_answers (run_id, question_id, chosen_option, is_correct)
    values (p_run, p_question, chosen, correct);
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
  return jsonb_build_object('is_correct', correct, 'correct_option', answer.correct_option, 'chosen_option', chosen,
    'explanation', answer.explanation, 'score', run.score, 'lives_remaining', run.lives_remaining,
    'finished', run.finished_at is not null);
end $$;

/* A score is saved once per finished run of its account that has the same figures (S-6.13). */
create function private.nemus_prove_score() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  run record;
begin
  select r.id, r.ranked_on into run from public.nemus_quiz_runs r
  where r.user_id = new.user_id and r.course_id = new.course_id and r.block_id = new.block_id
    and r.finished_at is not null and r.score_id is null and r.score = new.score
    and r.total_questions = new.total_questions and r.lives_remaining = new.lives_remaining
  order by r.finished_at desc limit 1 for update;
  if not found then
    perform private.nemus_refuse(409, 'quiz_not_finished', 'Dieses Ergebnis passt zu keinem abgeschlossenen Durchgang.');
  end if;
  update public.nemus_quiz_runs r set score_id = new.id where r.id = run.id;
  if run.ranked_on is not null then
    update public.nemus_quiz_scores s set is_ranked = true where s.id = new.id;
  end if;
  return new;
end $$;
revoke all on function private.nemus_prove_score() from public;

create trigger prove_score after insert on public.nemus_quiz_scores
  for each row execute function private.nemus_prove_score();

/*
 * Marks a module as completed: the first of a course, or the one after a completed one. The quiz of a block needs a run
 * that was finished with a life left instead, and nothing else: who passed it has completed it, and no module before it
 * that was never opened (S-6.16). Completing a module again changes nothing.
 * Returns {course_id, status, progress_percentage, next_module_id}.
 * Raises 404 module_not_found, 403 premium_required, 409 block_closed, 409 module_locked, 409 quiz_not_finished.
 */
create function private.nemus_complete_module(p_module text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  module record;
begin
  select m.course_id, m.block_id, m.position, m.type, private.nemus_learning_bar(m.course_id, m.block_id) as bar
  into module
  from public.nemus_learning_modules m where m.id = p_module;
  if not found or module.bar = 'not_found' then
    perform private.nemus_refuse(404, 'module_not_found', 'Dieses Modul wurde nicht gefunden.');
  end if;
  perform private.nemus_refuse_learning(module.bar);
  if module.type = 'quiz' and exists (select from public.nemus_quiz_questions q
    where q.course_id = module.course_id and q.block_id = module.block_id) then
    if not exists (select from public.nemus_quiz_runs r where r.user_id = me and r.course_id = module.course_id
      and r.block_id = module.block_id and r.finished_at is not null and r.lives_remaining > 0) then
      perform private.nemus_refuse(409, 'quiz_not_finished', 'Bitte schließen Sie zuerst das Quiz ab.');
    end if;
  elsif not coalesce((
    select exists (select from public.nemus_module_progress p where p.user_id = me and p.module_id = earlier.id)
    from public.nemus_learning_modules earlier
    where earlier.course_id = module.course_id and earlier.position < module.position
    order by earlier.position desc limit 1), true) then
    perform private.nemus_refuse(409, 'module_locked', 'Dieses Modul ist noch nicht freigeschaltet.');
  end if;
  insert into public.nemus_module_progress as p (user_id, module_id) values (me, p_module)
  -- What the sample set had completed is completed now.
  on conflict (user_id, module_id) do update set is_sample = false, completed_at = now() where p.is_sample;
  return (
    select jsonb_build_object('course_id', p.course_id, 'status', p.status,
      'progress_percentage', p.progress_percentage, 'next_module_id', (
        select m.id from public.nemus_learning_modules m
        where m.course_id = p.course_id and m.position > module.position order by m.position limit 1))
    from public.nemus_learning_progress p where p.user_id = me and p.course_id = module.course_id);
end $$;

create function public.nemus_start_quiz(p_course text, p_block text) returns jsonb
language sql set search_path = '' as $$ select private.nemus_start_quiz(p_course, p_block) $$;
create function public.nemus_answer_question(p_run uuid, p_question text, p_option int) returns jsonb
language sql set search_path = '' as $$ select private.nemus_answer_question(p_run, p_question, p_option) $$;
create function public.nemus_complete_module(p_module text) returns jsonb
language sql set search_path = '' as $$ select private.nemus_complete_module(p_module) $$;

/*
 * The ten best people of a block's quiz: of each the best of the runs that count, by percentage, the earlier first
 * (S-6.14, S-6.15). From the runs, not from the saved scores: a result that was not saved is not a day that can be
 * played again.
 */
create function private.nemus_leaderboard(p_course text, p_block text)
returns table (rank int, user_name text, score int, total_questions int, percentage int, lives_remaining int,
  completed_at timestamptz, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select (row_number() over (order by best.percentage desc, best.finished_at, best.id))::int,
    private.nemus_short_name(p.first_name, p.last_name), best.score, best.total_questions, best.percentage,
    best.lives_remaining, best.finished_at, best.user_id = (select auth.uid())
  from (
    select r.* from public.nemus_quiz_runs r
    where r.course_id = p_course and r.block_id = p_block and r.ranked_on is not null and not exists (
      select from public.nemus_quiz_runs other
      where other.user_id = r.user_id and other.course_id = r.course_id and other.block_id = r.block_id
        and other.ranked_on is not null and (other.percentage > r.percentage or (other.percentage = r.percentage
          and (other.finished_at, other.id) < (r.finished_at, r.id))))
    order by r.percentage desc, r.finished_at, r.id
    limit 10
  ) best
  join public.nemus_profiles p on p.user_id = best.user_id
  order by 1
$$;
create function public.nemus_leaderboard(p_course text, p_block text)
returns table (rank int, user_name text, score int, total_questions int, percentage int, lives_remaining int,
  completed_at timestamptz, is_own boolean)
language sql stable set search_path = '' as $$ select * from private.nemus_leaderboard(p_course, p_block) $$;

revoke all on function private.nemus_start_quiz(text, text), private.nemus_answer_question(uuid, text, int),
  private.nemus_complete_module(text), private.nemus_leaderboard(text, text), public.nemus_start_quiz(text, text),
  public.nemus_answer_question(uuid, text, int), public.nemus_complete_module(text),
  public.nemus_leaderboard(text, text) from public, anon, authenticated, service_role;
grant execute on function private.nemus_start_quiz(text, text), private.nemus_answer_question(uuid, text, int),
  private.nemus_complete_module(text), private.nemus_leaderboard(text, text), public.nemus_start_quiz(text, text),
  public.nemus_answer_question(uuid, text, int), public.nemus_complete_module(text),
  public.nemus_leaderboard(text, text) to authenticated;

revoke all on public.nemus_quiz_questions, public.nemus_quiz_runs, public.nemus_quiz_run_answers
  from anon, authenticated, service_role;
revoke all on private.nemus_quiz_answers from public;
grant select on public.nemus_quiz_runs, public.nemus_quiz_run_answers to authenticated, service_role;
-- Questions come with the run that asks them: the others of the block are not sent.
grant select, insert, update, delete on public.nemus_quiz_questions to service_role;
grant select, insert, update, delete on private.nemus_quiz_answers to service_role;

create policy "own runs are read" on public.nemus_quiz_runs for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own answers are read" on public.nemus_quiz_run_answers for select to authenticated
  using (run_id in (select r.id from public.nemus_quiz_runs r where r.user_id = (select auth.uid())));
