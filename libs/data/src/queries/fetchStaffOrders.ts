import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** States of an order. */
export const ORDER_STATUSES = [
  'open',
  'pending',
  'paid',
  'returning',
  'failed',
  'expired',
  'refunded',
  'disputed',
] as const;
/** Kinds of orders. */
export const ORDER_KINDS = ['course', 'credits', 'subscription'] as const;

/** A row of an order as staff sees it in lists. */
export const staffOrderRowSchema = z.object({
  order_id: z.string(),
  buyer: z.string(),
  email: z.string(),
  title: z.string(),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(ORDER_STATUSES),
  /** Gross, in cents. */
  amount_cents: z.int(),
  refunded_cents: z.int(),
  attention: z.enum(['already_enrolled', 'credits_spent', 'access_kept', 'address_missing']).nullable(),
  /** ISO 8601. */
  created_at: z.string(),
  paid_at: z.string().nullable(),
});
export type StaffOrderRow = z.infer<typeof staffOrderRowSchema>;

const pageSchema = z.object({ rows: z.array(staffOrderRowSchema), has_more: z.boolean() });
export type StaffOrders = z.infer<typeof pageSchema>;

/** Filters of a list of orders. */
export interface StaffOrderSelection {
  /** Words of the buyer's name or address, or the number of the order, its invoice, session or payment. */
  readonly search: string;
  readonly status: (typeof ORDER_STATUSES)[number] | null;
  readonly kind: (typeof ORDER_KINDS)[number] | null;
  /** Counts from 1; 50 a page. */
  readonly page: number;
}

/** Orders for staff with the role `orders`, the newest first. */
export async function fetchStaffOrders(client: DataClient, selection: StaffOrderSelection): Promise<StaffOrders> {
  const answer = await client.rpc('nemus_staff_orders', {
    p_search: selection.search,
    ...(selection.status && { p_status: selection.status }),
    ...(selection.kind && { p_kind: selection.kind }),
    p_page: selection.page,
  });
  return readRows(answer, pageSchema);
}

export const staffOrdersQuery = (client: DataClient, selection: StaffOrderSelection) =>
  queryOptions({
    queryKey: ['staff-orders', selection],
    queryFn: () => fetchStaffOrders(client, selection),
    placeholderData: keepPreviousData,
  });
