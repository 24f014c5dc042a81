/** What is prepared before it is opened: an area that somebody points at, and the page that a sign-in leads to. */
export { createPrepareArea } from '../src/platform/prepare-area';
export { createPrepareFirstPage } from '../src/platform/prepare-first-page';
