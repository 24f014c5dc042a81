import { newQuestion } from './new-items';
import { correctOf, rightOptions, withoutOption, withRight } from './options';

const question = (correct: number | number[] | null) => ({
  ...newQuestion(),
  options: ['A', 'B', 'C', 'D'],
  correct,
});

it.each([
  [null, []],
  [2, [2]],
  [
    [0, 3],
    [0, 3],
  ],
])('reads %j as the right options', (correct, right) => {
  expect(rightOptions(question(correct))).toEqual(right);
  expect(correctOf(right)).toEqual(correct);
});

it('counts options as right, once and in order', () => {
  const one = withRight(question(2), 0, true);
  expect(one.correct).toEqual([0, 2]);
  expect(withRight(one, 0, true).correct).toEqual([0, 2]);
  expect(withRight(one, 0, false).correct).toBe(2);
  expect(withRight(question(2), 2, false).correct).toBeNull();
});

it('keeps the right options when another one is removed', () => {
  expect(withoutOption(question([1, 3]), 0)).toMatchObject({ options: ['B', 'C', 'D'], correct: [0, 2] });
  expect(withoutOption(question([1, 3]), 1)).toMatchObject({ options: ['A', 'C', 'D'], correct: 2 });
  expect(withoutOption(question(1), 1).correct).toBeNull();
});
