import type { Loader } from '@nemus/loader';
import { normalizePath, type RegisteredRemote } from '@nemus/registry';
import type { Session } from '@nemus/session';
import type { Navigation } from '../ports/navigation';
import type { FirstReads } from '../start/first-reads';
import type { MemoKeeper } from '../start/memo-keeper';

/**
 * When it is looked what a page's first screen was made of, in pauses after its area stands: soon, since the page may
 * be left at once, and again, since a slow line takes its time. Milliseconds.
 */
const FIRST_SCREEN = [50, 200, 1_500] as const;

/** Makes what remembers an area that was shown, so that the next start requests its files at once. */
export function createRememberStart({
  navigation,
  loader,
  session,
  reads,
  memo,
}: {
  readonly navigation: Pick<Navigation, 'port'>;
  readonly loader: Pick<Loader, 'loadedFiles'>;
  readonly session: Pick<Session, 'store'>;
  readonly reads: Pick<FirstReads, 'since'>;
  readonly memo: Pick<MemoKeeper, 'remember'>;
}): (remote: Pick<RegisteredRemote, 'name'>) => Promise<void> {
  const pathNow = () => normalizePath(navigation.port.getLocation().pathname);
  return async ({ name }) => {
    const path = pathNow();
    for (const pause of FIRST_SCREEN) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const loaded = await loader.loadedFiles(name);
      if (session.store.getState().status !== 'signed-in' || !loaded || pathNow() !== path) return;
      memo.remember({ path, ...loaded, reads: reads.since(name) });
    }
  };
}
