import { remembered } from '../reads/remembered';

/** For a day: another device may have brought the list back. */
const HOURS_24 = 86_400_000;

/** Whether this browser has seen within a day that the account put its first steps away. */
export const stepsDismissed = remembered('first-steps', HOURS_24);
