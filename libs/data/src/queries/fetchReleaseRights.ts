import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const rightsSchema = z.object({ operator: z.boolean(), remotes: z.array(z.string()) });
/** What the account may do about releases: an operator everything, a team for its own areas. */
export type ReleaseRights = z.infer<typeof rightsSchema>;

/** The account's rights about releases, as they are now. */
export async function fetchReleaseRights(client: DataClient): Promise<ReleaseRights> {
  return readRows(await client.rpc('nemus_release_rights', {}, { get: true }), rightsSchema);
}

/** @param userId whose rights the cache holds; the database uses the session */
export const releaseRightsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['releases', userId, 'rights'], queryFn: () => fetchReleaseRights(client) });
