import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { InvoiceChoices } from '../queries/fetchInvoiceChoices';

/** Keeps how the institution that the account acts for takes its invoices. What was issued stays as it is. */
export async function saveInvoiceChoices(client: DataClient, choices: InvoiceChoices): Promise<void> {
  await readRows(
    await client.from('nemus_invoice_choices').upsert(choices, { onConflict: 'institution_id' }),
    z.null(),
  );
}
