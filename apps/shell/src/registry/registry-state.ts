import type { RefusedRemote, RegistryDocument } from '@nemus/registry';

/** The registry as the shell has it. */
export interface RegistryState {
  /** `missing`: neither the store nor this browser has one that may be used. */
  readonly status: 'loading' | 'ready' | 'missing';
  readonly document: RegistryDocument | null;
  /** The store did not answer; the document is the last one that did. */
  readonly stale: boolean;
  /** Areas that are left out, since neither their entry nor the last good one may be used. */
  readonly refused: readonly RefusedRemote[];
}

/** Before anybody has answered. */
export const LOADING: RegistryState = { status: 'loading', document: null, stale: false, refused: [] };
