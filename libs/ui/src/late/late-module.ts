import { useEffect, useSyncExternalStore } from 'react';

/** Wait before a failed request is repeated, in milliseconds. */
const AGAIN_MS = 2000;

/** A module that loads when it is first needed. */
export interface LateModule<T> {
  /** Requests it, once. Never rejects: what needs it requests it again. */
  prepare(): Promise<void>;
  /**
   * The module, or null until it has loaded.
   *
   * @param isNeeded Requests it; again after a failure, until it arrives. Not thrown to a boundary: that would take the
   * page, and what was typed into it, from a person who opens a dialog without a connection.
   */
  use(isNeeded: boolean): T | null;
}

/** @param load At once, if it needs no request: in tests. */
export function lateModule<T extends object>(load: () => T | Promise<T>): LateModule<T> {
  let loaded: T | null = null;
  let asked: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const prepare = () => {
    if (loaded !== null) return Promise.resolve();
    if (asked !== null) return asked;
    const answer = load();
    if (!(answer instanceof Promise)) {
      loaded = answer;
      return Promise.resolve();
    }
    asked = answer.then(
      (module) => {
        loaded = module;
        for (const listener of listeners) listener();
      },
      () => {
        asked = null;
      },
    );
    return asked;
  };
  return {
    prepare,
    use: function useLate(isNeeded) {
      // During the render, not after it: the request starts a frame earlier.
      if (isNeeded) void prepare();
      const module = useSyncExternalStore(subscribe, () => loaded);
      const isMissing = isNeeded && module === null;
      useEffect(() => {
        if (!isMissing) return undefined;
        const again = setInterval(() => void prepare(), AGAIN_MS);
        return () => clearInterval(again);
      }, [isMissing]);
      return module;
    },
  };
}
