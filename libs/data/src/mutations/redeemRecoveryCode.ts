import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/**
 * Uses a recovery code in the place of the second factor: the account has none afterwards, and sets one up anew.
 *
 * @throws {DataError} `recovery_code_wrong`, `recovery_attempts`, `factor_missing`
 */
export async function redeemRecoveryCode(client: DataClient, code: string): Promise<void> {
  await invokeFunction(client, 'use-recovery-code', { code }, z.object({}));
}
