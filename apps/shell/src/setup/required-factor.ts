import type { DataClient } from '@nemus/data';
import { fetchFactorState } from '@nemus/data';

/** Whether an institution requires a second factor that the account does not have. False if unknown. */
export async function lacksRequiredFactor(client: DataClient): Promise<boolean> {
  try {
    return (await fetchFactorState(client)).required_by !== null;
  } catch {
    return false;
  }
}
