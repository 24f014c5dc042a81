import type { RegistryDocument } from '@nemus/registry';
import type { StoreApi } from 'zustand/vanilla';
import type { RegistryState } from './registry-state';

/** The current registry; without one, an empty one, in which every area is missing. */
export function registryNow(store: StoreApi<RegistryState>, environment: string): RegistryDocument {
  return store.getState().document ?? emptyRegistry(environment);
}

/** The registry as soon as it is known whether there is one. Never rejects; without one, an empty one. */
export function registryOnceKnown(store: StoreApi<RegistryState>, environment: string): Promise<RegistryDocument> {
  const isKnown = () => store.getState().status !== 'loading';
  if (isKnown()) return Promise.resolve(registryNow(store, environment));
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (!isKnown()) return;
      stop();
      resolve(registryNow(store, environment));
    });
  });
}

function emptyRegistry(environment: string): RegistryDocument {
  const now = new Date(0).toISOString();
  return { schema: 1, environment, revision: 0, issuedAt: now, expiresAt: now, remotes: [] };
}
