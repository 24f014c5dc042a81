import type { SupportedStorage } from '@supabase/auth-js';
import { z } from 'zod';
import { SESSION_KEY } from '@nemus/start';

/** What a stored session is at least; the auth client looks at the rest. */
const storedSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** What the browser's storage did not take, for as long as the page stands. */
const memory = new Map<string, string>();

/**
 * Where the auth client keeps the session: in the browser's storage, or in memory while that is full or blocked. Signing
 * in works there too; the session then ends with the page.
 */
export const sessionStorageArea: SupportedStorage = {
  getItem: (key) => memory.get(key) ?? readText(key) ?? null,
  setItem: (key, value) => {
    try {
      window.localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  removeItem: (key) => {
    memory.delete(key);
    try {
      window.localStorage.removeItem(key);
    } catch {
      // What cannot be read cannot bring the session back either.
    }
  },
};

/** Undefined when the browser lets nobody read. */
function readText(key: string): string | null | undefined {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Whether a session is stored. What somebody else wrote under its key is none. */
export function readStoredSession(): 'present' | 'absent' | 'unknown' {
  const text = memory.get(SESSION_KEY) ?? readText(SESSION_KEY);
  if (text === undefined) return 'unknown';
  return text !== null && isSession(text) ? 'present' : 'absent';
}

function isSession(text: string): boolean {
  try {
    return storedSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/**
 * Tells when the stored session is gone, and when another tab has stored one. The auth client informs other tabs over a
 * BroadcastChannel; a tab that was frozen meanwhile misses that message, and one that is quick hears it before it can
 * read the storage. The storage's own event comes in either case. Returns the function that stops it.
 */
export function followStoredSession({ onGone, onStored }: { onGone: () => void; onStored: () => void }): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A null key means that everything was cleared.
    if (key === null || (key === SESSION_KEY && newValue === null)) onGone();
    else if (key === SESSION_KEY) onStored();
  };
  const onShow = () => {
    if (readStoredSession() === 'absent') onGone();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  document.addEventListener('visibilitychange', onShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
    document.removeEventListener('visibilitychange', onShow);
  };
}
