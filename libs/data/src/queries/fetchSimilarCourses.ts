import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const idsSchema = z.array(z.string());

/** Shorter searches resemble everything. */
const LEAST_LENGTH = 3;

/** Ids of the e-learning courses with a similar spelling, best match first. */
export async function fetchSimilarCourses(client: DataClient, search: string): Promise<readonly string[]> {
  return readRows(await client.rpc('nemus_similar_learning_courses', { p_search: search }, { get: true }), idsSchema);
}

/** @param search debounced input; one that is too short sends no request */
export const similarCoursesQuery = (client: DataClient, search: string) =>
  queryOptions({
    // The database reads the first 100 characters; a longer URL would be refused.
    queryKey: ['courses', 'similar', search.trim().slice(0, 100)],
    queryFn: ({ queryKey: [, , text] }) => fetchSimilarCourses(client, text ?? ''),
    enabled: search.trim().length >= LEAST_LENGTH,
    staleTime: 60_000,
  });
