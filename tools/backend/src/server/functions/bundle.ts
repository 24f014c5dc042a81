import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** How long an unused bundle stays in the cache, in milliseconds. */
const KEEP = 7 * 24 * 3_600_000;

/** Turns a function's sources into one module that Node can load. */
export interface Bundler {
  /** Changes whenever a source file changes. */
  stamp(): string;
  /** Address of the bundled module; null when there is no such function. */
  bundle(name: string): Promise<string | null>;
}

/** The files that a function may be made of, and when each was written. */
function watchSources(folder: string) {
  let folders: readonly string[] = [];
  let files: readonly string[] = [];
  let listed = '';
  const stampOf = (paths: readonly string[]) =>
    paths.map((entry) => `${entry}:${statSync(entry, { throwIfNoEntry: false })?.mtimeMs}`).join('\n');
  const entries = (wanted: (entry: Dirent) => boolean) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => wanted(entry) && !path.join(entry.parentPath, entry.name).includes('node_modules', folder.length),
      )
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted();
  return {
    files: () => files,
    /**
     * Changes whenever a file is changed, added or removed. Every request checks it; the list is read again only when a
     * folder changed.
     */
    stamp(): string {
      if (!existsSync(folder)) return '';
      if (listed === '' || stampOf(folders) !== listed) {
        folders = [folder, ...entries((entry) => entry.isDirectory())];
        listed = stampOf(folders);
        files = entries((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name));
      }
      return stampOf(files);
    },
  };
}

/**
 * Bundles functions with esbuild. Packages stay outside of the bundle and are found from the cache folder upwards, so
 * that folder must lie below the repository's `node_modules`.
 *
 * @param folder `supabase/functions`.
 * @param cache where bundles are kept from start to start.
 */
export function createBundler(folder: string, cache: string): Bundler {
  const { stamp, files } = watchSources(folder);
  /** What the sources of one stamp come to. */
  let read = { stamp: '', hash: createHash('sha256') };

  function digest(name: string): string {
    const now = stamp();
    if (read.stamp !== now) {
      read = { stamp: now, hash: createHash('sha256') };
      for (const file of files()) read.hash.update(file).update(readFileSync(file));
    }
    return read.hash.copy().update(name).digest('hex').slice(0, 16);
  }

  function forgetOld(): void {
    for (const name of readdirSync(cache)) {
      const file = path.join(cache, name);
      if (Date.now() - statSync(file).mtimeMs > KEEP) rmSync(file, { force: true });
    }
  }

  /**
   * Writes aside and renames, so that a found bundle is always complete, also for other processes that share the cache.
   * A module that was imported half-written would fail until this process ends.
   */
  async function write(entry: string, outfile: string): Promise<void> {
    const { build } = await import('esbuild');
    const { outputFiles } = await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: 'inline',
      logLevel: 'silent',
      write: false,
    });
    const [module] = outputFiles;
    if (!module) throw new Error('esbuild wrote nothing.');
    const beside = `${outfile}.${randomUUID()}`;
    mkdirSync(cache, { recursive: true });
    writeFileSync(beside, module.contents);
    renameSync(beside, outfile);
    forgetOld();
  }

  return {
    stamp,
    async bundle(name) {
      const entry = path.join(folder, name, 'index.ts');
      if (!/^[a-z0-9][a-z0-9-]*$/.test(name) || !existsSync(entry)) return null;
      const outfile = path.join(cache, `${name}-${digest(name)}.mjs`);
      if (!existsSync(outfile)) await write(entry, outfile);
      return pathToFileURL(outfile).href;
    },
  };
}
