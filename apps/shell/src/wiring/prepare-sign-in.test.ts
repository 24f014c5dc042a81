/** @jest-environment ../../jest.browser.mjs */
import type { SessionState } from '@nemus/session';
import { REGISTRY, SIGNED_OUT } from '../testing/samples';
import { createPrepareSignIn } from './prepare-sign-in';

function begin() {
  let status: SessionState['status'] = 'signed-out';
  const prepare = jest.fn();
  const cached: (() => void)[] = [];
  const cacheFiles = jest.fn(() => new Promise<void>((resolve) => cached.push(resolve)));
  const ask = createPrepareSignIn({
    platform: { prepare },
    loader: { cacheFiles },
    session: { getState: () => ({ ...SIGNED_OUT, status }) },
    registry: () => Promise.resolve(REGISTRY),
  });
  /** The files of the area that was asked for last are there. */
  const arrive = async () => {
    cached.at(-1)?.();
    await settle();
  };
  return { prepare, cacheFiles, ask, arrive, signIn: () => (status = 'signed-in') };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

it('asks for the platform and the dashboards of both account types, these once', async () => {
  const { prepare, cacheFiles, ask, arrive } = begin();
  ask();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(cacheFiles.mock.calls).toEqual([['alpha']]);
  await arrive();
  expect(cacheFiles.mock.calls).toEqual([['alpha'], ['beta']]);
});

it('asks for no further dashboard once somebody has signed in', async () => {
  const { cacheFiles, ask, arrive, signIn } = begin();
  ask();
  await settle();
  signIn();
  await arrive();
  expect(cacheFiles.mock.calls).toEqual([['alpha']]);
});

it('asks for no dashboard where data is to be saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { prepare, cacheFiles, ask } = begin();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(cacheFiles).not.toHaveBeenCalled();
});
