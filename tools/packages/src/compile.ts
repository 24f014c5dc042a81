import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import { Layout } from './layout';
import { renameSpecifiers, specifiersOf } from './specifiers';

/** Files of a package by their place in it, and the modules of others that they name. */
export interface Compiled {
  readonly files: ReadonlyMap<string, string>;
  /** Modules that the code imports. */
  readonly imported: ReadonlySet<string>;
  /** Modules that declarations take types from. */
  readonly described: ReadonlySet<string>;
}

/** Where `tsc -b` writes declarations. */
const TYPES = 'dist/types';

/**
 * Compiles sources to ES modules with their declarations, file by file, with everything that they lead to and nothing
 * else. File by file, since the bundler of an area leaves out what it does not use by files, and since places beside a
 * source (`import.meta.dirname`) stay where they are.
 *
 * @param entries Paths below the repository.
 */
export function compile(root: string, folder: string, entries: readonly string[]): Compiled {
  const layout = new Layout(root, folder);
  const files = new Map<string, string>();
  const collect = (sources: readonly string[], read: (source: string) => { place: string; text: string }) => {
    const named = new Set<string>();
    const waiting = [...sources];
    const seen = new Set(waiting);
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      const from = source;
      const { place, text } = read(from);
      if (!/\.(js|mjs|d\.ts)$/.test(place)) {
        files.set(place, text);
        continue;
      }
      const next = new Map<string, string>();
      for (const { value } of specifiersOf(place, text)) {
        if (value.startsWith('.')) next.set(value, layout.resolve(from, value));
        else named.add(value);
      }
      for (const found of next.values()) {
        if (seen.has(found)) continue;
        seen.add(found);
        waiting.push(found);
      }
      const rename = (name: string) => {
        const target = next.get(name);
        return target === undefined ? name : layout.nameFrom(place, layout.placeOf(target));
      };
      files.set(place, renameSpecifiers(place, text, rename));
    }
    return named;
  };
  const imported = collect(entries, (source) => ({
    place: layout.placeOf(source),
    text: isTyped(source) ? transform(root, source) : readFileSync(path.join(root, source), 'utf8'),
  }));
  const described = collect(entries.filter(isTyped), (source) => ({
    place: isTyped(source) ? layout.placeOf(source).replace(/\.js$/, '.d.ts') : layout.placeOf(source),
    text: readFileSync(
      path.join(root, isTyped(source) ? path.join(TYPES, source.replace(/\.tsx?$/, '.d.ts')) : source),
      'utf8',
    ),
  }));
  return { files, imported, described };
}

function isTyped(source: string): boolean {
  return /\.tsx?$/.test(source);
}

function transform(root: string, source: string): string {
  const { code } = transformSync(readFileSync(path.join(root, source), 'utf8'), {
    // Without the caller's settings.
    configFile: false,
    swcrc: false,
    filename: path.posix.basename(source),
    jsc: {
      parser: { syntax: 'typescript', tsx: source.endsWith('x') },
      transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
      target: 'es2022',
    },
    module: { type: 'es6' },
  });
  return code;
}
