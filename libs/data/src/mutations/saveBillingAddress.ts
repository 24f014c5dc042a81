import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { BillingAddress } from '../queries/fetchBillingAddress';

/** Saves the account's address for invoices. Issued invoices keep theirs. */
export async function saveBillingAddress(client: DataClient, userId: string, address: BillingAddress): Promise<void> {
  await readRows(await client.from('nemus_billing_addresses').upsert({ user_id: userId, ...address }), z.null());
}
