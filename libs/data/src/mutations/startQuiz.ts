import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  /** In the order in which this run shows them. */
  options: z.array(z.string()).length(3),
  /** Number of the comic's panel that the question is about. */
  comic_reference: z.number().nullable(),
});
/** A question as a run asks it. The right answer is not in it: the database grades. */
export type QuizQuestion = z.infer<typeof questionSchema>;

const runSchema = z.object({
  run_id: z.string(),
  total_questions: z.number(),
  score: z.number(),
  lives_remaining: z.number(),
  /** What this run asks, in its order. */
  questions: z.array(questionSchema).min(1),
  answers: z.array(z.object({ question_id: z.string(), chosen_option: z.number(), is_correct: z.boolean() })),
});
/** A run of a quiz as the database holds it. */
export type StoredQuizRun = z.infer<typeof runSchema>;

/**
 * Begins a run, for which the database draws questions and orders, or goes on with the one that is not finished.
 * Fails with `quiz_not_found`, `premium_required` or `block_closed`.
 */
export async function startQuiz(client: DataClient, courseId: string, blockId: string): Promise<StoredQuizRun> {
  return readRows(await client.rpc('nemus_start_quiz', { p_course: courseId, p_block: blockId }), runSchema);
}
