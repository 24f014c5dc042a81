import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What a team changes between two releases of its area. */
export interface Change {
  readonly name: string;
  /** Makes it in a copy of the area's folder. @returns What was changed, for the table */
  readonly make: (folder: string) => Promise<string>;
}

/** The first line of a component, and a text of the screen: every area has both in some page. */
const COMPONENT = /(export (?:default )?function \w+Page\([^{}]*(?:\{[^{}]*\}[^{}]*)?\)[^{}]*\{\n)/;
const TEXT = /(title=")([A-ZÄÖÜ][^"]*)(")/;
const LOADER = path.join(import.meta.dirname, 'append-loader.mjs');
/** Packages of the federation are the build's own, and come with every entry. */
const NO_LIBRARY = /^@module-federation\//;

/** Changes the first page of an area that has the pattern. */
async function changePage(folder: string, pattern: RegExp, replacement: string): Promise<string> {
  const root = path.join(folder, 'src/pages');
  const pages = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('Page.tsx'));
  for (const page of pages.toSorted()) {
    const file = path.join(root, page);
    // oxlint-disable-next-line no-await-in-loop -- the first one is wanted
    const text = await readFile(file, 'utf8');
    if (pattern.test(text)) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await writeFile(file, text.replace(pattern, replacement));
      return path.basename(page);
    }
  }
  throw new Error(`${folder} has no page with ${String(pattern)}.`);
}

/** Name of the largest library that the area brings along, by what its last build says. */
async function largestLibrary(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'dist/libraries.json'), 'utf8');
  const sizes = z.record(z.string(), z.number()).parse(JSON.parse(text));
  const [largest] = Object.entries(sizes)
    .filter(([name]) => !NO_LIBRARY.test(name))
    .toSorted(([, a], [, b]) => b - a);
  if (!largest) throw new Error(`${folder} brings no library.`);
  return largest[0];
}

/** Another version of the largest library, every script of it changed. */
async function stepLibrary(folder: string): Promise<string> {
  const library = await largestLibrary(folder);
  const config = `
import { remoteBuild } from '@nemus/build';
const build = remoteBuild(import.meta.dirname);
export default async (environment) => {
  const { module, ...options } = await build(environment);
  const rule = { test: /\\/node_modules\\/${library.replaceAll('/', String.raw`\/`)}\\/.*\\.[cm]?js$/, loader: ${JSON.stringify(LOADER)} };
  return { ...options, module: { ...module, rules: [...module.rules, rule] } };
};
`;
  await writeFile(path.join(folder, 'rspack.config.ts'), config);
  return library;
}

/** The changes that are measured. */
export const CHANGES: readonly Change[] = [
  {
    name: 'one line of code',
    make: (folder) => changePage(folder, COMPONENT, "$1  if (document.title === '') performance.mark('untitled');\n"),
  },
  { name: 'a new text', make: (folder) => changePage(folder, TEXT, '$1$2 (neu)$3') },
  { name: 'another version of a library', make: stepLibrary },
];
