import { cohortsOf } from './cohorts';

it('is in no cohort while nobody is known', () => {
  expect(cohortsOf(null)).toEqual([]);
});

it.each([
  [[], ['piw']],
  [['member:booking'], ['piw']],
  [['staff:catalogue'], ['piw', 'staff']],
])('tells staff by its rights %j', (rights, cohorts) => {
  expect(cohortsOf({ userType: 'piw', rights })).toEqual(cohorts);
});
