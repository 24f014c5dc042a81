import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateKeyPair, openSigner, releasePath, type Signer, type TrustedKeys } from '@nemus/registry';
import { setCanary, stopCanary } from '../canary';
import { collectReleases } from '../gc';
import { promoteRelease, rollbackRelease } from '../promote';
import { samplePage, publishSampleShell } from '../samples/sample-shell';
import { sampleTeam } from '../samples/team';
import { openFileStore } from '../store/file-store';
import { deployShell, POLICY_FILE } from './deploy-shell';
import { SHELL, shellEnvironment } from './shell-release';

// A hundred pages are written for a canary of all visitors.
jest.setTimeout(30_000);

const team = sampleTeam();
let signer: Signer;
let trustedKeys: TrustedKeys;
let reloads: string[];

beforeEach(async () => {
  const pair = await generateKeyPair();
  signer = await openSigner(pair);
  trustedKeys = { [SHELL]: { keys: [{ id: pair.keyId, publicKey: pair.publicKey }], routes: [] } };
  reloads = [];
});

const site = (file = '') => path.join(team.folder, 'site', file);
const read = (file: string) => readFile(site(file), 'utf8');
const publish = (number: number, by: Signer | undefined = signer) =>
  publishSampleShell(team, number, by ? { signer: by } : {});
const request = () => ({ ...team.request(SHELL), environment: shellEnvironment('test'), signer, trustedKeys });
const promote = (version: string) => promoteRelease({ ...request(), version });
const canary = (version: string, percent: number) => setCanary({ ...request(), version, percent });
const deploy = (change: Partial<Parameters<typeof deployShell>[0]> = {}) =>
  deployShell({
    store: team.store,
    environment: 'test',
    trustedKeys,
    site: site(),
    // The page must not be there before the server knows its hashes.
    reload: async () => void reloads.push(existsSync(site('index.html')) ? await read('index.html') : ''),
    ...change,
  });
/** What the visitors of a share get. */
const pageOf = async (share: number) =>
  existsSync(site(`.shell/shares/${share}/index.html`))
    ? read(`.shell/shares/${share}/index.html`)
    : read('index.html');

it('keeps the files of open tabs when the next release is deployed, and goes back', async () => {
  const [one, two] = [await publish(1), await publish(2)];
  await promote(one);
  await expect(deploy()).resolves.toMatchObject({ status: 'deployed', version: one, canary: null });
  await expect(deploy()).resolves.toMatchObject({ status: 'unchanged' });
  await promote(two);
  await deploy();
  expect(await read('index.html')).toBe(samplePage(2));
  expect(await read('worker.js')).toBe('worker(2);');
  expect(await read('assets/lazy.1.js')).toBe('lazy(1);');
  expect(await read('assets/lazy.2.js')).toBe('lazy(2);');
  expect(existsSync(site('assets/react.js.br'))).toBe(true);
  expect(existsSync(site('content/impressum.md'))).toBe(false);
  // Not for the first one: the server cannot start before.
  expect(reloads).toEqual([samplePage(1)]);
  // The policy knows the earlier page as well.
  await rollbackRelease(request());
  await expect(deploy()).resolves.toMatchObject({ version: one });
  expect(await read('index.html')).toBe(samplePage(1));
  expect(reloads).toHaveLength(1);
});

it('shows no page whose code the server would refuse, however often its reload fails', async () => {
  const [one, two] = [await publish(1), await publish(2)];
  await promote(one);
  await deploy();
  await promote(two);
  const reload = () => Promise.reject(new Error('Command failed: nginx -s reload'));
  for (const _attempt of [1, 2]) {
    await expect(deploy({ reload })).rejects.toMatchObject({
      code: 'portal',
      details: ['Command failed: nginx -s reload'],
    });
    expect(await read('index.html')).toBe(samplePage(1));
  }
  await expect(deploy()).resolves.toMatchObject({ version: two });
  expect(reloads).toEqual([samplePage(1)]);
});

it('gives a share of the visitors the canary, more with each step, and none after its end', async () => {
  const [one, two] = [await publish(1), await publish(2)];
  await promote(one);
  await canary(two, 5);
  await expect(deploy()).resolves.toMatchObject({ version: one, canary: { version: two, percent: 5 } });
  expect(await Promise.all([0, 4, 5, 99].map(pageOf))).toEqual([2, 2, 1, 1].map(samplePage));
  expect(await read('.shell/shares/4/worker.js')).toBe('worker(2);');
  expect(await read('worker.js')).toBe('worker(1);');
  await canary(two, 100);
  await deploy();
  expect(await pageOf(99)).toBe(samplePage(2));
  await stopCanary(request());
  await deploy();
  expect(await Promise.all([0, 99].map(pageOf))).toEqual([1, 1].map(samplePage));
  expect(await read('assets/lazy.2.js')).toBe('lazy(2);');
});

it('refuses a file that was changed in the store, and leaves the site as it is', async () => {
  const [one, two] = [await publish(1), await publish(2)];
  await promote(one);
  await deploy();
  await promote(two);
  await writeFile(path.join(team.folder, 'store', releasePath(SHELL, two), 'assets/lazy.2.js'), 'attack();');
  await expect(deploy()).rejects.toMatchObject({ code: 'damaged' });
  expect(await read('index.html')).toBe(samplePage(1));
  expect(existsSync(site('assets/lazy.2.js'))).toBe(false);
});

it('refuses another file under the name of a deployed one', async () => {
  await promote(await publish(1));
  await mkdir(site('assets'), { recursive: true });
  await writeFile(site('assets/lazy.1.js'), 'attack();');
  await expect(deploy()).rejects.toMatchObject({ code: 'damaged' });
  expect(existsSync(site('index.html'))).toBe(false);
});

it('refuses a release or an entry without the signature of the team, and an older entry', async () => {
  const other = await openSigner(await generateKeyPair());
  const unguarded = { ...request(), trustedKeys: undefined };
  const [one, forged] = [await publish(1), await publish(2, other)];
  await promote(one);
  await deploy();
  await expect(promote(forged)).rejects.toMatchObject({ code: 'check-failed' });
  await promoteRelease({ ...unguarded, version: forged });
  await expect(deploy()).rejects.toMatchObject({ code: 'untrusted' });
  await promoteRelease({ ...unguarded, version: one, signer: other });
  await expect(deploy()).rejects.toMatchObject({ code: 'untrusted' });
  const old = openFileStore(path.join(team.folder, 'old'));
  await publishSampleShell({ folder: team.folder, store: old }, 1, { signer });
  await promote(one);
  await deploy();
  await promoteRelease({ ...request(), store: old, version: one });
  await expect(deploy({ store: old })).rejects.toMatchObject({ code: 'untrusted' });
  expect(await read('index.html')).toBe(samplePage(1));
});

it('writes nothing but the files of a site', async () => {
  const version = await publish(1);
  expect((await readdir(path.join(team.folder, 'store', releasePath(SHELL, version)))).toSorted()).toEqual([
    'assets',
    'index.html',
    'provides.json',
    'provides.json.br',
    'release.json',
    'release.json.br',
    'worker.js',
  ]);
  await promote(version);
  await deploy();
  expect(await read(POLICY_FILE)).toMatch(/^map \$host \$nemus_scripts \{ default "'sha256-[\w+/]+='"; \}\nmap /);
});

it('removes files of a release once "gc" has removed it, except those that another has', async () => {
  const versions = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    // oxlint-disable-next-line no-await-in-loop
    versions.push(await publish(number));
    // oxlint-disable-next-line no-await-in-loop
    await promote(versions.at(-1) ?? '');
    // oxlint-disable-next-line no-await-in-loop
    await deploy();
  }
  await collectReleases({ store: team.store, who: 'me', keep: 1, days: 0 });
  await promote(versions[4] ?? '');
  await expect(deploy()).resolves.toMatchObject({ removed: 2 });
  expect((await readdir(site('assets'))).filter((file) => file.endsWith('.js')).toSorted()).toEqual([
    'lazy.3.js',
    'lazy.4.js',
    'lazy.5.js',
    'lazy.6.js',
    'react.js',
  ]);
});
