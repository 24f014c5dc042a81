/** Replaces the shell's `registry/registry-source.ts`: menu and routes are part of the program. */
import facts from 'nemus-bench-facts';
import { createStore } from 'zustand/vanilla';
import type { RegistryDocument } from '@nemus/registry';
import type { RegistrySource, RegistryState } from '../../../../apps/shell/bench/types';

export function createRegistrySource(): RegistrySource {
  const store = createStore<RegistryState>(() => ({
    status: 'ready',
    document: facts.registry as RegistryDocument,
    stale: false,
    refused: [],
  }));
  return { store, refresh: () => Promise.resolve(), renew: () => null, prepare: () => Promise.resolve() };
}
