/** @jest-environment ../../jest.browser.mjs */
import { fakePortal } from '../testing/render-portal';
import { PLATFORM } from '../testing/fake-platform';
import { lazyPlatform } from './lazy-platform';

const USER = { id: 'u-1', email: 'mira@nemus.example', metadata: {} };

it('is loaded once, and its parts take the places of those that wait', async () => {
  const load = jest.fn(() => Promise.resolve(PLATFORM));
  const ahead = jest.fn(() => Promise.resolve(true));
  const platform = lazyPlatform(load);
  const prepareMenu = jest.fn();
  const prepared = Promise.resolve();
  const makeParts = jest.fn(() => ({
    loader: { ...fakePortal().loader, ahead },
    prepareMenu,
    prepareFirstPage: () => prepared,
  }));
  platform.makePartsBy(makeParts);
  platform.prepareMenu('trainee');
  expect(platform.prepareFirstPage(USER)).toBeNull();
  expect(load).not.toHaveBeenCalled();
  await Promise.all([platform.get(), platform.get()]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(makeParts).toHaveBeenCalledTimes(1);
  void platform.loader.ahead('trainee', 'held');
  expect(ahead).toHaveBeenCalledWith('trainee', 'held', undefined);
  platform.prepareMenu('catalog');
  expect(prepareMenu.mock.calls).toEqual([['catalog']]);
  expect(platform.prepareFirstPage(USER)).toBe(prepared);
});

it('opens areas even when configured after its code has loaded', async () => {
  const ahead = jest.fn(() => Promise.resolve(true));
  const platform = lazyPlatform(() => Promise.resolve(PLATFORM));
  await platform.get();
  void platform.loader.ahead('trainee', 'held');
  platform.makePartsBy(() => ({
    loader: { ...fakePortal().loader, ahead },
    prepareMenu: () => undefined,
    prepareFirstPage: () => null,
  }));
  void platform.loader.ahead('catalog', 'held');
  expect(ahead.mock.calls).toEqual([['catalog', 'held', undefined]]);
});

it('is requested again after a failure', async () => {
  const load = jest.fn(() => Promise.resolve(PLATFORM));
  load.mockRejectedValueOnce(new Error('Loading chunk platform failed.'));
  const platform = lazyPlatform(load);
  await expect(platform.get()).rejects.toThrow('Loading chunk platform failed.');
  await expect(platform.get()).resolves.toBe(PLATFORM);
});

it('is requested with the files that areas share', async () => {
  document.head.innerHTML =
    '<template data-for="account"><link rel="preload" as="script" href="/assets/areas.js"></template>';
  const platform = lazyPlatform(() => Promise.reject(new Error('offline')));
  platform.prepare();
  expect(document.head.querySelector('link')?.rel).toBe('preload');
  await expect(platform.get()).rejects.toThrow('offline');
});
