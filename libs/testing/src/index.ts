/** Replacements for the shell in tests. Independent of test runners, so that browsers can load it as well. */
export * from './fake-ports';
export * from './meeting/examples';
