/**
 * The floors of a package: the folders of its `src`, each of which imports only those below it. The table under the
 * heading "Floors" in the package's README gives their order, for readers and for this check.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { specifiersOf } from './imports/read-imports';

/** One file, with what it imports of its own package. */
export interface SourceFile {
  /** Path below `src`, with `/`. */
  readonly file: string;
  /** The same of the imported files, without their extensions. */
  readonly imports: readonly string[];
}

/** Folders in the order of the README's table under "Floors", the lowest first. */
export function floorsIn(readme: string): string[] {
  const [, section = ''] = readme.split(/^## Floors$/m);
  const [table = ''] = section.split(/^## /m);
  return [...table.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, folder = '']) => folder);
}

/**
 * What is wrong with a package's order, one sentence each. Files beside the folders are its entries: they may import
 * every floor, and no floor imports them.
 */
export function floorProblems(floors: readonly string[], files: readonly SourceFile[]): string[] {
  const used = new Set(files.flatMap(({ file }) => folderOf(file) ?? []));
  const missing = [...used].filter((folder) => !floors.includes(folder)).map((folder) => `${folder} has no floor`);
  const gone = floors.filter((folder) => !used.has(folder)).map((folder) => `${folder} is a floor without a folder`);
  const upward = files.flatMap(({ file, imports }) => {
    const from = folderOf(file);
    if (from === null) return [];
    return imports
      .filter((target) => {
        const to = folderOf(target);
        return to === null || floors.indexOf(to) > floors.indexOf(from);
      })
      .map((target) => `${file} imports ${target}, which lies above it`);
  });
  return [...missing.toSorted(), ...gone, ...upward];
}

/**
 * Errors in the order of an area, one sentence each: code shared by several pages belongs beside `pages` and imports
 * none of them, and so does what two pages need from each other.
 */
export function pageProblems(files: readonly SourceFile[]): string[] {
  const pageOf = (file: string) => /^pages\/([^/]+)\//.exec(file)?.[1] ?? null;
  const beneath = files.filter(({ file }) => folderOf(file) !== null && folderOf(file) !== 'pages');
  const upward = beneath.flatMap(({ file, imports }) =>
    imports.filter((target) => folderOf(target) === 'pages').map((target) => `${file} imports ${target}, a page's`),
  );
  const pairs = files.flatMap(({ file, imports }) =>
    imports.flatMap((target) => {
      const [from, to] = [pageOf(file), pageOf(target)];
      return from === null || to === null || from === to ? [] : [`${from} ${to}`];
    }),
  );
  const mutual = [...new Set(pairs)].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && pairs.includes(`${to} ${from}`) ? [`pages ${from} and ${to} import each other`] : [];
  });
  return [...upward, ...mutual];
}

/** The source of a package: no tests, and nothing that only tests use (`testing`). */
export function sourceFiles(source: string): SourceFile[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !file.startsWith('testing/'))
    .toSorted()
    .map((file) => ({ file, imports: importsIn(file, readFileSync(path.join(source, file), 'utf8')) }));
}

/** Relative imports of a text, static, dynamic or for types alone, as paths below `src`. */
export function importsIn(file: string, text: string): string[] {
  return specifiersOf(file, text)
    .filter((specifier) => /^\.{1,2}\//.test(specifier))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier));
}

function folderOf(file: string): string | null {
  const [folder, ...rest] = file.split('/');
  return rest.length > 0 && folder !== undefined ? folder : null;
}
