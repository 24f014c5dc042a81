import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { invoiceSchema, type Invoice } from '../../../../supabase/functions/_shared/documents/invoice';

export { invoiceSchema, type Invoice };

const ownFields = z
  .array(invoiceSchema.omit({ cancels: true }).extend({ cancels_id: z.string().nullable() }))
  .length(1);
const numbers = z.array(z.object({ number: z.string() }));

/** One of the account's invoices. */
export async function fetchInvoice(client: DataClient, invoiceId: string): Promise<Invoice> {
  const [invoice] = await readRows(
    await client
      .from('nemus_invoices')
      .select(
        'number, is_sample, kind, issued_on, service_on, service_until, seller, buyer, lines, balance_cents, net_cents, tax_cents, gross_cents, tax_rate, tax_note, cancels_id, document_code, is_collective, taxes, rounding_cents, payment',
      )
      .eq('id', invoiceId),
    ownFields,
  );
  if (!invoice) throw new Error('The schema lets exactly one row pass.');
  const { cancels_id: cancelled, ...fields } = invoice;
  if (cancelled === null) return { ...fields, cancels: null };
  const [earlier] = await readRows(await client.from('nemus_invoices').select('number').eq('id', cancelled), numbers);
  return { ...fields, cancels: earlier ?? null };
}

/** The structured original of an invoice (`nemus_invoice_files`), byte by byte as issued. */
export const invoiceFileSchema = z.object({ profile: z.enum(['en16931', 'xrechnung']), xml: z.string() });
export type InvoiceFile = z.infer<typeof invoiceFileSchema>;

/** The structured original of one of the account's invoices; null if there is none (yet). */
export async function fetchInvoiceFile(client: DataClient, invoiceId: string): Promise<InvoiceFile | null> {
  return readRows(
    await client.from('nemus_invoice_files').select('profile, xml').eq('invoice_id', invoiceId).maybeSingle(),
    invoiceFileSchema.nullable(),
  );
}
