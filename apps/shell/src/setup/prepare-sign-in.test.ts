/** @jest-environment ../../jest.browser.mjs */
import type { SessionState } from '@nemus/session';
import { REGISTRY, SIGNED_OUT } from '../testing/samples';
import { createPrepareSignIn } from './prepare-sign-in';

function begin() {
  let status: SessionState['status'] = 'signed-out';
  const prepare = jest.fn();
  const ahead = jest.fn<Promise<boolean>, [string, string]>(() => new Promise<boolean>(() => undefined));
  const ask = createPrepareSignIn({
    platform: { prepare },
    loader: { ahead },
    session: { getState: () => ({ ...SIGNED_OUT, status }) },
    registry: () => Promise.resolve(REGISTRY),
  });
  return { prepare, ahead, ask, signIn: () => (status = 'signed-in') };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

it('requests the platform and the dashboards of both account types, these once', async () => {
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
