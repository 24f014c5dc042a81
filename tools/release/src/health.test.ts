import path from 'node:path';
import { isInCanary } from '@nemus/registry';
import { setCanary, stepCanary } from './canary';
import { readCurrent, requireEntry } from './change';
import type { RemoteFigures } from './figures';
import { judgeCanaries, watchCanaries, type HaltedCanary } from './health';
import { packRelease } from './pack';
import { promoteRelease } from './promote';
import { publishRelease } from './publish';
import { SAMPLE_SHELL, sampleVersion, temporaryFolder, writeSampleApp } from './samples/sample-app';
import { readStatus } from './status';
import { openFileStore } from './store/file-store';
import type { ReleaseStore } from './store/store';

let folder: string;
let remove: () => Promise<void>;
let store: ReleaseStore;

const request = () => ({ store, environment: 'test', remote: 'alpha', who: 'me', why: 'because', shell: SAMPLE_SHELL });
const figures = (accounts: number, failedAccounts: number, patch = 1): RemoteFigures[] => [
  {
    remote: 'alpha',
    version: sampleVersion(patch),
    accounts,
    failedAccounts,
    starts: 0,
    failures: 0,
    loadMs: null,
    mountMs: null,
  },
];
const entry = async () => requireEntry(await readCurrent(store, 'test'), 'alpha');

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  store = openFileStore(path.join(folder, 'store'));
  for (const patch of [0, 1]) {
    await publishRelease(store, await packRelease(await writeSampleApp(folder, { patch })), { who: 'me' });
  }
  await promoteRelease({ ...request(), version: sampleVersion(0) });
  await setCanary({ ...request(), version: sampleVersion(1), percent: 100 });
});
afterEach(() => remove());

it.each([
  ['too few accounts', figures(49, 49)],
  ['few failures', figures(100, 4)],
  ['as many failures as the stable release', [...figures(100, 20), ...figures(100, 20, 0)]],
  ['failures of another release', figures(100, 100, 0)],
])('lets a canary go on with %s', async (_case, found) => {
  expect(await judgeCanaries(store, 'test', found)).toEqual([]);
  expect(await entry()).not.toHaveProperty('canaryHalted');
});

it('stops a canary beyond its bound, once, and says so', async () => {
  const account = { userId: 'a', cohorts: [] };
  expect(isInCanary(await entry(), account)).toBe(true);
  expect(await judgeCanaries(store, 'test', figures(100, 5))).toMatchObject([
    { remote: 'alpha', reason: '5 of 100 accounts failed (stable release: 0 of 0)' },
  ]);
  expect(await judgeCanaries(store, 'test', figures(200, 20))).toEqual([]);
  expect(isInCanary(await entry(), account)).toBe(false);
  expect((await readStatus(store, 'test')).remotes[0]?.canaryHalted).toContain(
    '5 of 100 accounts failed (stable release: 0 of 0)',
  );
  expect((await store.readAudit('test')).at(-1)).toMatchObject({
    who: 'portal',
    action: 'canary-halt',
    why: '5 of 100 accounts failed (stable release: 0 of 0)',
  });
  await expect(stepCanary(request())).rejects.toThrow('5 of 100 accounts failed (stable release: 0 of 0)');
  // Set again, it runs again.
  await setCanary({ ...request(), version: sampleVersion(1), percent: 100 });
  expect(isInCanary(await entry(), account)).toBe(true);
});

it('watches until it is told to end, over failures of the figures', async () => {
  const end = new AbortController();
  const halted: HaltedCanary[] = [];
  const errors: unknown[] = [];
  let turn = 0;
  await watchCanaries({
    store,
    environment: 'test',
    read: () => {
      turn += 1;
      return turn === 1 ? Promise.reject(new Error('away')) : Promise.resolve(figures(100, 100));
    },
    everyMs: 1,
    signal: end.signal,
    onHalt: (canary) => {
      halted.push(canary);
      end.abort();
    },
    onError: (error) => errors.push(error),
  });
  expect(halted).toHaveLength(1);
  expect(errors).toEqual([new Error('away')]);
});
