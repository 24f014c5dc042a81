import { parseRegistry } from '@nemus/registry';
import { sampleEntry } from '@nemus/registry/samples';
import { documentText } from '../store/document';
import type { EntryChange, ReleaseStore } from '../store/store';
import { STORE_LOG } from '../store/store';
import { filesCheck } from '../checks/files';
import { packRelease } from '../pack';
import { publishRelease } from '../publish';
import { listStore, openPublished } from '../release-files';
import { resolveStack } from '../resolve-stack';
import { removeMaps } from '../source-maps';
import { SAMPLE_MAP, sampleVersion, temporaryFolder, writeSampleApp } from './sample-app';

/** A store under test; the login may release `alpha` and `beta` in the environment, which has no promotions yet. */
export interface StoreUnderTest {
  readonly store: ReleaseStore;
  readonly environment: string;
  /** Third number of an unused version. */
  readonly patch: number;
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** What every store keeps, whatever it is made of. `open` gives a fresh environment and version for each test. */
export function storeContract(open: () => StoreUnderTest): void {
  const folder = () => `releases/alpha/${sampleVersion(open().patch)}/`;
  const change = (expectedRevision: number, more: Partial<EntryChange> = {}): EntryChange => ({
    environment: open().environment,
    remote: 'alpha',
    expectedRevision,
    entry: sampleEntry('alpha'),
    audit: { who: 'me', action: 'promote', remote: 'alpha', from: null, to: sampleVersion(), why: 'because' },
    validFor: 60_000,
    ...more,
  });
  const audit = () => open().store.readAudit(open().environment);

  describe('every store', () => {
    it('writes a file once', async () => {
      const { store } = open();
      const file = `${folder()}x.js`;
      expect(await store.putImmutable(file, bytes('one'))).toBe('created');
      expect(await store.putImmutable(file, bytes('one'))).toBe('identical');
      await expect(store.putImmutable(file, bytes('two'))).rejects.toMatchObject({ code: 'already-exists' });
      expect(Buffer.from((await store.read(file)) ?? []).toString()).toBe('one');
    });

    it('keeps what releases of an area share once, and takes no other bytes under its name', async () => {
      const { store, patch } = open();
      const { folder: apps, remove } = await temporaryFolder();
      const name = `by-content/page.${patch}.js`;
      const text = `export const page = "${'page '.repeat(80)}";`;
      const publish = async (more: number, content: string) => {
        const app = { patch: patch + more, files: { [name]: content } };
        return publishRelease(store, await packRelease(await writeSampleApp(apps, app)), { who: 'me' });
      };
      const problems = async (more: number) => {
        const files = await openPublished(store, 'alpha', sampleVersion(patch + more));
        return filesCheck.run({ files, shell: { contract: '', shared: [] }, registered: [] });
      };
      try {
        await publish(1000, text);
        await publish(2000, text);
        const all = await store.list('releases/alpha/by-content/');
        const own = all.filter((file) => file.startsWith(`page.${patch}.`));
        expect(own).toEqual([`page.${patch}.js`, `page.${patch}.js.br`]);
        await expect(publish(3000, 'globalThis.evil = true;')).rejects.toMatchObject({ code: 'already-exists' });
        expect(Buffer.from((await store.read(`releases/alpha/${name}`)) ?? []).toString()).toBe(text);
        await store.remove(`releases/alpha/${name}`);
        expect(await problems(1000)).toEqual([expect.stringContaining('is missing among what')]);
        await publish(2000, text);
        expect(await problems(1000)).toEqual([]);
      } finally {
        await remove();
      }
    });

    it('resolves a stack trace with the maps beside the releases, and drops its message', async () => {
      const { store, patch } = open();
      const { folder: apps, remove } = await temporaryFolder();
      const version = sampleVersion(patch + 4000);
      const stack = [
        `TypeError: Kim Lang is missing at https://store.example/releases/alpha/${version}/remoteEntry.js:1:1`,
        `    at a (https://store.example/releases/alpha/by-content/page.${patch}.js?retry=2:1:6)`,
        `b@https://store.example/releases/alpha/${version}/remoteEntry.js:1:2`,
        '    at https://portal.example/assets/main.0.js:1:2',
        '    at https://elsewhere.example/remoteEntry.js:1:2',
      ].join('\n');
      try {
        const name = `by-content/page.${patch}.js`;
        const app = { patch: patch + 4000, files: { [name]: 'export {}' }, maps: { [name]: SAMPLE_MAP } };
        const packed = await packRelease(await writeSampleApp(apps, app));
        await publishRelease(store, packed, { who: 'me' });
        expect(Object.keys(packed.release.files).filter((file) => file.includes('map'))).toEqual([]);
        expect(await listStore(store, `releases/alpha/${version}/`)).not.toContainEqual(expect.stringMatching(/map/));
        expect(await resolveStack(store, stack)).toEqual([
          'at remoteEntry.js:1:1, no map',
          'at thrown (apps/alpha/src/Page.tsx:7:3)',
          'at remoteEntry.js:1:2, no map',
          'at main.0.js:1:2, no map',
        ]);
        const report = `stop TypeError page.${patch}.js:1:6`;
        const owner = { remote: 'alpha', version };
        expect(await resolveStack(store, report, owner)).toEqual(['at thrown (apps/alpha/src/Page.tsx:7:3)']);
        await removeMaps(store, 'alpha', version);
        await removeMaps(store, 'alpha', version);
        expect(await resolveStack(store, report, owner)).toEqual([`at page.${patch}.js:1:6, no map`]);
      } finally {
        await remove();
      }
    });

    it('lists one level, and clears away', async () => {
      const { store } = open();
      await store.putImmutable(`${folder()}x.js`, bytes('x'));
      await store.putImmutable(`${folder()}sub/y.js`, bytes('y'));
      expect(await store.list(folder())).toEqual(['sub/', 'x.js']);
      expect(await store.list('releases/unknown/')).toEqual([]);
      expect(await store.read(`${folder()}z.js`)).toBeNull();
      await store.remove(`${folder()}sub/y.js`);
      expect(await store.list(folder())).toEqual(['x.js']);
    });

    it('changes an entry from the revision that was read, and from no other', async () => {
      const { store, environment } = open();
      expect(await store.readRegistry(environment)).toBeNull();
      expect(await store.compareAndSet(change(0))).toEqual({ ok: true, revision: 1 });
      expect(await store.compareAndSet(change(0))).toEqual({ ok: false, revision: 1 });
      expect(await store.compareAndSet(change(5))).toEqual({ ok: false, revision: 1 });
      expect(await store.compareAndSet(change(1))).toEqual({ ok: true, revision: 2 });
      expect((await audit()).map(({ revision }) => revision)).toEqual([1, 2]);
      expect(await store.environments()).toContain(environment);
    });

    it('lets exactly one of many win, in the document and in the log', async () => {
      const results = await Promise.all(Array.from({ length: 10 }, () => open().store.compareAndSet(change(0))));
      expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, revision: 1 }]);
      expect(await audit()).toHaveLength(1);
    });

    it('gives the document that a shell opens, areas in the order in which they came', async () => {
      const { store, environment } = open();
      const beta = { ...sampleEntry('beta'), routes: [{ path: '/beta', title: 'Beta' }] };
      await store.compareAndSet(
        change(0, { remote: 'beta', entry: beta, audit: { ...change(0).audit, remote: 'beta' } }),
      );
      await store.compareAndSet(change(1));
      const parsed = parseRegistry((await store.readRegistry(environment)) ?? '', { environment, now: new Date() });
      expect(parsed).toMatchObject({
        ok: true,
        refused: [],
        registry: { revision: 2, remotes: [{ name: 'beta' }, { name: 'alpha' }] },
      });
      // Entries of others stay byte for byte: their signature covers it.
      expect(parsed.ok && parsed.raw.get('beta')).toEqual(beta);
    });

    it('takes an area out', async () => {
      const { store, environment } = open();
      await store.compareAndSet(change(0));
      const retire = { ...change(0).audit, action: 'retire' as const, from: sampleVersion(), to: null };
      expect(await store.compareAndSet(change(1, { entry: null, audit: retire }))).toMatchObject({ ok: true });
      expect(JSON.parse((await store.readRegistry(environment)) ?? '')).toMatchObject({ revision: 2, remotes: [] });
    });

    it('keeps one proposal for an area, until it is taken away', async () => {
      const { store, environment } = open();
      const [first, second] = [{ schema: 1 }, { schema: 1, why: 'ä' }].map((value) => documentText(value));
      expect(await store.readProposal(environment, 'alpha')).toBeNull();
      await store.putProposal(environment, 'alpha', first ?? '');
      await store.putProposal(environment, 'alpha', second ?? '');
      expect(JSON.parse((await store.readProposal(environment, 'alpha')) ?? '')).toEqual({ schema: 1, why: 'ä' });
      expect(await store.readProposal(environment, 'beta')).toBeNull();
      await store.putProposal(environment, 'alpha', null);
      await store.putProposal(environment, 'alpha', null);
      expect(await store.readProposal(environment, 'alpha')).toBeNull();
    });

    it('keeps what happened, in the environment and to the store', async () => {
      const { store, patch } = open();
      await store.compareAndSet(change(0, { audit: { ...change(0).audit, forced: ['budget: too big'] } }));
      expect(await audit()).toMatchObject([
        { action: 'promote', remote: 'alpha', why: 'because', forced: ['budget: too big'] },
      ]);
      const line = { who: 'me', remote: 'alpha', from: null, to: sampleVersion(patch), why: 'commit' };
      await store.appendAudit(STORE_LOG, { ...line, action: 'publish' });
      expect((await store.readAudit(STORE_LOG)).at(-1)).toMatchObject({ action: 'publish', to: sampleVersion(patch) });
    });
  });
}
