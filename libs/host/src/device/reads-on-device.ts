import type { SessionStore } from '@nemus/session';
import { whenIdle } from '@nemus/start/idle';
import type { KeptReads } from '../ports/kept-reads';
import type { StoredReads } from './device-copy';
import type { storeReads } from './store-reads';

/**
 * The kept reads, with those on the device: what an area marks is stored when the page is idle, and a page that was
 * opened without a connection starts with what is stored, until the backend answers.
 *
 * @param found what is stored, when the page was opened without a connection
 * @param load loads the code that stores; where the browser stores nothing, the page works without it
 */
export function readsOnDevice(
  kept: Pick<KeptReads, 'portOfAccount'>,
  session: SessionStore,
  found: StoredReads | undefined,
  load: () => Promise<{ readonly storeReads: typeof storeReads }>,
): Pick<KeptReads, 'portOfAccount'> {
  let stored = found;
  return {
    portOfAccount() {
      const inMemory = kept.portOfAccount();
      const userId = session.getState().user?.id;
      return {
        take: (shape) => [...(stored?.(userId, shape) ?? []), ...inMemory.take(shape)],
        keep(shape, reads) {
          const marked = reads.filter(({ offlinePage }) => offlinePage);
          inMemory.keep(
            shape,
            reads.filter((read) => !marked.includes(read)),
          );
          if (marked.length === 0) return;
          stored = undefined;
          whenIdle(() => {
            load()
              .then((code) => code.storeReads(session, userId, shape, marked))
              .catch(() => undefined);
          });
        },
      };
    },
  };
}
