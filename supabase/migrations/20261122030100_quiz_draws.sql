-- Which questions a run of a quiz asks, in which order, and in which order it shows their options: drawn when the run
-- begins and kept with it, so that an answer is graded against what was shown. No client reads it: what a run asks
-- comes with its start.

create table private.nemus_quiz_draws (
  run_id uuid not null references public.nemus_quiz_runs (id) on delete cascade,
  position int not null check (position > 0),
  question_id text not null references public.nemus_quiz_questions (id) on delete cascade,
  -- Which of the question's options stands first, second and third; counts from 0.
  option_order int[] not null
    check (cardinality(option_order) = 3 and option_order @> array[0, 1, 2] and option_order <@ array[0, 1, 2]),
  created_at timestamptz not null default now(),
  primary key (run_id, question_id),
  unique (run_id, position)
);
alter table private.nemus_quiz_draws enable row level security;
create index nemus_quiz_draws_question on private.nemus_quiz_draws (question_id);
revoke all on private.nemus_quiz_draws from public;

/* The three options in an order that nobody can foresee. A function, so that each question draws its own. */
create function private.nemus_shuffled_options() returns int[]
language sql volatile set search_path = '' as $$
  select array_agg(option order by gen_random_uuid()) from generate_series(0, 2) as option
$$;

/*
 * Draws the questions of a run from those of its block that can be graded. What the account was asked least comes
 * first, so that runs which are thrown away teach nothing about the next one while the block has questions left.
 */
create function private.nemus_draw_questions(p_run public.nemus_quiz_runs) returns void
language sql set search_path = '' as $$
  insert into private.nemus_quiz_draws (run_id, position, question_id, option_order)
  select p_run.id, row_number() over (order by gen_random_uuid()), drawn.id, private.nemus_shuffled_options()
  from (
    select q.id
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

revoke all on function private.nemus_shuffled_options(), private.nemus_draw_questions(public.nemus_quiz_runs)
  from public;
