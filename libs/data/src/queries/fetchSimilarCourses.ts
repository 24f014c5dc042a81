import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const idsSchema = z.array(z.string());

/** The two searchable lists of courses, and their similarity functions. */
const SEARCHES = { seminars: 'nemus_similar_courses', learning: 'nemus_similar_learning_courses' } as const;
export type CourseList = keyof typeof SEARCHES;

/** Shorter searches resemble everything. */
const LEAST_LENGTH = 3;

/** Ids of the courses with a similar spelling, best match first. */
export async function fetchSimilarCourses(
  client: DataClient,
  list: CourseList,
  search: string,
): Promise<readonly string[]> {
  return readRows(await client.rpc(SEARCHES[list], { p_search: search }, { get: true }), idsSchema);
}

/** @param search debounced input; one that is too short sends no request */
export const similarCoursesQuery = (client: DataClient, list: CourseList, search: string) =>
  queryOptions({
    // The database reads the first 100 characters; a longer URL would be refused.
    queryKey: ['courses', 'similar', list, search.trim().slice(0, 100)],
    queryFn: ({ queryKey: [, , , text] }) => fetchSimilarCourses(client, list, text ?? ''),
    enabled: search.trim().length >= LEAST_LENGTH,
    staleTime: 60_000,
  });
