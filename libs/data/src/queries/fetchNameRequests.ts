import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Own requests that a page shows. */
const SHOWN = 20;

const requestSchema = z.object({
  id: z.string(),
  /** At the time of the request. */
  old_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  reason: z.string(),
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn']),
  /** Of staff, to the person. */
  answer: z.string().nullable(),
  /** ISO 8601, as `decided_at`. */
  created_at: z.string(),
  decided_at: z.string().nullable(),
  /** Institution that requested the correction; null: the person. */
  asked_by: z.string().nullable().default(null),
});
/** A request for another name on future proofs. */
export type NameRequest = z.infer<typeof requestSchema>;

/** Whether the account's name is on a proof, and its requests, newest first. */
export async function fetchOwnName(
  client: DataClient,
  userId: string,
): Promise<{ readonly isProved: boolean; readonly requests: readonly NameRequest[] }> {
  const [proved, rows] = await Promise.all([
    client.rpc('nemus_name_is_proved'),
    client
      .from('nemus_name_requests')
      .select('id, old_name, first_name, last_name, reason, state, answer, created_at, decided_at, asked_by')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(SHOWN),
  ]);
  return { isProved: await readRows(proved, z.boolean()), requests: await readRows(rows, z.array(requestSchema)) };
}

export const ownNameQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['own-name', userId], queryFn: () => fetchOwnName(client, userId) });

const staffRequestSchema = requestSchema.extend({
  user_id: z.string(),
  email: z.string(),
  /** Proofs with an earlier name. */
  certificates: z.number(),
  hours: z.number(),
  /** Printed logbooks. */
  papers: z.number().default(0),
});
/** A request for staff to decide. */
export type StaffNameRequest = z.infer<typeof staffRequestSchema>;

/** Requests for staff with the role `people`, open ones first; at most 200. */
export async function fetchNameRequests(client: DataClient): Promise<StaffNameRequest[]> {
  return readRows(await client.rpc('nemus_name_requests'), z.array(staffRequestSchema));
}

export const nameRequestsQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['name-requests'], queryFn: () => fetchNameRequests(client) });
