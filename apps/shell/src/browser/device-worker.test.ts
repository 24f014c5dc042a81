import { switchServiceWorker } from './service-worker';

const browser = (names: string[] = []) => {
  const registration = { unregister: jest.fn(() => Promise.resolve(true)) };
  const container = {
    register: jest.fn(() => Promise.reject(new Error('not here'))),
    getRegistrations: jest.fn(() => Promise.resolve([registration])),
  };
  const caches = {
    keys: () => Promise.resolve(names),
    delete: jest.fn((name: string) => Promise.resolve(names.includes(name))),
  };
  return { registration, container, caches };
};

it('registers the worker for the whole portal, past the cache of the browser', async () => {
  const { container, caches } = browser();
  await expect(switchServiceWorker(true, { container, caches } as never)).rejects.toThrow('not here');
  expect(container.register).toHaveBeenCalledWith('/worker.js', { scope: '/', updateViaCache: 'none' });
});

it('removes the worker, its caches and what pages without a connection show, and nothing else', async () => {
  const deleteDatabase = jest.fn();
  Object.assign(globalThis, { window: { indexedDB: { deleteDatabase } } });
  const { registration, container, caches } = browser(['nemus-worker-pages-1', 'nemus-worker-files-0', 'other']);
  await switchServiceWorker(false, { container, caches } as never);
  expect(registration.unregister).toHaveBeenCalledTimes(1);
  expect(caches.delete.mock.calls).toEqual([['nemus-worker-pages-1'], ['nemus-worker-files-0']]);
  expect(deleteDatabase.mock.calls).toEqual([['nemus-device']]);
  Reflect.deleteProperty(globalThis, 'window');
  expect(container.register).not.toHaveBeenCalled();
});

it('leaves a browser alone that has no workers', async () => {
  await expect(switchServiceWorker(true, { container: undefined, caches: undefined })).resolves.toBeUndefined();
  await expect(switchServiceWorker(false, { container: undefined, caches: undefined })).resolves.toBeUndefined();
});
