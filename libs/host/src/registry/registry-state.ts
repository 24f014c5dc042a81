import type { RefusedRemote, RegistryDocument } from '@nemus/registry';

/** The registry's state in the shell. */
export interface RegistryState {
  /** `missing`: neither the store nor this browser has a usable one. */
  readonly status: 'loading' | 'ready' | 'missing';
  readonly document: RegistryDocument | null;
  /** The store did not answer; the document is from an earlier answer. */
  readonly stale: boolean;
  /** Areas that are left out, since neither their entry nor the last good one is usable. */
  readonly refused: readonly RefusedRemote[];
}

/** Before any answer. */
export const LOADING: RegistryState = { status: 'loading', document: null, stale: false, refused: [] };
