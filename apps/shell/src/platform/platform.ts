/** What reading the registry, asking the backend and opening areas takes: a chunk of its own, see `load-platform.ts`. */
import { provided } from '@nemus/build/provided';
import { federationHost } from '@nemus/loader';
import { whenIdle } from '@nemus/start/idle';

export { createDataClient } from '@nemus/data';
export { createLoader } from '@nemus/loader';
export { createPrepareArea } from './prepare-area';
export { createPrepareFirstPage } from './prepare-first-page';
export { createPrepareMenu } from './prepare-menu';
export { digestOf, openRegistry, openStopList, readAccepted, unchangedSpan } from '@nemus/registry';

/**
 * Runs what areas share while the page waits for answers, so that the first area does not have to wait for it. Whoever
 * loads an area meets the same failure.
 */
export function runShared(): void {
  whenIdle(() => {
    for (const { load, late } of Object.values(provided)) if (!late) load().catch(() => undefined);
  });
}

/** Containers by Module Federation, with everything that exists once in the page. */
export const containerHost = () => federationHost(provided);
