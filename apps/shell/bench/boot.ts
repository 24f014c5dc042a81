/** What a measured page's own boot script does as the shell's does. Without React and without schemas, as that one is. */
export { askEarly } from '../src/start/early-answers';
export { isObject, pageFor, parsed, readStartMemo, START_MEMO_KEY, type StartMemo } from '../src/start/start-memo';
export { readStoredAccount } from '../src/start/stored-account';
