import path from 'node:path';
import type { Document } from './markdown';
import type { Finding, Tree } from './tree';

/** Created by commands, so unknown in advance. */
const GENERATED = /(^|\/)(dist|node_modules|\.nemus|test-results)(\/|$)/;
/** Endings that source files have and that no address of the portal or its stores has. */
const SOURCE = /[\w>*…]\.(ts|tsx|mts|cts|mjs|cjs|sql|sh|ya?ml|tmpl|md)$/;

/** A pattern for what a path stands for: `<area>`, `…` and `*` are any name, `**` any folders. */
function pattern(name: string): RegExp {
  const source = name
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\u0000')
    .replaceAll(/<[^>]+>|…|\*/g, '[^/]+')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`(?:^|/)${source}$`);
}

/** Whether some text in backticks means a file of the repository, as far as its form can tell. */
function meansFile(text: string, folder: string, tree: Tree): boolean {
  if (!/^(\.?[\w@<*]|…)[\w./@<>*…-]*$/.test(text) || text.startsWith('@')) return false;
  if (GENERATED.test(text) || text.includes('//')) return false;
  if (SOURCE.test(text)) return true;
  const [first = '', second] = text.split('/');
  if (second === undefined) return false;
  const isFolder = (name: string) => tree.folders.has(name);
  if (['apps', 'libs', 'tools', 'e2e', 'supabase', 'docs', '.ci'].includes(first)) return true;
  // A module beside the document, without its ending.
  return second !== '' && [path.posix.join(folder, first), path.posix.join(folder, 'src', first)].some(isFolder);
}

/** Paths in backticks that name no file or folder, seen from the document, its `src`, or anywhere. */
export function findMissingPaths(file: string, { code }: Document, tree: Tree): Finding[] {
  const folder = path.posix.dirname(file);
  return code.flatMap(({ text, line }) => {
    if (!meansFile(text, folder, tree)) return [];
    const name = text.replace(/^(\.\.?\/)+/, '').replace(/\/$/, '');
    const wanted = pattern(name);
    const without = pattern(`${name}.*`);
    const all = [...tree.files, ...tree.folders];
    const known = all.some((one) => wanted.test(one) || without.test(one));
    return known ? [] : [{ file, line, problem: `\`${text}\` is no path of the repository.` }];
  });
}
