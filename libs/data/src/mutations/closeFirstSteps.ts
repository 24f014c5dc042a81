import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Closes the account's list of first steps, or reopens it. Repeating it changes nothing. */
export async function closeFirstSteps(client: DataClient, userId: string, closed: boolean): Promise<void> {
  const table = client.from('nemus_closed_first_steps');
  const answer = closed
    ? await table.upsert({ user_id: userId }, { onConflict: 'user_id', ignoreDuplicates: true })
    : await table.delete().eq('user_id', userId);
  await readRows(answer, z.null());
}
