/** A deployment of a function finds the packages of its `deno.json` and no others; this repository has all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { specifiersOf } from './read-imports';

const ROOT = path.resolve(__dirname, '../../../..');
const FUNCTIONS = path.join(ROOT, 'supabase/functions');
const NAMES = readdirSync(FUNCTIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name);
const importsSchema = z.object({ imports: z.record(z.string(), z.string()) });
const versionSchema = z.object({ version: z.string() });

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** Packages that a file and its relative imports name; types count, since a deployment can check them. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return specifiersOf(file, readFileSync(file, 'utf8')).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return specifier.startsWith('node:') ? [] : [specifier];
    return packagesOf(path.join(path.dirname(file), specifier), seen);
  });
}

test.each(NAMES)('%s pins exactly the packages that it imports, as they are installed', (name) => {
  const { imports } = importsSchema.parse(readJson(`supabase/functions/${name}/deno.json`));
  const packages = [...new Set(packagesOf(path.join(FUNCTIONS, name, 'index.ts')))];
  const installed = packages.map((imported) => {
    // A package, and perhaps a part of it: `libphonenumber-js/mobile`.
    const [, pkg = imported, part = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(imported) ?? [];
    const { version } = versionSchema.parse(readJson(`node_modules/${pkg}/package.json`));
    return [imported, `npm:${pkg}@${version}${part}`];
  });
  expect(imports).toEqual(Object.fromEntries(installed));
});
