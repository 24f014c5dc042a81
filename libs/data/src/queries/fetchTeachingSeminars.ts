import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const seminarsSchema = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    /** Total units of 45 minutes of its dates. */
    units: z.number(),
    is_draft: z.boolean(),
  }),
);
/** A seminar with dates. */
export type TeachingSeminar = z.infer<typeof seminarsSchema>[number];

/**
 * Seminars that dates can be planned for: those with the search in their title (at most 50), or the one with the id.
 */
export async function fetchTeachingSeminars(
  client: DataClient,
  { search, id }: { readonly search?: string; readonly id?: string },
): Promise<TeachingSeminar[]> {
  return readRows(
    await client.rpc(
      'nemus_teaching_seminars',
      { ...(search && { p_search: search }), ...(id && { p_course: id }) },
      { get: true },
    ),
    seminarsSchema,
  );
}

export const teachingSeminarsQuery = (client: DataClient, asked: { readonly search?: string; readonly id?: string }) =>
  queryOptions({
    queryKey: ['teaching', 'seminars', asked],
    queryFn: () => fetchTeachingSeminars(client, asked),
    placeholderData: keepPreviousData,
  });
