/**
 * No source for browsers uses an interface, or a member of one, that a supported browser lacks (`BROWSER_FLOOR`). Members
 * of instances are only known where a variable's name tells the interface.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_FLOOR } from '@nemus/build/browser-floor';
import { FLOOR_FEATURES } from '@nemus/build/floor-script';
import { parseSync, Visitor } from 'oxc-parser';
import { z } from 'zod';
import { sourceFiles } from './floors';

const ROOT = path.resolve(__dirname, '../../..');
/** Uses that work without the interface, by file. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  'apps/shell/src/setup/account-reads.ts': ['AbortSignal.any'],
  'libs/loader/src/script-policy.ts': ['trustedTypes'],
  'libs/ui/src/formats/names.ts': ['Intl.Segmenter'],
  'supabase/functions/_shared/documents/printable.ts': ['Intl.Segmenter'],
};
/** Old browsers have these under another definition, which serves as well. */
const GOOD_ENOUGH = [
  // Chromium below 124 ends it with another error.
  'AbortSignal.timeout',
];

/** Interfaces of instances, by the end of their variables' names. */
const INSTANCES: readonly (readonly [RegExp, string])[] = [
  [/params$/i, 'URLSearchParams'],
  [/(element|button|input)$/i, 'Element'],
  [/signal$/i, 'AbortSignal'],
];

const featureSchema = z.object({
  status: z.object({
    by_compat_key: z.record(z.string(), z.object({ support: z.record(z.string(), z.string()) })).optional(),
  }),
});
const { features } = z
  .object({ features: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(require.resolve('web-features/data.json'), 'utf8')));

/** Interfaces (`Navigation`), static members (`URL.canParse`) and others (`URLSearchParams#size`) that a supported browser lacks. */
function missingNames(): ReadonlySet<string> {
  const keys = Object.values(features).flatMap((feature) =>
    Object.entries(featureSchema.safeParse(feature).data?.status.by_compat_key ?? {}),
  );
  const missing = keys.filter(([, { support }]) =>
    Object.entries(BROWSER_FLOOR).some(([browser, oldest]) => !(Number.parseFloat(support[browser] ?? '') <= oldest)),
  );
  const names = missing.map(([key]) => /^(?:api|javascript\.builtins)\.(\w+(?:\.\w+)?)$/.exec(key)?.[1] ?? '');
  return new Set(
    names.flatMap((name) => {
      const isStatic = name.endsWith('_static') || /^(Intl|Promise|Object|Array|Math|JSON)\./.test(name);
      return name.includes('.') && !isStatic ? [name.replace('.', '#')] : [name.replace(/_static$/, '')];
    }),
  );
}

/** Global names and static members in a source. */
function namesIn(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const own = new Set<string>();
  const { program, module } = parseSync(file, text);
  for (const { entries } of module.staticImports) for (const { localName } of entries) own.add(localName.value);
  new Visitor({
    MemberExpression: ({ object, property }) => {
      if (object.type !== 'Identifier' || !('name' in property)) return;
      names.add(`${object.name}.${property.name}`);
      const [, type] = INSTANCES.find(([end]) => end.test(object.name)) ?? [];
      if (type !== undefined) names.add(`${type}#${property.name}`);
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && !own.has(callee.name)) names.add(callee.name);
    },
  }).visit(program);
  return names;
}

/** What runs in browsers: `src` of apps and libraries, the worker, and what the functions share with pages. */
const SOURCES = [
  ...['apps', 'libs'].flatMap((group) => readdirSync(path.join(ROOT, group)).map((name) => `${group}/${name}/src`)),
  'apps/shell/worker',
  ...['texts', 'documents', 'e-invoice'].map((name) => `supabase/functions/_shared/${name}`),
]
  .filter((folder) => existsSync(path.join(ROOT, folder)) && !/^libs\/(build|testing)\//.test(folder))
  .flatMap((folder) => sourceFiles(path.join(ROOT, folder)).map(({ file }) => `${folder}/${file}`));

it('uses nothing that a supported browser lacks', () => {
  const missing = missingNames();
  const found = SOURCES.flatMap((file) =>
    [...namesIn(file, readFileSync(path.join(ROOT, file), 'utf8'))]
      .map((name) => name.replace(/^(?:window|globalThis|self)\./, ''))
      .filter((name) => missing.has(name) && !GOOD_ENOUGH.includes(name) && !GUARDED[file]?.includes(name))
      .map((name) => `${file} uses ${name}`),
  );
  expect(found).toEqual([]);
});

it('knows what is missing', () => {
  const missing = missingNames();
  expect(
    ['URL.canParse', 'AbortSignal.any', 'Response.json', 'Navigation', 'URLSearchParams#size'].filter(
      (name) => !missing.has(name),
    ),
  ).toEqual([]);
  expect(['URL', 'Promise.all', 'Array.isArray', 'structuredClone'].filter((name) => missing.has(name))).toEqual([]);
});

it('does without :has() where a supported browser lacks it', () => {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const withoutWay = SOURCES.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    // Each rule needs its own: one for another rule of the file does not help.
    return count(text, /['`&](?!@supports)[^'`\n]*:has\(/g) > count(text, /@supports not selector\(:has\(\*\)\)/g);
  });
  expect(withoutWay).toEqual([]);
});

it('is what the page tries before it calls a browser too old', () => {
  const supportOf = (key: string) =>
    Object.values(features)
      .map((feature) => featureSchema.safeParse(feature).data?.status.by_compat_key?.[key]?.support)
      .find((support) => support !== undefined);
  for (const [browser, oldest] of Object.entries(BROWSER_FLOOR)) {
    const versions = Object.keys(FLOOR_FEATURES).map((key) => Number.parseFloat(supportOf(key)?.[browser] ?? ''));
    expect(Math.max(...versions)).toBe(oldest);
  }
});

it.each(['README.md', 'docs/operator.md'])('is stated in %s', (file) => {
  const { chrome, edge, firefox, safari } = BROWSER_FLOOR;
  expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(
    `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} and Safari ${safari}`,
  );
});
