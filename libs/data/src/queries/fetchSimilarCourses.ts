import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const idsSchema = z.array(z.string());

/** The two lists of courses that can be searched, and what finds similar ones in each. */
const SEARCHES = { seminars: 'nemus_similar_courses', learning: 'nemus_similar_learning_courses' } as const;
export type CourseList = keyof typeof SEARCHES;

/** Shorter searches resemble everything. */
const LEAST_LENGTH = 3;

/** Ids of the courses that are written nearly as the search, the nearest first. */
export async function fetchSimilarCourses(
  client: DataClient,
  list: CourseList,
  search: string,
): Promise<readonly string[]> {
  return readRows(await client.rpc(SEARCHES[list], { p_search: search }, { get: true }), idsSchema);
}

/** @param search as it is when typing rests; one that is too short asks nothing */
export const similarCoursesQuery = (client: DataClient, list: CourseList, search: string) =>
  queryOptions({
    // The database reads the first 100 characters; a longer address is refused on the way to it.
    queryKey: ['courses', 'similar', list, search.trim().slice(0, 100)],
    queryFn: ({ queryKey: [, , , text] }) => fetchSimilarCourses(client, list, text ?? ''),
    enabled: search.trim().length >= LEAST_LENGTH,
    staleTime: 60_000,
  });
