/** @jest-environment ../../jest.browser.mjs */
import { digestOf, pointerTo, USES_FILE, type ReleaseDocument, type UsesDocument } from '@nemus/registry';
import type { LoaderOptions } from './loader';
import { registryOf, ScriptedHost, STORE } from './loader-fixtures';
import { NEW, setUp, sound } from './loader-setup';

const NOTHING: UsesDocument = { schema: 1, modules: {}, slots: [], events: [], ports: [] };
const uses = (names: string[], ports: string[] = []): UsesDocument => ({
  ...NOTHING,
  modules: { '@nemus/ui': { names, whole: false } },
  ports,
});

/** A loader whose newer release says that it uses this; its shell has a "Button". */
async function open(document: UsesDocument | string, changes: Partial<LoaderOptions> = {}, alone = false) {
  const host = new ScriptedHost(sound());
  host.exports = { '@nemus/ui': ['Button'] };
  const world = await setUp(host, { portNames: ['session'], ...changes });
  const { store, before } = world;
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const path = world.stable.path;
  const release: ReleaseDocument = JSON.parse(store.textOf(`${path}release.json`));
  const files = { ...release.files, [USES_FILE]: { integrity: await digestOf(text), bytes: text.length } };
  const told = JSON.stringify({ ...release, files });
  store.set(`${path}release.json`, told);
  store.set(path + USES_FILE, text);
  const stable = pointerTo(release, await digestOf(told));
  world.setRegistry(registryOf(stable, { lastGood: alone ? [] : [before] }));
  return { ...world, host, stable };
}

afterEach(() => document.head.replaceChildren());

it('starts an area that uses only names of the shell', async () => {
  const { mount, host } = await open(uses(['Button'], ['session']));
  const page = mount();
  await page.ready();
  expect(page.outlet).toHaveTextContent(NEW);
  expect(host.requests).toHaveLength(1);
});

it('lists what a release uses among the files that the next start requests early', async () => {
  const { loader, stable } = await open(uses(['Button']));
  Object.assign(performance, { getEntriesByType: () => [] });
  const loaded = await loader.loadedFiles('demo');
  Reflect.deleteProperty(performance, 'getEntriesByType');
  expect(loaded?.files.map(({ url }) => url)).toContain(`${STORE}${stable.path}${USES_FILE}`);
});

it('refuses an area that uses more, by name and before any of its code runs', async () => {
  const { mount, host, failures } = await open(uses(['Button', 'New'], ['session.later']), {}, true);
  const page = mount();
  expect(await page.failure()).toMatchObject({
    kind: 'contract',
    message:
      'It uses "New" of "@nemus/ui", which the shell does not provide. It uses "session.later" of the ports, which the shell does not provide.',
  });
  expect(page.states.at(-1)).toMatchObject({
    missing: [
      { module: '@nemus/ui', names: ['New'] },
      { module: null, names: ['session.later'] },
    ],
  });
  expect(failures()).toEqual(['contract next-release', 'contract stop']);
  expect(host.requests).toEqual([]);
  // Requested early, and never run.
  expect(document.querySelectorAll('link[rel="preload"]').length).toBeGreaterThan(0);
  expect(document.querySelectorAll('script')).toHaveLength(0);
});

it('continues with the previous release, and reports what was missing', async () => {
  const { mount, loader } = await open(uses(['New']));
  const page = mount();
  await page.ready();
  expect(page.outlet).toHaveTextContent('1.0.0-11111111');
  expect(loader.getSnapshot()['demo']?.lastFailure).toMatchObject({
    kind: 'contract',
    version: NEW,
    missing: [{ module: '@nemus/ui', names: ['New'] }],
  });
});

it('runs nothing ahead of a release that is refused', async () => {
  const { loader, stable, mount, host } = await open(uses(['New']), {}, true);
  void loader.ahead('demo', 'running', { files: [`${STORE}${stable.path}lazy.js`] });
  await mount().failure();
  expect(host.requests).toEqual([]);
  expect(document.querySelectorAll('script')).toHaveLength(0);
});

it('requests the list once, in parallel with the files, and not again for the next mount', async () => {
  const { mount, store } = await open(uses(['Button']));
  const first = mount();
  await first.ready();
  await mount().ready();
  expect(store.requests.filter((url) => url.endsWith(USES_FILE))).toHaveLength(1);
});

it('refuses a list that is not the one of the release', async () => {
  const { mount, store, stable } = await open(uses(['New']), {}, true);
  store.set(stable.path + USES_FILE, JSON.stringify(NOTHING));
  expect(await mount().failure()).toMatchObject({ kind: 'integrity' });
});

it.each([
  ['a list that is lost on the way', 'network' as const],
  ['one that the store does not have', 404],
])('starts as before with %s', async (_what, answer) => {
  const { mount, store, stable } = await open(uses(['New']));
  store.set(stable.path + USES_FILE, answer);
  const page = mount();
  await page.ready();
  expect(page.outlet).toHaveTextContent(NEW);
});

it('starts a release whose list only a later shell reads', async () => {
  const { mount } = await open(JSON.stringify({ schema: 2 }));
  const page = mount();
  await page.ready();
  expect(page.outlet).toHaveTextContent(NEW);
});

it('compares no ports when an adapter is between the area and this contract', async () => {
  const adapter = {
    contract: '1.0.0',
    until: '2999-01-01',
    lifecycles: () => sound().default,
    search: () => null,
  };
  const { mount } = await open(uses(['Button'], ['oldPort']), { contractVersion: '2.0.0', adapters: [adapter] });
  await mount().ready();
  const native = await open(uses(['Button'], ['oldPort']), {}, true);
  expect(await native.mount().failure()).toMatchObject({ kind: 'contract' });
});

it('preloads no file of an area that uses more', async () => {
  const { loader, host } = await open(uses(['New']), {}, true);
  await expect(loader.ahead('demo', 'held')).resolves.toBe(false);
  expect(document.querySelectorAll('link')).toHaveLength(0);
  expect(host.requests).toEqual([]);
});
