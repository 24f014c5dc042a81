import { withPatience } from '@nemus/contract';
import { STORAGE_KEY } from '@nemus/session/early';
import { localStore } from '../browser/storage';
import type { Portal } from '../portal/portal';
import { placeAt } from '../routing/place';
import { pageFor, readStartMemo, START_MEMO_KEY } from '../start/start-memo';

/** What the first screen is, as far as it is known. */
export interface FirstScreen {
  /** Resolves as soon as it is known, or when nobody should wait for it any longer. Never rejects. */
  orPatience(): Promise<void>;
}

/**
 * How long the page's first picture stands alone once the portal could be drawn: drawing twice costs a slow processor
 * more than this wait, and a service that does not answer must not hide the way out. Milliseconds.
 */
const PATIENCE = 700;

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
  if (localStore.getItem(STORAGE_KEY) === null || place().kind !== 'waiting') {
    return { orPatience: () => Promise.resolve() };
  }
  void registry.refresh();
  const known = new Promise<void>((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      const now = place();
      if (now.kind === 'waiting') return;
      for (const stop of stops) stop();
      // Who looks at an override must not get the code of another release.
      if (now.kind === 'area' && !overrides.pending()) {
        loader.prepare(now.match.remote.name, rememberedFiles(navigation.port.getLocation().pathname));
      }
      resolve();
    };
    stops.push(session.store.subscribe(look), registry.store.subscribe(look));
  });
  return { orPatience: () => withPatience(known, PATIENCE) };
}

/** Addresses of the files that this page needed at the last visit. The loader takes those that are of the release. */
function rememberedFiles(path: string): string[] {
  const memo = readStartMemo(localStore.getItem(START_MEMO_KEY));
  return memo ? (pageFor(memo, path)?.files.map(({ url }) => url) ?? []) : [];
}
