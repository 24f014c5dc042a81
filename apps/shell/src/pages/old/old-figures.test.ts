import { OLD_TARGETS, overallPercent } from './old-figures';

it('shows the fixed figures (S-2.8)', () => {
  expect(OLD_TARGETS.map(({ done, target }) => `${done}/${target}`)).toEqual(['325/500', '85/150', '240/350']);
});

it('takes the mean of the three percentages', () => {
  // 65, 56.67 and 68.57 percent
  expect(overallPercent(OLD_TARGETS)).toBe(63);
});
