/** @jest-environment ../../jest.browser.mjs */
import { SESSION_KEY, START_MEMO_KEY, type StartMemo } from '@nemus/start';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { fakePortal, fakeSession } from '../testing/render-portal';
import { REGISTRY, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { prepareFirstScreen } from './first-screen';

interface StartParts {
  readonly address?: string;
  readonly stored?: boolean;
  readonly overridden?: boolean;
  readonly memo?: StartMemo | null;
}

/** A running start without any answers yet. */
function start({ address = '/dashboard', stored = true, overridden = false, memo = null }: StartParts = {}) {
  window.history.replaceState(null, '', address);
  localStorage.clear();
  if (stored) localStorage.setItem(SESSION_KEY, '{}');
  if (memo) localStorage.setItem(START_MEMO_KEY, JSON.stringify(memo));
  const session = fakeSession({ status: stored ? 'loading' : 'signed-out' });
  const portal = fakePortal(session);
  const store = createStore<RegistryState>(() => ({ status: 'loading', document: null, stale: false, refused: [] }));
  const refresh = jest.fn(() => Promise.resolve());
  const prepare = jest.fn(() => Promise.resolve(true));
  const known = jest.fn();
  const screen = prepareFirstScreen({
    ...portal,
    registry: { ...portal.registry, store, refresh },
    loader: { ...portal.loader, ahead: prepare },
    overrides: { ...portal.overrides, pending: () => (overridden ? Promise.resolve() : null) },
  });
  void screen.then(known);
  return {
    refresh,
    prepare,
    known,
    answerSession: (state = SIGNED_IN) => session.store.setState(state),
    answerRegistry: () => store.setState({ status: 'ready', document: REGISTRY }),
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const settle = () => jest.advanceTimersByTimeAsync(0);

it('loads the area as soon as account and registry are known, and not before', async () => {
  const { refresh, prepare, known, answerSession, answerRegistry } = start();
  expect(refresh).toHaveBeenCalledTimes(1);
  answerSession();
  await settle();
  expect(prepare).not.toHaveBeenCalled();
  expect(known).not.toHaveBeenCalled();
  answerRegistry();
  await settle();
  expect(prepare).toHaveBeenCalledWith('alpha', 'running', { files: [], access: undefined });
  expect(known).toHaveBeenCalled();
});

it('also loads the files that the page needed at the last visit', async () => {
  const url = 'http://store.test/alpha/1.0.0/page.js';
  const page = { path: '/dashboard', release: 'http://store.test/alpha/1.0.0/release.json', reads: [] };
  const pages = [{ ...page, files: [{ url, integrity: 'sha384-a' }] }];
  const backend = { url: 'http://backend.test', publishableKey: 'key' };
  const { prepare, answerSession, answerRegistry } = start({
    memo: { registryUrl: 'http://store.test/registry.json', backend, pages },
  });
  answerSession();
  answerRegistry();
  await settle();
  expect(prepare).toHaveBeenCalledWith('alpha', 'running', { files: [url], access: undefined });
});

it('loads no other release than the one under test', async () => {
  const { prepare, known, answerSession, answerRegistry } = start({ overridden: true });
  answerSession();
  answerRegistry();
  await settle();
  expect(prepare).not.toHaveBeenCalled();
  expect(known).toHaveBeenCalled();
});

it('is known when the session turns out to be over', async () => {
  const { prepare, known, answerSession } = start();
  answerSession(SIGNED_OUT);
  await settle();
  expect(prepare).not.toHaveBeenCalled();
  expect(known).toHaveBeenCalled();
});

it.each([
  ['without a stored session', { stored: false }],
  ['on a public page', { address: '/impressum' }],
])('does not wait %s', async (_, parts) => {
  const { refresh, known } = start(parts);
  await settle();
  expect(known).toHaveBeenCalled();
  expect(refresh).not.toHaveBeenCalled();
});

it('prepares a public route for a visitor, without an account', async () => {
  const { refresh, prepare, known, answerRegistry } = start({ address: '/check/NE-1', stored: false });
  await settle();
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(known).not.toHaveBeenCalled();
  answerRegistry();
  await settle();
  expect(prepare).toHaveBeenCalledWith('alpha', 'running', { files: [], access: 'public' });
  expect(known).toHaveBeenCalled();
});

it('is drawn once the code of its area has run, or after a moment', async () => {
  const { prepare, known, answerSession, answerRegistry } = start();
  let ran: (isRunning: boolean) => void = () => undefined;
  prepare.mockReturnValueOnce(new Promise((resolve) => (ran = resolve)));
  answerSession();
  answerRegistry();
  await settle();
  expect(known).not.toHaveBeenCalled();
  ran(true);
  await settle();
  expect(known).toHaveBeenCalled();

  const slow = start();
  slow.prepare.mockReturnValueOnce(new Promise(() => undefined));
  slow.answerSession();
  slow.answerRegistry();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(slow.known).toHaveBeenCalled();
});

it('does not wait long for an answer that does not come', async () => {
  const { known } = start();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(known).toHaveBeenCalled();
});
