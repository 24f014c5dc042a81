import type * as popper from './popper';

/** Requests them; in the file of the other late components. Tests have them at once (`testing/load-popper.ts`). */
export const loadPopper = (): typeof popper | Promise<typeof popper> =>
  import(/* webpackChunkName: "parts" */ './popper');
