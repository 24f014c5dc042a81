import { QueryClient } from '@tanstack/react-query';
import { createDataClient } from '../client';
import { enrolledCourseIdsQuery } from './fetchEnrolledCourseIds';
import { bookedTraineeIdsQuery } from './fetchBookedTraineeIds';
import { learningProgressQuery } from './fetchLearningProgress';
import { shareStructure } from './structural-sharing';

const record = () => ({ progress: [{ id: 1 }, { id: 2 }], completedModules: new Set(['a', 'b']) });

it('returns the previous answer when both are equal', () => {
  const before = record();
  expect(shareStructure(before, record())).toBe(before);
  expect(shareStructure(before.completedModules, new Set(['b', 'a']))).toBe(before.completedModules);
});

it('returns the new answer with the equal parts of the previous one', () => {
  const before = record();
  const after = { progress: [{ id: 1 }, { id: 3 }], completedModules: new Set(['a', 'b']) };
  const shared = shareStructure(before, after);
  expect(shared).toEqual(after);
  expect(Reflect.get(Object(shared), 'completedModules')).toBe(before.completedModules);
});

it.each([
  ['nothing before', undefined, new Set(['a'])],
  ['a member more', new Set(['a']), new Set(['a', 'b'])],
  ['another member', new Set(['a']), new Set(['b'])],
  ['a longer list', [1], [1, 2]],
  ['a shorter list', [1, 2], [1]],
  ['a property less', { a: 1, b: undefined }, { a: 1 }],
  ['a property more', { a: 1 }, { a: 1, b: undefined }],
  ['another property', { a: undefined }, { b: undefined }],
  ['another kind', [1], { 0: 1 }],
  ['nothing any more', { a: 1 }, null],
  ['a moment', { at: new Date(1) }, { at: new Date(2) }],
])('is the new answer after %s', (_what, before, after) => {
  expect(shareStructure(before, after)).toStrictEqual(after);
});

it('keeps an equal set in the cache after a refetch', () => {
  const client = createDataClient({
    url: 'https://backend.example',
    publishableKey: 'key',
    accessToken: () => Promise.resolve(null),
  });
  const cache = new QueryClient();
  const ids = enrolledCourseIdsQuery(client, 'one');
  cache.getQueryCache().build(cache, cache.defaultQueryOptions(ids));
  const before = cache.setQueryData(ids.queryKey, new Set(['a']));
  expect(cache.setQueryData(ids.queryKey, new Set(['a']))).toBe(before);
  for (const { structuralSharing } of [
    ids,
    learningProgressQuery(client, 'one'),
    bookedTraineeIdsQuery(client, 'one'),
  ]) {
    expect(structuralSharing).toBe(shareStructure);
  }
  cache.clear();
});
