import { build, type Plugin } from 'esbuild';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(__dirname, '../../..');
const ENTRY = path.join(ROOT, 'tools/backend/src/cli.ts');
/** Below the packages, which stay outside of the program. */
const CACHE = path.join(ROOT, 'node_modules/.cache/nemus-backend');
/** How long a program stays after it was made, in milliseconds. */
const KEEP = 7 * 24 * 3_600_000;

/** What stands beside a source (SQL, threads, pages) is found there, wherever the program is. */
const WHERE_IT_WAS: Plugin = {
  name: 'where-it-was',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      loader: 'ts',
      contents: readFileSync(file, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
    }));
  },
};

function forgetOld(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name);
    if (Date.now() - statSync(folder).mtimeMs > KEEP) rmSync(folder, { recursive: true, force: true });
  }
}

async function make(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    outdir: CACHE,
    bundle: true,
    // What is loaded late stays late: a start that is refused loads no engine.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    write: false,
    plugins: [WHERE_IT_WAS],
  });
  const hash = createHash('sha256');
  for (const { path: file, contents } of outputFiles) hash.update(file).update(contents);
  const folder = path.join(CACHE, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    // Beside its place and renamed: whoever finds the folder finds all of it.
    const beside = `${folder}.${randomUUID()}`;
    mkdirSync(beside, { recursive: true });
    for (const { path: file, contents } of outputFiles) writeFileSync(path.join(beside, path.basename(file)), contents);
    try {
      renameSync(beside, folder);
    } catch (error) {
      rmSync(beside, { recursive: true, force: true });
      // Another test file was quicker: its program is the same.
      if (!existsSync(folder)) throw error;
    }
    forgetOld();
  }
  return path.join(folder, 'cli.mjs');
}

let made: Promise<string> | undefined;

/**
 * The backend's command line as a file that Node runs as it is. With `--import tsx` each start translates its sources and
 * asks a thread about every module, which is a quarter of its processor time; what runs is the same.
 */
export const backendProgram = (): Promise<string> => (made ??= make());
