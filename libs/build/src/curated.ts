import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { z } from 'zod';
import { listInputs } from './inputs';
import { packageFolder } from './workspace';

const RUNTIME = path.resolve(import.meta.dirname, '../runtime');

/**
 * Resolver aliases of the shell for shared modules that it provides in part. Federation cannot tree-shake what it
 * shares, so every visitor would load every name of such a package.
 */
export function curatedAlias(from: string): Record<string, string> {
  return {
    zod$: path.join(RUNTIME, 'zod.mjs'),
    '#zod': path.join(packageFolder(from, 'zod'), 'v4'),
    'react-router-dom$': path.join(RUNTIME, 'react-router-dom.mjs'),
    '@supabase/supabase-js$': path.join(RUNTIME, 'supabase.mjs'),
    '@supabase/realtime-js$': path.join(RUNTIME, 'realtime.mjs'),
    '@supabase/storage-js$': path.join(RUNTIME, 'storage.mjs'),
    '#storage': path.join(packageFolder(from, '@supabase/storage-js'), 'dist/index.mjs'),
    '#supabase': path.join(packageFolder(from, '@supabase/supabase-js'), 'dist/index.mjs'),
    '@tanstack/react-query$': path.join(RUNTIME, 'react-query.mjs'),
    '#react-query': path.join(packageFolder(from, '@tanstack/react-query'), 'build/modern/index.js'),
  };
}

/**
 * Parts of zod's namespace that are not provided. Members of one name only, for which walking every file's tree is too
 * expensive.
 */
const WITHOUT =
  /\bz\.(locales|core|util|regexes|toJSONSchema|fromJSONSchema|compile|withParser|deepPartial|clone|input\(|output\()|\)\.(?:minLength|maxLength|minValue|maxValue|isInt|minDate|maxDate)\b/g;
/** Partly provided packages, with the module that has their names. */
const IN_PART = {
  'react-router-dom': 'react-router-dom.mjs',
  '@supabase/supabase-js': 'supabase.mjs',
  '@tanstack/react-query': 'react-query.mjs',
};

/** The names of each partly provided package, read from its module. */
export function providedNames(): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(IN_PART).map(([name, file]) => {
      const source = readFileSync(path.join(RUNTIME, file), 'utf8');
      const [, list = ''] = /export \{([^}]*)\}/.exec(source) ?? [];
      return [name, new Set(namesIn(list))];
    }),
  );
}

/** What a source imports from a curated module although it lacks it; empty when all is well. */
export function missingNames(source: string, provided = providedNames(), tsx = true): string[] {
  return [
    ...newNames(source, provided, tsx),
    ...[...source.matchAll(WITHOUT)].map(([name]) => `${name.replace('(', '')} of zod`),
  ];
}

/** Names that a source imports from the partly provided packages, types aside. */
function namedImports(source: string, provided: ReadonlyMap<string, unknown>, tsx: boolean) {
  // Most files contain none of them, and need no parser.
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

const areasNeedSchema = z.object({ version: z.string(), names: z.record(z.string(), z.array(z.string())) });

/**
 * What areas may use of the shared components: the names, and the version since which shells have all of them. It stays
 * behind the package's own version while only the shell uses new names, so that an open page with yesterday's shell
 * accepts today's areas.
 */
export function readAreasNeed(from: string): z.infer<typeof areasNeedSchema> {
  const file = path.join(packageFolder(from, '@nemus/ui'), 'areas-need.json');
  return areasNeedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Refuses an area, or a library below it, that uses shared components which older shells do not have. */
export function refuseNewNames(folder: string): void {
  const { version, names } = readAreasNeed(folder);
  const provided = new Map(Object.entries(names).map(([name, list]) => [name, new Set(list)] as const));
  for (const file of listInputs(folder)) {
    if (!/\.tsx?$/.test(file) || file.startsWith(packageFolder(folder, '@nemus/ui'))) continue;
    const [first] = newNames(readFileSync(file, 'utf8'), provided, file.endsWith('x'));
    if (first !== undefined) {
      throw new Error(
        `${file} uses ${first}, which shells with @nemus/ui ${version} do not have. Put it into @nemus/area; or name it in libs/ui/areas-need.json with the version that has it: older shells then refuse every area that is built from there on.`,
      );
    }
  }
}

/** What a source imports from a package beyond its known names. */
export function newNames(source: string, known: ReadonlyMap<string, ReadonlySet<string>>, tsx = true): string[] {
  return namedImports(source, known, tsx)
    .filter(({ name, from }) => !known.get(from)?.has(name))
    .map(({ name, from }) => `${name} of ${from}`);
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Refuses an app, or a library below it, that imports from a curated module what the shell does not provide: the types
 * cover the whole package, so the mistake would only show in the browser.
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
