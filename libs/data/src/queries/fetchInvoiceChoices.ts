import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

export const INVOICE_FORMATS = ['zugferd', 'xrechnung'] as const;

/** A row of `nemus_invoice_choices`: how an institution gets its invoices. */
export const invoiceChoicesSchema = z.object({
  /** One invoice at the end of each interval, instead of one for each payment. */
  is_collected: z.boolean(),
  format: z.enum(INVOICE_FORMATS),
  /** BT-10, such as a "Leitweg-ID"; empty: none. */
  buyer_reference: z.string(),
});
export type InvoiceChoices = z.infer<typeof invoiceChoicesSchema>;

/** The default for institutions that chose nothing. */
const UNCHOSEN: InvoiceChoices = { is_collected: false, format: 'zugferd', buyer_reference: '' };

/** How the institution gets its invoices. */
export async function fetchInvoiceChoices(client: DataClient): Promise<InvoiceChoices> {
  const row = await readRows(
    await client.from('nemus_invoice_choices').select('is_collected, format, buyer_reference').maybeSingle(),
    invoiceChoicesSchema.nullable(),
  );
  return row ?? UNCHOSEN;
}

export const invoiceChoicesQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['invoice-choices', userId], queryFn: () => fetchInvoiceChoices(client) });

/** The content of the next collective invoice. */
const gatheredSchema = z.object({
  payments: z.number(),
  amount_cents: z.number(),
  /** The earliest issue day, `yyyy-MM-dd`; null without payments. */
  next_on: z.string().nullable(),
  /** The seller has the telephone number that XRechnung requires. */
  has_phone: z.boolean(),
});

/** The total of the payments for the institution's next collective invoice. */
export const gatheredPaymentsQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['gathered-payments', userId],
    queryFn: async () => readRows(await client.rpc('nemus_gathered_payments'), gatheredSchema),
  });
