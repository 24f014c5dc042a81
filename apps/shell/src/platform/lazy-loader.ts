import type { Loader } from '@nemus/loader';

/** A loader whose code may still be loading. */
export interface LazyLoader {
  readonly loader: Loader;
  /** The code has loaded. */
  arrive(real: Loader): void;
}

const NOTHING_ASKED = {};

/**
 * Replaces the loader until its code has loaded. Mounting needs the registry, which the same code reads, so nothing can
 * be mounted earlier.
 */
export function lazyLoader(): LazyLoader {
  let real: Loader | null = null;
  const waiting = new Map<() => void, (() => void) | null>();
  const present = (): Loader => {
    if (!real) throw new Error('An area was opened before the registry was read.');
    return real;
  };
  return {
    loader: {
      mountArea: (remote, host, onState, access) => present().mountArea(remote, host, onState, access),
      mountSlot: (name, element, props, onState) => present().mountSlot(name, element, props, onState),
      ahead: (remote, level, next) => real?.ahead(remote, level, next) ?? Promise.resolve(false),
      loadedFiles: (remote) => real?.loadedFiles(remote) ?? Promise.resolve(null),
      readFile: (remote, pointer, file) => present().readFile(remote, pointer, file),
      readOffer: (remote) => real?.readOffer(remote) ?? Promise.resolve({ commands: [], searches: [] }),
      search: (remote, question) => present().search(remote, question),
      getSnapshot: () => real?.getSnapshot() ?? NOTHING_ASKED,
      subscribe: (listener) => {
        waiting.set(listener, real?.subscribe(listener) ?? null);
        return () => {
          waiting.get(listener)?.();
          waiting.delete(listener);
        };
      },
    },
    arrive: (loader) => {
      real = loader;
      for (const listener of waiting.keys()) {
        waiting.set(listener, loader.subscribe(listener));
        listener();
      }
    },
  };
}
