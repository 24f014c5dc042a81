import type * as auth from './pages/auth/auth';
import type * as view from './view';

/**
 * Loads the renderer: React, the components and the pages. The page requests these files at once, after the entry
 * scripts.
 */
export const loadView = (): Promise<typeof view> => import(/* webpackChunkName: "view" */ './view');

/** Loads the sign-in's page and dialog, with the forms' library: a start with a session does not need them. */
export const loadAuth = (): Promise<typeof auth> => import(/* webpackChunkName: "auth" */ './pages/auth/auth');
