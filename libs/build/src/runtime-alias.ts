import { realpathSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from './workspace';

/** The runtime's part that every entry begins with. */
export const ENTRY_RUNTIME = '@module-federation/webpack-bundler-runtime';

/**
 * ECMAScript-module builds of the federation runtime. The plugin would resolve some of these packages to CommonJS,
 * which cannot be tree-shaken; this alias saves about 30 KB over shell and remote. A package's `dist` is not its public
 * interface: a test fails when a version moves the files.
 */
export const RUNTIME_FILES: Readonly<Record<string, string>> = {
  '@module-federation/runtime': 'dist/bundler.js',
  '@module-federation/runtime-core': 'dist/index.js',
  '@module-federation/runtime-tools': 'dist/bundler.js',
  [ENTRY_RUNTIME]: 'dist/bundler.js',
  '@module-federation/sdk': 'dist/index.js',
  '@module-federation/error-codes': 'dist/index.mjs',
};

/**
 * Folder of one of the runtime's packages. Resolved from the federation's own folder: in a repository that installs the
 * build as a package, the app may not find them.
 */
export function runtimeFolder(name: string): string {
  return packageFolder(realpathSync(packageFolder(import.meta.dirname, '@module-federation/enhanced')), name);
}

/** CommonJS file of one of the runtime's packages, by which the bundler's federation plugin names it. */
export const commonJsFile = (name: string): string => path.join(runtimeFolder(name), 'dist/index.cjs');

/**
 * Resolver aliases from the runtime's packages to the files of {@link RUNTIME_FILES}: by name, as modules import each
 * other, and by the path of the CommonJS file, as the bundler's federation plugin names them.
 */
export function runtimeAlias(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(RUNTIME_FILES).flatMap(([name, file]) => {
      const module = path.join(runtimeFolder(name), file);
      return [
        [`${name}$`, module],
        [`${commonJsFile(name)}$`, module],
      ];
    }),
  );
}
