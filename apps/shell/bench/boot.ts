/** What the script in the head of a measured program's page does for the form in it. */
export { interceptSubmit } from '../src/first-form/intercept-submit';
