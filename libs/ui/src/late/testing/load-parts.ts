import * as parts from '../parts';

/** In place of `../load-parts` in tests: what a user of a loaded page sees. */
export const loadParts = () => parts;
