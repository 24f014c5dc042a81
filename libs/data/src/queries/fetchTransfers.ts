import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { transferSchema } from '../../../../supabase/functions/_shared/documents/transfer';
import type { DataClient } from '../client';
import { readRows } from '../errors';

export { formatIban } from '../../../../supabase/functions/_shared/documents/transfer';

/** States of an invoice that is paid by bank transfer. */
export const TRANSFER_STATES = ['open', 'due', 'reminded', 'paid', 'cancelled'] as const;
/** State of an invoice that is paid by bank transfer. */
export type TransferState = (typeof TRANSFER_STATES)[number];

const billedSchema = z.object({
  invoice_id: z.string(),
  order_id: z.string(),
  number: z.string(),
  /** Days: `yyyy-MM-dd`. */
  issued_on: z.string(),
  due_on: z.string(),
  gross_cents: z.int(),
  cancelled_cents: z.int(),
  received_cents: z.int(),
  /** Below zero: owed back. */
  open_cents: z.int(),
  /** ISO 8601; null: never. */
  reminded_at: z.string().nullable(),
  state: z.enum(TRANSFER_STATES),
});
/** An invoice that is paid by bank transfer, in cents. */
export type BilledTransfer = z.infer<typeof billedSchema>;

const ownSchema = z
  .object({
    /** What can be ordered by transfer now; null: nothing. */
    offer: z
      .object({
        days: z.int(),
        limit_cents: z.int(),
        left_cents: z.int(),
        is_overdue: z.boolean(),
        has_address: z.boolean(),
      })
      .nullable(),
    invoices: z.array(billedSchema.extend({ payment: transferSchema })),
  })
  .nullable();
/** Payment by transfer of the caller, or of its institution; null without the role `billing`. */
export type OwnTransfers = z.infer<typeof ownSchema>;

/** Payment by transfer of the caller, or of its institution: what it may order, and its invoices, the newest first. */
export async function fetchOwnTransfers(client: DataClient): Promise<OwnTransfers> {
  return readRows(await client.rpc('nemus_own_transfers'), ownSchema);
}

export const ownTransfersQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['own-transfers', userId], queryFn: () => fetchOwnTransfers(client) });

const staffSchema = z.object({
  /** Whether our account is set; without it no one can pay by transfer. */
  has_account: z.boolean(),
  sums: z.object({ open_cents: z.int(), due_cents: z.int(), owed_cents: z.int() }),
  has_more: z.boolean(),
  rows: z.array(
    billedSchema.extend({
      /** What was ordered. */
      kind: z.enum(['course', 'credits']),
      buyer: z.string(),
      /** Of an institution of the caller: another person decides. */
      is_own: z.boolean(),
      /** What a cancellation takes off. */
      unused_cents: z.int(),
      receipts: z.array(z.object({ received_on: z.string(), amount_cents: z.int(), reference: z.string() })),
    }),
  ),
});
type StaffTransfers = z.infer<typeof staffSchema>;
/** An invoice that is paid by bank transfer, as staff sees it. */
export type StaffTransfer = StaffTransfers['rows'][number];
/** A state, `unsettled` (something is open or owed back), or null for all. */
export type TransferFilter = TransferState | 'unsettled' | null;

/** Invoices that are paid by transfer, for staff with the role `orders`: at most 500, the earliest due date first. */
export async function fetchStaffTransfers(client: DataClient, state: TransferFilter): Promise<StaffTransfers> {
  return readRows(await client.rpc('nemus_staff_transfers', state === null ? {} : { p_state: state }), staffSchema);
}

export const staffTransfersQuery = (client: DataClient, state: TransferFilter) =>
  queryOptions({ queryKey: ['staff-transfers', state], queryFn: () => fetchStaffTransfers(client, state) });

const termsSchema = z.array(
  z.object({
    institution_id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Null: no terms yet. */
    days: z.int().nullable(),
    limit_cents: z.int().nullable(),
    /** ISO 8601; null: valid. */
    withdrawn_at: z.string().nullable(),
    updated_at: z.string().nullable(),
    open_cents: z.int(),
    is_own: z.boolean(),
  }),
);
/** An institution with its terms of payment by transfer. */
export type TransferTerms = z.infer<typeof termsSchema>[number];

/** Institutions with terms, or those that a search finds (at most 20), for staff with the role `orders`. */
export async function fetchTransferTerms(client: DataClient, search: string): Promise<readonly TransferTerms[]> {
  return readRows(await client.rpc('nemus_staff_transfer_terms', { p_search: search }), termsSchema);
}

export const transferTermsQuery = (client: DataClient, search: string) =>
  queryOptions({ queryKey: ['transfer-terms', search], queryFn: () => fetchTransferTerms(client, search) });
