import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { packageFolder, readManifest, workspaceRoot } from './workspace';

/** Length of a build id in hexadecimal characters: 48 bits, short enough to read out. */
export const BUILD_ID_LENGTH = 12;
const NOT_BUILT = new Set(['node_modules', 'dist', 'e2e', 'coverage', 'test-results']);
/** Histories, caches and tool settings; in an area's own repository they are next to its sources. */
const HIDDEN = /^\./;
const TESTS = /\.test\.tsx?$/;

/** Whether a file of an input folder can change a build. @param file Path inside the folder. */
export function isInput(file: string): boolean {
  return !TESTS.test(file) && !file.split(path.sep).some((segment) => NOT_BUILT.has(segment) || HIDDEN.test(segment));
}

/**
 * Hash of everything that a build reads: the app's own files, every package of the workspace that it depends on
 * (including the build itself), and the lockfile for everything else. The same sources give the same id on every
 * machine; tests are excluded.
 *
 * @param folder Folder of the app.
 */
export function buildId(folder: string): string {
  const root = workspaceRoot(folder);
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const file of listInputs(folder)) {
    // Forward slashes, and relative to the workspace: a checkout elsewhere gives the same id.
    hash.update(`\0${path.relative(root, file).split(path.sep).join('/')}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, BUILD_ID_LENGTH);
}

/** Every file that a build of the app may read, except tests. */
export function listInputs(folder: string): string[] {
  return inputFolders(folder).flatMap(listFiles);
}

/** The folders of the app and of all workspace packages that it reaches, sorted. */
export function inputFolders(folder: string): string[] {
  const found = new Set<string>();
  const visit = (current: string) => {
    if (found.has(current)) return;
    found.add(current);
    const { dependencies, devDependencies } = readManifest(current);
    // Of the app's development tools, only the build affects the output.
    const names = Object.keys(dependencies).concat('@nemus/build' in devDependencies ? ['@nemus/build'] : []);
    for (const name of names) {
      const real = realpathSync(packageFolder(current, name));
      if (!real.split(path.sep).includes('node_modules')) visit(real);
    }
  };
  visit(realpathSync(folder));
  return [...found].toSorted();
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = path.join(folder, entry.name);
      if (!isInput(entry.name)) return [];
      return entry.isDirectory() ? listFiles(full) : [full];
    });
}
