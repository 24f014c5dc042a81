import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Chooses a requirement set for the account, or moves it to another one; entries stay as they are.
 * Fails with `set_retired`, `set_not_valid_yet`, `set_not_found`, `choice_changed`.
 *
 * @param present the set that the page showed as the present one; null for none
 */
export async function chooseRequirements(client: DataClient, set: string, present: string | null): Promise<void> {
  await readRows(
    await client.rpc('nemus_choose_requirements', { p_set: set, ...(present !== null && { p_present: present }) }),
    z.object({ set_id: z.string() }),
  );
}
