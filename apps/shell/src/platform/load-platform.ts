import type * as platform from './platform';

/** Code that nobody needs before an account is signed in. */
export type Platform = typeof platform;

/**
 * Fetches it. The build names this chunk's files in the page's head (`data-for="account"`), so that the boot script
 * requests them beside everything else where a session is stored; a sign-in page comes without them.
 */
export const loadPlatform = (): Promise<Platform> => import(/* webpackChunkName: "platform" */ './platform');
