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
  };
}

/** Parts of zod's namespace that are not provided. */
const WITHOUT =
  /\bz\.(locales|core|util|regexes|toJSONSchema|fromJSONSchema|compile|withParser|deepPartial|clone|input\(|output\()/g;
const ROUTER_IMPORT = /import\s+(?!type\b)\{([^}]*)\}\s+from\s+['"]react-router-dom['"]/g;

/** The names that the curated router has, read from the module itself. */
export function routerNames(): ReadonlySet<string> {
  const source = readFileSync(path.join(RUNTIME, 'react-router-dom.mjs'), 'utf8');
  const [, list = ''] = /export \{([^}]*)\}/.exec(source) ?? [];
  return new Set(namesIn(list));
}

/** What a source takes from a curated module although it is not in there; empty when all is well. */
export function missingNames(source: string, router: ReadonlySet<string> = routerNames()): string[] {
  const imported = [...source.matchAll(ROUTER_IMPORT)]
    .flatMap(([, list = '']) => namesIn(list))
    .filter((name) => !name.startsWith('type '))
    .map((name) => name.replace(/\s+as\s.*$/s, ''))
    .filter((name) => !router.has(name))
    .map((name) => `${name} of react-router-dom`);
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
  const router = routerNames();
  for (const file of listInputs(folder)) {
    if (!/\.tsx?$/.test(file) || file.startsWith(path.resolve(import.meta.dirname, '..'))) continue;
    const [missing] = missingNames(readFileSync(file, 'utf8'), router);
    if (missing !== undefined) {
      throw new Error(
        `${file} uses ${missing}, which the shell does not provide (libs/build/runtime). Use another part of the package, or add the name there.`,
      );
    }
  }
}
