import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { withdrawalSchema } from '../rows/withdrawal';
import { staffOrderRowSchema } from './fetchStaffOrders';

const refundSchema = z.object({
  refund_id: z.string(),
  order_id: z.string(),
  buyer: z.string(),
  title: z.string(),
  amount_cents: z.int(),
  /** A code. */
  reason: z.string(),
  attempts: z.int(),
  last_error: z.string().nullable(),
  /** Failed at the provider: waits for staff. */
  is_held: z.boolean(),
  /** ISO 8601. */
  created_at: z.string(),
});
const disputeSchema = z.object({
  dispute_id: z.string(),
  /** Null: the payment renewed a subscription. */
  order_id: z.string().nullable(),
  buyer: z.string().nullable(),
  title: z.string().nullable(),
  amount_cents: z.int(),
  status: z.string(),
  created_at: z.string(),
  /** Until when the provider takes an answer; ISO 8601. */
  due_at: z.string().nullable().default(null),
});
/** A declared withdrawal that is not handled yet. */
export type OpenWithdrawal = z.infer<typeof withdrawalSchema>;

const tasksSchema = z.object({
  unsettled: z.array(staffOrderRowSchema),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  attention: z.array(staffOrderRowSchema),
  withdrawals: z.array(withdrawalSchema),
  events: z.array(
    z.object({ event_id: z.string(), type: z.string(), occurred_at: z.string(), last_error: z.string().nullable() }),
  ),
  /** Items of jobs that failed, and are tried again. */
  set_aside: z.array(
    z.object({ job: z.string(), item: z.string(), error: z.string(), attempts: z.int(), failed_at: z.string() }),
  ),
});
/** Tasks of staff about orders. */
export type OrderTasks = z.infer<typeof tasksSchema>;

/** Tasks of staff with the role `orders`, at most 100 of each kind. */
export async function fetchOrderTasks(client: DataClient): Promise<OrderTasks> {
  return readRows(await client.rpc('nemus_order_tasks'), tasksSchema);
}

export const orderTasksQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['order-tasks'], queryFn: () => fetchOrderTasks(client) });
