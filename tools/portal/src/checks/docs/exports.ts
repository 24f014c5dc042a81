import path from 'node:path';
import type { Document } from './markdown';
import type { Finding, Tree } from './tree';

/** Entries of our packages: import specifier, and file. */
export type Entries = ReadonlyMap<string, string>;

/**
 * Headings of sections that list a package's exports. Names in backticks there must exist, and the list must be
 * complete for the section's subject: components and formats, or every value.
 */
const LISTS: readonly { readonly heading: RegExp; readonly about: RegExp }[] = [
  { heading: /^components$/i, about: /^[A-Z][a-z]|^format[A-Z]/ },
  { heading: /^exports$/i, about: /./ },
];

type Kind = 'value' | 'type';
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

// The compiler has no API that could list exports (TypeScript 7), and our entries use few forms of `export`.
const FROM = /export\s+(type\s+)?(?:\*|\{([^}]*)\})\s*(?:from\s*'([^']+)')?/g;
const DECLARED =
  /export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

function resolve(from: string, address: string, { files }: Tree): string | undefined {
  const base = path.posix.join(path.posix.dirname(from), address);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find((name) => files.has(name));
}

/** Names that a file exports, or null where it re-exports a package outside the tree. */
function exportsOf(file: string, tree: Tree, seen = new Set<string>()): Map<string, Kind> | null {
  const names = new Map<string, Kind>();
  if (seen.has(file)) return names;
  seen.add(file);
  const source = tree.read(file);
  for (const [, keyword = '', name = ''] of source.matchAll(DECLARED)) {
    names.set(name, keyword === 'type' || keyword === 'interface' ? 'type' : 'value');
  }
  for (const [, type, list, address] of source.matchAll(FROM)) {
    if (list === undefined) {
      const target = address?.startsWith('.') ? resolve(file, address, tree) : undefined;
      const more = target === undefined ? null : exportsOf(target, tree, seen);
      if (more === null) return null;
      for (const [name, kind] of more) names.set(name, kind);
      continue;
    }
    for (const item of list.replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '').split(',')) {
      const [, own, name] = /^(type\s+)?(?:.*\s+as\s+)?([\w$]+)$/s.exec(item.trim()) ?? [];
      if (name !== undefined) names.set(name, type === undefined && own === undefined ? 'value' : 'type');
    }
  }
  return names;
}

/** Mismatches between a document and our packages' exports: entries, imports in examples, lists. */
export function findWrongExports(file: string, document: Document, entries: Entries, tree: Tree): Finding[] {
  const findings: Finding[] = [];
  const known = new Map<string, Map<string, Kind> | null>();
  const namesOf = (entry: string) => {
    const target = entries.get(entry);
    if (!known.has(entry)) known.set(entry, target?.match(/\.(ts|tsx|mts)$/) ? exportsOf(target, tree) : null);
    return known.get(entry) ?? null;
  };
  const expectEntry = (entry: string, line: number) => {
    if (entries.has(entry) || /[*<…]/.test(entry)) return true;
    findings.push({ file, line, problem: `no package has the entry ${entry}.` });
    return false;
  };
  const expectName = (name: string, entry: string, line: number) => {
    const names = namesOf(entry);
    if (names && !names.has(name)) findings.push({ file, line, problem: `${entry} exports no ${name}.` });
  };

  for (const { text, line } of document.code) if (/^@nemus\/[\w/.*<>…-]+$/.test(text)) expectEntry(text, line);
  for (const { language, lines } of document.blocks) {
    if (!['ts', 'tsx', 'js', 'jsx'].includes(language)) continue;
    const source = lines.map(({ text }) => text).join('\n');
    for (const match of source.matchAll(
      /import\s+(?:type\s+)?(?:\w+,?\s*)?(?:\{([^}]*)\}\s*)?from\s*'(@nemus\/[^']+)'/g,
    )) {
      const line = (lines[0]?.line ?? 1) + source.slice(0, match.index).split('\n').length - 1;
      const [, list = '', entry = ''] = match;
      if (!expectEntry(entry, line)) continue;
      for (const item of list.split(',')) {
        const [name = ''] = item
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/);
        if (name !== '') expectName(name, entry, line);
      }
    }
  }
  return [...findings, ...findWrongLists(file, document, entries, tree)];
}

function findWrongLists(file: string, { code, headings }: Document, entries: Entries, tree: Tree): Finding[] {
  const folder = path.posix.dirname(file);
  const own = [...entries].filter(([, target]) => target.startsWith(`${folder}/src/`) && /\.tsx?$/.test(target));
  const [title] = own[0]?.[0].match(/^@nemus\/[^/]+/) ?? [];
  if (title === undefined || !file.endsWith('README.md')) return [];
  const names = new Map(own.flatMap(([, target]) => [...(exportsOf(target, tree) ?? [])]));
  return headings.flatMap((heading) => {
    const list = LISTS.find((one) => one.heading.test(heading.text.trim()));
    if (!list) return [];
    const end = headings.find(({ line, level }) => line > heading.line && level <= heading.level)?.line ?? Infinity;
    const named = code.filter(({ text, line }) => line > heading.line && line < end && list.about.test(text));
    const gone = named.filter(({ text }) => IDENTIFIER.test(text) && !names.has(text));
    const missing = [...names].filter(
      ([name, kind]) => kind === 'value' && list.about.test(name) && !code.some(({ text }) => text === name),
    );
    return [
      ...gone.map(({ text, line }) => ({ file, line, problem: `${title} exports no ${text}.` })),
      ...missing.map(([name]) => ({
        file,
        line: heading.line,
        problem: `${title} exports ${name}, which this page does not name.`,
      })),
    ];
  });
}
