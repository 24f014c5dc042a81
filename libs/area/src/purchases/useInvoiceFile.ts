import { usePorts } from '@nemus/contract/react';
import { fetchInvoice } from '@nemus/data';
import { useDataClient } from '../reads/data-client';
import { reasonOf } from '../actions/reason';
import { saveFile } from '../files/save-file';
import { useAction } from '../actions/useAction';

/** Saves an invoice as a PDF. The writer of PDF files is large; it is fetched when it is first needed. */
export function useInvoiceFile() {
  const client = useDataClient();
  const { notify } = usePorts();
  return useAction({
    sameBy: (invoiceId) => invoiceId,
    mutationFn: async (invoiceId: string) => {
      const [invoice, { createInvoicePdf }] = await Promise.all([
        fetchInvoice(client, invoiceId),
        import('./invoice-pdf'),
      ]);
      // A copy in a buffer of its own: what pdf-lib returns may be a view of a larger one.
      const bytes = new Uint8Array(await createInvoicePdf(invoice));
      saveFile(`rechnung-${invoice.number}.pdf`, 'application/pdf', bytes);
    },
    onError: (error) => notify({ kind: 'error', title: 'Rechnung nicht erstellt', description: reasonOf(error) }),
  });
}
