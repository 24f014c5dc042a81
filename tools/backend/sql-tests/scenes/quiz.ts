import { ask, signedIn, type Connection } from '../database/database';
import { one, text } from './rows';

/** A block by course and id. */
export interface Block {
  readonly course: string;
  readonly block: string;
}

/** A block of the seed that is open. */
export const BLOCK_A: Block = { course: 'rechtliche-grundlagen', block: 'block-a' };

/** An account plays a quiz. */
export const START_QUIZ = 'select nemus_start_quiz($1, $2) as quiz';
export const ANSWER_QUESTION = 'select nemus_answer_question($1::text::uuid, $2, $3::text::int) as verdict';

/** What a started run asks, with the option that is right in its order: what no client is told. */
export interface Run {
  readonly id: string;
  readonly questions: readonly { readonly id: string; readonly right: number }[];
}

/** Starts a run, or goes on with the open one. */
export async function startRun(connection: Connection, user: string, { course, block }: Block = BLOCK_A): Promise<Run> {
  const id = text(
    await ask(connection, signedIn(user), `select (nemus_start_quiz($1, $2)) ->> 'run_id' as run`, [course, block]),
    'run',
  );
  const drawn = await connection.query(
    `select d.question_id, array_position(d.option_order, a.correct_option) - 1 as right
     from private.nemus_quiz_draws d join private.nemus_quiz_answers a on a.question_id = d.question_id
     where d.run_id = $1::text::uuid order by d.position`,
    [id],
  );
  return { id, questions: drawn.map(({ question_id, right }) => ({ id: String(question_id), right: Number(right) })) };
}

/** Answers the questions of a run, the first `right` of them rightly. @returns the last verdict. */
export async function answerRun(connection: Connection, user: string, run: Run, right: number): Promise<unknown> {
  let verdict: unknown;
  for (const [index, question] of run.questions.entries()) {
    const option = index < right ? question.right : (question.right + 1) % 3;
    verdict = one(
      await ask(connection, signedIn(user), ANSWER_QUESTION, [run.id, question.id, String(option)]),
    ).verdict;
  }
  return verdict;
}

/** Plays a run to its end with so many right answers. @returns its id. */
export async function playRun(
  connection: Connection,
  user: string,
  right: number,
  block: Block = BLOCK_A,
): Promise<string> {
  const run = await startRun(connection, user, block);
  await answerRun(connection, user, run, right);
  return run.id;
}

const SAVE = `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage, lives_remaining)
  values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', $2::text::int, 3, round($2::text::int * 100.0 / 3), $2::text::int)
  returning user_name, percentage`;

/** Saves the result of a run of Block A as a client does. */
export const saveScore = (connection: Connection, user: string, right: number) =>
  ask(connection, signedIn(user), SAVE, [user, String(right)]);
