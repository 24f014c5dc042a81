import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  /** In the order of this run. */
  options: z.array(z.string()).min(2),
  /** Several options are right, and all of them have to be chosen. */
  is_multiple: z.boolean(),
  /** Number of the comic panel that the question is about. */
  comic_reference: z.number().nullable(),
});
/** A question of a run. It does not contain the right answer: the database grades. */
export type QuizQuestion = z.infer<typeof questionSchema>;

const runSchema = z.object({
  run_id: z.string(),
  total_questions: z.number(),
  score: z.number(),
  lives_remaining: z.number(),
  /** The questions of this run, in order. */
  questions: z.array(questionSchema).min(1),
  answers: z.array(z.object({ question_id: z.string(), chosen_options: z.array(z.number()), is_correct: z.boolean() })),
});
/** A run of a quiz as the database holds it. */
export type StoredQuizRun = z.infer<typeof runSchema>;

/**
 * Starts a run, for which the database draws questions and orders, or continues an unfinished one. Fails with
 * `quiz_not_found`, `premium_required` or `block_closed`.
 */
export async function startQuiz(client: DataClient, courseId: string, blockId: string): Promise<StoredQuizRun> {
  return readRows(await client.rpc('nemus_start_quiz', { p_course: courseId, p_block: blockId }), runSchema);
}
