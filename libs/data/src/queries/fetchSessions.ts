import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Where an account is signed in. */
export const accountSessionSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  /** When its token was last renewed, which an open page does every hour. */
  used_at: z.string(),
  /** Codes, for `deviceName`. */
  browser: z.string(),
  system: z.string(),
  ip: z.string().nullable(),
  /** `aal2` when a second factor was used. */
  aal: z.string().nullable(),
  /** The current session. */
  is_current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** The sessions of the signed-in account, the newest first. */
export async function fetchSessions(client: DataClient): Promise<AccountSession[]> {
  return readRows(await client.rpc('nemus_sessions'), z.array(accountSessionSchema));
}

export const sessionsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['account-sessions', userId], queryFn: () => fetchSessions(client) });
