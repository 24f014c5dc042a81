import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Compiled } from './compile';
import { LEFT_OUT, PEERS, type PackedFolder } from './packed';
import { packageOf } from './specifiers';

const entrySchema = z.union([z.string(), z.object({ types: z.string(), default: z.string() })]);
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  sideEffects: z.union([z.boolean(), z.array(z.string())]).optional(),
  exports: z.record(z.string(), entrySchema),
  bin: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
});
/** What of a `package.json` of the workspace the packed one is made from. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifest of a workspace package, without internal entries. */
export function readManifest(root: string, folder: string): Manifest {
  const parsed = manifestSchema.parse(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')));
  const exports = Object.entries(parsed.exports).filter(([entry]) => !LEFT_OUT.test(entry));
  return { ...parsed, exports: Object.fromEntries(exports) };
}

/** Sources of the package's entries and programs. */
export function entriesOf({ exports, bin }: Manifest): string[] {
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : []));
  return [...entries, ...Object.values(bin)].map((file) => file.replace(/^\.\//, ''));
}

/**
 * The packed `package.json`: entries with their types, and exact versions. Throws when a file imports an undeclared
 * package: that works in the workspace, but not outside.
 *
 * @param versions Versions of the packages that are packed with it.
 * @param compiled Its files, for their imports.
 */
export function packedManifest(
  root: string,
  { folder, description, isInternal, furtherEntries, furtherPeers = [] }: PackedFolder,
  manifest: Manifest,
  { versions, compiled }: { readonly versions: ReadonlyMap<string, string>; readonly compiled: Compiled },
) {
  const { name, version, sideEffects, exports, bin } = manifest;
  const isPeer = (other: string) => PEERS.has(other) || furtherPeers.includes(other);
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(furtherPeers.map((peer) => [peer, '*'])) };
  const missing = [
    ...packagesOf(compiled.imported).filter((other) => other !== name && !(other in dependencies)),
    // The compiler writes out types of transitive dependencies, which are installed with them.
    ...packagesOf(compiled.described).filter(
      (other) => other !== name && !(other in dependencies) && !isBelow(root, folder, Object.keys(dependencies), other),
    ),
  ];
  if (missing.length > 0) throw new Error(`${folder} imports ${missing.join(', ')}, on which it does not depend.`);
  const pinned = Object.keys(dependencies)
    // What no packed file names is kept as well: programs, and files that a bundler or a style sheet takes.
    .toSorted()
    .map((other) => [other, versions.get(other) ?? installed(root, folder, other)] as const);
  const peers = pinned.filter(([other]) => isPeer(other)).map(([other, at]) => [other, `^${at}`] as const);
  return {
    name,
    version,
    description: isInternal ? `${description} For the other packages of the portal, without a promise.` : description,
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '^20.19.0 || ^22.12.0 || >=24.0.0' },
    ...(sideEffects === undefined ? {} : { sideEffects }),
    exports: {
      ...Object.fromEntries(Object.entries(exports).map(packedEntry)),
      ...furtherEntries,
      './package.json': './package.json',
    },
    ...(Object.keys(bin).length > 0 ? { bin } : {}),
    dependencies: Object.fromEntries(pinned.filter(([other]) => !isPeer(other))),
    ...(peers.length > 0 ? { peerDependencies: Object.fromEntries(peers) } : {}),
    // Never to the public registry by mistake.
    publishConfig: { access: 'restricted' },
  };
}

function packedEntry([entry, source]: [string, Manifest['exports'][string]]) {
  if (typeof source !== 'string') return [entry, source] as const;
  const file = source.replace(/^\.\/src\//, './dist/');
  if (!/\.tsx?$/.test(file)) return [entry, file] as const;
  const module = file.replace(/\.tsx?$/, '');
  return [entry, { types: `${module}.d.ts`, default: `${module}.js` }] as const;
}

const installedSchema = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

function packagesOf(specifiers: ReadonlySet<string>): string[] {
  return [...new Set([...specifiers].flatMap((specifier) => packageOf(specifier) ?? []))];
}

/** Whether one of the packages depends on another. */
function isBelow(root: string, folder: string, names: readonly string[], other: string): boolean {
  return names.some((name) => other in (readInstalled(root, folder, name)?.dependencies ?? {}));
}

/** Version of a package, as a workspace package has it. */
export function installed(root: string, folder: string, name: string): string {
  const found = readInstalled(root, folder, name);
  if (!found) throw new Error(`${folder} depends on ${name}, which is not installed.`);
  return found.version;
}

function readInstalled(root: string, folder: string, name: string) {
  const file = [path.join(root, folder), root]
    .map((from) => path.join(from, 'node_modules', name, 'package.json'))
    .find((candidate) => existsSync(candidate));
  return file === undefined ? null : installedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
