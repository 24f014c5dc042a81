import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Chooses a requirement set for the account, or switches to another one; entries stay unchanged. Fails with
 * `set_retired`, `set_not_valid_yet`, `set_not_found`, `choice_changed`.
 *
 * @param present the set that the page showed as current; null for none
 */
export async function chooseRequirements(client: DataClient, set: string, present: string | null): Promise<void> {
  await readRows(
    await client.rpc('nemus_choose_requirements', { p_set: set, ...(present !== null && { p_present: present }) }),
    z.object({ set_id: z.string() }),
  );
}
