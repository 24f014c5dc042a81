import { usePorts } from '@nemus/contract/react';
import { fetchInvoice } from '@nemus/data';
import { useDataClient } from '../reads/data-client';
import { reasonOf } from '../actions/reason';
import { saveFile } from '../files/save-file';
import { useAction } from '../actions/useAction';
import { drawInvoice } from './draw-invoice';
import { readOriginal } from './read-original';

/** Saves an invoice as a PDF with its structured original embedded (ZUGFeRD). */
export function useInvoiceFile() {
  const client = useDataClient();
  const { notify } = usePorts();
  return useAction({
    sameBy: (invoiceId) => invoiceId,
    mutationFn: async (invoiceId: string) => {
      const invoice = await fetchInvoice(client, invoiceId);
      const original =
        invoice.document_code === null || invoice.is_sample ? null : await readOriginal(client, invoiceId);
      saveFile(`rechnung-${invoice.number}.pdf`, 'application/pdf', await drawInvoice(invoice, original));
    },
    onError: (error) => notify({ kind: 'error', title: 'Rechnung nicht erstellt', description: reasonOf(error) }),
  });
}

/** Saves the structured original of an invoice, byte by byte as issued. */
export function useInvoiceXml() {
  const client = useDataClient();
  const { notify } = usePorts();
  return useAction({
    sameBy: ({ id }) => id,
    mutationFn: async ({ id, number }: { readonly id: string; readonly number: string }) => {
      const original = await readOriginal(client, id);
      if (original === null) throw new Error('There is no original.');
      saveFile(`rechnung-${number}.xml`, 'application/xml', original.xml);
    },
    onError: () =>
      notify({
        kind: 'error',
        title: 'E-Rechnung noch nicht verfügbar',
        description: 'Die Datei wird gerade erstellt. Bitte versuchen Sie es in einigen Minuten noch einmal.',
      }),
  });
}
