import type { NavigationPort } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { Session } from '@nemus/session';
import type { FirstReads } from '@nemus/start';
import { AREA_AHEAD_AGAIN_MS, AREA_REST_MS } from '@nemus/start/limits';
import { savesData } from '../browser/saves-data';

/** What tells whether an area may be let ask, and lets it. */
export interface AreaParts {
  readonly session: Pick<Session, 'store'>;
  /** `stale`: the store has not answered, so that what is at hand may be older than what was taken back. */
  readonly registry: { readonly store: { getState(): { readonly stale: boolean } }; prepare(): Promise<void> };
  readonly navigation: { readonly port: Pick<NavigationPort, 'getLocation'> };
  readonly overrides: { pending(): Promise<void> | null };
  readonly loader: Pick<Loader, 'prepareFiles' | 'prepareOpening'>;
  readonly reads: Pick<FirstReads, 'ahead'>;
  /** Name of the area that an address shows, as session and registry stand; null where it shows none, or a closed one. */
  readonly areaAt: (path: string) => string | null;
  /** Addresses of the files that a page needed at its last visit. */
  readonly filesOf: (path: string) => readonly string[];
}

/** Begins when somebody comes to an area's menu entry, which leads to a path. Returns what ends it when they leave. */
export type PrepareArea = (remote: string, path: string) => () => void;

/**
 * Makes what prepares an area while somebody is at its entry of the menu, by pointer or keyboard. At once its files and
 * the registry are asked for. Whoever stays has the area's code run, and its page's reads asked for, as soon as the store
 * has said that the area is what the registry at hand says: nothing runs here that a click would not run.
 */
export function createPrepareArea(parts: AreaParts): PrepareArea {
  const { session, registry, navigation, overrides, loader, reads, areaAt, filesOf } = parts;
  /** When an area was asked for its data, by account and name. */
  const asked = new Map<string, number>();

  function ask(remote: string, path: string) {
    // An override is what somebody tests.
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
