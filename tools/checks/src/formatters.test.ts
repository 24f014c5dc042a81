/**
 * No file of the browser makes a formatter of the language when it is loaded: the first one of a page takes a slow
 * processor 60 ms, ahead of everything that the page asks for. It is made when something is first written with it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '../../..');
const IN_A_PAGE = /^(?:(?:apps|libs)\/[^/]+\/src|supabase\/functions\/_shared\/texts)\/.*(?<!\.test)\.tsx?$/;

/** Code that runs later than its file; a class does, except for static parts, which our classes do not have. */
const LATER = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'PropertyDefinition']);
/** Methods that make a formatter, where they are told a language. */
const METHODS = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare']);

const name = z.object({ name: z.string() });
const made = z.object({
  type: z.literal('NewExpression'),
  callee: z.object({ object: z.object({ name: z.literal('Intl') }), property: name }),
});
const called = z.object({ type: z.literal('CallExpression'), callee: z.object({ property: name }) });

/** Formatters that a file makes while it is loaded, by name. */
function formattersOf(file: string, text: string): string[] {
  const found: string[] = [];
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const type: unknown = Reflect.get(node, 'type');
    if (typeof type === 'string' && LATER.has(type)) return;
    if (type === 'NewExpression') {
      const maker = made.safeParse(node);
      if (maker.success) found.push(`Intl.${maker.data.callee.property.name}`);
    } else if (type === 'CallExpression') {
      const method = called.safeParse(node);
      if (method.success && METHODS.has(method.data.callee.property.name)) found.push(method.data.callee.property.name);
    }
    for (const part of Object.values(node)) visit(part);
  }
  visit(parseSync(file, text).program);
  return found;
}

it('is found in what a file runs while it is loaded, and nowhere else', () => {
  const text = `
    const day = new Intl.DateTimeFormat('de-DE');
    const texts = { most: (5_000).toLocaleString('de-DE') };
    const later = once(() => new Intl.NumberFormat('de-DE'));
    function sort(names: string[]) { return names.sort((a, b) => a.localeCompare(b, 'de')); }
    class Names { readonly collator = new Intl.Collator('de'); }
  `;
  expect(formattersOf('file.ts', text)).toEqual(['Intl.DateTimeFormat', 'toLocaleString']);
});

it('is made by no file of the browser while it is loaded', () => {
  const files = ['apps', 'libs', 'supabase/functions/_shared'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => IN_A_PAGE.test(file)),
  );
  expect(files.length).toBeGreaterThan(500);
  const early = files.flatMap((file) =>
    formattersOf(file, readFileSync(path.join(ROOT, file), 'utf8')).map((formatter) => `${file}: ${formatter}`),
  );
  expect(early).toEqual([]);
});
