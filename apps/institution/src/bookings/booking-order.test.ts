import { bookingCost, dayFromNow } from './booking-order';
import { filterCourses } from './course-filter';

const COURSE = { credit_cost: 60, price_euros: 120.1 };

it('takes the full price for each participant, without rounding errors', () => {
  expect(bookingCost(COURSE, 3, 200)).toEqual({ participants: 3, credits: 180, cents: 36_030, affordable: true });
});

it.each([
  [0, 59, false],
  [0, 60, true],
  [2, 119, false],
  [2, 120, true],
])('with %i chosen and %i credits it is affordable: %s', (chosen, credits, affordable) =>
  expect(bookingCost(COURSE, chosen, credits).affordable).toBe(affordable),
);

it('counts days by the calendar in Berlin', () => {
  expect(dayFromNow(new Date('2026-11-20T23:30:00Z'), 0)).toBe('2026-11-21');
  expect(dayFromNow(new Date('2026-11-21T10:00:00Z'), 14)).toBe('2026-12-05');
});

it('finds courses that have every word', () => {
  const courses = [
    { title: 'Angst und Zwang', description: 'Exposition' },
    { title: 'Depression', description: 'Angst' },
  ].map((course, index) => ({
    id: String(index),
    competency: 'personale_kompetenz' as const,
    difficulty: 'Anfänger' as const,
    duration_hours: 8,
    theory_units: 8,
    practical_units: 0,
    elearning_units: 0,
    price_euros: 120,
    credit_cost: 60,
    is_premium: false,
    is_active: true,
    ...course,
  }));
  const titles = (search: string, difficulty = '') =>
    filterCourses(courses, { search, competency: '', difficulty }).map(({ title }) => title);
  expect(titles('angst')).toHaveLength(2);
  expect(titles('ANGST exposition')).toEqual(['Angst und Zwang']);
  expect(titles('', 'Experte')).toEqual([]);
});
