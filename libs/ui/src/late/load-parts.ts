import type * as parts from './parts';

/** Requests the late components. Tests have them at once (`testing/load-parts.ts`). */
export const loadParts = (): typeof parts | Promise<typeof parts> => import(/* webpackChunkName: "parts" */ './parts');
