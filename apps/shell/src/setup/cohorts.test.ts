import { cohortsOf } from './cohorts';

it('is in no cohort without an account', () => {
  expect(cohortsOf(null)).toEqual([]);
});

it.each([
  [[], ['piw']],
  [['member:booking'], ['piw']],
  [['staff:catalogue'], ['piw', 'staff']],
])('recognises staff by its rights %j', (rights, cohorts) => {
  expect(cohortsOf({ userType: 'piw', rights })).toEqual(cohorts);
});
