import { signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { ANSWER_QUESTION, startRun } from '../scenes/quiz';
import { race, won } from '../scenes/races';

/** Concurrent play in several windows. */
export function quizRaceCases(database: () => TestDatabase): void {
  it('begins one run for two windows that start the quiz, and grades one of two answers', async () => {
    const id = await signUp(database());
    const start = {
      caller: signedIn(id),
      statement: `select nemus_start_quiz('rechtliche-grundlagen', 'block-a') as quiz`,
    };
    const started = won(await race(database(), [start, start, start, start])).map(({ rows }) => rows[0]?.quiz);
    expect(started).toHaveLength(4);
    for (const quiz of started) expect(quiz).toEqual(started[0]);
    const { id: run, questions } = await startRun(database(), id);
    for (const question of questions) {
      const answer = (shift: number) => ({
        caller: signedIn(id),
        statement: ANSWER_QUESTION,
        parameters: [run, question.id, String((question.right + shift) % 3)],
      });
      const told = won(await race(database(), [answer(0), answer(1), answer(2)])).map(({ rows }) => rows[0]?.verdict);
      expect(told).toHaveLength(3);
      for (const verdict of told) expect(verdict).toEqual(told[0]);
    }
    const counted = `select count(*)::int as answers, max(r.score) + 3 - max(r.lives_remaining) as counted
      from nemus_quiz_runs r join nemus_quiz_run_answers a on a.run_id = r.id where r.user_id = $1::text::uuid`;
    expect(await database().query(counted, [id])).toEqual([{ answers: 3, counted: 3 }]);
  });

  it('saves one score for one run', async () => {
    const id = await signUp(database());
    await database().query(
      `insert into nemus_quiz_runs (user_id, course_id, block_id, total_questions, score, finished_at)
       values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', 3, 3, now())`,
      [id],
    );
    const save = {
      caller: signedIn(id),
      statement: `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage,
        lives_remaining) values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', 3, 3, 100, 3)`,
      parameters: [id],
    };
    expect(won(await race(database(), [save, save, save, save]))).toHaveLength(1);
  });
}
