/** @jest-environment ../../jest.browser.mjs */
import { fakePortal } from '../testing/render-portal';
import { lazyPlatform } from './lazy-platform';
import type { Platform } from './load-platform';

const unused = () => {
  throw new Error('Not requested here.');
};
const PLATFORM: Platform = {
  digestOf: unused,
  openRegistry: unused,
  openStopList: unused,
  readAccepted: unused,
  unchangedSpan: unused,
  createDataClient: unused,
  createLoader: unused,
  containerHost: unused,
  createPrepareArea: unused,
  createPrepareFirstPage: unused,
  createPrepareMenu: unused,
  runShared: unused,
};

it('is loaded once, and its loader takes the place of the one that waits', async () => {
  const load = jest.fn(() => Promise.resolve(PLATFORM));
  const prepareFiles = jest.fn();
  const platform = lazyPlatform(load);
  const makeLoader = jest.fn(() => ({ ...fakePortal().loader, prepareFiles }));
  platform.makeLoaderBy(makeLoader);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([platform.get(), platform.get()]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(makeLoader).toHaveBeenCalledTimes(1);
  platform.loader.prepareFiles('trainee');
  expect(prepareFiles).toHaveBeenCalledWith('trainee');
});

it('opens areas even when configured after its code has loaded', async () => {
  const prepareFiles = jest.fn();
  const platform = lazyPlatform(() => Promise.resolve(PLATFORM));
  await platform.get();
  platform.loader.prepareFiles('trainee');
  platform.makeLoaderBy(() => ({ ...fakePortal().loader, prepareFiles }));
  platform.loader.prepareFiles('catalog');
  expect(prepareFiles.mock.calls).toEqual([['catalog']]);
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
