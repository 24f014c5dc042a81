/** @jest-environment ../../jest.browser.mjs */
import { SESSION_KEY } from './auth-client';
import { CHECK_EVERY } from './session-check';
import { FakeService, PROFILE_ROW, sessionBody, type FakeAnswer } from './testing/fake-service';
import { closeSessions, open, PROFILES, resetBrowser, store, TOKEN, withProfile } from './testing/open-session';

const USER = 'GET /auth/v1/user';
const HOLDS: FakeAnswer = { status: 200, body: sessionBody().user };
const GONE: FakeAnswer = { status: 403, body: { code: 'session_not_found', message: 'Session does not exist' } };
const NO_TOKEN: FakeAnswer = { status: 400, body: { code: 'refresh_token_not_found', message: 'Not found' } };

/** Value of document.visibilityState. */
function show(visibility: 'visible' | 'hidden') {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  resetBrowser();
  jest.useFakeTimers();
});
afterEach(async () => {
  await closeSessions();
  jest.useRealTimers();
});

/** Signed in; from then on the service answers `answer` about the session. */
async function signedIn() {
  store(sessionBody());
  const service = new FakeService()
    .on(PROFILES, { status: 200, body: PROFILE_ROW })
    .on('POST /auth/v1/logout', { status: 403, body: {} });
  let answer = HOLDS;
  service.on(USER, () => answer).on(TOKEN, NO_TOKEN);
  const session = open(service);
  await withProfile(session);
  return { session, service, says: (next: FakeAnswer) => (answer = next) };
}

it('a session that was ended elsewhere ends here within a minute, in a hidden tab too; account and page stay', async () => {
  const { session, service, says } = await signedIn();
  show('hidden');
  await jest.advanceTimersByTimeAsync(10 * CHECK_EVERY);
  expect(session.store.getState().ended).toBe(false);
  expect(service.asked(USER)).toHaveLength(10);
  says(GONE);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: true, user: { id: 'u-1' } });
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  // An ended session is not checked.
  const asked = service.asked(USER).length;
  await jest.advanceTimersByTimeAsync(3 * CHECK_EVERY);
  expect(service.asked(USER)).toHaveLength(asked);
});

it('returning to a tab checks at once, but not twice in a row', async () => {
  const { session, service, says } = await signedIn();
  show('hidden');
  await jest.advanceTimersByTimeAsync(20_000);
  says(GONE);
  show('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(100);
  expect(service.asked(USER)).toHaveLength(1);
  expect(session.store.getState().ended).toBe(true);
});

it.each([
  ['no answer', null],
  ['a service in trouble', { status: 503, body: {} }],
  ['too many requests', { status: 429, body: { code: 'over_request_rate_limit', message: 'Slow down' } }],
])('%s ends nothing, and the check is repeated', async (_name, answer) => {
  const { session, service, says } = await signedIn();
  says(answer);
  await jest.advanceTimersByTimeAsync(3 * CHECK_EVERY);
  expect(service.asked(USER).length).toBeGreaterThanOrEqual(2);
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
});

it('renews a refused token while its session is valid', async () => {
  const { session, service, says } = await signedIn();
  service.on(TOKEN, { status: 200, body: { ...sessionBody(), access_token: 'fresh' } });
  says({ status: 403, body: { code: 'bad_jwt', message: 'Bad token' } });
  await jest.advanceTimersByTimeAsync(CHECK_EVERY);
  expect(session.store.getState().ended).toBe(false);
  expect(await session.getAccessToken()).toBe('fresh');
});

it('an answer that never comes does not end the looking', async () => {
  const { service } = await signedIn();
  service.on(USER, () => new Promise(() => undefined));
  await jest.advanceTimersByTimeAsync(3 * CHECK_EVERY);
  expect(service.asked(USER).length).toBeGreaterThanOrEqual(2);
});

it('does not check once stopped, nor before the sign-in', async () => {
  const service = new FakeService();
  const session = open(service);
  await jest.advanceTimersByTimeAsync(3 * CHECK_EVERY);
  expect(service.requests).toEqual([]);
  const open2 = await signedIn();
  await open2.session.dispose();
  await jest.advanceTimersByTimeAsync(3 * CHECK_EVERY);
  expect(open2.service.asked(USER)).toEqual([]);
  expect(session.store.getState().status).toBe('signed-out');
});
