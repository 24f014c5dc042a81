import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Remembers that the account was shown how a payment ended: for whoever comes back later it is no news. */
export async function noteResultShown(client: DataClient, sessionId: string): Promise<void> {
  await readRows(await client.rpc('nemus_note_result_shown', { p_session_id: sessionId }), z.unknown());
}
