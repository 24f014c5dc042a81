/** @jest-environment ../../jest.browser.mjs */
import { REGISTRY } from '../testing/samples';
import { createPrepareSignIn } from './prepare-sign-in';

function begin() {
  const prepare = jest.fn();
  const prepareFiles = jest.fn();
  const ask = createPrepareSignIn({
    platform: { prepare },
    loader: { prepareFiles },
    registry: () => Promise.resolve(REGISTRY),
  });
  return { prepare, prepareFiles, ask };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

it('asks for the platform and the dashboards of both account types, these once', async () => {
  const { prepare, prepareFiles, ask } = begin();
  ask();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(prepareFiles.mock.calls).toEqual([['alpha'], ['beta']]);
});

it('asks for no dashboard where data is to be saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { prepare, prepareFiles, ask } = begin();
  ask();
  await settle();
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(prepareFiles).not.toHaveBeenCalled();
});
