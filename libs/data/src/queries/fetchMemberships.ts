import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { memberRoleSchema } from '../rows/member';

/** An institution that the caller may act for. */
const membershipSchema = z.object({
  institution_id: z.string(),
  /** Empty without a name. */
  name: z.string(),
  roles: z.array(memberRoleSchema),
  /** ISO 8601. */
  since: z.string(),
  is_founder: z.boolean(),
  /** The one that the caller currently acts for. */
  is_chosen: z.boolean(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** Institutions that the caller is a member of, by name. */
export async function fetchMemberships(client: DataClient): Promise<Membership[]> {
  return readRows(await client.rpc('nemus_memberships'), z.array(membershipSchema));
}

/** @param userId whose memberships the cache holds; the database uses the session */
export const membershipsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['memberships', userId], queryFn: () => fetchMemberships(client) });
