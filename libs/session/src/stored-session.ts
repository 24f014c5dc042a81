import { STORAGE_KEY } from './auth-client';

/** `unknown`: this browser stores nothing for us, so the session lives in this page alone. */
export function readStoredSession(): 'present' | 'absent' | 'unknown' {
  try {
    return window.localStorage.getItem(STORAGE_KEY) === null ? 'absent' : 'present';
  } catch {
    return 'unknown';
  }
}

/**
 * Tells when the stored session is gone. The auth client informs other tabs over a BroadcastChannel; a tab that was
 * frozen meanwhile misses that message, but not the change of the storage.
 * Returns the function that stops it.
 */
export function followStoredSession(onGone: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A null key means that everything was cleared.
    if (key === null || (key === STORAGE_KEY && newValue === null)) onGone();
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
