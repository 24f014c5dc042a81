import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const keysSchema = z.object({
  SUPABASE_JWT_SECRET: z.string(),
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_WEBHOOK_SECRET: z.string(),
});

/** The keys that a backend made for its data folder. */
export async function readKeys(dataDir: string): Promise<z.infer<typeof keysSchema>> {
  const file = await readFile(path.join(dataDir, 'env'), 'utf8');
  return keysSchema.parse(Object.fromEntries(file.split('\n').map((entry) => entry.split('=', 2))));
}
