import { useReducer, useRef } from 'react';
import { useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { answerQuestion, DataError, type StoredQuizRun } from '@nemus/data';
import { playQuiz, resumeQuiz } from './quiz';

/** A run through the quiz: its state, and the two things a learner can do. The database grades every answer. */
export function useQuizRun(stored: StoredQuizRun) {
  const client = useDataClient();
  const { notify } = usePorts();
  const [run, move] = useReducer(playQuiz, stored, ({ questions, answers, lives_remaining, score }) =>
    resumeQuiz({ total: questions.length, answered: answers.length, lives: lives_remaining, score }),
  );

  /** An answer is being sent. The second click of a double click happens before a render. */
  const isSending = useRef(false);

  const choose = async (options: readonly number[]) => {
    const question = stored.questions[run.index];
    if (run.phase !== 'asking' || !question || isSending.current) return;
    isSending.current = true;
    move({ type: 'choose', options });
    try {
      const verdict = await answerQuestion(client, { runId: stored.run_id, questionId: question.id, options });
      move({
        type: 'judge',
        options: verdict.chosen_options,
        verdict: {
          correct: verdict.is_correct,
          correctAnswers: verdict.correct_options,
          explanation: verdict.explanation,
        },
      });
    } catch (error) {
      move({ type: 'fail' });
      notify({
        kind: 'error',
        title: 'Antwort nicht übertragen',
        description: error instanceof DataError ? error.message : 'Bitte versuchen Sie es noch einmal.',
      });
    } finally {
      isSending.current = false;
    }
  };
  return { run, choose, next: () => move({ type: 'next' }) };
}
