import type { DraftQuestion } from '@nemus/data';
import { without } from './list';

/** Fewest and most options of a question, as in the database. */
export const OPTION_COUNT = { least: 2, most: 6 } as const;

/** Letter of an option. */
export const letterOf = (place: number): string => String.fromCodePoint(65 + place);

/** Indices of the right options. */
export const rightOptions = ({ correct }: Pick<DraftQuestion, 'correct'>): readonly number[] =>
  correct === null ? [] : [correct].flat();

/** The right options in the form of a draft: a number, or a list of several. */
export function correctOf(options: readonly number[]): DraftQuestion['correct'] {
  const sorted = [...new Set(options)].toSorted((one, other) => one - other);
  return sorted.length > 1 ? sorted : (sorted[0] ?? null);
}

/** A question with an option more or less counted as right. */
export const withRight = (question: DraftQuestion, place: number, isRight: boolean): DraftQuestion => ({
  ...question,
  correct: correctOf(
    isRight ? [...rightOptions(question), place] : rightOptions(question).filter((other) => other !== place),
  ),
});

/** A question without an option; the right ones stay the right ones. */
export const withoutOption = (question: DraftQuestion, place: number): DraftQuestion => ({
  ...question,
  options: without(question.options, place),
  correct: correctOf(
    rightOptions(question).flatMap((other) => (other === place ? [] : [other > place ? other - 1 : other])),
  ),
});
