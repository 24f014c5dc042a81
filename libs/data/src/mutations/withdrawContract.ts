import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/** A consumer's declaration to withdraw from a contract (§ 356a BGB). */
export interface WithdrawalDeclaration {
  /** UUID of this declaration: repeating it, for instance after a lost answer, declares once. */
  readonly key: string;
  readonly name: string;
  /** Address of the receipt. */
  readonly email: string;
  /** The contract: the course, or the number of the order or invoice. */
  readonly contract: string;
  readonly message: string;
}

export const withdrawalReceiptSchema = z.object({
  /** Reference for consumer and support, such as `W-20261121-1A2B3C4D`. */
  reference: z.string(),
  /** ISO 8601. */
  received_at: z.string(),
  /** False: the declaration is recorded, but its receipt could not be mailed. */
  receipt_sent: z.boolean(),
});
export type WithdrawalReceipt = z.infer<typeof withdrawalReceiptSchema>;

/**
 * Declares the withdrawal; needs no session.
 *
 * @throws {DataError} `invalid_request` (400), `too_many_withdrawals` (429), `withdrawal_differs` (409), `network`, …
 */
export function withdrawContract(client: DataClient, declaration: WithdrawalDeclaration): Promise<WithdrawalReceipt> {
  return invokeFunction(client, 'withdraw-contract', { ...declaration }, withdrawalReceiptSchema);
}
