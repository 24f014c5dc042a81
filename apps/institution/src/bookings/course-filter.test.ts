import { exampleCourse } from '../examples/rows';
import { NO_DATE_FILTER } from '@nemus/area/catalogue';
import { filterCourses } from './course-filter';

it('finds courses that have every word', () => {
  const courses = [
    { title: 'Angst und Zwang', description: 'Exposition' },
    { title: 'Depression', description: 'Angst' },
  ].map((course, index) => exampleCourse({ id: String(index), ...course }));
  const titles = (search: string, difficulty = '') =>
    filterCourses(courses, { search, competency: '', difficulty, dates: NO_DATE_FILTER }, () => []).map(
      ({ title }) => title,
    );
  expect(titles('angst')).toHaveLength(2);
  expect(titles('ANGST exposition')).toEqual(['Angst und Zwang']);
  expect(titles('', 'Experte')).toEqual([]);
});
