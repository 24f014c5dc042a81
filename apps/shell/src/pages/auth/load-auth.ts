import type * as auth from './auth';

/** Loads the sign-in's page and dialog, with the forms' library: a start with a session does not need them. */
export const loadAuth = (): Promise<typeof auth> => import(/* webpackChunkName: "auth" */ './auth');
