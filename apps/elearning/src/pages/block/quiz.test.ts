import { isLast, percentageOf, playQuiz, resumeQuiz, startQuiz, type QuizMove, type QuizRun } from './quiz';

const choose = (...options: number[]): QuizMove => ({ type: 'choose', options });
const judge = (correct: boolean): Extract<QuizMove, { type: 'judge' }> => ({
  type: 'judge',
  verdict: { correct, correctAnswers: [1], explanation: 'Darum.' },
});
const next: QuizMove = { type: 'next' };
const play = (...moves: QuizMove[]) => moves.reduce(playQuiz, startQuiz(3));

describe('the quiz', () => {
  it('begins with three lives, no points and the first question', () => {
    expect(startQuiz(3)).toEqual({
      phase: 'asking',
      index: 0,
      total: 3,
      lives: 3,
      score: 0,
      chosen: null,
      verdict: null,
    });
  });

  it.each<[string, QuizMove[], Partial<QuizRun>]>([
    ['a choice waits for the verdict', [choose(0)], { phase: 'checking', chosen: [0] }],
    ['several options are one choice', [choose(0, 2)], { phase: 'checking', chosen: [0, 2] }],
    ['a right answer adds a point', [choose(1), judge(true)], { phase: 'answered', score: 1, lives: 3 }],
    ['a wrong answer costs a life', [choose(0), judge(false)], { phase: 'answered', score: 0, lives: 2 }],
    ['a second choice is ignored while checking', [choose(0), choose(1)], { phase: 'checking', chosen: [0] }],
    [
      'a second choice is ignored after the answer',
      [choose(0), judge(false), choose(1)],
      { phase: 'answered', chosen: [0] },
    ],
    [
      'an earlier answer that had arrived is the one that counts',
      [choose(0), { type: 'fail' }, choose(1), { ...judge(false), options: [0] }],
      { phase: 'answered', chosen: [0], lives: 2 },
    ],
    ['a second verdict is ignored', [choose(0), judge(false), judge(true)], { score: 0, lives: 2 }],
    ['next is ignored before the answer', [next], { phase: 'asking', index: 0 }],
    [
      'next opens the next question',
      [choose(1), judge(true), next],
      { phase: 'asking', index: 1, chosen: null, verdict: null },
    ],
    [
      'an answer that was not sent can be given again',
      [choose(0), { type: 'fail' }],
      { phase: 'asking', chosen: null, lives: 3 },
    ],
    [
      'a failure after the verdict takes nothing back',
      [choose(1), judge(true), { type: 'fail' }],
      { phase: 'answered', score: 1 },
    ],
    [
      'all three right finishes with three points',
      [choose(1), judge(true), next, choose(1), judge(true), next, choose(1), judge(true), next],
      { phase: 'finished', score: 3, lives: 3 },
    ],
    [
      'one right of three finishes with one life',
      [choose(0), judge(false), next, choose(0), judge(false), next, choose(1), judge(true), next],
      { phase: 'finished', score: 1, lives: 1 },
    ],
    [
      'three wrong ends the game at once',
      [choose(0), judge(false), next, choose(0), judge(false), next, choose(0), judge(false)],
      { phase: 'over', lives: 0 },
    ],
    [
      'no move continues a lost game',
      [choose(0), judge(false), next, choose(0), judge(false), next, choose(0), judge(false), next, choose(1)],
      { phase: 'over', lives: 0 },
    ],
  ])('%s', (_rule, moves, expected) => {
    expect(play(...moves)).toMatchObject(expected);
  });

  it('continues where a run was left', () => {
    expect(resumeQuiz({ total: 3, answered: 1, lives: 2, score: 0 })).toMatchObject({
      phase: 'asking',
      index: 1,
      lives: 2,
    });
  });

  it('knows the last question', () => {
    expect(isLast(play())).toBe(false);
    expect(isLast(play(choose(1), judge(true), next, choose(1), judge(true), next))).toBe(true);
  });

  it.each([
    [0, 0],
    [1, 33],
    [2, 67],
    [3, 100],
  ])('%d of 3 are %d %%', (score, percent) => {
    expect(percentageOf({ ...startQuiz(3), score })).toBe(percent);
  });
});
