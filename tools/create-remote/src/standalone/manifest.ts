import type { CreateRequest } from '../request';
import { TARBALLS, type PackageSource } from './packages';
import type { Versions } from './versions';

/** What the area imports. */
const LIBRARIES = ['@nemus/area', '@nemus/contract', '@nemus/data', '@nemus/ui'];
/** Its dependencies for builds, tests and releases. */
const TOOLS = ['@nemus/build', '@nemus/portal', '@nemus/release', '@nemus/testing'];
const SHARED = ['@tanstack/react-query', 'react', 'react-dom', 'react-router-dom'];

/** The `package.json` of a repository. */
export function standaloneManifest(
  { name }: CreateRequest,
  { nemus, others }: Versions,
  source: PackageSource,
): string {
  const ours = (names: readonly string[]) => names.map((own) => [own, askFor(own)] as const);
  const askFor = (own: string) => {
    const tarball = source.kind === 'folder' ? source.tarballs.get(own) : undefined;
    return tarball === undefined ? nemus[own] : `file:${TARBALLS}/${tarball}`;
  };
  const theirs = (names: readonly string[]) => names.map((other) => [other, others[other]] as const);
  // Tarballs depend on each other by version, and npm finds those listed by the repository itself.
  const below = Object.keys(nemus).filter((own) => !LIBRARIES.includes(own) && !TOOLS.includes(own));
  const tools = Object.keys(others).filter((other) => !SHARED.includes(other));
  const manifest = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: '^20.19.0 || ^22.12.0 || >=24.0.0' },
    scripts: {
      build: 'rspack build',
      test: 'jest',
      typecheck: 'tsc --noEmit',
      lint: 'oxlint --deny-warnings',
      start: 'rspack build && nemus-portal',
      dev: 'nemus-release dev .',
      release: 'nemus-release',
    },
    dependencies: sorted([...ours(LIBRARIES), ...theirs(SHARED)]),
    devDependencies: sorted([...ours([...TOOLS, ...(source.kind === 'folder' ? below : [])]), ...theirs(tools)]),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function sorted(entries: readonly (readonly [string, string | undefined])[]): Record<string, string | undefined> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The `.npmrc` of a repository: the registry of our packages, never with a login. */
export function standaloneNpmrc(source: PackageSource): string {
  const lines = ['audit=false', 'fund=false', 'save-exact=true'];
  if (source.kind === 'registry') {
    const { host, pathname } = new URL(source.url);
    lines.push(`@nemus:registry=${source.url}`, `//${host}${pathname}:_authToken=\${NODE_AUTH_TOKEN}`);
  }
  return `${lines.join('\n')}\n`;
}
