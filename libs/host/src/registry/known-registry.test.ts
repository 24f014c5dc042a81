import { createStore } from 'zustand/vanilla';
import { REGISTRY } from '../testing/samples';
import { registryNow, registryOnceKnown } from './known-registry';
import type { RegistryState } from './registry-state';

const storeOf = () =>
  createStore<RegistryState>(() => ({ status: 'loading', document: null, stale: false, refused: [] }));

it('answers with the registry as soon as there is one', async () => {
  const store = storeOf();
  const known = jest.fn();
  const answer = registryOnceKnown(store, 'local').then(known);
  store.setState({ stale: true });
  await Promise.resolve();
  expect(known).not.toHaveBeenCalled();
  store.setState({ status: 'ready', document: REGISTRY });
  await answer;
  expect(known).toHaveBeenCalledWith(REGISTRY);
  await expect(registryOnceKnown(store, 'local')).resolves.toBe(REGISTRY);
});

it('has no area where neither store nor browser has a registry', async () => {
  const store = storeOf();
  expect(registryNow(store, 'local')).toMatchObject({ environment: 'local', remotes: [] });
  const answer = registryOnceKnown(store, 'local');
  store.setState({ status: 'missing' });
  await expect(answer).resolves.toMatchObject({ environment: 'local', remotes: [] });
});
