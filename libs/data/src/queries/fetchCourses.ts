import { germanOrder } from '@nemus/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { courseSchema, type Course } from '../rows/course';
import { readPages } from './pages';

// Not `*`: ten thousand search texts.
const COLUMNS =
  'id,title,description,competency,duration_hours,difficulty,theory_units,practical_units,elearning_units,price_euros,credit_cost,is_premium,is_active,has_dates,zfu_status,zfu_number';

/** All active courses, by title (S-12.5). */
export async function fetchCourses(client: DataClient): Promise<Course[]> {
  const courses = await readPages(
    (from, to) =>
      client
        .from('nemus_courses')
        .select(COLUMNS, { count: 'exact' })
        .eq('is_active', true)
        .order('title')
        .order('id')
        .range(from, to),
    z.array(courseSchema),
  );
  return courses.toSorted((a, b) => germanOrder(a.title, b.title));
}

export const coursesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['courses'], queryFn: () => fetchCourses(client), staleTime: 60_000 });
