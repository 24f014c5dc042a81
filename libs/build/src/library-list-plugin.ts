import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compiler, Module } from '@rspack/core';

/** Name of the list, in the folder above the built files: for checks, not for browsers. */
const LIBRARY_LIST_FILE = 'libraries.json';

/** Innermost package of a file below `node_modules`. */
const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/**
 * Lists the third-party packages in a build, with their source sizes, so that a check can compare builds: a browser
 * loads duplicates twice.
 */
export class LibraryListPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tap('LibraryListPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const sizes = new Map<string, number>();
      for (const module of compilation.modules) {
        if (compilation.chunkGraph.getModuleChunks(module).length === 0) continue;
        for (const part of partsOf(module)) {
          const name = PACKAGE.exec(part.nameForCondition() ?? '')?.[1]?.replace('\\', '/');
          if (name) sizes.set(name, (sizes.get(name) ?? 0) + part.size());
        }
      }
      const folder = path.dirname(compiler.options.output.path ?? '.');
      const list = Object.fromEntries([...sizes].toSorted(([a], [b]) => (a < b ? -1 : 1)));
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, LIBRARY_LIST_FILE), `${JSON.stringify(list, null, 2)}\n`);
    });
  }
}

/** A module, or the modules concatenated into it. */
function partsOf(module: Module): readonly Module[] {
  return 'modules' in module && Array.isArray(module.modules) ? module.modules : [module];
}
