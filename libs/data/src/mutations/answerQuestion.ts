import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const verdictSchema = z.object({
  is_correct: z.boolean(),
  correct_options: z.array(z.number()),
  /** The options that count: those of the first answer. */
  chosen_options: z.array(z.number()),
  explanation: z.string(),
});
export type QuizVerdict = z.infer<typeof verdictSchema>;

/**
 * Answers one question of the account's run; the database grades it. Repeating it, for instance after a lost answer,
 * returns the verdict on the first answer. Fails with `quiz_not_found`, `question_not_found`, `quiz_over`,
 * `premium_required` or `block_closed`.
 * @param options indices of the chosen options as the run shows them, from 0; right are all right ones and no other
 */
export async function answerQuestion(
  client: DataClient,
  { runId, questionId, options }: { runId: string; questionId: string; options: readonly number[] },
): Promise<QuizVerdict> {
  return readRows(
    await client.rpc('nemus_answer_question', { p_run: runId, p_question: questionId, p_options: [...options] }),
    verdictSchema,
  );
}
