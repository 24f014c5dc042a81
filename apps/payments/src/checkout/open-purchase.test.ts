import { exampleOpenPurchase } from '../examples/rows';
import { isSameCourse } from './open-purchase';

const COURSE = 'verhaltenstherapie';

it.each([
  ['own place, bought by the account itself', true, [], undefined, true],
  ['own place, bought for the account by its institution', false, ['me'], undefined, true],
  ['own place, while the account buys for others', true, ['a'], undefined, false],
  ['a booking for one of the same people', true, ['a', 'b'], ['b'], true],
  ['a booking for other people', true, ['a'], ['b'], false],
  ['a booking, while the account buys its own place', true, [], ['b'], false],
])('%s', (_what, own, trainees, wanted, same) => {
  const purchase = exampleOpenPurchase({ kind: 'course', course_id: COURSE, is_own: own, trainee_ids: [...trainees] });
  expect(isSameCourse(COURSE, wanted)(purchase)).toBe(same);
});

it('another course, or no course, is another purchase', () => {
  expect(isSameCourse('other', undefined)(exampleOpenPurchase({ kind: 'course', course_id: COURSE }))).toBe(false);
  expect(isSameCourse(COURSE, undefined)(exampleOpenPurchase({ kind: 'subscription', course_id: null }))).toBe(false);
});
