import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { completeModule, saveQuizScore, type LearningModule } from '@nemus/data';
import { percentageOf, type QuizRun } from './quiz';
import type { BlockPlace } from './useJourney';

/**
 * Saves the score of a finished quiz and completes the block's quiz: no other module, since the quiz unlocked none
 * (S-6.16). Failures are logged and never block the next step (S-6.12).
 */
export function useFinishQuiz({ courseId, blockId }: BlockPlace, modules: readonly LearningModule[]) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const { userId } = useSession();
  const { telemetry, events } = usePorts();
  return async (run: QuizRun) => {
    try {
      await saveQuizScore(client, {
        userId,
        courseId,
        blockId,
        score: run.score,
        totalQuestions: run.total,
        percentage: percentageOf(run),
        livesRemaining: run.lives,
      });
    } catch (error) {
      telemetry.report({ name: 'quiz-score-not-saved', message: String(error) });
    }
    try {
      for (const { id } of modules.filter(({ type }) => type === 'quiz')) await completeModule(client, id);
      events.publish('enrollments-changed', { courseId });
    } catch (error) {
      telemetry.report({ name: 'module-not-completed', message: String(error) });
    }
    // Not awaited: their data is refetched when it is shown.
    void queryClient.invalidateQueries({ queryKey: ['learning', 'leaderboard'] });
    void queryClient.invalidateQueries({ queryKey: ['learning', 'progress'] });
  };
}
