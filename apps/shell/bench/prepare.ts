/** What is prepared before it is opened: the page after a sign-in. */
export { createPrepareFirstPage } from '../src/platform/prepare-first-page';
