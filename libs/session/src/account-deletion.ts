import { readRows, type DataClient } from '@nemus/data';
import { z } from 'zod';

/** Deletes the signed-in account. The database requires a sign-in within the last ten minutes. */
export async function deleteAccount(client: DataClient): Promise<void> {
  await readRows(await client.rpc('nemus_delete_account'), z.unknown());
}
