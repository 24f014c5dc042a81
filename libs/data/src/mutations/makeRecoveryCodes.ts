import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Ten new recovery codes of the caller's account, readable only now; earlier ones become invalid.
 *
 * @throws {DataError} `factor_missing`, `factor_required`
 */
export async function makeRecoveryCodes(client: DataClient): Promise<readonly string[]> {
  return readRows(await client.rpc('nemus_make_recovery_codes'), z.array(z.string()));
}
