import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isFound } from './search-form';

const cases = z
  .array(z.object({ text: z.string(), found: z.array(z.string()), missed: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(path.join(__dirname, 'search-cases.json'), 'utf8')));

it.each(cases)('finds $text however it is written', ({ text, found, missed }) => {
  expect(found.filter((search) => !isFound(text, search))).toEqual([]);
  expect(missed.filter((search) => isFound(text, search))).toEqual([]);
});

it('finds everything by a blank search, and nothing by signs alone', () =>
  expect(['', ' \u00A0', '–', '%', '#'].map((search) => isFound('Müller # 1', search))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]));
