import path from 'node:path';
import { readModule, type DeclarationModule, type Foreign } from './module';

/** Reads a file of declarations; undefined when there is none. */
export type ReadFile = (file: string) => string | undefined;

/** Name to declaration, in the order of names. */
export type Declarations = ReadonlyMap<string, string>;

/** What an entry of a package exports, and what these declarations need of files that the entry does not export. */
export interface EntryApi {
  readonly exported: Declarations;
  readonly needed: Declarations;
}

/** Types that a command writes from the database: their content is reviewed as a migration. */
const GENERATED = /\/database\.d\.ts$/;

type Found = { readonly file: string; readonly name: string } | { readonly outside: Foreign };

/** Follows an entry's exports to their declarations, and these to everything of the package that they mention. */
export function readEntry(entry: string, read: ReadFile): EntryApi {
  const modules = new Map<string, DeclarationModule>();
  const load = (file: string) => {
    const known = modules.get(file) ?? readModule(file, read(file) ?? '');
    modules.set(file, known);
    return known;
  };
  const fileOf = (from: string, specifier: string) => {
    const target = path.posix.join(path.posix.dirname(from), specifier);
    return [`${target}.d.ts`, `${target}/index.d.ts`].find((file) => read(file) !== undefined);
  };

  function namesOf(file: string): string[] {
    const { exports, stars } = load(file);
    const below = stars.flatMap((from) => {
      const next = fileOf(file, from);
      return next === undefined ? [] : namesOf(next);
    });
    return [...new Set([...exports.keys(), ...below])];
  }

  function follow(file: string, foreign: Foreign): Found {
    const next = foreign.from.startsWith('.') ? fileOf(file, foreign.from) : undefined;
    return (next === undefined ? undefined : findExport(next, foreign.name)) ?? { outside: foreign };
  }

  function findLocal(file: string, name: string): Found | undefined {
    const { declarations, imports } = load(file);
    const foreign = imports.get(name);
    if (declarations.has(name)) return { file, name };
    return foreign && follow(file, foreign);
  }

  function findExport(file: string, name: string): Found | undefined {
    const { exports, stars } = load(file);
    const target = exports.get(name);
    if (typeof target === 'string') return findLocal(file, target);
    if (target) return follow(file, target);
    for (const from of stars) {
      const next = fileOf(file, from);
      const found = next === undefined ? undefined : findExport(next, name);
      if (found) return found;
    }
    return undefined;
  }

  const exported = new Map<string, string>();
  const needed = new Map<string, string>();
  const seen = new Set<string>();
  const waiting: { readonly file: string; readonly name: string }[] = [];
  for (const name of namesOf(entry).toSorted()) {
    const found = findExport(entry, name);
    if (found && 'outside' in found)
      exported.set(name, `export { ${found.outside.name} as ${name} } from '${found.outside.from}';`);
    if (!found || 'outside' in found) continue;
    seen.add(`${found.file} ${found.name}`);
    waiting.push(found);
    const text = textOf(load(found.file), found);
    exported.set(name, name === found.name ? `export ${text}` : `${text}\nexport { ${found.name} as ${name} };`);
  }
  for (const { file, name } of waiting) {
    if (GENERATED.test(file)) continue;
    const declaration = load(file).declarations.get(name);
    const mentioned = [...(declaration?.mentions ?? [])].map((mention) => findLocal(file, mention));
    const imported = (declaration?.foreign ?? []).map((foreign) => follow(file, foreign));
    for (const found of [...mentioned, ...imported]) {
      if (!found || 'outside' in found || seen.has(`${found.file} ${found.name}`)) continue;
      seen.add(`${found.file} ${found.name}`);
      waiting.push(found);
      needed.set(found.name, textOf(load(found.file), found));
    }
  }
  return { exported, needed: new Map([...needed].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

function textOf({ declarations }: DeclarationModule, { file, name }: { file: string; name: string }): string {
  if (GENERATED.test(file)) return `type ${name} = Generated;`;
  return declarations.get(name)?.text ?? '';
}
