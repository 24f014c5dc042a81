import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A document as `nemus_own_invoices` lists it. Money in cents, dates `yyyy-MM-dd`. */
export const listedInvoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'cancellation']),
  /** UNTDID 1001: 380 invoice, 381 partial credit, 384 full cancellation. */
  document_code: z.number().nullable(),
  is_sample: z.boolean(),
  is_collective: z.boolean(),
  issued_on: z.string(),
  gross_cents: z.number(),
  /** Number of the invoice that this document corrects. */
  cancels_number: z.string().nullable(),
  /** Null: a sample, or issued before electronic invoices. */
  format: z.enum(['zugferd', 'xrechnung']).nullable(),
  /** Null while there is no structured original. */
  profile: z.enum(['en16931', 'xrechnung']).nullable(),
  /** What was missing, as codes: there will be no structured original. */
  missing: z.array(z.string()).nullable(),
  /** Number of lines. */
  payments: z.number(),
});
export type ListedInvoice = z.infer<typeof listedInvoiceSchema>;

/** Every document of the account, or of its current institution, newest first. */
export async function fetchInvoices(client: DataClient): Promise<ListedInvoice[]> {
  return readRows(await client.rpc('nemus_own_invoices'), z.array(listedInvoiceSchema));
}

export const invoicesQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['invoices', userId], queryFn: () => fetchInvoices(client) });
