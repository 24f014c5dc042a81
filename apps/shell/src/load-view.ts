import type * as view from './view';

/**
 * Loads the renderer: React, the components and the pages. The page requests these files at once, after the entry
 * scripts.
 */
export const loadView = (): Promise<typeof view> => import(/* webpackChunkName: "view" */ './view');
