import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../serve/settings';
import { findUnusedWords, readWordList } from './word-list';

const words = [
  { word: 'Einrichtung', instead: 'Weiterbildungsstätte' },
  { word: 'im Mittel', instead: 'Durchschnitt' },
];

it('finds a word with any ending, in either case, and says which to use', () => {
  expect(findUnusedWords('Gut.\nAlle Einrichtungen, Fortschritt im Mittel', words)).toEqual([
    { word: 'Einrichtung', instead: 'Weiterbildungsstätte', line: 2 },
    { word: 'im Mittel', instead: 'Durchschnitt', line: 2 },
  ]);
});

it('leaves longer words alone that only end like it', () => {
  expect(findUnusedWords('Voreinrichtung, im mittleren Bereich', words)).toEqual([]);
});

it('reads the words in backticks of the last column', () => {
  expect(
    readWordList('| Use | For | Not |\n| --- | --- | --- |\n| UE | units | Std. |\n| PiW | a | `X y`, `Z` |'),
  ).toEqual([
    { word: 'X y', instead: 'PiW' },
    { word: 'Z', instead: 'PiW' },
  ]);
});

it('refuses a page without words', () => {
  expect(() => readWordList('# Words')).toThrow('has no table');
});

it('can read the page of the project', async () => {
  const list = readWordList(await readFile(path.join(ROOT, 'docs/words.md'), 'utf8'));
  expect(list).toContainEqual({ word: 'Einrichtung', instead: 'Weiterbildungsstätte' });
});
