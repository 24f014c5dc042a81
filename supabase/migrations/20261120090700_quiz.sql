-- The quiz of a block: questions without their answers, runs that the database grades, the leaderboard.

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

/* The right answers; no client reads them. `correct_option` counts from 0, as the specification's correctAnswer. */
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
  -- The saved result that this run stands behind.
  score_id uuid unique references public.nemus_quiz_scores (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint answers_fit_total check (score + 3 - lives_remaining <= total_questions),
  constraint finished_at_its_end check (
    (finished_at is not null) = (lives_remaining = 0 or score + 3 - lives_remaining = total_questions)),
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade
);
alter table public.nemus_quiz_runs enable row level security;
create trigger touch before update on public.nemus_quiz_runs
  for each row execute function private.nemus_touch();
create index nemus_quiz_runs_user on public.nemus_quiz_runs (user_id, course_id, block_id, finished_at desc);
create index nemus_quiz_runs_block on public.nemus_quiz_runs (course_id, block_id);
create unique index nemus_quiz_runs_open on public.nemus_quiz_runs (user_id, course_id, block_id)
  where finished_at is null;

create table public.nemus_quiz_run_answers (
  run_id uuid not null references public.nemus_quiz_runs (id) on delete cascade,
  question_id text not null references public.nemus_quiz_questions (id) on delete cascade,
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
 * Begins a run of a block's quiz, or goes on with the one that is not finished.
 * Returns {run_id, total_questions, score, lives_remaining, answers: [{question_id, chosen_option, is_correct}]}.
 * Raises 404 quiz_not_found.
 */
create function private.nemus_start_quiz(p_course text, p_block text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  total int;
  run public.nemus_quiz_runs;
begin
  select count(*) into total from public.nemus_quiz_questions q
  where q.course_id = p_course and q.block_id = p_block;
  if total = 0 then
    perform private.nemus_refuse(404, 'quiz_not_found', 'Zu diesem Block gibt es kein Quiz.');
  end if;
  insert into public.nemus_quiz_runs (user_id, course_id, block_id, total_questions)
  values (auth.uid(), p_course, p_block, total)
  on conflict (user_id, course_id, block_id) where finished_at is null do update set updated_at = now()
  returning * into run;
  return jsonb_build_object('run_id', run.id, 'total_questions', run.total_questions, 'score', run.score,
    'lives_remaining', run.lives_remaining, 'answers', coalesce((
      select jsonb_agg(jsonb_build_object('question_id', a.question_id, 'chosen_option', a.chosen_option,
        'is_correct', a.is_correct) order by q.position)
      from public.nemus_quiz_run_answers a join public.nemus_quiz_questions q on q.id = a.question_id
      where a.run_id = run.id), '[]'::jsonb));
end $$;

/*
 * Answers one question of an own run, once, and grades it.
 * Returns {is_correct, correct_option, explanation, score, lives_remaining, finished}.
 * Raises 404 quiz_not_found, 404 question_not_found, 409 quiz_over, 409 already_answered.
 */
create function private.nemus_answer_question(p_run uuid, p_question text, p_option int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  run public.nemus_quiz_runs;
  answer record;
  correct boolean;
begin
  select * into run from public.nemus_quiz_runs r where r.id = p_run and r.user_id = auth.uid() for update;
  if not found then
    perform private.nemus_refuse(404, 'quiz_not_found', 'Dieser Durchgang wurde nicht gefunden.');
  end if;
  if run.finished_at is not null then
    perform private.nemus_refuse(409, 'quiz_over', 'Dieser Durchgang ist bereits beendet.');
  end if;
  select a.correct_option, a.explanation into answer
  from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
  where q.id = p_question and q.course_id = run.course_id and q.block_id = run.block_id;
  if not found or p_option is null or p_option not between 0 and 2 then
    perform private.nemus_refuse(404, 'question_not_found', 'Diese Frage oder Antwort gibt es nicht.');
  end if;
  if exists (select from public.nemus_quiz_run_answers a where a.run_id = p_run and a.question_id = p_question) then
    perform private.nemus_refuse(409, 'already_answered', 'Diese Frage ist bereits beantwortet.');
  end if;
  correct := p_option = answer.correct_option;
  insert into public.nemus_quiz_run_answers (run_id, question_id, chosen_option, is_correct)
  values (p_run, p_question, p_option, correct);
  update public.nemus_quiz_runs r set
    score = r.score + correct::int,
    lives_remaining = r.lives_remaining - (not correct)::int,
    finished_at = case when r.lives_remaining - (not correct)::int = 0
      or r.score + 3 - r.lives_remaining + 1 = r.total_questions then now() end
  where r.id = p_run returning * into run;
  return jsonb_build_object('is_correct', correct, 'correct_option', answer.correct_option,
    'explanation', answer.explanation, 'score', run.score, 'lives_remaining', run.lives_remaining,
    'finished', run.finished_at is not null);
end $$;

/* A score is saved once per finished run of its account that has the same figures (decision 16). */
create function private.nemus_prove_score() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  run uuid;
begin
  select r.id into run from public.nemus_quiz_runs r
  where r.user_id = new.user_id and r.course_id = new.course_id and r.block_id = new.block_id
    and r.finished_at is not null and r.score_id is null and r.score = new.score
    and r.total_questions = new.total_questions and r.lives_remaining = new.lives_remaining
  order by r.finished_at desc limit 1 for update;
  if not found then
    perform private.nemus_refuse(409, 'quiz_not_finished', 'Dieses Ergebnis passt zu keinem abgeschlossenen Durchgang.');
  end if;
  update public.nemus_quiz_runs set score_id = new.id where id = run;
  return new;
end $$;
revoke all on function private.nemus_prove_score() from public;

create trigger prove_score after insert on public.nemus_quiz_scores
  for each row execute function private.nemus_prove_score();

/*
 * Marks a module as completed: the first of a course, or the one after a completed one; a quiz module needs a run that
 * was finished with a life left. Completing it again changes nothing.
 * Returns {course_id, status, progress_percentage, next_module_id}.
 * Raises 404 module_not_found, 403 premium_required, 409 module_locked, 409 quiz_not_finished.
 */
create function private.nemus_complete_module(p_module text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  module record;
begin
  select m.course_id, m.block_id, m.position, m.type, c.is_premium, c.seminar_id, coalesce(b.is_open, true) as is_open
  into module
  from public.nemus_learning_modules m
  join public.nemus_learning_courses c on c.id = m.course_id and c.is_active
  left join public.nemus_learning_blocks b on b.course_id = m.course_id and b.id = m.block_id
  where m.id = p_module;
  if not found then
    perform private.nemus_refuse(404, 'module_not_found', 'Dieses Modul wurde nicht gefunden.');
  end if;
  if module.is_premium and not exists (select from public.nemus_course_enrollments e
    where e.user_id = me and e.course_id = module.seminar_id) then
    perform private.nemus_refuse(403, 'premium_required', 'Dieser Kurs muss zuerst gekauft werden.');
  end if;
  if not module.is_open or exists (
    select from public.nemus_learning_modules earlier
    where earlier.course_id = module.course_id and earlier.position < module.position and not exists (
      select from public.nemus_module_progress p where p.user_id = me and p.module_id = earlier.id)) then
    perform private.nemus_refuse(409, 'module_locked', 'Dieses Modul ist noch nicht freigeschaltet.');
  end if;
  if module.type = 'quiz' and exists (select from public.nemus_quiz_questions q
      where q.course_id = module.course_id and q.block_id = module.block_id)
    and not exists (select from public.nemus_quiz_runs r where r.user_id = me and r.course_id = module.course_id
      and r.block_id = module.block_id and r.finished_at is not null and r.lives_remaining > 0) then
    perform private.nemus_refuse(409, 'quiz_not_finished', 'Bitte schließen Sie zuerst das Quiz ab.');
  end if;
  insert into public.nemus_module_progress (user_id, module_id) values (me, p_module) on conflict do nothing;
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

/* The ten best people of a block's quiz, each with the best run: by percentage, the earlier run first (decision 17). */
create function public.nemus_leaderboard(p_course text, p_block text)
returns table (rank int, user_name text, score int, total_questions int, percentage int, lives_remaining int,
  completed_at timestamptz, is_own boolean)
language sql stable set search_path = '' as $$
  select (row_number() over (order by best.percentage desc, best.completed_at, best.id))::int, best.user_name,
    best.score, best.total_questions, best.percentage, best.lives_remaining, best.completed_at,
    best.user_id = (select auth.uid())
  from (
    select s.* from public.nemus_quiz_scores s
    where s.course_id = p_course and s.block_id = p_block and not exists (
      select from public.nemus_quiz_scores other
      where other.user_id = s.user_id and other.course_id = s.course_id and other.block_id = s.block_id
        and (other.percentage > s.percentage or (other.percentage = s.percentage
          and (other.completed_at, other.id) < (s.completed_at, s.id))))
    order by s.percentage desc, s.completed_at, s.id
    limit 10
  ) best
  order by 1
$$;

revoke all on function private.nemus_start_quiz(text, text), private.nemus_answer_question(uuid, text, int),
  private.nemus_complete_module(text), public.nemus_start_quiz(text, text),
  public.nemus_answer_question(uuid, text, int), public.nemus_complete_module(text),
  public.nemus_leaderboard(text, text) from public, anon, authenticated, service_role;
grant execute on function private.nemus_start_quiz(text, text), private.nemus_answer_question(uuid, text, int),
  private.nemus_complete_module(text), public.nemus_start_quiz(text, text),
  public.nemus_answer_question(uuid, text, int), public.nemus_complete_module(text),
  public.nemus_leaderboard(text, text) to authenticated;

revoke all on public.nemus_quiz_questions, public.nemus_quiz_runs, public.nemus_quiz_run_answers
  from anon, authenticated, service_role;
revoke all on private.nemus_quiz_answers from public;
grant select on public.nemus_quiz_questions, public.nemus_quiz_runs, public.nemus_quiz_run_answers
  to authenticated, service_role;
grant insert, update, delete on public.nemus_quiz_questions to service_role;
grant select, insert, update, delete on private.nemus_quiz_answers to service_role;

create policy "questions are read" on public.nemus_quiz_questions for select to authenticated
  using (course_id in (select c.id from public.nemus_learning_courses c where c.is_active));
create policy "own runs are read" on public.nemus_quiz_runs for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own answers are read" on public.nemus_quiz_run_answers for select to authenticated
  using (run_id in (select r.id from public.nemus_quiz_runs r where r.user_id = (select auth.uid())));
