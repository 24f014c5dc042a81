import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { setCanary } from './canary';
import { LOCK_PROPERTY, SBOM_FILE } from '@nemus/build/sbom';
import { diffReleases } from './diff';
import { collectReleases } from './gc';
import { makeOverride } from './override';
import { packRelease } from './pack';
import { promoteRelease } from './promote';
import { publishRelease } from './publish';
import { unreachableFiles } from './reachability';
import { openPublished, publishedVersions } from './release-files';
import {
  SAMPLE_MAP,
  SAMPLE_SHELL,
  sampleVersion,
  temporaryFolder,
  writeSampleApp,
  type SampleApp,
} from './samples/sample-app';
import { openReleaseAt } from './stage';
import { readStatus } from './status';
import { openFileStore } from './store/file-store';
import type { ReleaseStore } from './store/store';
import { verifyEnvironment } from './verify';

let folder: string;
let remove: () => Promise<void>;
let store: ReleaseStore;

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  store = openFileStore(path.join(folder, 'store'));
});
afterEach(() => remove());

const request = () => ({ store, environment: 'test', remote: 'alpha', who: 'me', why: 'because', shell: SAMPLE_SHELL });
const publish = async (app: SampleApp = {}) =>
  publishRelease(store, await packRelease(await writeSampleApp(folder, app)), { who: 'me' });
const promote = (patch: number) => promoteRelease({ ...request(), version: sampleVersion(patch) });
const released = (patch: number, file: string) => path.join(folder, 'store/releases/alpha', sampleVersion(patch), file);

it('tells what users get', async () => {
  for (const patch of [0, 1, 2]) await publish({ patch });
  await promote(0);
  await promote(1);
  await setCanary({ ...request(), version: sampleVersion(2), percent: 5, cohorts: ['staff'] });
  expect(await readStatus(store, 'test', 'alpha')).toMatchObject({
    environment: 'test',
    revision: 3,
    remotes: [
      {
        stable: sampleVersion(1),
        canary: { version: sampleVersion(2), percent: 5, cohorts: ['staff'] },
        lastGood: [sampleVersion(0)],
        enabled: true,
        signedUntil: null,
        published: [0, 1, 2].map(sampleVersion),
      },
    ],
  });
  expect((await readStatus(store, 'test', 'unknown')).remotes).toEqual([]);
  expect(await readStatus(store, 'empty')).toMatchObject({ revision: 0, remotes: [] });
});

/** The list of packages of a build. */
const bill = (lock: string, version: string) =>
  JSON.stringify({
    specVersion: '1.5',
    metadata: { properties: [{ name: LOCK_PROPERTY, value: `sha384-${lock}` }] },
    components: ['react@19.3.1', `%40scope/left-pad@${version}`].map((purl) => ({
      type: 'library',
      name: 'x',
      purl: `pkg:npm/${purl}`,
    })),
  });

it('tells what changes from one release to another', async () => {
  await publish({ patch: 0, files: { 'a.js': '1', [SBOM_FILE]: bill('a', '1.0.0') } });
  await publish({
    patch: 1,
    files: { 'b.js': '1', [SBOM_FILE]: bill('b', '1.1.0') },
    declaration: { title: 'Neu', contract: '^1.0.1' },
  });
  const open = (patch: number) => openPublished(store, 'alpha', sampleVersion(patch));
  const differences = await diffReleases(await open(0), await open(1));
  expect(Object.fromEntries(differences.map(({ part, from, to }) => [part, [from, to]]))).toMatchObject({
    version: [sampleVersion(0), sampleVersion(1)],
    title: ['alpha', 'Neu'],
    contract: ['^1.0.0', '^1.0.1'],
    files: ['a.js', 'b.js'],
    'lock file': ['sha384-a', 'sha384-b'],
    packages: ['@scope/left-pad@1.0.0', '@scope/left-pad@1.1.0'],
  });
  expect(await diffReleases(await open(0), await open(0))).toEqual([]);
});

describe('verify', () => {
  const problems = async () => (await verifyEnvironment({ store, environment: 'test' })).problems;

  beforeEach(async () => {
    await publish({ patch: 0 });
    await publish({ patch: 1 });
    await promote(0);
    await promote(1);
  });

  it('walks everything that the registry points to', async () => {
    expect(await verifyEnvironment({ store, environment: 'test' })).toEqual({ releases: 2, files: 6, problems: [] });
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['a changed file', () => appendFile(released(0, 'expose-app.js'), ' '), /1\.0\.0.*expose-app\.js does not match/],
    ['a missing file', () => rm(released(1, 'remoteEntry.js')), /1\.0\.1.*remoteEntry\.js is missing/],
    ['a file that was added', () => writeFile(released(1, 'extra.js'), ''), /extra\.js has no hash/],
    ['a changed release document', () => appendFile(released(1, 'release.json'), ' '), /not the one that was promoted/],
    ['a missing release', () => rm(released(0, 'release.json')), /is not in the store/],
    [
      'a document for browsers of another time',
      () => writeFile(path.join(folder, 'store/registry/test.json'), '{}'),
      /not the newest revision/,
    ],
  ])('finds %s', async (_case, harm, expected) => {
    await harm();
    expect((await problems()).join('\n')).toMatch(expected);
  });

  it('finds a registry past its time', async () => {
    const later = new Date(Date.now() + 91 * 86_400_000);
    expect((await verifyEnvironment({ store, environment: 'test', now: later })).problems.join()).toMatch(
      /The registry expired/,
    );
  });
});

describe('gc', () => {
  const later = new Date(Date.now() + 60 * 86_400_000);
  const left = () => publishedVersions(store, 'alpha');

  beforeEach(async () => {
    for (const patch of [0, 1, 2, 3, 4, 5]) await publish({ patch, maps: { 'expose-app.js': SAMPLE_MAP } });
    for (const patch of [0, 1]) await promote(patch);
  });

  it('keeps what an environment points to, the newest, and the young', async () => {
    const collect = (more: object) => collectReleases({ store, who: 'me', keep: 2, now: later, ...more });
    expect((await collectReleases({ store, who: 'me', keep: 0 })).removed).toEqual([]);
    expect((await collect({ dryRun: true })).removed).toHaveLength(2);
    expect(await left()).toHaveLength(6);
    expect(await collect({})).toMatchObject({ kept: 4 });
    expect(await left()).toEqual([0, 1, 4, 5].map(sampleVersion));
    expect(await store.list('maps/alpha')).toEqual((await left()).map((version) => `${version}.json.gz`));
    expect((await store.readAudit('store')).filter(({ action }) => action === 'gc')).toHaveLength(2);
    expect((await verifyEnvironment({ store, environment: 'test' })).problems).toEqual([]);
  });

  it('removes unfinished uploads only when it is told to', async () => {
    await rm(released(5, 'release.json'));
    expect((await collectReleases({ store, who: 'me' })).removed).toEqual([]);
    expect((await collectReleases({ store, who: 'me', unfinished: true })).removed).toMatchObject([
      { version: sampleVersion(5) },
    ]);
    expect(await store.list(`releases/alpha/${sampleVersion(5)}/`)).toEqual([]);
  });
});

describe('reachability', () => {
  let server: Server;
  let origin: string;
  let headers: Record<string, string>;

  beforeEach(async () => {
    headers = { 'Access-Control-Allow-Origin': '*' };
    server = createServer((incoming, response) => {
      store.read(decodeURIComponent((incoming.url ?? '').slice(1))).then((content) => {
        response.writeHead(content ? 200 : 404, headers).end(content ?? 'Not found');
      }, response.destroy.bind(response));
    });
    const address = await new Promise<ReturnType<Server['address']>>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve(server.address())),
    );
    if (address === null || typeof address === 'string') throw new Error('The test server has no port.');
    origin = `http://127.0.0.1:${address.port}`;
    await publish();
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['nothing', () => Promise.resolve(), /^$/],
    ['a missing file', () => rm(released(0, 'expose-app.js')), /expose-app\.js answers 404/],
    ['another file', () => appendFile(released(0, 'remoteEntry.js'), ' '), /remoteEntry\.js is another file/],
    [
      'another file in the compressed form',
      async () => {
        headers['Content-Encoding'] = 'br';
        for (const file of ['release.json', 'remoteEntry.js', 'expose-app.js']) {
          const sent = file === 'expose-app.js' ? 'other' : await readFile(released(0, file));
          await writeFile(released(0, file), brotliCompressSync(sent));
        }
      },
      /^\S+expose-app\.js is another file than the one that was published\.$/,
    ],
    ['missing CORS headers', async () => (headers = {}), /release\.json comes without CORS headers/],
  ])('finds %s', async (_case, harm, expected) => {
    const files = await openPublished(store, 'alpha', sampleVersion());
    await harm();
    expect((await unreachableFiles(files, origin)).join('\n')).toMatch(expected);
  });

  it('is part of the gate when the address of the store is known', async () => {
    await promoteRelease({ ...request(), version: sampleVersion(), storeUrl: `${origin}/` });
    const gone = {
      ...request(),
      environment: 'other',
      version: sampleVersion(),
      storeUrl: 'http://127.0.0.1:1/',
      force: true,
    };
    await expect(promoteRelease(gone)).rejects.toThrow('cannot be fetched');
  });

  it('lets a release be taken into a store of its own, from a folder or an address', async () => {
    for (const [index, source] of [path.join(folder, 'store'), origin].entries()) {
      const alone = openFileStore(path.join(folder, `alone-${index}`));
      const candidate = await openReleaseAt(source, 'alpha', sampleVersion());
      await publishRelease(alone, candidate, { who: 'smoke' });
      await promoteRelease({ ...request(), store: alone, version: sampleVersion() });
      expect((await verifyEnvironment({ store: alone, environment: 'test' })).problems).toEqual([]);
      await expect(openReleaseAt(source, 'alpha', sampleVersion(9))).rejects.toMatchObject({ code: 'not-published' });
    }
    await appendFile(released(0, 'remoteEntry.js'), ' ');
    const harmed = await openReleaseAt(origin, 'alpha', sampleVersion());
    const target = openFileStore(path.join(folder, 'other'));
    await expect(publishRelease(target, harmed, { who: 'smoke' })).rejects.toMatchObject({ code: 'check-failed' });
  });

  it('is asked for before an override is made', async () => {
    const url = `${origin}/releases/alpha/${sampleVersion()}`;
    const now = new Date('2026-06-15T12:00:00.000Z');
    const override = { remote: 'alpha', url: `${url}/`, until: '2026-06-15T14:00:00.000Z' };
    expect(await makeOverride({ remote: 'alpha', url, hours: 2, now })).toEqual({
      override,
      accounts: ['piw', 'institution'],
    });
    await expect(makeOverride({ remote: 'beta', url })).rejects.toThrow('It has the area "alpha"');
    await expect(makeOverride({ remote: 'alpha', url: origin })).rejects.toThrow('it answers 404');
    await expect(makeOverride({ remote: 'alpha', url, hours: 9 })).rejects.toThrow('8 hours at most');
    await expect(makeOverride({ remote: 'alpha', url: 'http://127.0.0.1:1/' })).rejects.toThrow('fetch failed');
    await appendFile(released(0, 'remoteEntry.js'), ' ');
    await expect(makeOverride({ remote: 'alpha', url })).rejects.toThrow('remoteEntry.js is another file');
  });
});
