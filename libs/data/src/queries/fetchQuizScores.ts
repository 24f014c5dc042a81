import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Runs per leaderboard (S-10.7). */
export const LEADERBOARD_SIZE = 10;

/** A row of `nemus_quiz_scores`. */
export const quizScoreSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  course_id: z.string(),
  block_id: z.string(),
  score: z.number(),
  total_questions: z.number(),
  percentage: z.number(),
  lives_remaining: z.number(),
  /** ISO 8601, by the database's clock. */
  completed_at: z.string(),
  user_name: z.string().nullable(),
});
export type QuizScore = z.infer<typeof quizScoreSchema>;

/**
 * The best results of a block: by percentage, the earlier first when equal (S-12.9). The database shows all runs of the
 * account, and those of others that the leaderboard counts.
 */
export async function fetchQuizScores(client: DataClient, courseId: string, blockId: string): Promise<QuizScore[]> {
  return readRows(
    await client
      .from('nemus_quiz_scores')
      .select('*')
      .eq('course_id', courseId)
      .eq('block_id', blockId)
      .order('percentage', { ascending: false })
      .order('completed_at', { ascending: true })
      .limit(LEADERBOARD_SIZE),
    z.array(quizScoreSchema),
  );
}

export const quizScoresQuery = (client: DataClient, courseId: string, blockId: string) =>
  queryOptions({
    queryKey: ['learning', 'quiz-scores', courseId, blockId],
    queryFn: () => fetchQuizScores(client, courseId, blockId),
  });
