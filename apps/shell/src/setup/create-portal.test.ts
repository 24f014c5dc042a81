/** @jest-environment ../../jest.browser.mjs */
import { FirstReads, OFF_KEY, prepareAnswer, SESSION_KEY, START_MEMO_KEY, withEarlyAnswers } from '@nemus/start';
import { PLATFORM } from '../testing/fake-platform';
import { fakePortal } from '../testing/render-portal';
import { loadPlatform } from '../platform/load-platform';
import { REGISTRY } from '@nemus/host/testing/samples';
import { createPortal } from './create-portal';
import { prepareFirstScreen } from './first-screen';

jest.mock('../platform/load-platform', () => ({ loadPlatform: jest.fn(() => new Promise(() => undefined)) }));
const load = jest.mocked(loadPlatform);

const { config } = fakePortal();
const send = jest.fn((_input: string | URL) => new Promise<Response>(() => undefined));

beforeEach(() => {
  localStorage.clear();
  jest.clearAllMocks();
  Object.assign(globalThis, { fetch: send });
});

it('requests nothing without a session: the sign-in page needs none of it', () => {
  const portal = createPortal(config);
  expect(load).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
  expect(portal.registry.store.getState().status).toBe('loading');
  portal.prepareSignIn();
  expect(load).toHaveBeenCalledTimes(1);
});

describe('with the early start switched off', () => {
  const off = { ...config, earlyStart: false };

  it('prefetches nothing, and tells the page’s head', () => {
    localStorage.setItem(SESSION_KEY, '{}');
    localStorage.setItem(START_MEMO_KEY, '{}');
    const portal = createPortal(off);
    portal.prepareSignIn();
    portal.opening.point('alpha');
    expect(load).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
    expect(localStorage.getItem(OFF_KEY)).not.toBeNull();
    expect(localStorage.getItem(START_MEMO_KEY)).toBeNull();
  });

  it('does not delay the first render', async () => {
    localStorage.setItem(SESSION_KEY, '{}');
    await prepareFirstScreen(createPortal(off));
    expect(send).not.toHaveBeenCalled();
  });
});

it('requests the code of areas at once where a session is stored', () => {
  localStorage.setItem(SESSION_KEY, '{}');
  createPortal(config);
  expect(load).toHaveBeenCalledTimes(1);
});

it('requests the store in parallel with a sign-in, if it was requested before', async () => {
  const { session, registry } = createPortal(config);
  const asked = () => send.mock.calls.map(([input]) => new URL(String(input)).pathname);
  void session.signIn('mira@nemus.example', 'geheim');
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toEqual(['/auth/v1/token']);
  registry.store.setState({ status: 'ready', document: null, stale: false, refused: [] }, true);
  void session.signIn('mira@nemus.example', 'geheim');
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked().toSorted()).toEqual(['/auth/v1/token', '/auth/v1/token', '/registry/local.json']);
});

it('runs no other area beside the address of a public route', async () => {
  window.history.replaceState(null, '', '/check/NE-1?link=secret');
  const { loader, registry, navigation } = createPortal(config);
  registry.store.setState({ status: 'ready', document: REGISTRY, stale: false, refused: [] }, true);
  const question = { expose: './search', query: 'angst', signal: new AbortController().signal };
  await expect(loader.search('beta', question)).resolves.toEqual([]);
  navigation.port.push('/dashboard');
  expect(() => loader.search('beta', question)).toThrow('before the registry was read');
});

it('requests the files of an area that is pointed at, and runs none of them', async () => {
  const ahead = jest.fn<Promise<boolean>, [string, string]>(() => Promise.resolve(true));
  const { loader } = fakePortal();
  load.mockResolvedValueOnce({
    ...PLATFORM,
    createLoader: () => ({ ...loader, ahead }),
    containerHost: () => ({
      load: () => Promise.reject(new Error('No area runs.')),
      missing: () => Promise.resolve([]),
      provided: () => [],
    }),
    createPrepareMenu: () => () => undefined,
    createPrepareFirstPage: () => () => Promise.resolve(),
  });
  localStorage.setItem(SESSION_KEY, '{}');
  const portal = createPortal(config);
  await new Promise((resolve) => setTimeout(resolve));
  jest.useFakeTimers();
  portal.opening.point('alpha');
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  expect(ahead.mock.calls.map(([remote, level]) => [remote, level])).toEqual([['alpha', 'held']]);
});

it('also remembers what an area reads before its mount', async () => {
  const begin = jest.spyOn(FirstReads.prototype, 'begin');
  await createPortal(config).loader.ahead('alpha', 'running');
  expect(begin).toHaveBeenCalledWith('alpha');
});

it('shows no early answers from before another tab’s change', async () => {
  const url = 'http://backend.test/rest/v1/nemus_bookings';
  const headers = { authorization: 'Bearer one' };
  const later = jest.fn(() => Promise.resolve(new Response('later')));
  send.mockResolvedValueOnce(new Response('early'));
  void prepareAnswer(url, headers);
  const channel = Object.assign(new EventTarget(), { close: () => undefined });
  Object.assign(globalThis, { BroadcastChannel: jest.fn(() => channel) });
  const { session } = createPortal(config);
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  session.store.setState({ user: { id: 'u-1', email: 'mira@nemus.example', metadata: {} } });
  const data = { name: 'credits-changed', payload: {}, userId: 'u-1' };
  channel.dispatchEvent(new MessageEvent('message', { data }));
  expect(await (await withEarlyAnswers(later)(url, { headers })).text()).toBe('later');
});
