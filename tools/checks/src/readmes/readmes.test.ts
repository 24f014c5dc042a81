import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks } from './code-blocks';

const LIBS = path.resolve(__dirname, '../../../../libs');

/** The files that a package's README shows; `checks:types` compiles them, and a test beside them runs them. */
function examples(name: string): string[] {
  const folder = path.join(LIBS, name, 'examples');
  const files = readdirSync(folder).filter((file) => !file.includes('.test.'));
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
}

describe.each(['contract', 'data', 'area'])('the README of %s', (name) => {
  const readme = readFileSync(path.join(LIBS, name, 'README.md'), 'utf8');

  it('shows the examples word for word, and no other code', () => {
    expect([...codeBlocks(readme)].toSorted()).toEqual(examples(name).toSorted());
  });

  it('names only what the package exports', () => {
    const api = readFileSync(path.join(LIBS, name, 'api.md'), 'utf8');
    const table = /## Ten exports\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
    const named = [...table.matchAll(/^\| `(\w+)/gm)].map(([, word = '']) => word);
    expect(named).toHaveLength(10);
    expect(named.filter((word) => !new RegExp(`^export [^\\n]*\\b${word}\\b`, 'm').test(api))).toEqual([]);
  });
});

it('a block is what stands between the fences of a language', () => {
  expect(codeBlocks('```ts\na;\n```\n\n```\nno;\n```\n\n```tsx\n<b />;\n\n```\n')).toEqual(['a;\n', '<b />;\n\n']);
});
