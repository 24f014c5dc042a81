import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf, openRegistry, type Signer, type TrustedKeys } from '@nemus/registry';
import { setCanary } from './canary';
import {
  generateKey,
  listKeys,
  openKey,
  planRotation,
  readTrustedKeys,
  rotateKey,
  trustedKeyOf,
  type KeyFile,
} from './keys';
import { packRelease } from './pack';
import { promoteRelease, renewEntry } from './promote';
import { publishRelease } from './publish';
import { SAMPLE_SHELL, sampleVersion, temporaryFolder, writeSampleApp } from './samples/sample-app';
import { openFileStore } from './store/file-store';
import type { ReleaseStore } from './store/store';
import { disableRemote, enableRemote } from './switch';
import { verifyEnvironment } from './verify';

let folder: string;
let remove: () => Promise<void>;
let store: ReleaseStore;
let key: KeyFile;
let signer: Signer;
let trustedKeys: TrustedKeys;

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  store = openFileStore(path.join(folder, 'store'));
  const made = await generateKey(path.join(folder, 'keys'), 'alpha');
  ({ key, signer } = await openKey(made.file));
  trustedKeys = { alpha: { keys: [trustedKeyOf(key)], routes: ['/alpha'] } };
});
afterEach(() => remove());

const request = () => ({
  store,
  environment: 'test',
  remote: 'alpha',
  who: 'me',
  why: 'because',
  shell: SAMPLE_SHELL,
  signer,
  trustedKeys,
});
const publish = async (patch = 0, by: Signer | null = signer) => {
  const packed = await packRelease(await writeSampleApp(folder, { patch }), {
    signerFor: () => Promise.resolve(by ?? undefined),
  });
  await publishRelease(store, packed, { who: 'me' });
};
/** Names that a shell with these pinned keys accepts now, and why it refuses the others. */
const inShell = async (keys = trustedKeys, now = new Date()) => {
  const opened = await openRegistry((await store.readRegistry('test')) ?? '', {
    environment: 'test',
    now,
    trustedKeys: keys,
    seen: null,
  });
  if (!opened.ok) throw new Error(opened.message);
  return {
    accepted: opened.registry.remotes.map(({ name }) => name),
    refused: opened.refused.map(({ message }) => message),
  };
};

describe('signed releases', () => {
  it('reach the shell through every kind of change', async () => {
    await publish(0);
    await publish(1);
    await promoteRelease({ ...request(), version: sampleVersion(0) });
    expect(await inShell()).toEqual({ accepted: ['alpha'], refused: [] });
    await setCanary({ ...request(), version: sampleVersion(1), percent: 10 });
    expect((await inShell()).accepted).toEqual(['alpha']);
    await renewEntry(request());
    expect((await inShell()).accepted).toEqual(['alpha']);
    expect(await verifyEnvironment({ store, environment: 'test', trustedKeys })).toMatchObject({
      releases: 2,
      problems: [],
    });
  });

  it('survive an operator without the key who switches off and on', async () => {
    await publish();
    await promoteRelease({ ...request(), version: sampleVersion() });
    const operator = { ...request(), signer: undefined };
    await disableRemote({ ...operator, reason: 'Wartung' });
    expect((await inShell()).accepted).toEqual(['alpha']);
    await enableRemote(operator);
    expect((await inShell()).accepted).toEqual(['alpha']);
  });

  it('are refused by the gate when the team did not sign them', async () => {
    await publish(0, null);
    const promotion = promoteRelease({ ...request(), version: sampleVersion(), force: true });
    await expect(promotion).rejects.toMatchObject({
      code: 'check-failed',
      details: ['trust: It carries no signature.'],
    });
  });

  it('are not written with a path that is not pinned', async () => {
    await publish();
    const elsewhere = { alpha: { keys: [trustedKeyOf(key)], routes: ['/elsewhere'] } };
    const promotion = promoteRelease({ ...request(), trustedKeys: elsewhere, version: sampleVersion() });
    await expect(promotion).rejects.toMatchObject({
      code: 'untrusted',
      summary: expect.stringContaining('a path that is not registered'),
    });
    expect(await store.readRegistry('test')).toBeNull();
  });

  it('are refused by the shell after a promotion without the key', async () => {
    await publish();
    await promoteRelease({ ...request(), version: sampleVersion(), signer: undefined, trustedKeys: undefined });
    expect(await inShell()).toEqual({ accepted: [], refused: ['It carries no signature.'] });
    expect((await verifyEnvironment({ store, environment: 'test', trustedKeys })).problems).toEqual([
      'alpha: It carries no signature.',
    ]);
  });
});

describe('rotation', () => {
  it('takes both keys for the overlap, then the new one alone', async () => {
    const trust = path.join(folder, 'config.json');
    await writeFile(trust, JSON.stringify({ environment: 'test', trustedKeys }));
    await publish();
    await promoteRelease({ ...request(), version: sampleVersion() });
    const made = await generateKey(path.join(folder, 'keys'), 'alpha');
    const rotation = await planRotation(trust, 'alpha', { overlapDays: 14 });
    expect(rotation.replaced).toBe(key.keyId);
    await rotateKey(trust, made.key, rotation);
    const { ends } = rotation;
    expect(JSON.parse(await readFile(trust, 'utf8'))).toMatchObject({ environment: 'test' });
    const rotated = await readTrustedKeys(trust);
    const after = new Date(ends);

    expect((await inShell(rotated)).accepted).toEqual(['alpha']);
    expect((await inShell(rotated, after)).refused).toEqual(['It is signed with a key that is no longer valid.']);
    // The release itself keeps its old signature: the entry that points to it is signed with the new key.
    await renewEntry({ ...request(), trustedKeys: rotated, signer: (await openKey(made.file)).signer });
    expect((await inShell(rotated, after)).accepted).toEqual(['alpha']);
    const verified = await verifyEnvironment({ store, environment: 'test', trustedKeys: rotated, now: after });
    expect(verified.problems).toEqual([]);
  });

  it('replaces the key of one person, and leaves that of the other as it is', async () => {
    const trust = path.join(folder, 'config.json');
    const bens = await generateKey(path.join(folder, 'keys'), 'alpha');
    const { alpha } = trustedKeys;
    const keys = [...(alpha?.keys ?? []), trustedKeyOf(bens.key)];
    await writeFile(trust, JSON.stringify({ alpha: { ...alpha, keys, threshold: 2 } }));
    const both = (day: number, replaced?: string) => planRotation(trust, 'alpha', { overlapDays: day, replaced });

    await expect(both(14)).rejects.toMatchObject({
      code: 'untrusted',
      summary: '"alpha" has 2 keys that count on, and only one of them is replaced.',
      remedy: 'Say which: --key <id>.',
      details: [`${key.keyId}: without end`, `${bens.key.keyId}: without end`],
    });
    await expect(both(14, 'k-0000000000000000')).rejects.toThrow('none of those that "alpha" has');

    const made = await generateKey(path.join(folder, 'keys'), 'alpha');
    const rotation = await both(14, key.keyId);
    await rotateKey(trust, made.key, rotation);
    expect((await readTrustedKeys(trust)).alpha).toMatchObject({
      keys: [{ id: key.keyId, notAfter: rotation.ends }, trustedKeyOf(bens.key), trustedKeyOf(made.key)],
      threshold: 2,
    });
    // What ends by itself is none of those that have to be told apart, nor can it end later.
    await expect(both(30, key.keyId)).rejects.toThrow('ends before');
    await expect(both(30)).rejects.toThrow('has 2 keys that count on');
    expect(await both(30, bens.key.keyId)).toMatchObject({ replaced: bens.key.keyId });
  });

  it('writes keys that are in a file of their own under another name', async () => {
    const trust = path.join(folder, 'config.json');
    await writeFile(path.join(folder, 'trusted-keys.json'), JSON.stringify(trustedKeys));
    const named = { path: '/trusted-keys.json', digest: 'sha384-x' };
    await writeFile(trust, JSON.stringify({ environment: 'test', trustedKeysFile: named }));
    expect(await readTrustedKeys(trust)).toEqual(trustedKeys);
    const made = await generateKey(path.join(folder, 'keys'), 'alpha');
    await rotateKey(trust, made.key, await planRotation(trust, 'alpha', { overlapDays: 14 }));
    const { trustedKeysFile } = JSON.parse(await readFile(trust, 'utf8'));
    const text = await readFile(path.join(folder, trustedKeysFile.path), 'utf8');
    expect(trustedKeysFile).toEqual({
      path: expect.stringMatching(/^\/trusted-keys\.[0-9a-f]{16}\.json$/),
      digest: await digestOf(text),
    });
    expect((await readTrustedKeys(trust)).alpha?.keys).toHaveLength(2);
    expect(JSON.parse(await readFile(path.join(folder, 'trusted-keys.json'), 'utf8'))).toEqual(trustedKeys);
  });

  it('shuts out a stolen key that was taken off the list', async () => {
    await publish();
    await promoteRelease({ ...request(), version: sampleVersion() });
    const made = await generateKey(path.join(folder, 'keys'), 'alpha');
    const replaced = { alpha: { keys: [trustedKeyOf(made.key)], routes: ['/alpha'] } };
    expect((await inShell(replaced)).refused).toEqual(['It is signed with a key that may not speak for this remote.']);
    const promotion = promoteRelease({
      ...request(),
      trustedKeys: replaced,
      version: sampleVersion(),
      signer: (await openKey(made.file)).signer,
    });
    await expect(promotion).rejects.toThrow('may not speak for this remote');
  });
});

describe('key files', () => {
  it('are readable by their owner alone', async () => {
    const [first] = await listKeys(path.join(folder, 'keys'));
    expect(first?.key.keyId).toBe(key.keyId);
    expect((await stat(first?.file ?? '')).mode & 0o777).toBe(0o600);
  });

  it('open from their text as well, and from nothing else', async () => {
    expect((await openKey(JSON.stringify(key))).key).toEqual(key);
    await expect(openKey('{}')).rejects.toMatchObject({ code: 'untrusted' });
    await expect(openKey(path.join(folder, 'nothing.json'))).rejects.toThrow('does not exist');
  });

  it('are not found in other files, and pins not in files without any', async () => {
    await mkdir(path.join(folder, 'other'));
    await writeFile(path.join(folder, 'other/x.json'), '[]');
    expect(await listKeys(path.join(folder, 'other'))).toEqual([]);
    expect(await listKeys(path.join(folder, 'nowhere'))).toEqual([]);
    await expect(readTrustedKeys(path.join(folder, 'other/x.json'))).rejects.toMatchObject({ code: 'untrusted' });
  });
});
