import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/**
 * Sends a document to its account again, for staff with the role `orders`.
 *
 * @param email the address that was shown
 * @throws {DataError} `staff_required`, `invoice_not_found`, `invoice_recipient_changed`, `invoice_unwritten`,
 * `invoice_just_sent`
 */
export async function sendInvoice(client: DataClient, invoiceId: string, email: string): Promise<void> {
  await invokeFunction(client, 'send-invoice', { invoiceId, email }, z.object({ sent: z.literal(true) }));
}
