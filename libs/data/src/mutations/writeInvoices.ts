import { z } from 'zod';
import type { DataClient } from '../client';
import { invokeFunction } from './invokeFunction';

/** Has the missing structured originals written; a job does the same every ten minutes. Returns how many. */
export async function writeInvoices(client: DataClient): Promise<number> {
  return (await invokeFunction(client, 'write-invoices', {}, z.object({ written: z.number() }))).written;
}
