import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { invoiceSchema } from '../../../../supabase/functions/_shared/documents/invoice';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { invoiceFileSchema } from './fetchInvoice';
import { listedInvoiceSchema } from './fetchInvoices';

const staffInvoiceSchema = listedInvoiceSchema.extend({
  /** As printed. */
  buyer: z.string(),
  /** Address that gets it when it is sent again; null without an account. */
  email: z.string().nullable(),
  net_cents: z.int(),
  tax_cents: z.int(),
  /** Null for a collective invoice. */
  order_id: z.string().nullable(),
  /** When staff last sent it; ISO 8601. */
  sent_at: z.string().nullable(),
});
/** A document in the lists of staff. */
export type StaffInvoice = z.infer<typeof staffInvoiceSchema>;

const pageSchema = z.object({ rows: z.array(staffInvoiceSchema), has_more: z.boolean() });

/** Filters of a list of documents. */
export interface StaffInvoiceSelection {
  /** Words of the buyer's name or address, or a number of a document or order. */
  readonly search: string;
  /** Days of issue, `yyyy-MM-dd`, inclusive; null for all. */
  readonly from: string | null;
  readonly until: string | null;
  /** Only documents about this order. */
  readonly orderId?: string;
  /** Counts from 1; 50 a page. */
  readonly page: number;
}

/** Documents of all buyers for staff with the role `orders`, the newest first. */
export async function fetchStaffInvoices(
  client: DataClient,
  { search, from, until, orderId, page }: StaffInvoiceSelection,
): Promise<z.infer<typeof pageSchema>> {
  const answer = await client.rpc('nemus_staff_invoices', {
    p_search: search,
    ...(from && { p_from: from }),
    ...(until && { p_until: until }),
    ...(orderId && { p_order: orderId }),
    p_page: page,
  });
  return readRows(answer, pageSchema);
}

export const staffInvoicesQuery = (client: DataClient, selection: StaffInvoiceSelection) =>
  queryOptions({
    queryKey: ['staff-invoices', selection],
    queryFn: () => fetchStaffInvoices(client, selection),
    placeholderData: keepPreviousData,
  });

const documentSchema = invoiceSchema.extend({ original: invoiceFileSchema.nullable() });
/** A whole document with its structured original, if it has one. */
export type InvoiceDocument = z.infer<typeof documentSchema>;

/** One whole document, for staff with the role `orders`. Fails with `invoice_not_found`. */
export async function fetchStaffInvoice(client: DataClient, invoiceId: string): Promise<InvoiceDocument> {
  return readRows(await client.rpc('nemus_staff_invoice', { p_invoice: invoiceId }), documentSchema);
}

/** Whole documents of a period by number, at most 50 after one number; both days `yyyy-MM-dd`, inclusive. */
export async function fetchInvoiceArchive(
  client: DataClient,
  { from, until }: { readonly from: string; readonly until: string },
  after: string,
): Promise<readonly InvoiceDocument[]> {
  const asked = { p_from: from, p_until: until, p_after: after };
  return readRows(await client.rpc('nemus_invoice_archive', asked), z.array(documentSchema));
}
