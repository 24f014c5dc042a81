/** @jest-environment ../../jest.browser.mjs */
import {
  generateKeyPair,
  openSigner,
  openStopList,
  signStopList,
  type KeyPairText,
  type StopList,
} from '@nemus/registry';
import { STOPS_REQUEST } from '@nemus/start';
import { createStore } from 'zustand/vanilla';
import type { KeyStore } from '../browser/storage';
import type { PortalConfig } from '../config/config';
import { REGISTRY } from '../testing/samples';
import { applyStopList, UNCHECKED } from './apply-stop-list';
import type { RegistryState } from './registry-state';
import { createStopSource, STOPS_KEY } from './stop-source';

const URL_ = 'http://store.test/registry/local.stops.json';
const REASON = 'Wir warten den Bereich.';
const STOP = { name: 'alpha', reason: REASON, by: 'operator', since: '2026-11-01T00:00:00Z' };

let operator: KeyPairText;
beforeAll(async () => {
  operator = await generateKeyPair();
});

/** A list signed by an operator. */
async function listOf(
  serial: number,
  areas: StopList['areas'] = [STOP],
  change: Partial<StopList> = {},
  by = operator,
) {
  const list = { schema: 1 as const, environment: 'local', serial, areas, canaries: [] };
  const times = { issuedAt: `2026-11-0${serial}T00:00:00Z`, expiresAt: `2026-11-1${serial}T00:00:00Z` };
  return JSON.stringify(await signStopList({ ...list, ...times, ...change }, await openSigner(by)));
}

type Answer = string | Error | number;

function setUp(
  answers: Answer[],
  {
    stored = new Map<string, string>(),
    required = false,
    now = '2026-11-08T00:00:00Z',
    key = operator,
    comes = (): boolean => true,
  } = {},
) {
  const reports: string[] = [];
  const storage: KeyStore = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
  const config: Pick<PortalConfig, 'stops' | 'environment'> = {
    environment: 'local',
    stops: { url: URL_, keys: [{ id: key.keyId, publicKey: key.publicKey }], required },
  };
  const send = jest.fn(() => {
    const next = answers.shift() ?? new Error('The test gave no further answer.');
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve(typeof next === 'string' ? new Response(next) : new Response('', { status: next }));
  });
  const clock = () => new Date(now);
  const source = createStopSource({
    config,
    telemetry: { report: ({ name, message }) => reports.push(`${name}: ${message}`) },
    reader: () => (comes() ? Promise.resolve({ openStopList }) : Promise.reject(new Error('The chunk was lost.'))),
    send,
    storage,
    now: clock,
  });
  const accepted = createStore<RegistryState>(() => ({
    status: 'ready',
    document: REGISTRY,
    stale: false,
    refused: [],
  }));
  const registry = applyStopList(accepted, source.store, { required, now: clock });
  /** Open areas of the portal. */
  const open = () =>
    registry.getState().document?.remotes.flatMap(({ name, enabled }) => (enabled ? [name] : [])) ?? null;
  const reason = () => registry.getState().document?.remotes.find(({ enabled }) => !enabled)?.disabledReason;
  return { source, stored, reports, send, accepted, registry, open, reason };
}

/** What a browser stores after this list. */
async function having(text: string) {
  const before = setUp([text]);
  await before.source.refresh();
  expect(before.source.store.getState().status).toBe('current');
  return before.stored;
}

it('closes what an operator stopped, and nothing else, before anything is opened', async () => {
  const portal = setUp([await listOf(1)]);
  expect(portal.open()).toBeNull();
  await portal.source.refresh();
  expect(portal.open()).toEqual(['beta']);
  expect(portal.reason()).toBe(REASON);
  expect(portal.reports).toEqual([]);
});

it('requests the store itself, bypassing caches', async () => {
  const portal = setUp([await listOf(1)]);
  await portal.source.refresh();
  expect(portal.send).toHaveBeenCalledWith(URL_, expect.objectContaining(STOPS_REQUEST));
});

it('keeps stops in this page when the storage is cleared or damaged', async () => {
  const portal = setUp([await listOf(1), 404, 404]);
  await portal.source.refresh();
  portal.stored.clear();
  await portal.source.refresh();
  expect(portal.open()).toEqual(['beta']);
  portal.stored.set(STOPS_KEY, '{');
  await portal.source.refresh();
  expect(portal.open()).toEqual(['beta']);
});

it('keeps stops in this page when the code that reads lists does not load', async () => {
  let arrives = true;
  const portal = setUp([await listOf(1), 404], { comes: () => arrives });
  await portal.source.refresh();
  arrives = false;
  await portal.source.refresh();
  expect(portal.open()).toEqual(['beta']);
});

it('reopens an area when the operator lifts the stop', async () => {
  const portal = setUp([await listOf(1), await listOf(2, [])]);
  await portal.source.refresh();
  await portal.source.refresh();
  expect(portal.open()).toEqual(['alpha', 'beta']);
});

it('hands the registry on as it is while nothing of it is stopped, and draws nothing again', async () => {
  const portal = setUp([await listOf(1, []), await listOf(2, [])]);
  await portal.source.refresh();
  const before = portal.registry.getState();
  expect(before).toBe(portal.accepted.getState());
  await portal.source.refresh();
  expect(portal.registry.getState()).toBe(before);
});

describe.each<[string, () => Promise<Answer> | Answer, RegExp]>([
  ['is not there', () => 404, /status 404/],
  ['does not come', () => new TypeError('Failed to fetch'), /Failed to fetch/],
  ['is a page', () => '<!doctype html>', /malformed/],
  ['is an older one', () => listOf(1, []), /serial 2 was seen/],
  ['has expired', () => listOf(3, [], { expiresAt: '2026-11-05T00:00:00Z' }), /expired/],
  ['is for another environment', () => listOf(3, [], { environment: 'staging' }), /"staging"/],
  ['is signed by a stranger', async () => listOf(3, [], {}, await generateKeyPair()), /not pinned/],
  ['was changed', async () => (await listOf(3)).replace(STOP.reason, 'Nichts.'), /does not match/],
])('when the list %s', (_why, answer, problem) => {
  it('keeps earlier stops, in a new page as well, and reports that once', async () => {
    const portal = setUp([await answer(), await answer()], { stored: await having(await listOf(2)) });
    await portal.source.refresh();
    expect(portal.open()).toEqual(['beta']);
    expect(portal.source.store.getState()).toMatchObject({ status: 'kept', list: { serial: 2 } });
    await portal.source.refresh();
    expect(portal.open()).toEqual(['beta']);
    expect(portal.reports).toEqual([expect.stringMatching(problem)]);
  });
});

it('closes nothing without earlier stops, and reports the state as unknown', async () => {
  const portal = setUp([404]);
  await portal.source.refresh();
  expect(portal.open()).toEqual(['alpha', 'beta']);
  expect(portal.source.store.getState()).toMatchObject({ status: 'unknown', list: null });
  expect(portal.reports).toEqual([expect.stringContaining('stop-list-unusable')]);
});

it('keeps stops past the end of the list', async () => {
  const stored = await having(await listOf(2));
  const portal = setUp([404], { stored, now: '2027-11-08T00:00:00Z' });
  await portal.source.refresh();
  expect(portal.open()).toEqual(['beta']);
});

it('drops the stops of a removed key', async () => {
  const stored = await having(await listOf(9, [STOP], { issuedAt: '2026-11-08T00:30:00Z' }));
  const key = await generateKeyPair();
  const first = setUp([404], { stored, key });
  await first.source.refresh();
  expect(first.open()).toEqual(['alpha', 'beta']);
  const second = setUp([await listOf(1, [], {}, key)], { stored, key });
  await second.source.refresh();
  expect(second.source.store.getState().status).toBe('current');
});

it('does not believe a kept list that was changed by hand', async () => {
  const stored = await having(await listOf(2));
  stored.set(STOPS_KEY, (stored.get(STOPS_KEY) ?? '').replace('alpha', 'beta'));
  const portal = setUp([404], { stored });
  await portal.source.refresh();
  expect(portal.open()).toEqual(['alpha', 'beta']);
});

describe('where a current list is required', () => {
  it('opens nothing without one, with its own reason', async () => {
    const portal = setUp([404], { required: true });
    await portal.source.refresh();
    expect(portal.open()).toEqual([]);
    expect(portal.reason()).toBe(UNCHECKED);
  });

  it('uses the list that was seen before, as long as it is valid', async () => {
    const stored = await having(await listOf(2));
    const within = setUp([404], { stored, required: true });
    await within.source.refresh();
    expect(within.open()).toEqual(['beta']);
    const after = setUp([404], { stored, required: true, now: '2026-11-12T00:00:00Z' });
    await after.source.refresh();
    expect(after.open()).toEqual([]);
  });
});
