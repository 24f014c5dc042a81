/** Code that reads the registry, queries the backend and opens areas: a separate chunk, see `load-platform.ts`. */
import { provided } from '@nemus/build/provided';
import { federationHost } from '@nemus/loader';
import { whenIdle } from '@nemus/start/idle';

export { createDataClient } from '@nemus/data';
export { readsOnDevice } from '@nemus/host/device/reads-on-device';
export { createLoader } from '@nemus/loader';
export { createPrepareFirstPage } from './prepare-first-page';
export { createPrepareMenu } from './prepare-menu';
export { digestOf, openRegistry, openStopList, readAccepted, unchangedSpan } from '@nemus/registry';

/**
 * Evaluates the shared modules while the page waits for answers, so that the first area does not wait for them. Loading
 * an area meets the same failures.
 */
export function runShared(): void {
  whenIdle(() => {
    for (const { load, late } of Object.values(provided)) if (!late) load().catch(() => undefined);
  });
}

/** Module Federation containers, with all singletons of the page. */
export const containerHost = () => federationHost(provided);
