import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Removes what the sample set gave to the account, all or nothing; what the account did itself stays.
 * @returns how many entries went; 0 when nothing was left
 */
export async function removeSampleData(client: DataClient): Promise<number> {
  return readRows(await client.rpc('nemus_remove_sample_data'), z.number());
}
