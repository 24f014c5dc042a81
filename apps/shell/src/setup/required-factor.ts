import type { DataClient } from '@nemus/data';
import { fetchFactorState } from '@nemus/data';

/** Whether an institution asks for a second factor that the account does not have. What cannot be found out is no. */
export async function lacksRequiredFactor(client: DataClient): Promise<boolean> {
  try {
    return (await fetchFactorState(client)).required_by !== null;
  } catch {
    return false;
  }
}
