/** Stands in for the shell's `platform/load-platform.ts`: one program has no part that waits for its areas. */
import { createLoader, federationHost } from '@nemus/loader';
import type { Platform } from '../../../../apps/shell/src/platform/load-platform';

export const loadPlatform = (): Promise<Platform> =>
  Promise.resolve({
    createLoader,
    containerHost: () => federationHost({}),
    openRegistry: () => Promise.reject(new Error('One program reads no registry.')),
  });
