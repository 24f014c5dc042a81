import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRegistry } from '@nemus/registry';
import { sampleEntry } from '@nemus/registry/samples';
import { temporaryFolder } from '../samples/sample-app';
import { storeContract } from '../samples/store-contract';
import { openFileStore } from './file-store';
import type { EntryChange, ReleaseStore } from './store';

let folder: string;
let remove: () => Promise<void>;
let store: ReleaseStore;

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  store = openFileStore(folder);
});
afterEach(() => remove());

const bytes = (text: string) => new TextEncoder().encode(text);
const change = (expectedRevision: number, more: Partial<EntryChange> = {}): EntryChange => ({
  environment: 'test',
  remote: 'alpha',
  expectedRevision,
  entry: sampleEntry('alpha'),
  audit: { who: 'me', action: 'promote', remote: 'alpha', from: null, to: '1', why: 'because' },
  validFor: 1000,
  ...more,
});
const revisions = async () => (await store.readAudit('test')).map(({ revision }) => revision);

storeContract(() => ({ store, environment: 'test', patch: 0 }));

describe('files', () => {
  it('are not listed while they are being written', async () => {
    await store.putImmutable('releases/a/1/x.js', bytes('x'));
    await writeFile(path.join(folder, 'releases/a/1/.z.js.tmp'), 'z');
    expect(await store.list('releases/a/1/')).toEqual(['x.js']);
    expect(await store.read('releases/a/1')).toBeNull();
  });

  it('take their empty folders along when they are removed', async () => {
    await store.putImmutable('releases/a/1/x.js', bytes('x'));
    await store.putImmutable('releases/a/2/x.js', bytes('x'));
    await store.remove('releases/a/1/x.js');
    expect(await store.list('releases/a/')).toEqual(['2/']);
    await store.remove('releases/a/2/x.js');
    expect(await readdir(folder)).toEqual([]);
  });

  it('stay inside the store', async () => {
    await expect(store.read('../secret')).rejects.toThrow('leaves the store');
    await expect(store.putImmutable('releases/../../x', bytes('x'))).rejects.toThrow('leaves the store');
  });
});

describe('compareAndSet', () => {
  it('shows browsers the newest document', async () => {
    await store.compareAndSet(change(0));
    await store.compareAndSet(change(1, { remote: 'beta', entry: sampleEntry('beta') }));
    const shown = await readFile(path.join(folder, 'registry/test.json'), 'utf8');
    expect(shown).toBe(await store.readRegistry('test'));
    const parsed = parseRegistry(shown);
    expect(parsed).toMatchObject({
      ok: true,
      registry: { revision: 2, remotes: [{ name: 'alpha' }, { name: 'beta' }] },
    });
  });

  it('dates no two documents into the same second, by which servers tell them apart', async () => {
    const seconds: number[] = [];
    for (const revision of [0, 1, 2]) {
      await store.compareAndSet(change(revision));
      seconds.push(Math.floor((await stat(path.join(folder, 'registry/test.json'))).mtimeMs / 1000));
    }
    expect(new Set(seconds).size).toBe(3);
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  });

  it('asks the file how old it is, not a clock that is ahead of the file system', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_000);
    try {
      const seconds: number[] = [];
      for (const revision of [0, 1]) {
        await store.compareAndSet(change(revision));
        seconds.push(Math.floor((await stat(path.join(folder, 'registry/test.json'))).mtimeMs / 1000));
      }
      expect(new Set(seconds).size).toBe(2);
    } finally {
      clock.mockRestore();
    }
  });

  it('does not write over an entry that it cannot read', async () => {
    await store.compareAndSet(change(0, { remote: 'future', entry: { name: 'future', shape: 'unknown' } }));
    await expect(store.compareAndSet(change(1))).rejects.toMatchObject({ code: 'malformed' });
  });

  it('keeps the audit line of a process that died before it wrote it', async () => {
    await store.compareAndSet(change(0));
    await rm(path.join(folder, 'audit/test.jsonl'));
    await store.compareAndSet(change(1));
    expect(await revisions()).toEqual([1, 2]);
  });

  it('keeps the document for browsers right after a process died before it wrote it', async () => {
    await store.compareAndSet(change(0));
    const older = await readFile(path.join(folder, 'registry/test.json'), 'utf8');
    await store.compareAndSet(change(1));
    await writeFile(path.join(folder, 'registry/test.json'), older);
    await store.compareAndSet(change(2));
    expect(await readFile(path.join(folder, 'registry/test.json'), 'utf8')).toBe(await store.readRegistry('test'));
  });
});

it('only ever adds to the audit log', async () => {
  const line = { who: 'me', action: 'gc', remote: 'a', from: '1', to: null, why: 'old' } as const;
  await store.appendAudit('store', line);
  const before = await readFile(path.join(folder, 'audit/store.jsonl'), 'utf8');
  await store.appendAudit('store', { ...line, from: '2' });
  expect(await readFile(path.join(folder, 'audit/store.jsonl'), 'utf8')).toMatch(before);
  expect((await store.readAudit('store')).map(({ from }) => from)).toEqual(['1', '2']);
  await appendFile(path.join(folder, 'audit/store.jsonl'), '{"at":"yesterday"}\n');
  await expect(store.readAudit('store')).rejects.toThrow();
});
