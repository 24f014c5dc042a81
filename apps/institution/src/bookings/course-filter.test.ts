import { filterCourses } from './course-filter';

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
    has_dates: false,
    zfu_status: null,
    zfu_number: null,
    ...course,
  }));
  const titles = (search: string, difficulty = '') =>
    filterCourses(courses, { search, competency: '', difficulty }).map(({ title }) => title);
  expect(titles('angst')).toHaveLength(2);
  expect(titles('ANGST exposition')).toEqual(['Angst und Zwang']);
  expect(titles('', 'Experte')).toEqual([]);
});
