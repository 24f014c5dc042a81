/** @jest-environment ../../jest.browser.mjs */
import {
  digestOf,
  generateKeyPair,
  openSigner,
  parseRelease,
  signRelease,
  type Account,
  type Override,
  type ReleaseDocument,
  type Signer,
  type TrustedKeys,
} from '@nemus/registry';
import { ContainerError } from './container-host';
import { DECLARATION, MemoryStore, registryOf, ScriptedHost, STORE } from './loader-fixtures';
import { NEW, OLD, setUp, sound } from './loader-setup';
import type { LoaderOptions } from './loader';

beforeEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

describe('a release whose keys are pinned', () => {
  async function team() {
    const pair = await generateKeyPair();
    return {
      signer: await openSigner(pair),
      trustedKeys: { demo: { keys: [{ id: pair.keyId, publicKey: pair.publicKey }], routes: ['/demo'] } },
    };
  }

  /** A loader on a store whose only release was signed by `sign`. */
  async function signedBy(
    sign: (release: ReleaseDocument) => Promise<ReleaseDocument>,
    trustedKeys: TrustedKeys,
    host = new ScriptedHost(sound()),
  ) {
    const store = new MemoryStore();
    const draft = await store.publish(NEW);
    const parsed = parseRelease(store.textOf(`${draft.path}release.json`));
    if (!parsed.ok) throw new Error(parsed.message);
    const stable = await store.publish(NEW, await sign(parsed.release));
    return setUp(host, {
      registry: registryOf(stable),
      fetch: store.fetch,
      trustedKeys: () => Promise.resolve(trustedKeys),
    });
  }

  it('waits for keys that cannot be had, as for any file', async () => {
    const store = new MemoryStore();
    const registry = registryOf(await store.publish(NEW));
    const trustedKeys = jest.fn(() => Promise.reject(new Error('offline')));
    const { mount } = await setUp(new ScriptedHost(sound()), { registry, fetch: store.fetch, trustedKeys });
    expect(await mount().failure()).toMatchObject({ kind: 'network' });
  });

  it('is shown when its team signed it', async () => {
    const { signer, trustedKeys } = await team();
    const { mount } = await signedBy((release) => signRelease(release, signer), trustedKeys);
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(NEW);
  });

  it.each<[string, (signer: Signer) => (release: ReleaseDocument) => Promise<ReleaseDocument>]>([
    ['it is unsigned', () => (release) => Promise.resolve(release)],
    ['another team signed it', () => async (release) => signRelease(release, (await team()).signer)],
    [
      'it was changed afterwards',
      (signer) => async (release) => ({ ...(await signRelease(release, signer)), commit: 'x' }),
    ],
  ])('never runs when %s', async (_name, sign) => {
    const { signer, trustedKeys } = await team();
    const host = new ScriptedHost(sound());
    const { mount } = await signedBy(sign(signer), trustedKeys, host);
    expect(await mount().failure()).toMatchObject({ kind: 'integrity', version: NEW });
    expect(host.requests).toEqual([]);
  });

  it('never runs when its version differs from the registry’s', async () => {
    const host = new ScriptedHost(sound());
    const { mount, stable, before, store, setRegistry } = await setUp(host);
    store.set(`${stable.path}release.json`, store.textOf(`${before.path}release.json`));
    setRegistry(registryOf({ ...stable, digest: before.digest }));
    expect(await mount().failure()).toMatchObject({ kind: 'integrity' });
    expect(host.requests).toEqual([]);
  });
});

describe('a canary', () => {
  const USER: Account = { userId: 'u-1', cohorts: ['staff'] };

  async function withCanary(host: ScriptedHost, account: Account = USER) {
    const loading = await setUp(host, { getAccount: () => account });
    const { stable, before } = loading;
    const canary = { pointer: stable, percent: 0, cohorts: ['staff'], salt: 'x' };
    loading.setRegistry(registryOf(before, { canary }));
    return loading;
  }

  it('is shown to its own accounts every time, and to no others', async () => {
    const { mount } = await withCanary(new ScriptedHost(sound()));
    for (const _time of [1, 2]) {
      const area = mount();
      await area.ready();
      expect(area.outlet).toHaveTextContent(NEW);
    }
    const other = await withCanary(new ScriptedHost(sound()), { userId: 'u-1', cohorts: [] });
    const area = other.mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(OLD);
  });

  it('that throws gives way to the stable release for the session, and is reported', async () => {
    const host = new ScriptedHost(new Error('broken'), sound());
    const { mount, failures, events } = await withCanary(host);
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(OLD);
    expect(failures()).toEqual(['execution next-release']);
    expect(events.find(({ name }) => name === 'failure')?.version).toBe(NEW);
    const again = mount();
    await again.ready();
    expect(again.outlet).toHaveTextContent(OLD);
    expect(failures()).toHaveLength(1);
  });
});

describe('an override', () => {
  const FOLDER = 'http://localhost:4300/build/';

  /** A loader with an override to a build that is not in the store. */
  async function overridden(host: ScriptedHost, url = FOLDER, changes: Partial<LoaderOptions> = {}) {
    let override: Override | null = { remote: 'demo', url, until: '2099-01-01T00:00:00.000Z' };
    const loading = await setUp(host, { getOverride: () => override, ...changes });
    const built = await loading.store.publish('3.0.0-33333333');
    const serve = (path: string) => {
      for (const file of ['release.json', 'remoteEntry.js', 'expose-app.js', 'expose-app.css', 'lazy.js']) {
        loading.store.set(`${FOLDER}${file}`, loading.store.textOf(`${path}${file}`));
      }
    };
    serve(built.path);
    return { ...loading, built, serve, end: () => (override = null) };
  }

  it('shares nothing with releases', async () => {
    const host = new ScriptedHost(sound());
    const { mount } = await overridden(host);
    await mount().ready();
    expect(host.requests[0]?.root).toBeNull();
  });

  it('takes precedence over every release, and says so', async () => {
    const { mount, events, loader, end } = await overridden(new ScriptedHost(sound()));
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent('3.0.0-33333333');
    expect(loader.getSnapshot()).toMatchObject({ demo: { version: '3.0.0-33333333', source: 'override' } });
    expect(events.at(-1)).toMatchObject({ source: 'override' });
    expect(await loader.loadedFiles('demo')).toBeNull();
    end();
    await area.unmount();
    const after = mount();
    await after.ready();
    expect(after.outlet).toHaveTextContent(NEW);
    expect(loader.getSnapshot()).toMatchObject({ demo: { source: 'stable' } });
  });

  it('is shown over an area that is switched off', async () => {
    const { mount, stable, setRegistry } = await overridden(new ScriptedHost(sound()));
    setRegistry(registryOf(stable, { enabled: false }));
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent('3.0.0-33333333');
  });

  it('shows the next build when its folder has another one', async () => {
    const host = new ScriptedHost(sound());
    const { mount, store, serve } = await overridden(host);
    await mount().ready();
    serve((await store.publish('3.0.1-33333334')).path);
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent('3.0.1-33333334');
    expect(host.requests.map(({ entryUrl }) => entryUrl)).toEqual([
      `${FOLDER}remoteEntry.js`,
      `${FOLDER}remoteEntry.js?retry=1`,
    ]);
  });

  it('is replaced by a release only at the user’s request', async () => {
    const { mount, store, failures } = await overridden(new ScriptedHost(sound()));
    store.set(`${FOLDER}release.json`, 'network');
    const area = mount();
    expect(await area.failure()).toMatchObject({ kind: 'network', more: true });
    expect(failures()).toEqual(['network retry', 'network retry', 'network stop']);
    area.usePrevious();
    await area.ready();
    expect(area.outlet).toHaveTextContent(NEW);
  });

  it.each<[string, Partial<ReleaseDocument>, string]>([
    ['another area', { declaration: { ...DECLARATION, name: 'other' } }, 'integrity'],
    ['another contract', { declaration: { ...DECLARATION, contract: '^9.0.0' } }, 'contract'],
    ['shared modules that are not there', { shared: [{ name: 'react', range: '^20.0.0' }] }, 'contract'],
  ])('is refused with %s, and tried again once it is mended', async (_case, changes, kind) => {
    const host = new ScriptedHost(sound());
    const { mount, store, serve, built } = await overridden(host);
    serve((await store.publish('3.0.1-33333334', changes)).path);
    const area = mount();
    expect(await area.failure()).toMatchObject({ kind });
    expect(host.requests).toEqual([]);
    serve(built.path);
    area.retry();
    await area.ready();
  });

  const unsigned = async () => {
    const { keyId, publicKey } = await generateKeyPair();
    const trustedKeys: TrustedKeys = { demo: { keys: [{ id: keyId, publicKey }], routes: ['/demo'] } };
    return { trustedKeys: () => Promise.resolve(trustedKeys) };
  };
  const PATH = 'releases/demo/3.0.0-33333333/';

  it.each([
    ['as it is', `${STORE}${PATH}`],
    ['in capitals', `${STORE.toUpperCase()}${PATH}`],
    ['with a dot behind its host', `${STORE.replace(/\/$/, '')}./${PATH}`],
    ['with a name', `${STORE.replace('://', '://me@')}${PATH}`],
    ['with dots', `${STORE}x/../${PATH}`],
    ['with dots in disguise', `${STORE}x/%2e%2e/${PATH}`],
    ['with an escaped letter', `${STORE}%72${PATH.slice(1)}`],
    ['with two slashes', `${STORE}/${PATH}`],
  ])('to the store itself is valid only as its team signed it: %s', async (_case, url) => {
    const { mount, store, built } = await overridden(new ScriptedHost(sound()), url, await unsigned());
    // Servers answer any spelling.
    store.set(`${url}release.json`, store.textOf(`${built.path}release.json`));
    expect(await mount().failure()).toMatchObject({ kind: 'integrity' });
  });
});

describe('files that releases of an area share', () => {
  const NAME = 'by-content/page.0a.js';
  const SHARED = 'releases/demo/by-content/page.0a.js';

  /** A loader on two releases that share a file, the newer one stable. The host loses that file as often as given. */
  async function sharing(losses: number) {
    const store = new MemoryStore();
    const files = { [NAME]: { integrity: await digestOf('page'), bytes: 4 } };
    const publish = async (version: string) => {
      const entry = { 'remoteEntry.js': { integrity: await digestOf('remoteEntry.js'), bytes: 14 } };
      const changes = { files: { ...entry, ...files }, preload: ['remoteEntry.js', NAME] };
      const pointer = await store.publish(version, changes);
      store.set(`${pointer.path}${NAME}`, 'page');
      return pointer;
    };
    const [before, stable] = [await publish(OLD), await publish(NEW)];
    store.set(SHARED, 'page');
    const lost = new ContainerError('chunk', 'Loading chunk 7 failed.', { url: `${STORE}${SHARED}` });
    const host = new ScriptedHost(...Array<unknown>(losses).fill(lost), sound());
    const registry = registryOf(stable, { lastGood: [before] });
    return { ...(await setUp(host, { registry, fetch: store.fetch })), store, host };
  }
  const early = () => [...document.head.querySelectorAll('link')].map(({ href }) => href.replace(STORE, ''));

  it('come from one address for all of them', async () => {
    const { mount, host, stable } = await sharing(0);
    await mount().ready();
    expect(early()).toEqual([`${stable.path}remoteEntry.js`, SHARED]);
    expect(host.requests[0]?.root).toBe(`${STORE}releases/demo/`);
  });

  it('that are missing are taken from the release itself, at once and silently', async () => {
    const { mount, store, host, failures, stable } = await sharing(1);
    store.set(SHARED, 404);
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(NEW);
    expect(failures()).toEqual(['http retry']);
    expect(host.requests.map(({ root }) => root)).toEqual([`${STORE}releases/demo/`, null]);
    expect(early().at(-1)).toBe(`${stable.path}${NAME}?retry=1`);
  });

  it('that are other bytes are taken from the release itself: they condemn no release that has them', async () => {
    const { mount, store, host, failures, stable } = await sharing(1);
    store.set(SHARED, 'evil');
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(NEW);
    expect(failures()).toEqual(['http retry']);
    expect(host.requests.map(({ root }) => root)).toEqual([`${STORE}releases/demo/`, null]);
    expect(early().at(-1)).toBe(`${stable.path}${NAME}?retry=1`);
  });

  it('that are other bytes in the release as well take no release before down with them', async () => {
    const { mount, store, host, failures, stable, before } = await sharing(1);
    store.set(SHARED, 'evil');
    store.set(`${stable.path}${NAME}`, 'evil');
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(OLD);
    expect(failures()).toEqual(['integrity next-release']);
    // The previous release has the same file: its own copy.
    expect(host.requests.at(-1)).toMatchObject({ entryUrl: `${STORE}${before.path}remoteEntry.js`, root: null });
    expect(early().at(-1)).toBe(`${before.path}${NAME}`);
  });
});
