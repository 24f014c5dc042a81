import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { entryFormSchema } from '../entries/entry-form';

const NO_ATTRIBUTES_TYPED = { setting: '', form: '', age_group: '', procedure: '', service: '' } as const;

const localEntrySchema = z.object({
  /** Of the entry, made here for a new one. */
  id: z.string(),
  /** Of the entry that was read; null for a new one. */
  revision: z.number().nullable(),
  // Kept by an earlier version, it has no attributes.
  form: z.preprocess((form) => ({ ...NO_ATTRIBUTES_TYPED, ...Object(form) }), entryFormSchema),
  /** Saved by its author: sent as soon as possible. False while it is being typed. */
  wanted: z.boolean(),
  /** Why the server refuses it. */
  problem: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }).nullable(),
  /** ISO 8601. */
  at: z.string(),
});
/** An entry on this device only. */
export type LocalEntry = z.infer<typeof localEntrySchema>;

const PREFIX = 'nemus.logbook.';
const keyOf = (userId: string, id: string) => `${PREFIX}${userId}.${id}`;

/** Entries that the browser could not store, for the lifetime of the page. */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

function rawOf(userId: string): readonly string[] {
  const prefix = `${PREFIX}${userId}.`;
  const found = new Map<string, string>();
  try {
    for (let n = 0; n < window.localStorage.length; n += 1) {
      const key = window.localStorage.key(n);
      const value = key?.startsWith(prefix) ? window.localStorage.getItem(key) : null;
      if (key !== null && value !== null) found.set(key, value);
    }
  } catch {
    // Blocked storage: only entries in memory.
  }
  for (const [key, value] of memory) if (key.startsWith(prefix)) found.set(key, value);
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function parse(raw: string): LocalEntry[] {
  try {
    const parsed = localEntrySchema.safeParse(JSON.parse(raw));
    return parsed.success ? [parsed.data] : [];
  } catch {
    // Not ours.
    return [];
  }
}

/** All local entries of an account, oldest first. */
export const readLocalEntries = (userId: string): readonly LocalEntry[] =>
  rawOf(userId)
    .flatMap(parse)
    .toSorted((a, b) => a.at.localeCompare(b.at));

/**
 * Stores an entry on this device, so that a closed tab or a lost connection loses nothing. @returns whether the browser
 * could
 */
export function saveLocalEntry(userId: string, entry: Omit<LocalEntry, 'at'>): boolean {
  const key = keyOf(userId, entry.id);
  const raw = JSON.stringify({ ...entry, at: new Date().toISOString() } satisfies LocalEntry);
  try {
    window.localStorage.setItem(key, raw);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, raw);
    return false;
  } finally {
    tell();
  }
}

/** Deletes an entry from this device: it is on the server, or discarded. */
export function deleteLocalEntry(userId: string, id: string): void {
  memory.delete(keyOf(userId, id));
  try {
    window.localStorage.removeItem(keyOf(userId, id));
  } catch {
    // Nothing could be stored either.
  }
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab wrote.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

let snapshot: { readonly of: string; readonly kept: readonly LocalEntry[] } = { of: '', kept: [] };
function snapshotOf(userId: string): readonly LocalEntry[] {
  const of = JSON.stringify([userId, rawOf(userId)]);
  if (snapshot.of !== of) snapshot = { of, kept: readLocalEntries(userId) };
  return snapshot.kept;
}

/** An account's local entries, updated by changes here and in other tabs. */
export const useLocalEntries = (userId: string): readonly LocalEntry[] =>
  useSyncExternalStore(subscribe, () => snapshotOf(userId));

/** Whether the browser stores entries beyond this page. */
export const isStorageWorking = (): boolean => memory.size === 0;
