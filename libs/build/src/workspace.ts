import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});
/** The part of a `package.json` that the build reads. */
export type PackageManifest = z.infer<typeof manifestSchema>;

/** Reads and validates the `package.json` of a folder. Throws an error that names the file. */
export function readManifest(folder: string): PackageManifest {
  const file = path.join(folder, 'package.json');
  const parsed = manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is not a usable package.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Folder of an installed package as `import` resolves it from `from`; null when it is not installed. */
export function findPackage(from: string, packageName: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', packageName);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (folder === path.dirname(folder)) return null;
  }
}

/** The same for a required package. Throws when it is not installed. */
export function packageFolder(from: string, packageName: string): string {
  const found = findPackage(from, packageName);
  if (found !== null) return found;
  throw new Error(`The package "${packageName}" is not installed (looked upwards from ${from}). Run "npm ci".`);
}

/** Version of an installed package. */
export function installedVersion(from: string, packageName: string): string {
  return readManifest(packageFolder(from, packageName)).version;
}

/** Root of the workspace: the nearest ancestor folder with a lockfile. */
export function workspaceRoot(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package-lock.json'))) return folder;
    if (folder === path.dirname(folder)) throw new Error(`No package-lock.json was found upwards from ${from}.`);
  }
}
