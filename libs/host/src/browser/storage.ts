/** The part of the Web Storage interface that the shell uses. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * This browser's storage; in memory when storage is blocked or full. What the shell stores there makes it faster or
 * more pleasant, and is never required.
 */
export function openStorage(open: () => Storage): KeyStore {
  const memory = new Map<string, string>();
  const attempt = <T>(action: (storage: Storage) => T, instead: () => T): T => {
    try {
      return action(open());
    } catch {
      return instead();
    }
  };
  return {
    getItem: (key) =>
      attempt(
        (storage) => storage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: (key) =>
      attempt(
        (storage) => storage.removeItem(key),
        () => void memory.delete(key),
      ),
  };
}

/** Persistent storage. */
export const localStore = openStorage(() => window.localStorage);
/** Storage of this tab. */
export const tabStore = openStorage(() => window.sessionStorage);
