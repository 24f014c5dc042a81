import { OFF_KEY, SESSION_KEY } from '@nemus/start';
import { localStore } from '@nemus/host/browser/storage';
import type * as device from './device';
import type * as platform from './platform';

/** Code that is only needed once an account is signed in. */
export type Platform = typeof platform;

/**
 * Loads it. The build lists this chunk's files in the page's head (`data-for="account"`), so that the boot script
 * requests them when a session is stored; the sign-in page works without them.
 */
export const loadPlatform = (): Promise<Platform> => import(/* webpackChunkName: "platform" */ './platform');

/** Loads what a start without a connection needs, and what stores reads for it. The worker keeps its file. */
export const loadDevice = (): Promise<typeof device> => import(/* webpackChunkName: "device" */ './device');

/**
 * Runs this code, and the shared modules, as soon as it has arrived, while the configuration is still loading. Only
 * with a stored session and the early start on at the last visit: the page has then requested the files.
 */
export function runPlatformEarly(): void {
  if (localStore.getItem(SESSION_KEY) === null || localStore.getItem(OFF_KEY) !== null) return;
  loadPlatform().then(
    ({ runShared }) => runShared(),
    // Later calls retry and report failures.
    () => undefined,
  );
}
