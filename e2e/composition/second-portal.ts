import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { openFileStore, shellOfWorkspace, shipRelease } from '@nemus/release';
import { startShellServer, startStoreServer } from '../../tools/portal/src/serve/servers';
import { temporaryFolder } from '../../tools/portal/src/serve/temporary-folder';
import { FIXTURE_SHELL, fixtureRemote, SECOND_SHELL } from '../fixtures/build';
import { END } from '../fixtures/second-contract/first-contract';
import { stopAfterPages } from '../support/servers';

const ENVIRONMENT = 'fixtures';

/** A shell of contract 2 with an area of each contract. */
interface SecondPortal {
  readonly origin: string;
  readonly store: string;
}

/** Publishes the area of each contract. @returns Folder of the store. */
async function publishBoth(): Promise<string> {
  const folder = await temporaryFolder('majors');
  const shell = {
    ...shellOfWorkspace(FIXTURE_SHELL),
    contract: '2.0.0',
    adapters: [{ contract: '1.8.0', until: END }],
  };
  for (const remote of ['of-first-contract', 'of-second-contract']) {
    await shipRelease({
      store: openFileStore(folder),
      environment: ENVIRONMENT,
      appFolder: fixtureRemote(remote),
      shell,
      // The day on which both were released, whatever the date of the test.
      now: new Date('2027-01-01'),
      who: 'composition tests',
      why: 'fixture',
    });
  }
  return folder;
}

/** `adapters`: whether the shell has the adapter of contract 1. The store is filled once per worker: no test changes it. */
export const test = base.extend<{ portal: SecondPortal; adapters: boolean }, { filled: string }>({
  adapters: [true, { option: true }],
  filled: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const folder = await publishBoth();
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  portal: async ({ context, adapters, filled }, use) => {
    const store = await startStoreServer({ folder: filled, port: 0 });
    const server = await startShellServer({
      build: path.join(SECOND_SHELL, 'dist'),
      port: 0,
      config: () => ({
        storeUrl: `${store.origin}/`,
        registryUrl: `${store.origin}/registry/${ENVIRONMENT}.json`,
        adapters,
      }),
    });
    await use({ origin: server.origin, store: store.origin });
    await stopAfterPages(context, async () => {
      await server.close();
      await store.close();
    });
  },
});
export { expect };
