import { z } from 'zod';
import { PORTAL_URL } from '../environment';

const configSchema = z.object({ supabase: z.object({ publishableKey: z.string() }) });

/** The key with which the portal's pages send to the backend. */
export async function publishableKey(): Promise<string> {
  const config = configSchema.parse(await (await fetch(`${PORTAL_URL}/config.json`)).json());
  return config.supabase.publishableKey;
}
