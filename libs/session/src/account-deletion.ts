import { readRows, type DataClient } from '@nemus/data';
import { z } from 'zod';

/**
 * Deletes the signed-in account. The database requires the password, given within the last ten minutes.
 *
 * @param proof token of the session in which it was given, if that is not the current one.
 */
export async function deleteAccount(client: DataClient, proof?: string): Promise<void> {
  const request = client.rpc('nemus_delete_account');
  if (proof !== undefined) request.setHeader('Authorization', `Bearer ${proof}`);
  await readRows(await request, z.unknown());
}
