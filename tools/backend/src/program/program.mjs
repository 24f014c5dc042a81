/**
 * Bundles command lines of this repository into programs that Node runs directly. With `--import tsx`, each start
 * translates its sources and asks a thread about every module, and the packages are a thousand files more. The
 * behaviour is the same.
 *
 * A program is cached with its inputs, and rebuilt when any of them has changed: sources by their text, packages by the
 * lockfile.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Below the packages, of which some stay outside of a program. */
const CACHE = path.join(ROOT, 'node_modules/.cache/nemus-programs');
/** How long a program stays after it was last used, in milliseconds. */
const KEEP = 7 * 24 * 3_600_000;
/** A program's inputs, saved beside it. */
const MADE_OF = 'made-of.json';

/** Packages that look for files beside their own, and some that are rarely loaded at start. */
const OUTSIDE = [
  '@aws-sdk/*',
  '@axe-core/playwright',
  '@playwright/test',
  '@rspack/core',
  '@swc/core',
  'esbuild',
  'libpg-query',
  'pgsql-parser',
  'playwright-core',
  'tsx',
];

/** What every program is made of. */
const ALWAYS = ['package-lock.json', 'tsconfig.base.json', path.relative(ROOT, fileURLToPath(import.meta.url))];

/**
 * Files beside a source (SQL, threads, pages) are found there, from the repository's root above the program: a copied
 * checkout runs its own, and a package brings them along.
 */
const WHERE_IT_WAS = {
  name: 'where-it-was',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const from = (place) => `new URL(${JSON.stringify(encodeURI(place.split(path.sep).join('/')))}, NEMUS_ROOT)`;
      const place = path.relative(ROOT, file);
      const contents = text
        .replaceAll('import.meta.url', `${from(place)}.href`)
        .replaceAll('import.meta.dirname', `NEMUS_PATH(${from(path.dirname(place))})`);
      return { loader: file.endsWith('ts') ? 'ts' : 'js', contents };
    });
  },
};

/** Installed packages are imported; ours become part of the program. */
const PACKAGES_OUTSIDE = {
  name: 'packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[a-z@]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || /^(@nemus|node:|tools\/)/.test(name) ? undefined : { path: name, external: true },
    );
  },
};

/** A hash of a file's content; of a folder (with a slash at its end), of its names. Null if it does not exist. */
function stateOf(place) {
  const at = path.join(ROOT, place);
  try {
    const content = place.endsWith('/') ? readdirSync(at).toSorted().join('\n') : readFileSync(at);
    return createHash('sha256').update(content).digest('base64url').slice(0, 22);
  } catch {
    return null;
  }
}

/** Sources with their content. With their folders: a new file may shadow an existing one. */
function madeOf(inputs) {
  const sources = Object.keys(inputs).filter((file) => !file.includes('node_modules/'));
  const folders = sources.map((file) => `${path.dirname(file)}/`);
  return Object.fromEntries(
    [...new Set([...ALWAYS, ...sources, ...folders])].toSorted().map((place) => [place, stateOf(place)]),
  );
}

/** An existing program, if its inputs are unchanged. */
function kept(name) {
  if (!existsSync(CACHE)) return null;
  const found = readdirSync(CACHE).find((each) => {
    if (!each.startsWith(`${name}.`) || each.endsWith('.part')) return false;
    const parts = JSON.parse(readFileSync(path.join(CACHE, each, MADE_OF), 'utf8'));
    return Object.entries(parts).every(([place, state]) => stateOf(place) === state);
  });
  if (found === undefined) return null;
  const folder = path.join(CACHE, found);
  utimesSync(folder, new Date(), new Date());
  return folder;
}

function forgetOld() {
  for (const name of readdirSync(CACHE)) {
    const folder = path.join(CACHE, name);
    if (Date.now() - statSync(folder).mtimeMs > KEEP) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles a command line.
 *
 * @param {string} entry Its source, from the repository's root.
 * @param {{ up: string, packages?: 'external' }} options Way from the program to the root; whether installed packages
 *   stay outside.
 */
export async function bundleProgram(entry, { up, packages }) {
  const { build } = await import('esbuild');
  return build({
    absWorkingDir: ROOT,
    entryPoints: { program: entry },
    outdir: CACHE,
    bundle: true,
    // Lazy imports stay lazy: a refused start loads no engine.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: OUTSIDE,
    outExtension: { '.js': '.mjs' },
    // CommonJS packages load Node's own modules by `require`.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module';import { fileURLToPath as NEMUS_PATH } from 'node:url';const NEMUS_ROOT = new URL(${JSON.stringify(up)}, import.meta.url), require = requireOf(new URL(${JSON.stringify(entry)}, NEMUS_ROOT));`,
    },
    logLevel: 'silent',
    metafile: true,
    write: false,
    plugins: [...(packages === 'external' ? [PACKAGES_OUTSIDE] : []), WHERE_IT_WAS],
  });
}

async function make(entry, name) {
  const { outputFiles, metafile } = await bundleProgram(entry, { up: '../../../../' });
  const parts = JSON.stringify(madeOf(metafile.inputs), null, 1);
  const folder = path.join(CACHE, `${name}.${createHash('sha256').update(parts).digest('hex').slice(0, 16)}`);
  // Written aside and renamed, so that a found folder is always complete.
  const beside = `${folder}.${randomUUID()}.part`;
  mkdirSync(beside, { recursive: true });
  for (const { path: file, contents } of outputFiles) writeFileSync(path.join(beside, path.basename(file)), contents);
  writeFileSync(path.join(beside, MADE_OF), parts);
  try {
    renameSync(beside, folder);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    // Another process was quicker: its program is the same.
    if (!existsSync(folder)) throw error;
  }
  forgetOld();
  return folder;
}

/**
 * The program of a command line, as a file that Node runs as it is.
 *
 * @param {string} entry Its source, from the repository's root.
 * @returns {Promise<string>}
 */
export async function programOf(entry) {
  const name = entry.replaceAll(/[^a-z0-9]+/gi, '-');
  const folder = kept(name) ?? (await make(entry, name));
  return path.join(folder, 'program.mjs');
}
