/** Lives at the start of a quiz (S-10.7). */
export const QUIZ_LIVES = 3;

/** The database's answer to one question. */
export interface Verdict {
  readonly correct: boolean;
  /** Indices of the right options. */
  readonly correctAnswers: readonly number[];
  readonly explanation: string;
}

/**
 * A run through the quiz. `asking`: options can be chosen; `checking`: the answer is on its way, no further
 * selection; `answered`: the explanation shows; `over`: no lives left; `finished`: every question answered.
 */
export interface QuizRun {
  readonly phase: 'asking' | 'checking' | 'answered' | 'over' | 'finished';
  /** Index of the question, from 0. */
  readonly index: number;
  readonly total: number;
  readonly lives: number;
  readonly score: number;
  /** Indices of the chosen options. */
  readonly chosen: readonly number[] | null;
  readonly verdict: Verdict | null;
}

export type QuizMove =
  | { readonly type: 'choose'; readonly options: readonly number[] }
  /** `options`: those that count, if an earlier answer had arrived without its confirmation. */
  | { readonly type: 'judge'; readonly verdict: Verdict; readonly options?: readonly number[] | undefined }
  /** The answer was not confirmed: the question is open again, and nothing was lost. */
  | { readonly type: 'fail' }
  | { readonly type: 'next' };

export function startQuiz(total: number): QuizRun {
  return { phase: 'asking', index: 0, total, lives: QUIZ_LIVES, score: 0, chosen: null, verdict: null };
}

/** Continues a run from the database: the next question, with the lives and points so far. */
export function resumeQuiz({
  total,
  answered,
  lives,
  score,
}: {
  total: number;
  answered: number;
  lives: number;
  score: number;
}): QuizRun {
  return { ...startQuiz(total), index: Math.min(answered, Math.max(0, total - 1)), lives, score };
}

/** The rules of S-6.10 and S-6.11. A move that does not fit the phase changes nothing. */
export function playQuiz(run: QuizRun, move: QuizMove): QuizRun {
  switch (move.type) {
    case 'choose':
      return run.phase === 'asking' ? { ...run, phase: 'checking', chosen: move.options } : run;
    case 'fail':
      return run.phase === 'checking' ? { ...run, phase: 'asking', chosen: null } : run;
    case 'judge': {
      if (run.phase !== 'checking') return run;
      const { verdict, options: chosen = run.chosen } = move;
      const lives = verdict.correct ? run.lives : run.lives - 1;
      const score = verdict.correct ? run.score + 1 : run.score;
      return { ...run, phase: lives > 0 ? 'answered' : 'over', lives, score, chosen, verdict };
    }
    case 'next':
      if (run.phase !== 'answered') return run;
      return isLast(run)
        ? { ...run, phase: 'finished' }
        : { ...run, phase: 'asking', index: run.index + 1, chosen: null, verdict: null };
  }
}

/** True on the last question: its button finishes the quiz instead of showing the next one. */
export function isLast({ index, total }: QuizRun): boolean {
  return index + 1 >= total;
}

/** Share of right answers in percent, rounded. */
export function percentageOf({ score, total }: QuizRun): number {
  return total === 0 ? 0 : Math.round((score / total) * 100);
}
