import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { z } from 'zod';
import type { ImportGraph } from './circles';

/** Extensions that an import may leave out, and those of a folder's index file. */
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.mjs', '.d.ts', '/index.ts', '/index.tsx'];

const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.object({ default: z.string() })])).default({}),
});

/** Every specifier that a source file imports or exports from: types, `import()` and re-exports too. */
export function specifiersOf(file: string, text: string): readonly string[] {
  const { module } = parseSync(file, text);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  );
  // A name computed at run time leads to no known file.
  const loaded = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    /^(['"])(.*)\1$/.exec(text.slice(start, end))?.at(2),
  );
  const all = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...loaded];
  return [...new Set(all.filter((specifier) => specifier !== undefined))];
}

/** The imports among files of the repository, packages' names resolved by what their manifests export. */
export function readImports(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files);
  const packages = readPackages(root, files);

  function resolve(from: string, specifier: string): string | undefined {
    const target = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : packages.get(specifier);
    if (target === undefined) return undefined;
    return ENDINGS.map((ending) => `${target}${ending}`).find((file) => known.has(file));
  }

  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [file, specifiersOf(file, text).flatMap((specifier) => resolve(file, specifier) ?? [])];
    }),
  );
}

/** What each package of the workspace exports: specifier to file. */
function readPackages(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
  return new Map(
    [...folders].flatMap((folder) => {
      const manifest = path.join(root, folder, 'package.json');
      if (!existsSync(manifest)) return [];
      const { name, exports } = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
      return Object.entries(exports).map(([entry, target]): [string, string] => [
        path.posix.join(name, entry),
        path.posix.join(folder, typeof target === 'string' ? target : target.default),
      ]);
    }),
  );
}
