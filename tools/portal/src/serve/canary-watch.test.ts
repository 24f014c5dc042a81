import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openFileStore, readCurrent } from '@nemus/release';
import { sampleEntry, samplePointer } from '@nemus/registry/samples';
import { startCanaryWatch } from './canary-watch';

const canary = {
  pointer: samplePointer('alpha', 1),
  percent: 10,
  cohorts: [],
  salt: 'x',
  bound: { failureRate: 0.02, minimumAccounts: 2 },
};
const FIGURES = {
  remote: 'alpha',
  version: canary.pointer.version,
  accounts: 3,
  failed_accounts: 2,
  starts: 3,
  failures: 2,
  load_ms: null,
  mount_ms: null,
};

let store: string;
let stop = () => Promise.resolve();
// The client is imported by the first report; compiling it alone may take seconds.
beforeAll(() => import('@nemus/data'), 60_000);
beforeEach(async () => {
  store = await mkdtemp(path.join(os.tmpdir(), 'nemus-watch-'));
});
afterEach(async () => {
  // A watch that a failed test leaves would keep the process alive.
  await stop();
  jest.restoreAllMocks();
  await rm(store, { recursive: true });
});

/** A store whose one area has this entry, and a watch on it. */
async function watch(change: Parameters<typeof sampleEntry>[1]) {
  const releases = openFileStore(store);
  await releases.compareAndSet({
    environment: 'test',
    remote: 'alpha',
    expectedRevision: 0,
    entry: sampleEntry('alpha', change),
    audit: { who: 'me', remote: 'alpha', why: 'test', action: 'promote', from: null, to: null },
    validFor: 86_400_000,
  });
  const said = new Promise<string>((resolve) => {
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      if (String(text).includes('canary')) resolve(String(text));
      return true;
    });
  });
  const ask = jest.spyOn(globalThis, 'fetch');
  /** The first request: address and body. */
  const told = new Promise<readonly [address: string, body: unknown]>((resolve) => {
    ask.mockImplementation((input, init) => {
      resolve([String(input), JSON.parse(String(init?.body))]);
      const isTelling = String(input).endsWith('/nemus_watch_release');
      return Promise.resolve(isTelling ? new Response(null, { status: 204 }) : Response.json([FIGURES]));
    });
  });
  stop = startCanaryWatch({ store, environment: 'test', api: 'http://api.test', key: 'secret' });
  return { ask, told, said, read: async () => (await readCurrent(releases, 'test')).registry.remotes[0] };
}

it('stops a canary that fails for more accounts than its bound allows, and says so', async () => {
  const { said, read } = await watch({ canary });
  expect(await said).toContain(
    'Stopped the canary 1.0.1-aaaaaaaaaaaa of alpha: 2 of 3 accounts failed (stable release: 0 of 0).',
  );
  await stop();
  expect(await read()).toMatchObject({ canaryHalted: { version: canary.pointer.version } });
});

it('says which releases the store names, and asks for no figures while there is no canary', async () => {
  const { ask, told } = await watch({});
  expect(await told).toEqual([
    'http://api.test/rest/v1/rpc/nemus_watch_release',
    {
      p_environment: 'test',
      p_entries: [expect.objectContaining({ name: 'alpha', stable: samplePointer('alpha') })],
    },
  ]);
  await stop();
  expect(ask).toHaveBeenCalledTimes(1);
});
