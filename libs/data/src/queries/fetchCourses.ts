import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { courseSchema, type Course } from '../rows/course';
import { readPages } from './pages';

/** All active courses, by title (S-12.5). */
export function fetchCourses(client: DataClient): Promise<Course[]> {
  return readPages(
    (from, to) =>
      client
        .from('nemus_courses')
        .select('*', { count: 'exact' })
        .eq('is_active', true)
        .order('title')
        .order('id')
        .range(from, to),
    z.array(courseSchema),
  );
}

export const coursesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['courses'], queryFn: () => fetchCourses(client), staleTime: 60_000 });
