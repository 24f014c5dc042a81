import type { NavigationPort } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { Session } from '@nemus/session';
import type { FirstReads } from '@nemus/start';
import { AREA_AHEAD_AGAIN_MS, AREA_REST_MS } from '@nemus/start/limits';
import { savesData } from '../browser/saves-data';

/** What determines whether an area may prefetch, and starts it. */
export interface AreaParts {
  readonly session: Pick<Session, 'store'>;
  /** `stale`: the store has not answered, so the current registry may contain withdrawn releases. */
  readonly registry: { readonly store: { getState(): { readonly stale: boolean } }; prepare(): Promise<void> };
  readonly navigation: { readonly port: Pick<NavigationPort, 'getLocation'> };
  readonly overrides: { pending(): Promise<void> | null };
  readonly loader: Pick<Loader, 'prepareFiles' | 'prepareOpening'>;
  readonly reads: Pick<FirstReads, 'ahead'>;
  /** Name of the area at an address, for the current session and registry; null for none, or a closed one. */
  readonly areaAt: (path: string) => string | null;
  /** Addresses of the files that a page needed at its last visit. */
  readonly filesOf: (path: string) => readonly string[];
}

/** Starts when an area's menu entry is hovered or focused. Returns the function that ends it. */
export type PrepareArea = (remote: string, path: string) => () => void;

/**
 * Prepares an area while its menu entry is hovered or focused. Requests its files and the registry at once. After a
 * delay, it runs the area's code and prefetches its page's reads, once the store has confirmed the current registry:
 * nothing runs here that a click would not run.
 */
export function createPrepareArea(parts: AreaParts): PrepareArea {
  const { session, registry, navigation, overrides, loader, reads, areaAt, filesOf } = parts;
  /** When an area was last allowed to prefetch, by account and name. */
  const asked = new Map<string, number>();

  function ask(remote: string, path: string) {
    // An override is under test.
    if (registry.store.getState().stale || overrides.pending()) return;
    if (areaAt(path) !== remote || areaAt(navigation.port.getLocation().pathname) === remote) return;
    const key = `${session.store.getState().user?.id ?? ''}/${remote}`;
    if (Date.now() - (asked.get(key) ?? -Infinity) < AREA_AHEAD_AGAIN_MS) return;
    asked.set(key, Date.now());
    reads.ahead(remote);
    loader.prepareOpening(remote, path, filesOf(path));
  }

  return (remote, path) => {
    let isThere = true;
    const known = registry.prepare();
    loader.prepareFiles(remote);
    setTimeout(() => {
      void known.then(() => {
        if (isThere && !savesData()) ask(remote, path);
      });
    }, AREA_REST_MS);
    return () => {
      isThere = false;
    };
  };
}
