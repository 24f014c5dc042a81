import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const verdictSchema = z.object({
  is_correct: z.boolean(),
  correct_option: z.number(),
  /** The option that counts: that of the first answer. */
  chosen_option: z.number(),
  explanation: z.string(),
});
export type QuizVerdict = z.infer<typeof verdictSchema>;

/**
 * Answers one question of the account's run; the database grades it. Repeating it, for instance after a lost answer,
 * returns the verdict on the first answer. Fails with `quiz_not_found`, `question_not_found`, `quiz_over`,
 * `premium_required` or `block_closed`.
 * @param option index of the chosen option as the run shows them, from 0
 */
export async function answerQuestion(
  client: DataClient,
  { runId, questionId, option }: { runId: string; questionId: string; option: number },
): Promise<QuizVerdict> {
  return readRows(
    await client.rpc('nemus_answer_question', { p_run: runId, p_question: questionId, p_option: option }),
    verdictSchema,
  );
}
