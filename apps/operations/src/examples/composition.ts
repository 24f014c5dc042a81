import type { ReleasesPort } from '@nemus/contract';
import type { ComposedArea, Registry, Stops } from '../composition';

/** A version with this digit as its hash. */
export const versionOf = (digit: number): string => `1.0.0-${String(digit).repeat(12)}`;

/** An area whose stable release is the first version. */
export const exampleArea = (name: string, change: Partial<ComposedArea> = {}): ComposedArea => ({
  name,
  title: name,
  team: name,
  enabled: true,
  slots: [],
  stable: { version: versionOf(1), contract: '^1.12.0' },
  lastGood: [],
  ...change,
});

/** A registry of these areas. */
export const exampleRegistry = (remotes: ComposedArea[], change: Partial<Registry> = {}): Registry => ({
  revision: 7,
  issuedAt: '2026-11-22T11:00:00.000Z',
  expiresAt: '2027-02-22T11:00:00.000Z',
  remotes,
  ...change,
});

/** The port on these documents. */
export const fakeReleases = (
  registry: Registry | null = exampleRegistry([]),
  stops: Stops | null = null,
  readFile: ReleasesPort['readFile'] = () => Promise.resolve(null),
): ReleasesPort => ({ environment: 'local', read: () => Promise.resolve({ registry, stops }), readFile });
