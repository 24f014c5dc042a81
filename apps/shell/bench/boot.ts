/** What the script in the head of a measured program's page does for the form in it. */
export { holdForm } from '../src/first-form/hold-form';
