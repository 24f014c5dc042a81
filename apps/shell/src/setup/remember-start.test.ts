/** @jest-environment ../../jest.browser.mjs */
import { fakePortal, fakeSession } from '../testing/render-portal';
import { SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { createRememberStart } from './remember-start';

const LOADED = { release: 'http://store.test/alpha/1.0.0/release.json', files: [] };
const READS = [{ path: 'nemus_prices?select=item', headers: {} }];

function open(address = '/dashboard/', state = SIGNED_IN) {
  window.history.replaceState(null, '', address);
  const session = fakeSession(state);
  const { navigation } = fakePortal(session);
  const remember = jest.fn();
  const loadedFiles = jest.fn(() => Promise.resolve<typeof LOADED | null>(LOADED));
  const rememberStart = createRememberStart({
    navigation,
    loader: { loadedFiles },
    session,
    reads: { since: () => READS },
    memo: { remember },
    publicPathAt: (path) => (path.startsWith('/check') ? '/check' : null),
  });
  return { session, navigation, remember, loadedFiles, shown: () => void rememberStart({ name: 'alpha' }) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const pass = () => jest.advanceTimersByTimeAsync(5_000);

it('remembers the first screen’s requests, and again as more of them arrive', async () => {
  const { remember, shown } = open();
  shown();
  await pass();
  expect(remember.mock.calls).toEqual(Array(3).fill([{ path: '/dashboard', ...LOADED, reads: READS }]));
});

it.each([SIGNED_IN, SIGNED_OUT])('remembers of a public route its files, and nothing of its address', async (state) => {
  const { remember, shown } = open('/check/NE-1?link=secret', state);
  shown();
  await pass();
  expect(remember.mock.calls).toEqual(Array(3).fill([{ path: '/check', isPublic: true, ...LOADED, reads: [] }]));
});

it('remembers nothing of an area that was not shown', async () => {
  const { remember, loadedFiles, shown } = open();
  loadedFiles.mockResolvedValue(null);
  shown();
  await pass();
  expect(remember).not.toHaveBeenCalled();
});

it('ends with the page that was left', async () => {
  const { remember, navigation, shown } = open();
  shown();
  navigation.redirect('/catalog');
  await pass();
  expect(remember).not.toHaveBeenCalled();
});

it('ends with the session', async () => {
  const { remember, session, shown } = open();
  shown();
  await jest.advanceTimersByTimeAsync(50);
  session.store.setState(SIGNED_OUT);
  await pass();
  expect(remember).toHaveBeenCalledTimes(1);
});
