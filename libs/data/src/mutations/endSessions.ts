import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Signs the account out on one device. @returns false when it was no longer signed in there */
export async function endAccountSession(client: DataClient, id: string): Promise<boolean> {
  return readRows(await client.rpc('nemus_end_session', { p_session: id }), z.boolean());
}

/**
 * Signs the account out everywhere.
 *
 * @param keepCurrent the calling session goes on
 * @returns how many sessions ended
 */
export async function endAccountSessions(client: DataClient, keepCurrent: boolean): Promise<number> {
  return readRows(await client.rpc('nemus_end_sessions', { p_keep_current: keepCurrent }), z.int());
}
