import { withPatience } from '@nemus/contract';
import { SESSION_KEY } from '@nemus/start';
import { FIRST_SCREEN_MS } from '@nemus/start/limits';
import { localStore } from '../browser/storage';
import type { Portal } from '../portal/portal';
import type { Place } from '../routing/guard';
import { placeAt } from '../routing/place';
import { rememberedFiles } from './remembered-files';

/** What the first screen is, as far as it is known. */
export interface FirstScreen {
  /** Resolves as soon as it is known, or when nobody should wait for it any longer. Never rejects. */
  knownOrTimeout(): Promise<void>;
  /**
   * The area whose code is being loaded, when every file that its page needed at the last visit is there already; else
   * null.
   */
  area(): PreparedArea | null;
}

/** An area on its way to the first screen. */
export interface PreparedArea {
  readonly place: Extract<Place, { kind: 'area' }>;
  /** Whether it could be drawn with its data now. Never rejects. */
  readonly isReady: Promise<boolean>;
}

/** There is nothing to find out. */
export const NO_SCREEN: FirstScreen = { knownOrTimeout: () => Promise.resolve(), area: () => null };

type Parts = Pick<Portal, 'config' | 'session' | 'registry' | 'navigation' | 'loader' | 'overrides'>;

/**
 * Finds out what the first screen is, and loads the code of its area, while what draws it is still on its way. Without
 * a stored session there is nothing to find out: the sign-in page is drawn at once.
 */
export function firstScreen({ config, session, registry, navigation, loader, overrides }: Parts): FirstScreen {
  const place = () =>
    placeAt(navigation.port.getLocation(), {
      session: session.store.getState(),
      registry: registry.store.getState(),
      config,
    });
  if (!config.earlyStart || localStore.getItem(SESSION_KEY) === null || place().kind !== 'waiting') {
    return NO_SCREEN;
  }
  void registry.refresh();
  let area: (PreparedArea & { readonly files: readonly string[] }) | null = null;
  const known = new Promise<void>((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      const now = place();
      if (now.kind === 'waiting') return;
      for (const stop of stops) stop();
      // Who looks at an override must not get the code of another release.
      if (now.kind === 'area' && !overrides.pending()) {
        const files = rememberedFiles(navigation.port.getLocation().pathname);
        area = { place: now, files, isReady: loader.prepareMount(now.match.remote.name, files) };
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

/** Whether files have been requested and have arrived; nothing is known of a page that was never seen. */
function areThere(files: readonly string[]): boolean {
  return files.length > 0 && files.every((url) => performance.getEntriesByName(url, 'resource').length > 0);
}
