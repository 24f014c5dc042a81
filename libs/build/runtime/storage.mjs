/**
 * Replaces supabase-js' storage client, which every client creates: its code loads with the first file. What answers at
 * once instead of later (`getPublicUrl`) is refused.
 */
const refuse = () => {
  throw new Error('The portal has no public files. Take storage into the shell first: libs/build/src/curated.ts.');
};

export class StorageClient {
  #settings;

  constructor(...settings) {
    this.#settings = settings;
  }

  from(bucket) {
    const later =
      (method) =>
      async (...inputs) => {
        const { StorageClient: Storage } = await import(/* webpackChunkName: "storage" */ '#storage');
        return new Storage(...this.#settings).from(bucket)[method](...inputs);
      };
    return new Proxy({}, { get: (_, method) => (method === 'getPublicUrl' ? refuse : later(method)) });
  }
}

export class StorageApiError extends Error {}
