import * as popper from '../popper';

/** In place of `../load-popper` in tests. */
export const loadPopper = () => popper;
