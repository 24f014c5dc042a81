import { withPatience } from '@nemus/contract';
import { SESSION_KEY } from '@nemus/start';
import { FIRST_SCREEN_MS } from '@nemus/start/limits';
import { localStore } from '@nemus/host/browser/storage';
import type { Portal } from '../portal/portal';
import type { Place } from '../routing/guard';
import { placeAt } from '../routing/place';
import { rememberedFiles } from './remembered-files';

/** The first screen, as far as known. */
export interface FirstScreen {
  /** Resolves as soon as it is known, or on timeout. Never rejects. */
  knownOrTimeout(): Promise<void>;
  /**
   * The area whose code is loading, if every file that its page needed at the last visit has arrived; otherwise null.
   */
  area(): PreparedArea | null;
}

/** An area on its way to the first screen. */
export interface PreparedArea {
  readonly place: Extract<Place, { kind: 'area' }>;
  /** Whether it could be rendered with its data now. Never rejects. */
  readonly isReady: Promise<boolean>;
}

/** There is nothing to determine. */
export const NO_SCREEN: FirstScreen = { knownOrTimeout: () => Promise.resolve(), area: () => null };

type Parts = Pick<Portal, 'config' | 'session' | 'registry' | 'navigation' | 'loader' | 'overrides'>;

/**
 * Determines the first screen, and loads the code of its area, while the renderer is still loading. Without a stored
 * session, only an address that could be a public route needs it: the sign-in page is rendered at once.
 */
export function firstScreen({ config, session, registry, navigation, loader, overrides }: Parts): FirstScreen {
  const place = () =>
    placeAt(navigation.port.getLocation(), {
      session: session.store.getState(),
      registry: registry.store.getState(),
      config,
    });
  const first = place();
  if (!config.earlyStart || first.kind !== 'waiting') return NO_SCREEN;
  if (first.for !== 'registry' && localStore.getItem(SESSION_KEY) === null) return NO_SCREEN;
  void registry.refresh();
  let area: (PreparedArea & { readonly files: readonly string[] }) | null = null;
  const known = new Promise<void>((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      const now = place();
      if (now.kind === 'waiting') return;
      for (const stop of stops) stop();
      // An override must not get the code of another release.
      if (now.kind === 'area' && !overrides.pending()) {
        const files = rememberedFiles(navigation.port.getLocation().pathname);
        const { remote, route } = now.match;
        area = { place: now, files, isReady: loader.prepareMount(remote.name, files, undefined, route.access) };
      }
      resolve();
    };
    stops.push(session.store.subscribe(look), registry.store.subscribe(look));
  });
  return {
    knownOrTimeout: () => withPatience(known, FIRST_SCREEN_MS),
    area: () => (area && areThere(area.files) ? area : null),
  };
}

/** Whether files have been requested and have arrived; false for a page without an earlier visit. */
function areThere(files: readonly string[]): boolean {
  return files.length > 0 && files.every((url) => performance.getEntriesByName(url, 'resource').length > 0);
}
