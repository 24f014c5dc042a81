import { fetchInvoiceFile, writeInvoices, type DataClient, type InvoiceFile } from '@nemus/data';

/**
 * The structured original of an invoice. A new invoice has none yet, so it is requested once. Null when it is missing
 * or unavailable: the document is then a plain PDF.
 */
export async function readOriginal(client: DataClient, invoiceId: string): Promise<InvoiceFile | null> {
  const file = await fetchInvoiceFile(client, invoiceId);
  if (file !== null) return file;
  const written = await writeInvoices(client).catch(() => 0);
  return written > 0 ? fetchInvoiceFile(client, invoiceId) : null;
}
