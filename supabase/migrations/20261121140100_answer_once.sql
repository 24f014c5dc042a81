/*
 * An answer whose confirmation was lost on the way is sent again by the reader, and the run must go on: a question that
 * is answered already gives the verdict on its first answer, whatever is chosen now, and counts once. Until now it was
 * refused, which left the reader before a question that nobody could answer any more.
 * Returns {is_correct, correct_option, chosen_option, explanation, score, lives_remaining, finished}.
 * Raises 404 quiz_not_found, 404 question_not_found, 409 quiz_over.
 */
create or replace function private.nemus_answer_question(p_run uuid, p_question text, p_option int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  run public.nemus_quiz_runs;
  answer record;
  chosen int;
  correct boolean;
begin
  select * into run from public.nemus_quiz_runs r where r.id = p_run and r.user_id = auth.uid() for update;
  if not found then
    perform private.nemus_refuse(404, 'quiz_not_found', 'Dieser Durchgang wurde nicht gefunden.');
  end if;
  select a.correct_option, a.explanation into answer
  from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
  where q.id = p_question and q.course_id = run.course_id and q.block_id = run.block_id;
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
    update public.nemus_quiz_runs r set
      score = r.score + correct::int,
      lives_remaining = r.lives_remaining - (not correct)::int,
      finished_at = case when r.lives_remaining - (not correct)::int = 0
        or r.score + 3 - r.lives_remaining + 1 = r.total_questions then now() end
    where r.id = p_run returning * into run;
  end if;
  return jsonb_build_object('is_correct', correct, 'correct_option', answer.correct_option, 'chosen_option', chosen,
    'explanation', answer.explanation, 'score', run.score, 'lives_remaining', run.lives_remaining,
    'finished', run.finished_at is not null);
end $$;
