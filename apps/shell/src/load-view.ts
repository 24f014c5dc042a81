import type * as view from './view';

/**
 * Fetches what draws the portal: React, the components and the pages. The page requests these files at once, behind the
 * ones that start it.
 */
export const loadView = (): Promise<typeof view> => import(/* webpackChunkName: "view" */ './view');
