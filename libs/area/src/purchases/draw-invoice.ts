import type { Invoice, InvoiceFile } from '@nemus/data';

/**
 * Draws an invoice as PDF, with its structured original (ZUGFeRD) if there is one. The large PDF library loads on first
 * use.
 */
export async function drawInvoice(invoice: Invoice, original: InvoiceFile | null): Promise<Uint8Array<ArrayBuffer>> {
  const { createInvoicePdf } = await import('./invoice-pdf');
  // A copy in its own buffer: pdf-lib may return a view of a larger one.
  return new Uint8Array(await createInvoicePdf(invoice, original));
}
