/** Replaces the shell's `platform/load-platform.ts`: one program has no part that waits for its areas. */
import { createDataClient } from '@nemus/data';
import { createLoader, federationHost } from '@nemus/loader';
import { createPrepareFirstPage } from '../../../../apps/shell/bench/prepare';
import type { Platform } from '../../../../apps/shell/bench/types';

const readsNone = () => {
  throw new Error('One program reads no registry.');
};

export const loadPlatform = (): Promise<Platform> =>
  Promise.resolve({
    createDataClient,
    createLoader,
    containerHost: () => federationHost({}),
    createPrepareFirstPage,
    createPrepareMenu: () => () => undefined,
    runShared: () => undefined,
    digestOf: readsNone,
    openRegistry: readsNone,
    openStopList: readsNone,
    readAccepted: readsNone,
    // Its reads stay in memory.
    readsOnDevice: (kept) => kept,
    unchangedSpan: readsNone,
  });

export const loadDevice = readsNone;

export const runPlatformEarly = (): void => undefined;
