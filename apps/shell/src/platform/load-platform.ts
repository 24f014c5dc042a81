import { OFF_KEY, SESSION_KEY } from '@nemus/start';
import { localStore } from '../browser/storage';
import type * as platform from './platform';

/** Code that nobody needs before an account is signed in. */
export type Platform = typeof platform;

/**
 * Fetches it. The build names this chunk's files in the page's head (`data-for="account"`), so that the boot script
 * requests them beside everything else where a session is stored; a sign-in page comes without them.
 */
export const loadPlatform = (): Promise<Platform> => import(/* webpackChunkName: "platform" */ './platform');

/**
 * Runs this code, and what areas share, as soon as it has arrived, while the configuration is still on its way. Where a
 * session is stored, and the early start was not off at the last visit: the page has requested the files then.
 */
export function runPlatformEarly(): void {
  if (localStore.getItem(SESSION_KEY) === null || localStore.getItem(OFF_KEY) !== null) return;
  loadPlatform().then(
    ({ runShared }) => runShared(),
    // Whoever needs it asks again, and says what came of it.
    () => undefined,
  );
}
