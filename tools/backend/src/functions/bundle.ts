import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|json)$/.test(name) && !name.includes('node_modules'))
    .map((name) => path.join(folder, name))
    .toSorted();
}

/**
 * Bundles functions with esbuild. Packages stay outside of the bundle and are found from the cache folder upwards, so
 * that folder must lie below the repository's `node_modules`.
 *
 * @param folder `supabase/functions`.
 * @param cache where bundles are kept from start to start.
 */
export function createBundler(folder: string, cache: string): Bundler {
  const stamp = () =>
    existsSync(folder)
      ? sourceFiles(folder)
          .map((file) => `${file}:${statSync(file).mtimeMs}`)
          .join('\n')
      : '';

  function digest(name: string): string {
    const hash = createHash('sha256').update(name);
    for (const file of sourceFiles(folder)) hash.update(file).update(readFileSync(file));
    return hash.digest('hex').slice(0, 16);
  }

  function forgetOld(): void {
    for (const name of readdirSync(cache)) {
      const file = path.join(cache, name);
      if (Date.now() - statSync(file).mtimeMs > KEEP) rmSync(file, { force: true });
    }
  }

  /**
   * Writes beside the bundle's place and renames: whoever finds the file finds all of it, also another process that
   * shares the cache. A module that was imported half-written would fail until this process ends.
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
