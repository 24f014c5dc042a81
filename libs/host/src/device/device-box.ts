import { DEVICE_DATABASE } from './forget-device';

/** A change of what is stored, or of how, has another number: what an older or newer shell stored is dropped. */
const FORMAT = 1;
const STORE = 'copies';
const ONLY = 'copy';

/** The stored copy: useless without the key, which no code can export. */
export interface SealedCopy {
  readonly userId: string;
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** The one place on this device for the copy. Both reject where the browser stores nothing. */
export interface DeviceBox {
  read(): Promise<SealedCopy | null>;
  /** @param isAllowed asked at the last moment: the account may have signed out meanwhile */
  write(copy: SealedCopy, isAllowed: () => boolean): Promise<void>;
}

/** In IndexedDB, which can store a key that is not extractable. */
export const deviceBox: DeviceBox = {
  read: () => inStore('readonly', (store: IDBObjectStore): IDBRequest<SealedCopy | undefined> => store.get(ONLY)),
  write: async (copy, isAllowed) => {
    await inStore('readwrite', (store) => (isAllowed() ? store.put(copy, ONLY) : null));
  },
};

/** One transaction in a connection of its own: an open connection would delay the deletion at a sign-out. */
function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | null) {
  return new Promise<NonNullable<T> | null>((resolve, reject) => {
    const opening = window.indexedDB.open(DEVICE_DATABASE, FORMAT);
    opening.addEventListener('upgradeneeded', () => {
      for (const name of opening.result.objectStoreNames) opening.result.deleteObjectStore(name);
      opening.result.createObjectStore(STORE);
    });
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const database = opening.result;
      try {
        const work = database.transaction(STORE, mode);
        const asked = act(work.objectStore(STORE));
        work.addEventListener('complete', () => resolve(asked?.result ?? null));
        work.addEventListener('abort', () => reject(work.error));
      } catch (error) {
        // A browser that stores no keys.
        reject(error);
      } finally {
        // Waits for the transaction.
        database.close();
      }
    });
  });
}
