import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listInputs } from './inputs';
import { packageFolder } from './workspace';

const RUNTIME = path.resolve(import.meta.dirname, '../runtime');

/**
 * Resolver aliases of the shell for shared modules that it provides in part. Federation cannot tree-shake what it
 * shares, so that every name of such a package would be loaded by every visitor.
 */
export function curatedAlias(from: string): Record<string, string> {
  return {
    zod$: path.join(RUNTIME, 'zod.mjs'),
    '#zod': path.join(packageFolder(from, 'zod'), 'v4'),
    'react-router-dom$': path.join(RUNTIME, 'react-router-dom.mjs'),
    '@tanstack/react-query$': path.join(RUNTIME, 'react-query.mjs'),
    '#react-query': path.join(packageFolder(from, '@tanstack/react-query'), 'build/modern/index.js'),
  };
}

/** Parts of zod's namespace that are not provided. */
const WITHOUT =
  /\bz\.(locales|core|util|regexes|toJSONSchema|fromJSONSchema|compile|withParser|deepPartial|clone|input\(|output\()/g;
/** Packages of which some names are provided, by the module that has them. */
const IN_PART = { 'react-router-dom': 'react-router-dom.mjs', '@tanstack/react-query': 'react-query.mjs' };

const IMPORT = /import\s+(?!type\b)\{([^}]*)\}\s+from\s+['"]([^'"]+)['"]/g;

/** The names that each package in part has, read from its module itself. */
export function providedNames(): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(IN_PART).map(([name, file]) => {
      const source = readFileSync(path.join(RUNTIME, file), 'utf8');
      const [, list = ''] = /export \{([^}]*)\}/.exec(source) ?? [];
      return [name, new Set(namesIn(list))];
    }),
  );
}

/** What a source takes from a curated module although it is not in there; empty when all is well. */
export function missingNames(source: string, provided = providedNames()): string[] {
  const imported = [...source.matchAll(IMPORT)].flatMap(([, list = '', from = '']) => {
    const names = provided.get(from);
    if (!names) return [];
    return namesIn(list)
      .filter((name) => !name.startsWith('type '))
      .map((name) => name.replace(/\s+as\s.*$/s, ''))
      .filter((name) => !names.has(name))
      .map((name) => `${name} of ${from}`);
  });
  return [...imported, ...[...source.matchAll(WITHOUT)].map(([name]) => `${name.replace('(', '')} of zod`)];
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Refuses an app, or a library below it, that takes from a curated module what the shell does not provide: types know
 * the whole package, so that the mistake would show in the browser alone.
 */
export function refuseMissingNames(folder: string): void {
  const provided = providedNames();
  for (const file of listInputs(folder)) {
    if (!/\.tsx?$/.test(file) || file.startsWith(path.resolve(import.meta.dirname, '..'))) continue;
    const [missing] = missingNames(readFileSync(file, 'utf8'), provided);
    if (missing !== undefined) {
      throw new Error(
        `${file} uses ${missing}, which the shell does not provide (libs/build/runtime). Use another part of the package, or add the name there.`,
      );
    }
  }
}
