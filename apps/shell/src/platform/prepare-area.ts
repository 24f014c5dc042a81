import type { NavigationPort } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { Session } from '@nemus/session';
import type { FirstReads } from '@nemus/start';
import { AREA_AHEAD_AGAIN_MS, AREA_REST_MS } from '@nemus/start/limits';
import { savesData } from '../browser/saves-data';
import type { PortalConfig } from '../config/config';
import type { RegistryState } from '../registry/registry-state';
import { placeAt } from '../routing/place';
import { rememberedFiles } from '../wiring/remembered-files';

/** What tells whether an area may be let ask, and lets it. */
export interface AreaParts {
  readonly config: PortalConfig;
  readonly session: Pick<Session, 'store'>;
  readonly registry: { readonly store: { getState(): RegistryState }; prepare(): Promise<void> };
  readonly navigation: { readonly port: Pick<NavigationPort, 'getLocation'> };
  readonly overrides: { pending(): Promise<void> | null };
  readonly loader: Pick<Loader, 'prepareFiles' | 'prepareOpening'>;
  readonly reads: Pick<FirstReads, 'ahead'>;
}

/** Begins when somebody comes to an area's menu entry, which leads to a path. Returns what ends it when they leave. */
export type PrepareArea = (remote: string, path: string) => () => void;

/**
 * Makes what prepares an area while somebody is at its entry of the menu, by pointer or keyboard. At once its files and
 * the registry are asked for. Whoever stays has the area's code run, and its page's reads asked for, as soon as the store
 * has said that the area is what the registry at hand says: nothing runs here that a click would not run.
 */
export function createPrepareArea({
  config,
  session,
  registry,
  navigation,
  overrides,
  loader,
  reads,
}: AreaParts): PrepareArea {
  /** When an area was asked for its data, by account and name. */
  const asked = new Map<string, number>();

  /** The area that is shown at an address, as session and registry stand. */
  function areaAt(path: string): string | null {
    const place = placeAt(
      { pathname: path, search: '', hash: '' },
      { session: session.store.getState(), registry: registry.store.getState(), config },
    );
    return place.kind === 'area' && place.match.remote.enabled ? place.match.remote.name : null;
  }

  function ask(remote: string, path: string) {
    // A copy of the registry may be older than what was taken back; and an override is what somebody tests.
    if (registry.store.getState().stale || overrides.pending()) return;
    if (areaAt(path) !== remote || areaAt(navigation.port.getLocation().pathname) === remote) return;
    const key = `${session.store.getState().user?.id ?? ''}/${remote}`;
    if (Date.now() - (asked.get(key) ?? -Infinity) < AREA_AHEAD_AGAIN_MS) return;
    asked.set(key, Date.now());
    reads.ahead(remote);
    loader.prepareOpening(remote, path, rememberedFiles(path));
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
