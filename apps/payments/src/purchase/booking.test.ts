import { describeBooking, placesOf } from './booking';

const COURSE = { courseId: 'c', courseTitle: 'Ethik', priceEuros: 120.1, creditCost: 60, enrolled: false };

it('counts one place for an account that buys for itself', () => {
  expect(placesOf(COURSE)).toEqual({ booking: null, credits: 60, cents: 12_010 });
});

it('counts the full price for each trainee, without rounding errors', () => {
  const traineeIds = ['a', 'b', 'c'];
  expect(placesOf({ ...COURSE, traineeIds, startsOn: '2026-12-05' })).toEqual({
    booking: { traineeIds, startsOn: '2026-12-05' },
    credits: 180,
    cents: 36_030,
  });
});

it.each([
  [{ traineeIds: ['a'] }, '1 Person'],
  [{ traineeIds: ['a', 'b'], startsOn: '2026-12-05' }, '2 Personen, erster Kurstag 05.12.2026'],
])('describes %o: %s', (booking, text) => expect(describeBooking(booking)).toBe(text));
