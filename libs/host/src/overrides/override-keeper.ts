import type { Override } from '@nemus/registry';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyStore } from '../browser/storage';
import type * as service from './override-service';
import type { OpenOverride, OverrideRefusal, OverrideRules } from './override-service';

/** Storage key of the override's id. */
export const OVERRIDE_KEY = 'nemus.override';

/** State of this browser's override. */
export type OverrideState =
  | { readonly status: 'none' | 'checking' }
  /** `expired`: the open area keeps it; the next opening uses the release again. */
  | ({ readonly status: 'active' | 'expired' } & OpenOverride)
  /** The stored override was refused. */
  | { readonly status: 'refused'; readonly refusal: OverrideRefusal };

/** Manages this browser's override: one area at a time, for authorised accounts, until it expires. */
export interface OverrideKeeper {
  readonly store: StoreApi<OverrideState>;
  /** An account is signed in, or none (null): restores its stored override. */
  begin(userId: string | null): void;
  /** While a stored override is checked: resolves when that is done. */
  pending(): Promise<void> | null;
  /** The override that currently applies to an area. */
  of(remote: string): Override | null;
  /** Accepts the line of the release command line. Rejects with `OverrideRefused`. */
  take(line: string): Promise<void>;
  /** Retries a failed check. */
  recheck(): Promise<void>;
  /** Ends it at once. */
  reset(): void;
}

const NONE = { status: 'none' } as const;
const CHECKING = { status: 'checking' } as const;

/** @param options `onTrouble` gets failures that the user need not know. */
export function createOverrideKeeper({
  rules,
  storage,
  onTrouble,
  load = () => import('./override-service'),
}: {
  readonly rules: OverrideRules;
  readonly storage: KeyStore;
  readonly onTrouble: (what: string, error: unknown) => void;
  readonly load?: () => Promise<typeof service>;
}): OverrideKeeper {
  const store = createStore<OverrideState>(() => NONE);
  const set = (state: OverrideState) => store.setState(state, true);
  let account: string | null = null;
  let running: Promise<void> | null = null;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function hold(opened: OpenOverride) {
    clearTimeout(expiry);
    set({ status: 'active', ...opened });
    const left = new Date(opened.override.until).getTime() - rules.now().getTime();
    expiry = setTimeout(() => {
      storage.removeItem(OVERRIDE_KEY);
      set({ status: 'expired', ...opened });
    }, left);
  }

  function drop() {
    clearTimeout(expiry);
    storage.removeItem(OVERRIDE_KEY);
    set(NONE);
  }

  async function check(kept: string, user: string): Promise<void> {
    const isCurrent = () => account === user;
    try {
      const { restoreOverride } = await load();
      const opened = await restoreOverride(kept, rules);
      if (isCurrent()) hold(opened);
    } catch (error) {
      if (!isCurrent()) return;
      const { OverrideRefused } = await load().catch(() => ({ OverrideRefused: null }));
      const refusal = OverrideRefused && error instanceof OverrideRefused ? error.refusal : 'unreachable';
      onTrouble(`override-refused: ${refusal}`, error);
      // An unchecked one may still be valid; anything else is useless.
      if (refusal !== 'unreachable') storage.removeItem(OVERRIDE_KEY);
      set({ status: 'refused', refusal });
    }
  }

  function checkKept(user: string): Promise<void> {
    const kept = storage.getItem(OVERRIDE_KEY);
    if (kept === null) return Promise.resolve();
    set(CHECKING);
    const checking = check(kept, user).finally(() => {
      if (running === checking) running = null;
    });
    running = checking;
    return checking;
  }

  return {
    store,
    begin: (userId) => {
      if (userId === account) return;
      const isOver = account !== null;
      account = userId;
      // It belongs to the account that created it.
      if (isOver) drop();
      if (userId !== null) void checkKept(userId);
    },
    pending: () => running,
    of: (remote) => {
      const state = store.getState();
      if (state.status !== 'active' || state.override.remote !== remote) return null;
      return rules.now() < new Date(state.override.until) ? state.override : null;
    },
    take: async (line) => {
      const { takeOverride, overrideText, endOverride } = await load();
      const before = store.getState();
      const opened = await takeOverride(line, rules);
      storage.setItem(OVERRIDE_KEY, overrideText(opened));
      hold(opened);
      if (before.status === 'active') {
        endOverride(before.id, rules).catch((error: unknown) => onTrouble('override-not-ended', error));
      }
    },
    recheck: () => (account === null ? Promise.resolve() : checkKept(account)),
    reset: () => {
      const before = store.getState();
      drop();
      if (before.status !== 'active') return;
      load()
        .then(({ endOverride }) => endOverride(before.id, rules))
        .catch((error: unknown) => onTrouble('override-not-ended', error));
    },
  };
}
