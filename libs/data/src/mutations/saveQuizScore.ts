import type { DataClient } from '../client';
import { readRows } from '../errors';
import { quizScoreSchema, type QuizScore } from '../queries/fetchQuizScores';

/** The fields that a finished run is saved with (S-12.11). */
export interface QuizResult {
  readonly userId: string;
  readonly courseId: string;
  readonly blockId: string;
  readonly score: number;
  readonly totalQuestions: number;
  readonly percentage: number;
  readonly livesRemaining: number;
}

/** Saves the score; the database requires a finished run of the account. */
export async function saveQuizScore(client: DataClient, result: QuizResult): Promise<QuizScore> {
  return readRows(
    await client
      .from('nemus_quiz_scores')
      .insert({
        user_id: result.userId,
        course_id: result.courseId,
        block_id: result.blockId,
        score: result.score,
        total_questions: result.totalQuestions,
        percentage: result.percentage,
        lives_remaining: result.livesRemaining,
      })
      .select('*')
      .single(),
    quizScoreSchema,
  );
}
