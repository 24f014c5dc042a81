/** What is prepared before it is opened: a hovered area, and the page after a sign-in. */
export { createPrepareArea } from '../src/platform/prepare-area';
export { createPrepareFirstPage } from '../src/platform/prepare-first-page';
