import { z } from 'zod';
import { API_URL, PORTAL_URL } from '../environment';
import type { DemoAccount } from './test';

const sessionSchema = z.object({ access_token: z.string() });
const configSchema = z.object({ supabase: z.object({ publishableKey: z.string() }) });

/** What a request needs that asks the backend as a demo account. */
export async function loginOf(role: DemoAccount, storedSession: (role: DemoAccount) => Promise<string>) {
  const config = configSchema.parse(await (await fetch(`${PORTAL_URL}/config.json`)).json());
  const { access_token: accessToken } = sessionSchema.parse(JSON.parse(await storedSession(role)));
  return { url: API_URL, key: config.supabase.publishableKey, accessToken };
}
