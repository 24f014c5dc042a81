import type { SeenRegistry } from '@nemus/registry';
import { z } from 'zod';
import type { KeyStore } from '../browser/storage';
import { VERSIONED_KEY } from '@nemus/start';

/** The last usable registry, for when the store does not answer. */
export const REGISTRY_KEY = 'nemus.registry';

/** What is known of a text that was opened without problems. */
const knownSchema = z.object({
  /** The store's version tag of the document. */
  tag: z.string().min(1),
  /** Digest of the text and of what it was opened with: environment and keys. */
  digest: z.string(),
  /** The time in which opening it gives the same result, in milliseconds since 1970. */
  from: z.number(),
  until: z.number(),
});
export type KnownText = z.infer<typeof knownSchema>;

const copySchema = z.object({ url: z.string(), text: z.string(), known: knownSchema.optional() });
const seenSchema = z.object({
  revision: z.number(),
  issuedAt: z.string(),
  entries: z.record(z.string(), z.array(z.object({ keyId: z.string(), serial: z.number(), issuedAt: z.string() }))),
});

/** The stored copy. */
export interface RegistryCopy {
  readonly url: string;
  /** The accepted entries as a document. */
  readonly text: string;
  readonly seen: SeenRegistry;
  /** Absent when an entry was refused or repaired, or when the store has no version tags. */
  readonly known?: KnownText;
}

/** A copy with enough information to request only the version. */
export interface KnownCopy {
  readonly text: string;
  readonly known: KnownText;
}

/** The copy of the registry at one address, in this browser's storage. */
export interface CopyKeeper {
  /** The copy; null without one, or for anything else in its place. */
  read(): RegistryCopy | null;
  /** The same for a start: the history of entries is only read when a new document arrives. */
  readKnown(): KnownCopy | null;
  /** Stores a registry, and whether the next start may request only its version. */
  keep(copy: Omit<RegistryCopy, 'url'>): void;
}

/** @param onLost gets the reason when a copy could not be stored; the page works without it */
export function createCopyKeeper(storage: KeyStore, url: string, onLost: (error: unknown) => void): CopyKeeper {
  return {
    read: () => {
      const value = stored(storage);
      const copy = copySchema.safeParse(value);
      const rest = z.object({ seen: seenSchema }).safeParse(value);
      return copy.success && rest.success && copy.data.url === url ? { ...copy.data, ...rest.data } : null;
    },
    readKnown: () => {
      const { data } = copySchema.safeParse(stored(storage));
      return data?.known && data.url === url ? { text: data.text, known: data.known } : null;
    },
    keep: (copy) => {
      try {
        const text = JSON.stringify({ url, ...copy } satisfies RegistryCopy);
        // Unless it is already stored: writing a hundred entries delays a start.
        if (storage.getItem(REGISTRY_KEY) !== text) storage.setItem(REGISTRY_KEY, text);
        if (copy.known) storage.setItem(VERSIONED_KEY, url);
        else storage.removeItem(VERSIONED_KEY);
      } catch (error) {
        onLost(error);
      }
    },
  };
}

function stored(storage: KeyStore): unknown {
  try {
    return JSON.parse(storage.getItem(REGISTRY_KEY) ?? 'null');
  } catch {
    return null;
  }
}
