import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Removes the sample data from the account, all or nothing; the account's own data stays.
 * @returns how many entries were removed; 0 when none were left
 */
export async function removeSampleData(client: DataClient): Promise<number> {
  return readRows(await client.rpc('nemus_remove_sample_data'), z.number());
}
