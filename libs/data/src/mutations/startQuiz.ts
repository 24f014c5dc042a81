import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const runSchema = z.object({
  run_id: z.string(),
  total_questions: z.number(),
  score: z.number(),
  lives_remaining: z.number(),
  answers: z.array(z.object({ question_id: z.string(), chosen_option: z.number(), is_correct: z.boolean() })),
});
/** A run of a quiz as the database holds it. */
export type StoredQuizRun = z.infer<typeof runSchema>;

/** Begins a run, or goes on with the one that is not finished. Fails with `quiz_not_found`. */
export async function startQuiz({ rest }: DataClient, courseId: string, blockId: string): Promise<StoredQuizRun> {
  return readRows(await rest.rpc('nemus_start_quiz', { p_course: courseId, p_block: blockId }), runSchema);
}
