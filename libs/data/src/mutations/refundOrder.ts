import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { invokeFunction } from './invokeFunction';

const refundSchema = z.object({ refunded: z.boolean(), error: z.string().nullable() });
const askedSchema = z.object({ status: z.string(), changed: z.boolean(), owedCents: z.int() });

/** A refund decided by staff. */
export interface OrderRefund {
  readonly orderId: string;
  readonly amountCents: number;
  /** For the audit log. */
  readonly reason: string;
  /** `sum_before_cents` of the order as it was shown. */
  readonly sumBeforeCents: number;
}

/**
 * Refunds an order; repeating the same refund has no effect. `refunded` is false while the provider has not accepted
 * it; it is then owed.
 *
 * @throws {DataError} `staff_required`, `order_not_found`, `refund_amount`, `refund_outdated`
 */
export function refundOrder(client: DataClient, refund: OrderRefund): Promise<z.infer<typeof refundSchema>> {
  return invokeFunction(client, 'refund-order', { ...refund }, refundSchema);
}

/**
 * Has the provider asked for the state of an order's payment; grants what is paid, and refunds what is owed.
 *
 * @throws {DataError} `staff_required`, `order_not_found`, `never_at_provider`, `provider_unavailable`
 */
export function fulfilOrder(client: DataClient, orderId: string): Promise<z.infer<typeof askedSchema>> {
  return invokeFunction(client, 'fulfil-order', { orderId }, askedSchema);
}

/** Marks an order that needed attention as handled. Fails with `note_missing`. */
export async function settleAttention(client: DataClient, orderId: string, note: string): Promise<void> {
  await readRows(await client.rpc('nemus_settle_attention', { p_order: orderId, p_note: note }), z.unknown());
}

/** Has a failed item of a job tried again now. Fails with `set_aside_not_found` when it is done meanwhile. */
export async function retrySetAside(client: DataClient, job: string, item: string): Promise<void> {
  await readRows(await client.rpc('nemus_retry_set_aside', { p_job: job, p_item: item }), z.unknown());
}

/** Records that a failed refund was paid another way. Fails with `note_missing`, `refund_outdated`, `factor_required`. */
export async function noteRefundElsewhere(client: DataClient, refundId: string, note: string): Promise<void> {
  await readRows(await client.rpc('nemus_note_refund_elsewhere', { p_refund: refundId, p_note: note }), z.unknown());
}

/** Records how a withdrawal was handled. Fails with `note_missing`. */
export async function handleWithdrawal(client: DataClient, withdrawalId: string, note: string): Promise<void> {
  await readRows(
    await client.rpc('nemus_handle_withdrawal', { p_withdrawal: withdrawalId, p_note: note }),
    z.unknown(),
  );
}
