import { pairedRatio, quantile, spreadOf } from './stats';

test('the median and the middle half, between the numbers where there is none', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
  expect(quantile([7], 0.25)).toBe(7);
  expect(quantile([], 0.5)).toBeNaN();
});

test('a ratio is of pairs: a round in which everything was slow does not count twice', () => {
  expect(pairedRatio([90, 900, 92], [100, 1_000, 100]).median).toBeCloseTo(0.9);
  // Neither counts a round in which the other has no number.
  expect(pairedRatio([90, Number.NaN, 80, 70], [100, 1, Number.NaN, 100]).median).toBeCloseTo(0.8);
});
