/** @jest-environment ../../jest.browser.mjs */
import type { SessionState } from '@nemus/session';
import { REGISTRY, SIGNED_OUT } from '../testing/samples';
import { createPrepareSignIn } from './prepare-sign-in';

function begin() {
  let status: SessionState['status'] = 'signed-out';
  const prepare = jest.fn();
  const preloadFiles = jest.fn(() => new Promise<boolean>(() => undefined));
  const ask = createPrepareSignIn({
    platform: { prepare },
    loader: { preloadFiles },
    session: { getState: () => ({ ...SIGNED_OUT, status }) },
    registry: () => Promise.resolve(REGISTRY),
  });
  return { prepare, preloadFiles, ask, signIn: () => (status = 'signed-in') };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

it('requests the platform and the dashboards of both account types, these once', async () => {
  const { prepare, preloadFiles, ask } = begin();
  ask();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(preloadFiles.mock.calls).toEqual([['alpha'], ['beta']]);
});

it('requests no dashboard after the sign-in', async () => {
  const { preloadFiles, ask, signIn } = begin();
  ask();
  signIn();
  await settle();
  expect(preloadFiles).not.toHaveBeenCalled();
});

it('requests no dashboard when data is to be saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { prepare, preloadFiles, ask } = begin();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(preloadFiles).not.toHaveBeenCalled();
});
