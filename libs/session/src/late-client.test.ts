/** @jest-environment ../../jest.browser.mjs */
import { SessionError } from './session-error';
import { SESSION_KEY } from './auth-client';
import { lateClient } from './late-client';
import { loadAuthClient } from './load-auth-client';
import { createSession } from './session';
import { sessionBody } from './testing/fake-service';
import { known, resetBrowser, store } from './testing/open-session';

jest.mock('./load-auth-client', () => ({ loadAuthClient: jest.fn() }));
const load = jest.mocked(loadAuthClient);
const backend = { url: 'http://localhost:1', publishableKey: 'key' };

beforeEach(resetBrowser);
beforeEach(() => load.mockReset().mockRejectedValue(new SessionError('network', 0, null)));

function begin() {
  const follow = jest.fn();
  const onSilence = jest.fn();
  const auth = lateClient(backend, fetch, { follow, onSilence });
  auth.begin();
  return { auth, follow, onSilence };
}

it('starts with a valid session without the client', async () => {
  store(sessionBody({}, 300));
  const { auth, follow } = begin();
  expect(follow).not.toHaveBeenCalled();
  expect((await auth.getSession()).session?.access_token).toBe('token-of-u-1');
  expect(follow.mock.calls).toEqual([['INITIAL_SESSION', expect.objectContaining({ access_token: 'token-of-u-1' })]]);
  expect(load).not.toHaveBeenCalled();
  await auth.dispose();
});

it('does not send a token that is about to expire, and loads the client again after a failure', async () => {
  store(sessionBody({}, 80));
  const { auth, follow, onSilence } = begin();
  await expect(auth.getSession()).rejects.toMatchObject({ code: 'network' });
  expect(onSilence).toHaveBeenCalledTimes(1);
  expect(follow).not.toHaveBeenCalled();
  await expect(auth.client()).rejects.toMatchObject({ code: 'network' });
  expect(load).toHaveBeenCalledTimes(2);
  await auth.dispose();
});

it('asks again for the client of a session that must be renewed', async () => {
  jest.useFakeTimers();
  store(sessionBody({}, 80));
  const { auth, onSilence } = begin();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(onSilence.mock.calls.length).toBeGreaterThan(1);
  await auth.dispose();
  const asked = load.mock.calls.length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(asked);
  jest.useRealTimers();
});

it('is signed out without a session, also when the client does not load', async () => {
  const { follow, onSilence } = begin();
  await new Promise(process.nextTick);
  expect(follow.mock.calls).toEqual([['INITIAL_SESSION', null]]);
  expect(onSilence).not.toHaveBeenCalled();
});

it.each([
  ['did not load', () => Promise.reject(new SessionError('network', 0, null))],
  ['is still loading', () => new Promise<never>(() => undefined)],
])('signs out at once when the client %s', async (_title, answer) => {
  load.mockImplementation(answer);
  store(sessionBody({}, 300));
  const session = createSession({
    backend,
    siteRoot: 'http://localhost/',
    client: () => Promise.reject(new Error('offline')),
    visitorClient: () => Promise.reject(new Error('offline')),
  });
  expect(await known(session)).toMatchObject({ status: 'signed-in' });
  await session.signOut();
  expect(session.store.getState()).toMatchObject({ status: 'signed-out', user: null });
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  await session.dispose();
});
