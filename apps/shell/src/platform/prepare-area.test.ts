/** @jest-environment ../../jest.browser.mjs */
import type { RegisteredRemote } from '@nemus/registry';
import { AREA_AHEAD_AGAIN_MS, AREA_REST_MS } from '@nemus/start/limits';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { fakePortal, fakeSession } from '../testing/render-portal';
import { REGISTRY, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { areaAt } from '../routing/place';
import { rememberedFiles } from '../setup/remembered-files';
import { createPrepareArea } from './prepare-area';

/** The trainee's dashboard is open, and the menu also has gamma. The store answers when a test says so. */
function open({ gamma = {}, stale = false, overridden = false, address = '/dashboard' } = {}) {
  window.history.replaceState(null, '', address);
  const [alpha] = REGISTRY.remotes;
  if (!alpha) throw new Error('The sample registry is empty.');
  const route = { path: '/gamma', layout: 'shared', title: 'Gamma' } as const;
  const other: RegisteredRemote = { ...alpha, name: 'gamma', routes: [route], menu: [], ...gamma };
  const document = { ...REGISTRY, remotes: [...REGISTRY.remotes, other] };
  const store = createStore<RegistryState>(() => ({ status: 'ready', document, stale, refused: [] }));
  const session = fakeSession(SIGNED_IN);
  const portal = fakePortal(session);
  let answer: () => void = () => undefined;
  const prepare = jest.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const prepareFiles = jest.fn();
  const prepareOpening = jest.fn();
  const ahead = jest.fn();
  const prepareArea = createPrepareArea({
    ...portal,
    registry: { ...portal.registry, store, prepare },
    loader: { ...portal.loader, prepareFiles, prepareOpening },
    overrides: { ...portal.overrides, pending: () => (overridden ? Promise.resolve() : null) },
    reads: { ahead },
    areaAt: (path) =>
      areaAt(path, { session: session.store.getState(), registry: store.getState(), config: portal.config }),
    filesOf: rememberedFiles,
  });
  return {
    session,
    store,
    portal,
    prepare,
    prepareFiles,
    prepareOpening,
    ahead,
    prepareArea,
    answer: async () => {
      answer();
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

const rest = (ms: number = AREA_REST_MS) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

it('requests files and registry at once, and lets the area prefetch once the pointer stays and the store has answered', async () => {
  const { prepareArea, prepare, prepareFiles, prepareOpening, ahead, answer } = open();
  prepareArea('gamma', '/gamma');
  expect(prepareFiles.mock.calls).toEqual([['gamma']]);
  expect(prepare).toHaveBeenCalledTimes(1);
  await rest();
  expect(prepareOpening).not.toHaveBeenCalled();
  await answer();
  expect(prepareOpening.mock.calls).toEqual([['gamma', '/gamma', []]]);
  expect(ahead.mock.calls).toEqual([['gamma']]);
});

it('ignores an entry that is only passed, or left before the store answers', async () => {
  const { prepareArea, prepareOpening, answer } = open();
  const pass = prepareArea('gamma', '/gamma');
  await answer();
  await rest(AREA_REST_MS - 1);
  pass();
  await rest();
  const leave = prepareArea('gamma', '/gamma');
  await rest();
  leave();
  await answer();
  expect(prepareOpening).not.toHaveBeenCalled();
});

it('uses the store’s current state: does not run an area that was closed meanwhile', async () => {
  const { prepareArea, prepareOpening, store, answer } = open();
  prepareArea('gamma', '/gamma');
  await rest();
  const { document } = store.getState();
  if (!document) throw new Error('There is no registry.');
  const remotes = document.remotes.map((remote) => ({ ...remote, enabled: remote.name !== 'gamma' }));
  store.setState({ status: 'ready', document: { ...document, remotes } });
  await answer();
  expect(prepareOpening).not.toHaveBeenCalled();
});

it.each([
  ['of a copy that the store did not confirm', { stale: true }],
  ['while an override is read', { overridden: true }],
  ['of an area at whose address another one is', { gamma: { routes: [] } }],
  ['of the area that is open', { address: '/gamma' }],
  ['of an area for others', { gamma: { routes: [{ path: '/gamma', roles: ['institution'], title: 'Gamma' }] } }],
])('runs nothing %s', async (_what, parts) => {
  const { prepareArea, prepareOpening, answer } = open(parts);
  prepareArea('gamma', '/gamma');
  await rest();
  await answer();
  expect(prepareOpening).not.toHaveBeenCalled();
});

it('runs nothing where data is to be saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { prepareArea, prepareOpening, answer } = open();
  prepareArea('gamma', '/gamma');
  await rest();
  await answer();
  expect(prepareOpening).not.toHaveBeenCalled();
});

it('runs nothing after the session has ended', async () => {
  const { prepareArea, prepareOpening, session, answer } = open();
  prepareArea('gamma', '/gamma');
  await rest();
  session.store.setState(SIGNED_OUT, true);
  await answer();
  expect(prepareOpening).not.toHaveBeenCalled();
});

it('prepares an area again after a while, and for another account at once', async () => {
  const { prepareArea, prepareOpening, session, answer } = open();
  const stay = async () => {
    const leave = prepareArea('gamma', '/gamma');
    await rest();
    await answer();
    leave();
  };
  await stay();
  await stay();
  expect(prepareOpening).toHaveBeenCalledTimes(1);
  session.store.setState({ ...SIGNED_IN, user: { id: 'u-2', email: 'noa@nemus.example', metadata: {} } }, true);
  await stay();
  expect(prepareOpening).toHaveBeenCalledTimes(2);
  await rest(AREA_AHEAD_AGAIN_MS);
  await stay();
  expect(prepareOpening).toHaveBeenCalledTimes(3);
});
