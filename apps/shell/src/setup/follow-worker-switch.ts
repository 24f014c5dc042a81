import type { Session } from '@nemus/session';
import { whenIdle } from '@nemus/start/idle';
import { WORKER_AFTER_MS } from '@nemus/start/limits';
import { switchServiceWorker } from '../browser/service-worker';
import type { PortalConfig } from '@nemus/host/config/config';

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const idle = () => new Promise<void>((resolve) => void whenIdle(resolve, { atMostMs: WORKER_AFTER_MS }));

/**
 * Follows the configuration's switch for the worker of returning visitors. It is registered once an account is signed
 * in and the page is idle, so that the first visit is not slowed down. Switched off, it is removed for all visitors.
 */
export async function followWorkerSwitch(
  { worker }: Pick<PortalConfig, 'worker'>,
  { store }: Pick<Session, 'store'>,
  keep: typeof switchServiceWorker = switchServiceWorker,
): Promise<void> {
  if (worker) {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (store.getState().status === 'signed-in') resolve();
      };
      store.subscribe(look);
      look();
    });
    await pause(WORKER_AFTER_MS);
  }
  await idle();
  // A full disk, a private window, a missing file: without a worker everything works as on a first visit.
  await keep(worker).catch(() => undefined);
}
