import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SUBJECTS, WORDS } from './line-words';

const SCHEMAS = path.join(__dirname, '../../../../../supabase/schemas');

it('every table that the log has lines of has a German name, and no other', () => {
  const logged = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      // Most lines come from triggers; a function writes those of actions that leave no row of their own.
      ...readFileSync(path.join(SCHEMAS, file), 'utf8').matchAll(
        /(?:create trigger organisation_log after [a-z ]+ on \w+\.nemus_|'member', 'insert', ')(\w+)/g,
      ),
    ])
    .map(([, table = '']) => table);
  expect(new Set(logged)).toEqual(new Set(Object.keys(SUBJECTS)));
});

it('an unknown table has no name of its own', () => {
  expect(WORDS.subject('next_years_table')).toBe('Anderes');
});
