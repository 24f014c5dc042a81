import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { COMPETENCY_LABELS, findCourses } from '@nemus/data';
import { paths } from './paths';

/** Seminars that the institution can book. */
const searchCourses: SearchProvider = async ({ supabase }, search, signal) => {
  const courses = await findCourses(supabase, { list: 'seminars', search, limit: MOST_FOUND, signal });
  return courses.map(({ id, title, competency }): FoundEntry => ({
    id,
    label: title,
    detail: COMPETENCY_LABELS[competency],
    path: paths.bookThis(id),
  }));
};
export default searchCourses;
