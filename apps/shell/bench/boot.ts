/** What the head script of a measured program's page does for its form. */
export { interceptSubmit } from '../src/first-form/intercept-submit';
