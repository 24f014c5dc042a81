import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Records that the account was shown the result of a payment, which is then no longer news. */
export async function noteResultShown(client: DataClient, sessionId: string): Promise<void> {
  await readRows(await client.rpc('nemus_note_result_shown', { p_session_id: sessionId }), z.unknown());
}
