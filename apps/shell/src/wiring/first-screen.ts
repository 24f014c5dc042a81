import { withPatience } from '@nemus/contract';
import { pageFor, readStartMemo, SESSION_KEY, START_MEMO_KEY } from '@nemus/start';
import { FIRST_SCREEN_MS } from '@nemus/start/limits';
import { localStore } from '../browser/storage';
import type { Portal } from '../portal/portal';
import { placeAt } from '../routing/place';

/** What the first screen is, as far as it is known. */
export interface FirstScreen {
  /** Resolves as soon as it is known, or when nobody should wait for it any longer. Never rejects. */
  orPatience(): Promise<void>;
}

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
        loader.prepareMount(now.match.remote.name, rememberedFiles(navigation.port.getLocation().pathname));
      }
      resolve();
    };
    stops.push(session.store.subscribe(look), registry.store.subscribe(look));
  });
  return { orPatience: () => withPatience(known, FIRST_SCREEN_MS) };
}

/** Addresses of the files that this page needed at the last visit. The loader takes those that are of the release. */
function rememberedFiles(path: string): string[] {
  const memo = readStartMemo(localStore.getItem(START_MEMO_KEY));
  return memo ? (pageFor(memo, path)?.files.map(({ url }) => url) ?? []) : [];
}
