/** @jest-environment ../../jest.browser.mjs */
import type { MenuEntry } from '@nemus/contract';
import type { RegisteredRemote } from '@nemus/registry';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { fakeSession } from '../testing/render-portal';
import { REGISTRY, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { createPrepareMenu } from './prepare-menu';

const entry = (order: number, id = 'main'): MenuEntry => ({ id, path: `/p${order}`, label: id, icon: 'home', order });

/** An area whose menu has these entries, by their order. */
function area(name: string, orders: readonly number[], changes: Partial<RegisteredRemote> = {}): RegisteredRemote {
  const [sample] = REGISTRY.remotes;
  if (!sample) throw new Error('The sample registry is empty.');
  return { ...sample, name, routes: [], slots: [], menu: orders.map((order) => entry(order)), ...changes };
}

function open(remotes: readonly RegisteredRemote[]) {
  const session = fakeSession(SIGNED_IN);
  const document = { ...REGISTRY, remotes: [...remotes] };
  const store = createStore<RegistryState>(() => ({ status: 'ready', document, stale: false, refused: [] }));
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const ahead = (name: string, level: string) => {
    asked.push(level === 'fetched' ? name : level);
    return new Promise<boolean>((resolve) => ends.push(() => resolve(true)));
  };
  const shown = createPrepareMenu({ registry: { store }, session, loader: { ahead } });
  const pass = () => jest.advanceTimersByTimeAsync(1_000);
  return {
    session,
    asked,
    shown,
    pass,
    next: async () => {
      ends.shift()?.();
      await pass();
    },
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

it("prepares the menu's other areas one after the other, by their order, once", async () => {
  const { asked, shown, pass, next } = open([
    area('beta', [3, 4]),
    area('alpha', [1]),
    area('gamma', [2]),
    area('off', [5], { enabled: false }),
    area('hidden', []),
  ]);
  shown('alpha');
  shown('gamma');
  expect(asked).toEqual([]);
  await pass();
  expect(asked).toEqual(['gamma']);
  await next();
  expect(asked).toEqual(['gamma', 'beta']);
  await next();
  expect(asked).toEqual(['gamma', 'beta']);
});

it('prepares the first five of many', async () => {
  const { asked, shown, pass, next } = open(Array.from({ length: 9 }, (_, place) => area(`a${place}`, [place])));
  shown('other');
  await pass();
  for (let done = 0; done < 9; done += 1) await next();
  expect(asked).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
});

it('prepares five besides the open one', async () => {
  const { asked, shown, pass, next } = open(Array.from({ length: 9 }, (_, place) => area(`a${place}`, [place])));
  shown('a1');
  await pass();
  for (let done = 0; done < 9; done += 1) await next();
  expect(asked).toEqual(['a0', 'a2', 'a3', 'a4', 'a5']);
});

it('ends with the account, and begins again with the next one', async () => {
  const { session, asked, shown, pass, next } = open([area('alpha', [1]), area('beta', [2])]);
  shown('other');
  await pass();
  session.store.setState(SIGNED_OUT, true);
  await next();
  expect(asked).toEqual(['alpha']);
  shown('other');
  session.store.setState({ ...SIGNED_IN, user: { id: 'u-2', email: 'noa@nemus.example', metadata: {} } }, true);
  shown('other');
  await pass();
  expect(asked).toEqual(['alpha', 'alpha']);
});

it('requests nothing when data is to be saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { asked, shown, pass } = open([area('alpha', [1])]);
  shown('other');
  await pass();
  expect(asked).toEqual([]);
});
