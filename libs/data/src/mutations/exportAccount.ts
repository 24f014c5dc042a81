import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const exportSchema = z.object({
  format: z.literal('nemus-account'),
  version: z.literal(1),
  exported_at: z.string(),
  account: z.object({ id: z.string(), email: z.string(), created_at: z.string() }),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
});
/** Everything that is stored about an account: its rows by table. */
export type AccountExport = z.infer<typeof exportSchema>;

/** All stored data of the signed-in account (Art. 15 and 20 GDPR). */
export async function exportAccount(client: DataClient): Promise<AccountExport> {
  return readRows(await client.rpc('nemus_export_account', {}, { get: true }), exportSchema);
}
