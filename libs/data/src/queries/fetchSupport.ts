import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const requestSchema = z.object({
  id: z.string(),
  subject: z.string(),
  message: z.string(),
  /** ISO 8601, as `answered_at`. */
  created_at: z.string(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
});
/** A request of an institution to the support. */
export type SupportRequest = z.infer<typeof requestSchema>;

const staffRequestSchema = requestSchema.extend({
  institution_id: z.string(),
  institution_name: z.string(),
  /** The institution's yearly plan runs now. */
  is_priority: z.boolean(),
});
/** A request as staff see it. */
export type StaffSupportRequest = z.infer<typeof staffRequestSchema>;

/** Requests of the account's institution, newest first. */
export async function fetchOwnSupport(client: DataClient): Promise<SupportRequest[]> {
  return readRows(await client.rpc('nemus_own_support', {}, { get: true }), z.array(requestSchema));
}

export const ownSupportQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['support', userId], queryFn: () => fetchOwnSupport(client) });

/** Requests for staff: open ones with priority first, then the longest waiting; or the newest answered ones. */
export async function fetchStaffSupport(client: DataClient, answered: boolean): Promise<StaffSupportRequest[]> {
  return readRows(
    await client.rpc('nemus_staff_support', { p_answered: answered }, { get: true }),
    z.array(staffRequestSchema),
  );
}

export const staffSupportQuery = (client: DataClient, answered: boolean) =>
  queryOptions({ queryKey: ['staff', 'support', answered], queryFn: () => fetchStaffSupport(client, answered) });
