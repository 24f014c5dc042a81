import { randomUUID } from 'node:crypto';
import type { Connection } from '../database/database';

/** A course of the tests' own, so that they say nothing about the seed. */
export interface ProbeCourse {
  readonly id: string;
  /** The seminar that it is sold as. */
  readonly seminar: string;
}

/** Block A: open, with modules `…-a1`, `…-a2`, the quiz `…-aq` and `…-a3` after it. Block B: closed, with `…-b1`. */
const MODULES = [
  ['a1', 'block-a', 'reading'],
  ['a2', 'block-a', 'video'],
  ['aq', 'block-a', 'quiz'],
  ['a3', 'block-a', 'reading'],
  ['b1', 'block-b', 'reading'],
] as const;

/** Writes a course with texts, and in both blocks so many questions; it is sold as a seminar when it is premium. */
export async function addProbeCourse(
  connection: Connection,
  { premium = false, questions = 6 }: { readonly premium?: boolean; readonly questions?: number } = {},
): Promise<ProbeCourse> {
  const seminar = randomUUID();
  const id = `probe-${seminar.slice(0, 8)}`;
  await connection.query(
    `insert into nemus_courses (id, title, competency, duration_hours, difficulty, price_euros, credit_cost, zfu_status)
     values ($1::text::uuid, 'Probe', 'fachliche_kompetenz', 8, 'Anfänger', 120, 60, 'not_required')`,
    [seminar],
  );
  await connection.query(
    `insert into nemus_learning_courses (id, position, title, competency, units, difficulty, is_premium, seminar_id)
     select $1, 1 + max(position), 'Probe', 'fachliche_kompetenz', 4, 'Anfänger', $2::text::boolean, $3::text::uuid
     from nemus_learning_courses`,
    [id, String(premium), seminar],
  );
  await connection.query(
    `insert into nemus_learning_blocks (course_id, id, position, title, units, is_open)
     values ($1, 'block-a', 1, 'Probe', 2, true), ($1, 'block-b', 2, 'Probe', 2, false)`,
    [id],
  );
  for (const [index, [module, block, type]] of MODULES.entries()) {
    const written = [`${id}-${module}`, id, block, String(index + 1), type];
    await connection.query(
      `insert into nemus_learning_modules (id, course_id, block_id, position, title, duration_minutes, type)
       values ($1, $2, $3, $4::text::int, 'Probe', 30, $5)`,
      written,
    );
    await connection.query(
      `insert into nemus_learning_contents (module_id, content) values ($1, 'Geheimer Text')`,
      written.slice(0, 1),
    );
  }
  for (const block of ['block-a', 'block-b']) {
    await connection.query(
      `insert into nemus_quiz_questions (id, course_id, block_id, position, question, options)
       select $1::text || '-' || $2::text || '-' || n, $1, $2, n, 'Frage ' || n, array['Eins ' || n, 'Zwei ' || n, 'Drei ' || n]
       from generate_series(1, $3::text::int) n`,
      [id, block, String(questions)],
    );
    await connection.query(
      `insert into private.nemus_quiz_answers (question_id, correct_option, explanation)
       select id, position % 3, 'Darum.' from nemus_quiz_questions where course_id = $1 and block_id = $2`,
      [id, block],
    );
  }
  return { id, seminar };
}

/** An account completes a module of its course. */
export const COMPLETE_MODULE = 'select nemus_complete_module($1) as progress';
