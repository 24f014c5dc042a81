/** The page that a sign-in leads to. */
export { createPrepareFirstPage } from '../src/platform/prepare-first-page';
