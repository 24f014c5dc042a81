/** The early start: requests what will be needed before its user has loaded. See `docs/start.md`. */
export { preparePage } from './prepare-page';
export { prepareNamedFiles, type NamedFiles } from './named-files';
export { dropEarlyReads, prepareAnswer, withEarlyAnswers } from './early-answers';
export { prepareProfile, prepareRead } from './prepare-read';
export { Ahead, AHEAD, type AheadLevel } from './ahead';
export { EarlyFiles, type EarlyFile } from './early-files';
export { FirstReads } from './first-reads';
export { isObject, pageFor, parsed, readStartMemo, START_MEMO_KEY, type StartMemo } from './memo';
export { createMemoKeeper, type MemoKeeper } from './memo-keeper';
export {
  CONFIG_PATH,
  PROFILE_COLUMNS,
  PROFILE_HEADERS,
  profilePath,
  SESSION_KEY,
  STOPS_REQUEST,
  VERSION_REQUEST,
  VERSIONED_KEY,
} from './requests';
export { keepSwitch, OFF_KEY } from './switch';
export { readStoredAccount, type StoredAccount } from './stored-account';
