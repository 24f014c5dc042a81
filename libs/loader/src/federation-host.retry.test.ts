/** @jest-environment ../../jest.browser.mjs */
import { loadShare } from '@module-federation/enhanced/runtime';
import { federationHost } from './federation-host';

jest.mock('@module-federation/inject-external-runtime-core-plugin', () => ({
  __esModule: true,
  default: () => ({ name: 'runtime' }),
}));

it('loads a provided module again whose first request was lost', async () => {
  const load = jest.fn(() => Promise.resolve({ useForm: 1 })).mockRejectedValueOnce(new Error('offline'));
  federationHost({ 'react-hook-form': { version: '7.1.0', load, late: true } });
  await expect(loadShare('react-hook-form')).rejects.toThrow('offline');
  const factory = await loadShare('react-hook-form');
  expect(typeof factory === 'function' && factory()).toEqual({ useForm: 1 });
  await loadShare('react-hook-form');
  expect(load).toHaveBeenCalledTimes(2);
});
