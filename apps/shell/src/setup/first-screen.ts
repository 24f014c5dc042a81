import { withPatience } from '@nemus/contract';
import { SESSION_KEY } from '@nemus/start';
import { untilIdle } from '@nemus/start/idle';
import { FIRST_SCREEN_MS, READS_FIRST_MS } from '@nemus/start/limits';
import { localStore } from '@nemus/host/browser/storage';
import type { Portal } from '../portal/portal';
import { placeAt } from '../routing/place';
import { rememberedFiles } from './remembered-files';

type Parts = Pick<Portal, 'config' | 'session' | 'registry' | 'navigation' | 'loader' | 'overrides'>;

/**
 * Determines the first screen, and loads the code of its area, while the renderer is still loading. Without a stored
 * session, only an address that could be a public route needs it: the sign-in page is rendered at once. Resolves as soon
 * as the area's page has requested its data or the screen needs no area, or on timeout. Never rejects.
 */
export async function prepareFirstScreen({
  config,
  session,
  registry,
  navigation,
  loader,
  overrides,
}: Parts): Promise<void> {
  const place = () =>
    placeAt(navigation.port.getLocation(), {
      session: session.store.getState(),
      registry: registry.store.getState(),
      config,
    });
  const first = place();
  const isKnown = !config.earlyStart || first.kind !== 'waiting';
  if (isKnown || (first.for !== 'registry' && localStore.getItem(SESSION_KEY) === null)) return;
  void registry.refresh();
  let running = Promise.resolve(false);
  const known = new Promise<void>((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      const now = place();
      if (now.kind === 'waiting') return;
      for (const stop of stops) stop();
      // An override must not get the code of another release.
      if (now.kind === 'area' && !overrides.pending()) {
        const { remote, route } = now.match;
        const files = rememberedFiles(navigation.port.getLocation().pathname);
        running = loader.ahead(remote.name, 'running', { files, access: route.access });
      }
      resolve();
    };
    stops.push(session.store.subscribe(look), registry.store.subscribe(look));
  });
  await withPatience(known, FIRST_SCREEN_MS);
  // Otherwise the frame is drawn, laid out and painted before the area's code has run, and all of it again afterwards.
  await untilIdle(running, READS_FIRST_MS);
}
