import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
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
    '@supabase/supabase-js$': path.join(RUNTIME, 'supabase.mjs'),
    '#supabase': path.join(packageFolder(from, '@supabase/supabase-js'), 'dist/index.mjs'),
    '@tanstack/react-query$': path.join(RUNTIME, 'react-query.mjs'),
    '#react-query': path.join(packageFolder(from, '@tanstack/react-query'), 'build/modern/index.js'),
  };
}

/** Parts of zod's namespace that are not provided. Members of one name, for which a walk through every file's tree is too much. */
const WITHOUT =
  /\bz\.(locales|core|util|regexes|toJSONSchema|fromJSONSchema|compile|withParser|deepPartial|clone|input\(|output\()/g;
/** Packages of which some names are provided, by the module that has them. */
const IN_PART = {
  'react-router-dom': 'react-router-dom.mjs',
  '@supabase/supabase-js': 'supabase.mjs',
  '@tanstack/react-query': 'react-query.mjs',
};

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
export function missingNames(source: string, provided = providedNames(), tsx = true): string[] {
  const imported = namedImports(source, provided, tsx)
    .filter(({ name, from }) => !provided.get(from)?.has(name))
    .map(({ name, from }) => `${name} of ${from}`);
  return [...imported, ...[...source.matchAll(WITHOUT)].map(([name]) => `${name.replace('(', '')} of zod`)];
}

/** Names that a source takes from the packages in part, types aside. */
function namedImports(source: string, provided: ReadonlyMap<string, unknown>, tsx: boolean) {
  // Most files name none of them, and need no parser.
  if (![...provided.keys()].some((name) => source.includes(name))) return [];
  return parseSync(source, { syntax: 'typescript', tsx }).body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || statement.typeOnly) return [];
    const from = statement.source.value;
    if (!provided.has(from)) return [];
    return statement.specifiers.flatMap((specifier) =>
      specifier.type === 'ImportSpecifier' && !specifier.isTypeOnly
        ? [{ name: specifier.imported?.value ?? specifier.local.value, from }]
        : [],
    );
  });
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
    const [missing] = missingNames(readFileSync(file, 'utf8'), provided, file.endsWith('x'));
    if (missing !== undefined) {
      throw new Error(
        `${file} uses ${missing}, which the shell does not provide (libs/build/runtime). Use another part of the package, or add the name there.`,
      );
    }
  }
}
