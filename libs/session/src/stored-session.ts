import type { SupportedStorage } from '@supabase/auth-js';
import { z } from 'zod';
import { SESSION_KEY } from '@nemus/start';

/** The minimum of a stored session; the auth client checks the rest. */
const storedSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** What the browser's storage rejected, for the lifetime of the page. */
const memory = new Map<string, string>();

/**
 * Where the auth client stores the session: the browser's storage, or memory while that is full or blocked. Signing in
 * works there too; the session then ends with the page.
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
      // Unreadable data cannot restore the session either.
    }
  },
};

/** Removes the stored session, for a sign-out without the auth client. */
export const forgetStoredSession = () => void sessionStorageArea.removeItem(SESSION_KEY);

/** Undefined when the browser blocks reading. */
function readText(key: string): string | null | undefined {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Whether a session is stored. Foreign data under its key is ignored. */
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
 * Reports when the stored session is gone, and when another tab has stored one. The auth client informs other tabs over
 * a BroadcastChannel; a frozen tab misses that message, and a quick one gets it before it can read the storage. The
 * storage event arrives in either case. Returns the function that stops it.
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
