/** @jest-environment ../../jest.browser.mjs */
import type { SessionState } from '@nemus/session';
import { fakeProfile } from '@nemus/testing';
import { createStore } from 'zustand/vanilla';
import { REGISTRY, SIGNED_OUT } from '@nemus/host/testing/samples';
import { createPrepareSignIn, LAST_TYPE_KEY } from './prepare-sign-in';

function begin() {
  const session = createStore<SessionState>(() => SIGNED_OUT);
  const prepare = jest.fn();
  const ahead = jest.fn<Promise<boolean>, [string, string]>(() => new Promise<boolean>(() => undefined));
  const ask = createPrepareSignIn({
    platform: { prepare },
    loader: { ahead },
    session,
    registry: () => Promise.resolve(REGISTRY),
  });
  return { prepare, ahead, ask, session, signIn: () => session.setState({ status: 'signed-in' }) };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  localStorage.clear();
});

it('requests the platform, and where no account is known the dashboards of both types, these once', async () => {
  const { prepare, ahead, ask } = begin();
  ask();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(ahead.mock.calls).toEqual([
    ['alpha', 'held'],
    ['beta', 'held'],
  ]);
});

it.each([
  ['piw', 'alpha'],
  ['institution', 'beta'],
] as const)('requests no file of another account type than the last one here, %s', async (type, home) => {
  const earlier = begin();
  earlier.session.setState({ status: 'signed-in', profile: fakeProfile(type) });
  earlier.session.setState(SIGNED_OUT);
  const { ahead, ask } = begin();
  ask();
  await settle();
  expect(ahead.mock.calls).toEqual([[home, 'held']]);
});

it('takes the type of the account that was here last, and no other text', async () => {
  const { ahead, ask, session } = begin();
  session.setState({ profile: fakeProfile('piw') });
  session.setState({ profile: fakeProfile('institution') });
  expect(localStorage.getItem(LAST_TYPE_KEY)).toBe('institution');
  localStorage.setItem(LAST_TYPE_KEY, 'admin');
  ask();
  await settle();
  expect(ahead).toHaveBeenCalledTimes(2);
});

it('requests no dashboard after the sign-in', async () => {
  const { ahead, ask, signIn } = begin();
  ask();
  signIn();
  await settle();
  expect(ahead).not.toHaveBeenCalled();
});

it('requests no dashboard when data is to be saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { prepare, ahead, ask } = begin();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(ahead).not.toHaveBeenCalled();
});
