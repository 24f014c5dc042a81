import { reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import { drawInvoice } from '@nemus/area/purchases';
import { usePorts } from '@nemus/contract/react';
import { fetchStaffInvoice, writeInvoices, type DataClient, type InvoiceDocument } from '@nemus/data';

/** A document with its structured original; a new one has none yet, so it is requested once. */
async function readDocument(client: DataClient, invoiceId: string): Promise<InvoiceDocument> {
  const document = await fetchStaffInvoice(client, invoiceId);
  if (document.original !== null || document.document_code === null) return document;
  const written = await writeInvoices(client).catch(() => 0);
  return written > 0 ? fetchStaffInvoice(client, invoiceId) : document;
}

/** Saves the document of any account as a PDF with its structured original embedded. */
export function useStaffInvoicePdf() {
  const client = useDataClient();
  const { notify } = usePorts();
  return useAction({
    sameBy: (invoiceId) => invoiceId,
    mutationFn: async (invoiceId: string) => {
      const { original, ...invoice } = await readDocument(client, invoiceId);
      saveFile(`rechnung-${invoice.number}.pdf`, 'application/pdf', await drawInvoice(invoice, original));
    },
    onError: (error) => notify({ kind: 'error', title: 'Beleg nicht erstellt', description: reasonOf(error) }),
  });
}

/** Saves the structured original of any document, byte by byte as issued. */
export function useStaffInvoiceXml() {
  const client = useDataClient();
  const { notify } = usePorts();
  return useAction({
    sameBy: (invoiceId) => invoiceId,
    mutationFn: async (invoiceId: string) => {
      const { number, original } = await readDocument(client, invoiceId);
      if (original === null) throw new Error('There is no original.');
      saveFile(`rechnung-${number}.xml`, 'application/xml', original.xml);
    },
    onError: (error) => notify({ kind: 'error', title: 'E-Rechnung nicht geladen', description: reasonOf(error) }),
  });
}
