import { z } from 'zod';
import type { DataClient } from '../client';
import { readCode } from '../pasted-code';
import { invokeFunction } from './invokeFunction';

/**
 * Uses a recovery code instead of the second factor, which is removed; the account then sets up a new one.
 *
 * @throws {DataError} `recovery_code_wrong`, `recovery_attempts`, `factor_missing`
 */
export async function redeemRecoveryCode(client: DataClient, code: string): Promise<void> {
  await invokeFunction(client, 'use-recovery-code', { code: readCode(code, 16) || code }, z.object({}));
}
