import type { DataClient } from '@nemus/data';
import { fetchFactorState } from '@nemus/data';

/** What requires a second factor of the account: an institution, rights such as those of staff, or nothing. */
export type FactorReason = 'institution' | 'rights' | null;

/** Why the account needs a second factor. Null if unknown. */
export async function readFactorReason(client: DataClient): Promise<FactorReason> {
  try {
    const { required_by: institution, rights_require: rights } = await fetchFactorState(client);
    if (rights) return 'rights';
    return institution === null ? null : 'institution';
  } catch {
    return null;
  }
}
