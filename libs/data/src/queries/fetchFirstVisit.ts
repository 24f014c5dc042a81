import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Whether this is the account's first visit: within its first sign-in, and within twelve hours. */
export async function fetchFirstVisit(client: DataClient): Promise<boolean> {
  return readRows(await client.rpc('nemus_first_visit'), z.boolean());
}

/** @param userId whose visit the cache holds; the database uses the session */
export const firstVisitQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['first-visit', userId],
    queryFn: () => fetchFirstVisit(client),
    // A greeting does not change while it is shown.
    staleTime: Infinity,
  });
