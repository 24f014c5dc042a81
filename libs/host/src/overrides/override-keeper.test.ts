/** @jest-environment ../../jest.browser.mjs */
import type { RegistryDocument } from '@nemus/registry';
import { fakeClient } from '../testing/fake-client';
import { createOverrideKeeper, OVERRIDE_KEY } from './override-keeper';
import * as service from './override-service';

const NOW = new Date('2026-06-15T12:00:00.000Z');
const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const OVERRIDE = { remote: 'alpha', url: 'http://localhost:4300/alpha/', until: '2026-06-15T13:00:00.000Z' };
// The relevant part of a registry.
const REGISTRY = { remotes: [{ name: 'alpha' }] } as unknown as RegistryDocument;

function setUp(answer: (name: string) => unknown = () => OVERRIDE, kept: Record<string, string> = {}) {
  const stored = new Map(Object.entries(kept));
  const asked: string[] = [];
  const client = fakeClient((name) => {
    asked.push(name);
    return answer(name);
  });
  const keeper = createOverrideKeeper({
    rules: {
      environment: 'local',
      storeUrl: 'http://localhost:4210/',
      origins: ['http://localhost:4300'],
      registry: () => Promise.resolve(REGISTRY),
      client: () => Promise.resolve(client),
      now: () => new Date(),
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    onTrouble: () => undefined,
    load: () => Promise.resolve(service),
  });
  return { keeper, stored, asked };
}
const KEPT = { [OVERRIDE_KEY]: JSON.stringify({ id: ID }) };

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

it('sends no request without an override', async () => {
  const { keeper, asked } = setUp();
  keeper.begin('u-1');
  expect(keeper.pending()).toBeNull();
  expect(keeper.store.getState()).toEqual({ status: 'none' });
  expect(asked).toEqual([]);
});

it('restores what the database knows, and makes areas wait for it', async () => {
  const { keeper } = setUp(undefined, KEPT);
  keeper.begin('u-1');
  expect(keeper.of('alpha')).toBeNull();
  await keeper.pending();
  expect(keeper.of('alpha')).toEqual(OVERRIDE);
  expect(keeper.of('beta')).toBeNull();
  jest.setSystemTime(new Date(OVERRIDE.until));
  expect(keeper.of('alpha')).toBeNull();
});

it('stores only an id, and expires at its time', async () => {
  const { keeper, stored, asked } = setUp(() => ID);
  keeper.begin('u-1');
  await keeper.take(JSON.stringify(OVERRIDE));
  expect(stored.get(OVERRIDE_KEY)).toBe(JSON.stringify({ id: ID }));
  const left = new Date(OVERRIDE.until).getTime() - NOW.getTime();
  jest.advanceTimersByTime(left - 1);
  expect(keeper.store.getState().status).toBe('active');
  jest.advanceTimersByTime(1);
  expect(keeper.store.getState()).toMatchObject({ status: 'expired', override: OVERRIDE });
  expect(stored.size).toBe(0);
  expect(asked).toEqual(['nemus_open_release_override']);
});

it('ends with the account, and with a click', async () => {
  const { keeper, stored, asked } = setUp(() => ID);
  keeper.begin('u-1');
  await keeper.take(JSON.stringify(OVERRIDE));
  keeper.begin(null);
  expect(keeper.store.getState()).toEqual({ status: 'none' });
  keeper.begin('u-2');
  await keeper.take(JSON.stringify(OVERRIDE));
  keeper.reset();
  expect([stored.size, keeper.of('alpha')]).toEqual([0, null]);
  await jest.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toBe('nemus_end_release_override');
});

it('stays for its own account, however often its session is reported', async () => {
  const { keeper, stored } = setUp(() => ID);
  keeper.begin('u-1');
  await keeper.take(JSON.stringify(OVERRIDE));
  keeper.begin('u-1');
  expect([stored.size, keeper.of('alpha')]).toEqual([1, OVERRIDE]);
});

it('is nothing to the next account, when its answer comes late', async () => {
  let answer: (override: unknown) => void = () => undefined;
  const { keeper } = setUp(() => new Promise((resolve) => (answer = resolve)), KEPT);
  keeper.begin('u-1');
  const late = keeper.pending();
  await jest.advanceTimersByTimeAsync(0);
  keeper.begin('u-2');
  answer(OVERRIDE);
  await late;
  expect(keeper.of('alpha')).toBeNull();
  expect(keeper.store.getState()).toEqual({ status: 'none' });
});

it('does not show the next account a refusal of the previous one', async () => {
  let answer: (override: unknown) => void = () => undefined;
  const { keeper } = setUp(() => new Promise((resolve) => (answer = resolve)), KEPT);
  keeper.begin('u-1');
  const late = keeper.pending();
  await jest.advanceTimersByTimeAsync(0);
  keeper.begin('u-2');
  answer(null);
  await late;
  expect(keeper.store.getState()).toEqual({ status: 'none' });
});

it('ends the previous one when another is opened, and does not wait for expired ones', async () => {
  const { keeper, asked } = setUp((name) => (name === 'nemus_open_release_override' ? ID : OVERRIDE), KEPT);
  keeper.begin('u-1');
  await keeper.pending();
  expect(keeper.pending()).toBeNull();
  await keeper.take(JSON.stringify(OVERRIDE));
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['nemus_release_override', 'nemus_open_release_override', 'nemus_end_release_override']);
});

it('ends nothing without an override, and checks nothing without an account', async () => {
  const { keeper, asked } = setUp(() => ID, KEPT);
  await keeper.recheck();
  keeper.reset();
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([]);
});

it.each<[string, string, (name: string) => unknown, service.OverrideRefusal]>([
  ['a whole override', JSON.stringify(OVERRIDE), () => OVERRIDE, 'malformed'],
  ['no JSON', '{', () => OVERRIDE, 'malformed'],
  ['an id that the database does not know', KEPT[OVERRIDE_KEY] ?? '', () => null, 'not-allowed'],
  [
    'an unlisted origin',
    KEPT[OVERRIDE_KEY] ?? '',
    () => ({ ...OVERRIDE, url: 'http://evil.example/' }),
    'unlisted-origin',
  ],
])('refuses %s in the storage, and forgets it', async (_case, text, answer, refusal) => {
  const { keeper, stored } = setUp(answer, { [OVERRIDE_KEY]: text });
  keeper.begin('u-1');
  await keeper.pending();
  expect(keeper.store.getState()).toEqual({ status: 'refused', refusal });
  expect(stored.size).toBe(0);
});

it('works without it while the backend is silent, and can check again', async () => {
  let reachable = false;
  const { keeper, stored } = setUp(() => {
    if (reachable) return OVERRIDE;
    throw new TypeError('Failed to fetch');
  }, KEPT);
  keeper.begin('u-1');
  await keeper.pending();
  expect(keeper.store.getState()).toEqual({ status: 'refused', refusal: 'unreachable' });
  expect(stored.size).toBe(1);
  reachable = true;
  await keeper.recheck();
  expect(keeper.of('alpha')).toEqual(OVERRIDE);
});
