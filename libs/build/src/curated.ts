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
const IN_PART = { 'react-router-dom': 'react-router-dom.mjs', '@tanstack/react-query': 'react-query.mjs' } as const;

const IMPORT = /import\s+(?!type\b)\{([^}]*)\}\s+from\s+['"](react-router-dom|@tanstack\/react-query)['"]/g;

/** The names that a curated package has, read from its module itself. */
export function providedNames(name: keyof typeof IN_PART): ReadonlySet<string> {
  const source = readFileSync(path.join(RUNTIME, IN_PART[name]), 'utf8');
  const [, list = ''] = /export \{([^}]*)\}/.exec(source) ?? [];
  return new Set(namesIn(list));
}

/** What a source takes from a curated module although it is not in there; empty when all is well. */
export function missingNames(source: string): string[] {
  const imported = [...source.matchAll(IMPORT)].flatMap(([, list = '', from]) => {
    const name = from === 'react-router-dom' ? from : '@tanstack/react-query';
    const provided = providedNames(name);
    return namesIn(list)
      .filter((imported) => !imported.startsWith('type '))
      .map((imported) => imported.replace(/\s+as\s.*$/s, ''))
      .filter((imported) => !provided.has(imported))
      .map((imported) => `${imported} of ${name}`);
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
  for (const file of listInputs(folder)) {
    if (!/\.tsx?$/.test(file) || file.startsWith(path.resolve(import.meta.dirname, '..'))) continue;
    const [missing] = missingNames(readFileSync(file, 'utf8'));
    if (missing !== undefined) {
      throw new Error(
        `${file} uses ${missing}, which the shell does not provide (libs/build/runtime). Use another part of the package, or add the name there.`,
      );
    }
  }
}
