/** What tests put in the place of the shell. Free of test runners, so that browsers can load it as well. */
export * from './fake-ports';
export * from './meeting/examples';
