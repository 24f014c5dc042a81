import { releasesFor } from './choice';
import type { RegisteredRemote } from './registry';
import { sampleEntry, samplePointer, sampleRegistry } from './samples';
import type { StopList } from './stop-list';
import { closedRegistry, withStops } from './stopped';

const at = '2026-06-01T00:00:00.000Z';
const stop = { name: 'alpha', reason: 'Wir warten die Termine.', by: 'operator', since: at };
const version = (patch: number) => samplePointer('alpha', patch).version;
const list = ({ areas = [], canaries = [] }: Partial<Pick<StopList, 'areas' | 'canaries'>>): StopList => ({
  schema: 1,
  environment: 'test',
  serial: 1,
  issuedAt: at,
  expiresAt: at,
  areas,
  canaries,
  signature: { keyId: 'k-0', value: '' },
});
const canary = { pointer: samplePointer('alpha', 9), percent: 100, cohorts: [], salt: 's' };
const remote = sampleEntry('alpha', {
  stable: samplePointer('alpha', 3),
  lastGood: [samplePointer('alpha', 2), samplePointer('alpha', 1)],
  canary,
});
const registry = sampleRegistry([remote, sampleEntry('beta')]);

/** Patches that an account gets of alpha, best first; null when the area is closed. */
function given(stops: StopList | null, before: RegisteredRemote = remote) {
  const [alpha] = withStops({ ...registry, remotes: [before] }, stops).remotes;
  if (!alpha?.enabled) return null;
  return releasesFor(alpha, { userId: 'u', cohorts: [] }).map(({ pointer }) =>
    Number(pointer.version.split(/[.-]/)[2]),
  );
}

it('leaves everything as it is without stops', () => {
  expect(withStops(registry, null)).toBe(registry);
  expect(withStops(registry, list({}))).toBe(registry);
  expect(withStops(registry, list({ areas: [{ ...stop, name: 'gone' }] }))).toBe(registry);
  expect(withStops(registry, list({ areas: [{ ...stop, versions: [version(7)] }] }))).toBe(registry);
  expect(withStops(registry, list({ canaries: [{ ...stop, version: version(3) }] }))).toBe(registry);
});

it('closes an area with the operator’s reason, whatever the registry says, and no other', () => {
  const stopped = withStops(registry, list({ areas: [stop] }));
  expect(stopped.remotes).toMatchObject([
    { name: 'alpha', enabled: false, disabledReason: stop.reason },
    { name: 'beta', enabled: true },
  ]);
});

it('never switches anything on', () => {
  const off = { ...remote, enabled: false, disabledReason: 'Das Team arbeitet.' };
  expect(given(list({ areas: [{ ...stop, versions: [version(3)] }] }), off)).toBeNull();
});

it.each<[string, number[], number[] | null]>([
  ['the stable release', [3], [9, 2, 1]],
  ['an earlier one', [2], [9, 3, 1]],
  ['the canary', [9], [3, 2, 1]],
  ['all but one', [9, 3, 1], [2]],
  ['every stable one', [1, 2, 3], null],
])('gives no account a stopped version: %s', (_case, stopped, left) => {
  expect(given(list({ areas: [{ ...stop, versions: stopped.map(version) }] }))).toEqual(left);
});

it('counts every stop of an area', () => {
  const areas = [
    { ...stop, versions: [version(3)] },
    { ...stop, versions: [version(9)] },
  ];
  expect(given(list({ areas }))).toEqual([2, 1]);
  expect(given(list({ areas: [...areas, stop] }))).toBeNull();
});

it('ends a canary alone', () => {
  expect(given(list({ canaries: [{ ...stop, version: version(9) }] }))).toEqual([3, 2, 1]);
  const other = { ...remote, canary: { ...canary, pointer: samplePointer('alpha', 10) } };
  expect(given(list({ canaries: [{ ...stop, version: version(9) }] }), other)).toEqual([10, 3, 2, 1]);
});

it('closes all', () => {
  expect(
    closedRegistry(registry, 'Zu.').remotes.map(({ enabled, disabledReason }) => [enabled, disabledReason]),
  ).toEqual([
    [false, 'Zu.'],
    [false, 'Zu.'],
  ]);
});
