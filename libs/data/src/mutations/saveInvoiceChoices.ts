import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { InvoiceChoices } from '../queries/fetchInvoiceChoices';

/** Saves how the current institution gets its invoices. Issued ones stay unchanged. */
export async function saveInvoiceChoices(client: DataClient, choices: InvoiceChoices): Promise<void> {
  await readRows(
    await client.from('nemus_invoice_choices').upsert(choices, { onConflict: 'institution_id' }),
    z.null(),
  );
}
