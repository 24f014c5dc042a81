import { remembered } from '../reads/remembered';

/** For a day: another device may have reopened the list. */
const HOURS_24 = 86_400_000;

/** Whether this browser knows, for a day, that the account has closed its first steps or done them all. */
export const stepsDismissed = remembered('first-steps', HOURS_24);
