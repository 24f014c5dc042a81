import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readEntry } from '../api/exports';
import { codeBlocks } from './code-blocks';

const LIBS = path.resolve(__dirname, '../../../../libs');
const manifestSchema = z.object({ exports: z.record(z.string(), z.string()) });

/** Examples of a package, of which its README shows one; `checks:types` compiles them, and a test beside them runs them. */
function examples(name: string): string[] {
  const folder = path.join(LIBS, name, 'examples');
  const files = readdirSync(folder).filter((file) => !file.includes('.test.'));
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
}

/** Sources instead of the compiler's declarations: the names are the same. */
function readSource(declarations: string): string | undefined {
  const places = ['.ts', '.tsx'].map((ending) => declarations.replace(/\.d\.ts$/, ending));
  const file = places.find((place) => existsSync(place));
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

/** Names that a package's entries export. */
function exportsOf(name: string): ReadonlySet<string> {
  const folder = path.join(LIBS, name);
  const { exports } = manifestSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  const entries = Object.values(exports).filter((source) => /\.tsx?$/.test(source));
  const read = (source: string) => readEntry(path.join(folder, source.replace(/\.tsx?$/, '.d.ts')), readSource);
  return new Set(entries.flatMap((source) => [...read(source).exported.keys()]));
}

describe.each(['contract', 'data', 'area'])('the README of %s', (name) => {
  const readme = readFileSync(path.join(LIBS, name, 'README.md'), 'utf8');

  it('shows an example word for word, and no other code', () => {
    const shown = [...codeBlocks(readme)];
    expect(shown.length).toBeGreaterThan(0);
    expect(examples(name)).toEqual(expect.arrayContaining(shown));
  });

  it('names only what the package exports', () => {
    const exported = exportsOf(name);
    const table = /## Ten exports\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
    const named = [...table.matchAll(/^\| `(\w+)/gm)].map(([, word = '']) => word);
    expect(named).toHaveLength(10);
    expect(named.filter((word) => !exported.has(word))).toEqual([]);
  });
});

it('a block is what stands between the fences of a language', () => {
  expect(codeBlocks('```ts\na;\n```\n\n```\nno;\n```\n\n```tsx\n<b />;\n\n```\n')).toEqual(['a;\n', '<b />;\n\n']);
});
