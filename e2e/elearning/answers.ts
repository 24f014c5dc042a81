import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SEEDS = path.join(import.meta.dirname, '../../supabase/seeds');
const SEED = readdirSync(SEEDS)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(path.join(SEEDS, file), 'utf8'))
  .join('\n');
const TEXT = /'((?:[^']|'')*)'/g;

/** The texts of a piece of SQL. */
const textsOf = (sql: string) => [...sql.matchAll(TEXT)].map(([, text = '']) => text.replaceAll("''", "'"));

/** Index of the right option by question, as the seed writes it. */
const RIGHT_OPTIONS = new Map(
  [...SEED.matchAll(/\('([\w-]+)', ([0-2]),\s*'/g)].map(([, id = '', option]) => [id, Number(option)]),
);

/** The options of every seeded question, the right one first, by question text: never sent to browsers. */
const ANSWERS = new Map(
  [
    ...SEED.matchAll(
      /\('([\w-]+)', '[\w-]+', '[\w-]+', \d+,\s*('(?:[^']|'')*'),\s*array\[((?:[^\]']|'(?:[^']|'')*')*)\]/g,
    ),
  ].map(([, id = '', question = '', options = '']) => {
    const texts = textsOf(options);
    const right = texts[RIGHT_OPTIONS.get(id) ?? -1];
    return [textsOf(question)[0], right === undefined ? [] : [right, ...texts.filter((text) => text !== right)]];
  }),
);

/** The words of a right or a wrong option of a question. */
export function optionOf(question: string, answer: 'right' | 'wrong'): string {
  const option = ANSWERS.get(question)?.[answer === 'right' ? 0 : 1];
  if (option === undefined) throw new Error(`The seed has no answer to: ${question}`);
  return option;
}
