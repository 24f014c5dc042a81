import type { Platform } from '../platform/load-platform';

const unused = () => {
  throw new Error('Not requested here.');
};
/** The code of accounts; a test replaces what it uses. */
export const PLATFORM: Platform = {
  digestOf: unused,
  openRegistry: unused,
  openStopList: unused,
  readAccepted: unused,
  unchangedSpan: unused,
  createDataClient: unused,
  readsOnDevice: (kept) => kept,
  createLoader: unused,
  containerHost: unused,
  createPrepareFirstPage: unused,
  createPrepareMenu: unused,
  runShared: unused,
};
