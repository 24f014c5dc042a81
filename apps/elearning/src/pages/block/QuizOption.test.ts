import { optionState } from './QuizOption';
import type { Verdict } from './quiz';

const verdict = (correct: boolean, ...correctAnswers: number[]): Verdict => ({
  correct,
  correctAnswers,
  explanation: 'Darum.',
});

it.each([
  ['before the answer', null, null, ['open', 'open', 'open']],
  ['while the answer is on its way', null, [0], ['open', 'open', 'open']],
  ['after a right answer', verdict(true, 1), [1], ['other', 'right', 'other']],
  ['after a wrong answer', verdict(false, 1), [2], ['other', 'right', 'wrong']],
  ['after several, of which one is right', verdict(false, 0, 1), [1, 2], ['right', 'right', 'wrong']],
])('%s the options have the right state', (_when, given, chosen, states) => {
  expect([0, 1, 2].map((index) => optionState({ verdict: given, chosen }, index))).toEqual(states);
});
