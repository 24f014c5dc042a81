import { queryOptions } from '@tanstack/react-query';
import { readRows, type DataClient } from '@nemus/data';
import { z } from 'zod';

const titleSchema = z.object({ id: z.string(), title: z.string() });
export type CourseTitle = z.infer<typeof titleSchema>;

/** Titles of all active courses. */
export async function fetchCourseTitles(client: DataClient): Promise<CourseTitle[]> {
  return readRows(
    await client.from('nemus_courses').select('id, title').eq('is_active', true).order('title'),
    z.array(titleSchema),
  );
}

/** The same for `useQuery` and for a page's reads. */
export const courseTitlesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['course-titles'], queryFn: () => fetchCourseTitles(client), staleTime: 60_000 });
