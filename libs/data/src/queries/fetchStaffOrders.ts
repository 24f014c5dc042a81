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
  /** Charged back at present. */
  disputed_cents: z.int().default(0),
  attention: z.enum(['already_enrolled', 'credits_spent', 'access_kept', 'address_missing']).nullable(),
  /** ISO 8601. */
  created_at: z.string(),
  paid_at: z.string().nullable(),
  /** Until when the provider takes an answer about an open dispute; ISO 8601. */
  dispute_due_at: z.string().nullable().default(null),
  /** Last day to pay back after a withdrawal that is not handled, `yyyy-MM-dd`. */
  withdrawal_due_on: z.string().nullable().default(null),
});
export type StaffOrderRow = z.infer<typeof staffOrderRowSchema>;

const pageSchema = z.object({ rows: z.array(staffOrderRowSchema), has_more: z.boolean() });
export type StaffOrders = z.infer<typeof pageSchema>;

/** Filters of a list of orders. */
export interface StaffOrderFilter {
  /** Words of the buyer's name or address, or the number of the order, its invoice, session or payment. */
  readonly search: string;
  readonly status: (typeof ORDER_STATUSES)[number] | null;
  readonly kind: (typeof ORDER_KINDS)[number] | null;
  /** Days on which they were made, `yyyy-MM-dd`, inclusive; null for all. */
  readonly from: string | null;
  readonly until: string | null;
}

/** A page of a list of orders. */
export interface StaffOrderSelection extends StaffOrderFilter {
  /** Counts from 1; 50 a page. */
  readonly page: number;
}

const filterOf = ({ search, status, kind, from, until }: StaffOrderFilter) => ({
  p_search: search,
  ...(status && { p_status: status }),
  ...(kind && { p_kind: kind }),
  ...(from && { p_from: from }),
  ...(until && { p_until: until }),
});

/** Orders for staff with the role `orders`, the newest first. */
export async function fetchStaffOrders(client: DataClient, selection: StaffOrderSelection): Promise<StaffOrders> {
  return readRows(
    await client.rpc('nemus_staff_orders', { ...filterOf(selection), p_page: selection.page }),
    pageSchema,
  );
}

export const staffOrdersQuery = (client: DataClient, selection: StaffOrderSelection) =>
  queryOptions({
    queryKey: ['staff-orders', selection],
    queryFn: () => fetchStaffOrders(client, selection),
    placeholderData: keepPreviousData,
  });

/** The most orders that one export contains. */
export const MOST_EXPORTED_ORDERS = 50_000;

/** Every order of a filter at one moment, for an export; `has_more` above {@link MOST_EXPORTED_ORDERS}. */
export async function exportStaffOrders(client: DataClient, filter: StaffOrderFilter): Promise<StaffOrders> {
  return readRows(
    await client.rpc('nemus_staff_orders', { ...filterOf(filter), p_size: MOST_EXPORTED_ORDERS }),
    pageSchema,
  );
}

const totalsSchema = z.object({
  orders: z.int(),
  /** How many were paid. */
  paid: z.int(),
  paid_cents: z.int(),
  refunded_cents: z.int(),
  disputed_cents: z.int(),
  /** Of it, still to be paid by transfer. */
  unpaid_cents: z.int().default(0),
  /** Paid, less what went back or is charged back. */
  kept_cents: z.int(),
});
/** Sums of a list of orders, in cents. */
export type OrderTotals = z.infer<typeof totalsSchema>;

/** Sums of every order of a filter. */
export async function fetchOrderTotals(client: DataClient, filter: StaffOrderFilter): Promise<OrderTotals> {
  return readRows(await client.rpc('nemus_order_totals', filterOf(filter)), totalsSchema);
}

export const orderTotalsQuery = (client: DataClient, filter: StaffOrderFilter) =>
  queryOptions({
    queryKey: ['staff-order-totals', filter],
    queryFn: () => fetchOrderTotals(client, filter),
    placeholderData: keepPreviousData,
  });
