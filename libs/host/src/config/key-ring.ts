import { digestOf, trustedKeysSchema, type TrustedKeys } from '@nemus/registry';
import { CONFIG_MS } from '@nemus/start/limits';
import { z } from 'zod';
import { localStore, type KeyStore } from '../browser/storage';
import type { PortalConfig } from './config';

/** The keys that may speak for the areas. */
export interface KeyRing {
  /** Identifies the keys without reading them. */
  readonly id: string;
  /** The keys; read once, on first use. Rejects when unavailable. */
  read(): Promise<TrustedKeys>;
}

/** The last key file, with its digest. */
export const KEYS_KEY = 'nemus.keys';

const keptSchema = z.object({ digest: z.string(), text: z.string() });

/**
 * Keys of the configuration, or of the file that it names: with many areas they would be most of every cold start, and
 * they rarely change. The file comes from the browser's storage when it has the configured digest, otherwise from the
 * portal's own server.
 */
export function createKeyRing(
  { trustedKeys, trustedKeysFile: file }: Pick<PortalConfig, 'trustedKeys' | 'trustedKeysFile'>,
  { send = fetch, storage = localStore }: { send?: typeof fetch; storage?: KeyStore } = {},
): KeyRing {
  if (!file) return { id: JSON.stringify(trustedKeys), read: () => Promise.resolve(trustedKeys) };
  const { path, digest } = file;

  async function load(): Promise<TrustedKeys> {
    const kept = overrideText(storage, digest);
    if (kept !== null && (await digestOf(kept)) === digest) return keysOf(kept, path);
    const answer = await send(path, { signal: AbortSignal.timeout(CONFIG_MS) });
    if (!answer.ok) throw new Error(`${path}: the server answered with status ${answer.status}.`);
    const text = await answer.text();
    const found = await digestOf(text);
    if (found !== digest) throw new Error(`${path} has the digest ${found}; the configuration names ${digest}.`);
    const keys = keysOf(text, path);
    storage.setItem(KEYS_KEY, JSON.stringify({ digest, text } satisfies z.infer<typeof keptSchema>));
    return keys;
  }

  let reading: Promise<TrustedKeys> | null = null;
  return {
    id: digest,
    read: () => {
      reading ??= load().catch((error: unknown) => {
        reading = null;
        throw error;
      });
      return reading;
    },
  };
}

function keysOf(text: string, path: string): TrustedKeys {
  const parsed = trustedKeysSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function overrideText(storage: KeyStore, digest: string): string | null {
  try {
    const { data } = keptSchema.safeParse(JSON.parse(storage.getItem(KEYS_KEY) ?? 'null'));
    return data?.digest === digest ? data.text : null;
  } catch {
    return null;
  }
}
