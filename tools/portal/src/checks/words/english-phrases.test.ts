import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../serve/settings';
import { findPhrases, readPhraseList } from './english-phrases';

const PHRASES = [
  { word: 'whoever', instead: 'the user' },
  { word: 'in the place of', instead: 'instead of' },
];
/** Apart from its title, so that the check does not read the example as one. */
const CALL = 'it';
const at = (line: number, index = 0) => ({ ...PHRASES[index], line });

it.each([
  ['a comment of a line', 'a.ts', "const a = 'whoever';\n// For Whoever asks.", [at(2)]],
  ['a docstring', 'a.tsx', '/**\n * For whoever asks.\n */\nexport const a = <p>whoever</p>;', [at(2)]],
  ['a phrase across lines', 'a.mjs', '// One in the\n// place of another.', [at(1, 1)]],
  [
    'titles of tests',
    'a.test.ts',
    `${CALL}('asks whoever', () => say('whoever'));\n${CALL}.each([1])(\n  'whoever %i',`,
    [at(1), at(3)],
  ],
  ['an SVG', 'a.svg', '<text class="whoever">Whoever</text>', [at(1)]],
  ['SQL', 'a.sql', "select '-- whoever';\n-- For whoever asks.\n/* in the place of */", [at(2), at(3, 1)]],
  ['YAML', 'a.yml', 'name: whoever # for whoever', [at(1)]],
  ['a template', 'a.ts.tmpl', '// whoever\nexport const a = 1;', [at(1)]],
  ['Markdown without its code', 'a.md', '`whoever`\n```\nwhoever\n```\nWhoever asks.', [at(5)]],
  ['two in one line, by line', 'a.md', 'In the place of\nwhoever, whoever', [at(1, 1), at(2), at(2)]],
  ['longer words and names', 'a.md', 'whoevers, in-the-place-of, in the place often', []],
  ['files of other kinds', 'a.json', '"whoever"', []],
])('reads %s', (_case, file, text, findings) => {
  expect(findPhrases(file, text, PHRASES)).toEqual(findings);
});

it('reads the phrases in backticks of the first column', () => {
  expect(readPhraseList('| Use | For | Not |\n| --- | --- | --- |\n| PiW | a | `X` |\n| `a b`, `c` | d |')).toEqual([
    { word: 'a b', instead: 'd' },
    { word: 'c', instead: 'd' },
  ]);
});

it('refuses a page without phrases', () => {
  expect(() => readPhraseList('# Words')).toThrow('no table of English phrases');
});

it('can read the page of the project', async () => {
  const list = readPhraseList(await readFile(path.join(ROOT, 'docs/words.md'), 'utf8'));
  expect(list.map(({ word }) => word)).toContain('whoever');
});
