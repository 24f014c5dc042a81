import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** The titles of all seminars, drafts and retired ones included; for staff with the role `catalogue`. */
export async function fetchSeminarTitles(client: DataClient): Promise<readonly string[]> {
  return readRows(await client.rpc('nemus_seminar_titles'), z.array(z.string()));
}

export const seminarTitlesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['seminars', 'titles'], queryFn: () => fetchSeminarTitles(client) });
