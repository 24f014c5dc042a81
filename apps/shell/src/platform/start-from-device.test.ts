/** @jest-environment ../../jest.browser.mjs */
import { ConfigError, UnreachableError, type PortalConfig } from '@nemus/host/config/config';
import { readDeviceCopy, type DeviceCopy, type StoredReads } from '@nemus/host/device/device-copy';
import { PROFILE } from '@nemus/host/testing/samples';
import { SESSION_KEY } from '@nemus/start';
import { fakePortal, fakeSession } from '../testing/render-portal';
import { offlinePages, startFromDevice } from './start-from-device';

jest.mock('@nemus/host/device/device-copy', () => ({
  ...jest.requireActual('@nemus/host/device/device-copy'),
  readDeviceCopy: jest.fn(),
}));
const readCopy = jest.mocked(readDeviceCopy);
const OFFLINE = new UnreachableError(['/config.json could not be fetched.']);
const COPY: DeviceCopy = {
  profile: PROFILE,
  answeredAt: 0,
  reads: [{ shape: 'beta@1.0.0', key: ['week'], data: 1, readAt: 0, endsWith: [], offlinePage: '/beta' }],
};
const deleteDatabase = jest.fn();
const send = jest.fn<Promise<Response>, [string, RequestInit]>();

beforeEach(() => {
  jest.clearAllMocks();
  const { config } = fakePortal();
  send.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(config))));
  Object.assign(globalThis, { fetch: send, indexedDB: { deleteDatabase } });
  readCopy.mockResolvedValue(COPY);
  const user = { id: PROFILE.userId, email: PROFILE.email, user_metadata: {} };
  localStorage.setItem(SESSION_KEY, JSON.stringify({ access_token: 'a.b.c', refresh_token: 'r', user }));
  window.history.replaceState(null, '', '/beta/?woche=1');
});

/** A start; `started` are the arguments with which the portal was made. */
async function start(failure: unknown = OFFLINE) {
  const session = fakeSession({ status: 'loading' });
  const make = jest.fn((_config: PortalConfig, _stored: StoredReads) => ({ session }));
  const found = await startFromDevice(failure, make);
  return { found, make, session, reloadProfile: session.reloadProfile, store: session.store };
}

it('opens a page whose reads are on the device, as the account of the last contact', async () => {
  const { found, make, session, store } = await start();
  expect(found).toEqual({ session });
  const [config, stored] = make.mock.calls[0] ?? [];
  expect(config).toMatchObject({ environment: 'local' });
  expect(stored?.(PROFILE.userId, 'beta@1.0.0')).toEqual(COPY.reads);
  expect(stored?.('u-2', 'beta@1.0.0')).toEqual([]);
  expect(store.getState()).toMatchObject({
    status: 'signed-in',
    user: { id: PROFILE.userId },
    profile: PROFILE,
    profileStatus: 'ready',
  });
  expect(readCopy).toHaveBeenCalledWith(PROFILE.userId);
});

it('takes the configuration from the browser’s own cache, which no page can write', async () => {
  await start();
  expect(send.mock.calls).toMatchObject([['/config.json', { cache: 'force-cache' }]]);
});

it.each([
  ['a wrong configuration', () => new ConfigError(['wrong'])],
  ['an error of the portal', () => new Error('broken')],
])('does not cover up %s', async (_what, failure) => {
  const reason = failure();
  expect((await start(reason)).found).toEqual({ failure: reason });
  expect(deleteDatabase).not.toHaveBeenCalled();
});

it.each<[string, () => unknown, boolean]>([
  ['another page', () => window.history.replaceState(null, '', '/dashboard'), false],
  ['a configuration that is nowhere', () => send.mockRejectedValue(new TypeError('offline')), false],
  ['no session', () => localStorage.clear(), true],
  ['nothing stored, or nothing for this account', () => readCopy.mockResolvedValue(null), true],
  ['a storage that cannot be read', () => readCopy.mockRejectedValue(new DOMException('blocked')), true],
])('opens nothing for %s', async (_what, arrange, forgets) => {
  arrange();
  const { found, make } = await start();
  expect(found).toEqual({ failure: OFFLINE });
  expect(make).not.toHaveBeenCalled();
  expect(deleteDatabase).toHaveBeenCalledTimes(forgets ? 1 : 0);
});

it('names the pages that open without a connection, once each', async () => {
  readCopy.mockResolvedValue({ ...COPY, reads: [...COPY.reads, ...COPY.reads] });
  await expect(offlinePages()).resolves.toEqual(['/beta']);
  localStorage.clear();
  await expect(offlinePages()).resolves.toEqual([]);
});

describe('when the connection returns', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const reconnect = async () => {
    window.dispatchEvent(new Event('online'));
    await settle();
  };

  it('asks for the profile until the backend has answered', async () => {
    const { reloadProfile, store } = await start();
    expect(reloadProfile).not.toHaveBeenCalled();
    await reconnect();
    await reconnect();
    expect(reloadProfile).toHaveBeenCalledTimes(2);
    store.setState({ profile: { ...PROFILE } });
    await reconnect();
    await reconnect();
    expect(reloadProfile).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['ended', { ended: true }],
    ['blocked', { profileStatus: 'blocked' as const }],
    ['signed out', { status: 'signed-out' as const }],
  ])('does not ask for an account that was %s', async (_what, state) => {
    const { reloadProfile, store } = await start();
    store.setState(state);
    await reconnect();
    expect(reloadProfile).not.toHaveBeenCalled();
  });
});
