import type { Loader } from '@nemus/loader';
import { normalizePath, type RegisteredRemote } from '@nemus/registry';
import type { Session } from '@nemus/session';
import type { FirstReads, MemoKeeper } from '@nemus/start';
import { REMEMBER_AFTER_MS } from '@nemus/start/limits';
import type { Navigation } from '@nemus/host/ports/navigation';

/**
 * Remembers a shown area, so that the next start requests its files at once. Of a public route, only its own path and
 * files: the rest of the address and its requests may be a secret.
 */
export function createRememberStart({
  navigation,
  loader,
  session,
  reads,
  memo,
  publicPathAt,
}: {
  readonly navigation: Pick<Navigation, 'port'>;
  readonly loader: Pick<Loader, 'loadedFiles'>;
  readonly session: Pick<Session, 'store'>;
  readonly reads: Pick<FirstReads, 'since'>;
  readonly memo: Pick<MemoKeeper, 'remember'>;
  readonly publicPathAt: (path: string) => string | null;
}): (remote: Pick<RegisteredRemote, 'name'>) => Promise<void> {
  const pathNow = () => normalizePath(navigation.port.getLocation().pathname);
  return async ({ name }) => {
    const path = pathNow();
    const publicPath = publicPathAt(path);
    for (const pause of REMEMBER_AFTER_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const loaded = await loader.loadedFiles(name);
      if (!loaded || pathNow() !== path) return;
      if (publicPath !== null) memo.remember({ path: publicPath, isPublic: true, ...loaded, reads: [] });
      else if (session.store.getState().status !== 'signed-in') return;
      else memo.remember({ path, ...loaded, reads: reads.since(name) });
    }
  };
}
