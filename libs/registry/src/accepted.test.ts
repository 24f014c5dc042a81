import { readAccepted } from './accepted';
import { sampleEntry, samplePointer, sampleRegistry } from './samples';

const canary = {
  pointer: samplePointer('alpha', 1),
  percent: 5,
  cohorts: ['piw'],
  salt: 'a',
  bound: { failureRate: 0.1, minimumAccounts: 20 },
};
const canaryHalted = { version: '1.0.1', at: '2026-06-01T00:00:00Z', reason: 'failed' };
const full = sampleEntry('alpha', { canary, canaryHalted, lastGood: [samplePointer('alpha', 2)] });

it('reads what a portal has stored', () => {
  const registry = sampleRegistry([full, sampleEntry('beta')]);
  expect(readAccepted(JSON.stringify(registry))).toEqual(registry);
});

it.each<[string, object | string]>([
  ['no JSON', '{'],
  ['no registry', '[]'],
  ['another schema', { ...sampleRegistry(), schema: 2 }],
  ['an entry that is none', { ...sampleRegistry(), remotes: ['alpha'] }],
  ['an entry without its menu', { ...sampleRegistry(), remotes: [{ ...full, menu: undefined }] }],
  [
    'an unknown account type',
    { ...sampleRegistry(), remotes: [{ ...full, routes: [{ ...full.routes[0], roles: ['x'] }] }] },
  ],
  [
    'a canary without its cohorts',
    { ...sampleRegistry(), remotes: [{ ...full, canary: { ...canary, cohorts: undefined } }] },
  ],
])('does not believe %s', (_what, value) => {
  expect(readAccepted(typeof value === 'string' ? value : JSON.stringify(value))).toBeNull();
});

describe('every field of a registry', () => {
  type Path = readonly (string | number)[];
  const signature = { keyId: 'k', serial: 1, issuedAt: 'i', expiresAt: 'e', value: 'v' };
  const everything = {
    ...sampleRegistry([
      sampleEntry('beta'),
      {
        ...full,
        disabledReason: 'maintenance',
        routes: [{ path: '/a', layout: 'shared', title: 'A', roles: ['piw', 'institution'] }],
        menu: [{ id: 'a', path: '/a', label: 'A', icon: 'area', order: 1, roles: ['piw'] }],
        slots: [{ name: 's', expose: './s' }],
        signature,
      },
    ]),
    switches: { alpha: { by: 'Team Alpha', since: 's' } },
  };
  /** Optional fields of a registry, by their last name. */
  const OPTIONAL = new Set([
    'switches',
    'alpha',
    'disabledReason',
    'canary',
    'canaryHalted',
    'signature',
    'roles',
    'bound',
  ]);

  /** Every place in a document, from the root to its leaves. */
  function places(value: unknown, at: Path = []): Path[] {
    if (typeof value !== 'object' || value === null) return [at];
    return [at, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...at, key]))];
  }

  /** The document with another value at one place; `undefined` takes the place out. */
  function withValue(document: unknown, [key, ...rest]: Path, value: unknown): unknown {
    if (key === undefined) return value;
    if (Array.isArray(document))
      return document.map((one, index) => (String(index) === key ? withValue(one, rest, value) : one));
    if (typeof document !== 'object' || document === null) throw new Error('The path leads nowhere.');
    return Object.fromEntries(
      Object.entries(document).map(([name, inner]) => [name, name === key ? withValue(inner, rest, value) : inner]),
    );
  }

  function valueAt(document: unknown, at: Path): unknown {
    return at.reduce<unknown>((value, key) => Reflect.get(Object(value), key), document);
  }

  /** A value of another kind than the one given. */
  const otherKind = (value: unknown) => (typeof value === 'number' ? 'text' : 7);
  const all = places(everything).map((at) => [at.join('.') || '(root)', at] as const);

  it('is there in the sample that the next tests change', () => {
    expect(readAccepted(JSON.stringify(everything))).toEqual(everything);
    expect(all.length).toBeGreaterThan(60);
  });

  it.each(all)('%s is not believed with a value of another kind', (_name, at) => {
    for (const value of [otherKind(valueAt(everything, at)), null]) {
      expect(readAccepted(JSON.stringify(withValue(everything, at, value)))).toBeNull();
    }
  });

  it.each(all.filter(([, at]) => at.length > 0 && !/^\d+$/.test(String(at.at(-1)))))(
    '%s may be left out only where it is optional',
    (_name, at) => {
      const read = readAccepted(JSON.stringify(withValue(everything, at, undefined)));
      expect(read !== null).toBe(OPTIONAL.has(String(at.at(-1))));
    },
  );
});
