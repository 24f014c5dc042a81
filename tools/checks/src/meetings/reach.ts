import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { z } from 'zod';
import { specifiersOf } from '../imports/read-imports';

/** The files of an area, and their imports from the package of queries. */
export interface Reach {
  /** Absolute paths of the area's own files and of those of `@nemus/area` that it uses. */
  readonly files: ReadonlySet<string>;
  /** Names that these files import from `@nemus/data`. */
  readonly dataNames: ReadonlySet<string>;
}

const ENDINGS = ['.ts', '.tsx', '/index.ts', '/index.tsx'];
const manifestSchema = z.object({ exports: z.record(z.string(), z.string()) });
/** Entries of `@nemus/area`, whose exports an area takes one by one. */
const AREA_ENTRY = /^@nemus\/area(?:\/[a-z-]+)?$/;

/**
 * Every file that an area reaches from these, without tests. Of `@nemus/area` only the imported names, since the
 * bundler leaves out the rest.
 */
export function reachFrom(root: string, entries: readonly string[]): Reach {
  const files = new Set<string>();
  const dataNames = new Set<string>();

  function visit(file: string): void {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    for (const specifier of specifiersOf(file, text)) {
      const target = specifier.startsWith('.') ? resolve(path.join(path.dirname(file), specifier)) : undefined;
      if (target) visit(target);
    }
    for (const { specifier, name } of namesOf(file, text)) {
      if (specifier === '@nemus/data') dataNames.add(name);
      if (AREA_ENTRY.test(specifier)) exportedFrom(root, specifier, name).forEach(visit);
    }
  }
  entries.forEach(visit);
  return { files, dataNames };
}

function resolve(target: string): string | undefined {
  return ENDINGS.map((ending) => `${target}${ending}`).find((file) => existsSync(file));
}

/** Names that a file imports from packages, without types. */
function namesOf(file: string, text: string): { specifier: string; name: string }[] {
  return parseSync(file, text).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType }) => !isType)
      .flatMap(({ importName }) =>
        importName.name === null ? [] : [{ specifier: moduleRequest.value, name: importName.name }],
      ),
  );
}

/** What entries export, by their files: an area imports dozens of names from each. */
const exported = new Map<string, ReturnType<typeof parseSync>['module']['staticExports']>();

function exportsOf(index: string) {
  const known = exported.get(index) ?? parseSync(index, readFileSync(index, 'utf8')).module.staticExports;
  exported.set(index, known);
  return known;
}

/** The file behind a name that `@nemus/area` exports, or one of its other entries. */
function exportedFrom(root: string, specifier: string, name: string): string[] {
  const folder = path.join(root, 'libs/area');
  const { exports } = manifestSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  const entry = exports[specifier.replace('@nemus/area', '.')];
  if (entry === undefined) return [];
  const index = path.join(folder, entry);
  const found = exportsOf(index)
    .flatMap(({ entries }) => entries)
    .filter(({ exportName, moduleRequest }) => exportName.name === name && moduleRequest !== null)
    .flatMap(({ moduleRequest }) => resolve(path.join(path.dirname(index), moduleRequest?.value ?? '')) ?? []);
  // Declared in the entry itself, or passed on whole.
  return found.length > 0 ? found : [index];
}
