import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { COMPETENCY_LABELS, findCourses } from '@nemus/data';
import { PATHS } from './paths';

/** E-learning courses that are offered. */
const searchCourses: SearchProvider = async ({ supabase }, search, signal) => {
  const courses = await findCourses(supabase, { list: 'learning', search, limit: MOST_FOUND, signal });
  return courses.map(({ id, title, competency }): FoundEntry => ({
    id,
    label: title,
    detail: COMPETENCY_LABELS[competency],
    path: PATHS.course(id),
  }));
};
export default searchCourses;
