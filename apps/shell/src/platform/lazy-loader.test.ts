/** @jest-environment ../../jest.browser.mjs */
import type { Loader } from '@nemus/loader';
import { fakePortal } from '../testing/render-portal';
import { lazyLoader } from './lazy-loader';

/** A loader with one listener at a time. */
function fakeLoader() {
  let heard: (() => void) | null = null;
  const loader: Loader = {
    ...fakePortal().loader,
    ahead: jest.fn(() => Promise.resolve(true)),
    getSnapshot: () => ({}),
    subscribe: (listener) => {
      heard = listener;
      return () => (heard = null);
    },
  };
  return { loader, change: () => heard?.(), hasListener: () => heard !== null };
}

it('requests nothing and knows nothing before its code is there', async () => {
  const { loader } = lazyLoader();
  await expect(loader.ahead('trainee', 'held')).resolves.toBe(false);
  await expect(loader.loadedFiles('trainee')).resolves.toBeNull();
  expect(loader.getSnapshot()).toBe(loader.getSnapshot());
  expect(() => loader.mountArea('trainee', document.body, () => undefined)).toThrow('before the registry was read');
});

it('passes on to the real one, with earlier listeners', () => {
  const { loader, arrive } = lazyLoader();
  const listener = jest.fn();
  const stop = loader.subscribe(listener);
  const real = fakeLoader();
  arrive(real.loader);
  expect(listener).toHaveBeenCalledTimes(1);
  real.change();
  expect(listener).toHaveBeenCalledTimes(2);
  void loader.ahead('trainee', 'running', { files: ['page.js'] });
  expect(real.loader.ahead).toHaveBeenCalledWith('trainee', 'running', { files: ['page.js'] });
  stop();
  expect(real.hasListener()).toBe(false);
});
