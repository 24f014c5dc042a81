import { z } from 'zod';
import { Refusal } from '../refusal';
import { readConfig } from './deployed-shell';
import { openPortalReader, READ_LIMITS } from './portal-reader';

/**
 * Which of these names the database of a portal does not offer as table, view or function. Throws {@link Refusal} if
 * the database cannot be asked.
 *
 * @param origin As `portalOrigin` has it.
 */
export async function missingInDatabase(origin: string, names: readonly string[]): Promise<string[]> {
  const { url, publishableKey } = (await readConfig(origin, openPortalReader(origin))).supabase;
  if (publishableKey === undefined) throw unknown(`${origin}/config.json names no key of the database.`);
  const response = await fetch(`${url}/rest/v1/rpc/nemus_missing_names`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ p_names: names }),
    signal: AbortSignal.timeout(READ_LIMITS.fileMs),
  }).catch((error: unknown) => {
    throw unknown(`${url} cannot be reached.`, error);
  });
  const answer = z.array(z.string()).safeParse(await response.json().catch(() => null));
  if (!response.ok || !answer.success) throw unknown(`${url} answers ${response.status}.`);
  return answer.data;
}

const unknown = (summary: string, cause?: unknown) =>
  new Refusal('portal', summary, 'Look whether the backend runs and has the migrations of this version.', { cause });
