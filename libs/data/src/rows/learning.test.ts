import { countLearning, standIn } from './learning';

it('counts e-learning courses by their state; an unstarted one is not counted', () => {
  const courses = (['completed', 'in_progress', 'not_started', 'in_progress'] as const).map((status) => ({ status }));
  expect(countLearning(courses)).toEqual({ begun: 3, running: 2, completed: 1 });
  expect(countLearning([])).toEqual({ begun: 0, running: 0, completed: 0 });
});

it('finds an account’s progress, at the beginning without a row', () => {
  const row = { course_id: 'a', status: 'in_progress', progress_percentage: 60, is_sample: false } as const;
  expect(standIn([row], 'a')).toMatchObject({ status: 'in_progress', progress_percentage: 60 });
  expect(standIn([row], 'b')).toEqual({ status: 'not_started', progress_percentage: 0, is_sample: false });
});
