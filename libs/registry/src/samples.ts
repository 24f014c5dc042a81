import type { RemoteDeclaration } from '@nemus/contract';
import { containerName } from './container';
import type { RegisteredRemote, RegistryDocument, ReleasePointer } from './registry';
import type { ReleaseDocument } from './release';

/** Documents for tests of this package and of those that read registries. */

const DIGEST = `sha384-${'A'.repeat(64)}`;

/** A pointer to version `1.0.<patch>` of a remote. */
export function samplePointer(remote = 'alpha', patch = 0): ReleasePointer {
  const version = `1.0.${patch}-${'a'.repeat(12)}`;
  return { version, path: `releases/${remote}/${version}/`, digest: DIGEST, contract: '^1.0.0' };
}

/** An entry that owns `/<name>` for all accounts, with one menu entry. */
export function sampleEntry(name = 'alpha', change: Partial<RegisteredRemote> = {}): RegisteredRemote {
  return {
    name,
    title: name,
    team: name,
    routes: [{ path: `/${name}`, layout: 'shared', title: name }],
    menu: [{ id: name, path: `/${name}`, label: name, icon: 'area', order: 10 }],
    slots: [],
    enabled: true,
    stable: samplePointer(name),
    lastGood: [],
    ...change,
  };
}

/** A registry of the environment `test`, revision 5, valid through 2026. */
export function sampleRegistry(
  remotes: RegisteredRemote[] = [sampleEntry()],
  change: Partial<RegistryDocument> = {},
): RegistryDocument {
  return {
    schema: 1,
    environment: 'test',
    revision: 5,
    issuedAt: '2026-06-01T00:00:00.000Z',
    expiresAt: '2027-01-01T00:00:00.000Z',
    remotes,
    ...change,
  };
}

/** The declaration that {@link sampleEntry} comes from. */
export function sampleDeclaration(name = 'alpha', change: Partial<RemoteDeclaration> = {}): RemoteDeclaration {
  const { title, team, routes, menu, slots } = sampleEntry(name);
  const budget = { entry: 20_000, total: 100_000 };
  return { name, title, team, contract: '^1.0.0', routes, menu, slots, budget, ...change };
}

/** The release document of {@link samplePointer}, with one file. */
export function sampleRelease(name = 'alpha', patch = 0, change: Partial<ReleaseDocument> = {}): ReleaseDocument {
  const { version } = samplePointer(name, patch);
  return {
    schema: 1,
    declaration: sampleDeclaration(name),
    version,
    commit: '0123456789abcdef',
    builtAt: '2026-06-01T00:00:00.000Z',
    container: containerName(name, version),
    entry: 'remoteEntry.js',
    preload: ['remoteEntry.js'],
    slotPreload: {},
    files: { 'remoteEntry.js': { integrity: DIGEST, bytes: 10 } },
    shared: [{ name: 'react', range: '^19.0.0' }],
    ...change,
  };
}
