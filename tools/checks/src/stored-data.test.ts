/** The documents on privacy name every table that has data about people. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const SCHEMAS = path.join(ROOT, 'supabase/schemas');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Tables by name, with their columns and constraints. */
const TABLES = new Map(
  readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(path.join(SCHEMAS, file), 'utf8').matchAll(/^create table (\w+\.\w+) \(\n([^]*?)^\)/gm),
    ])
    .map(([, name = '', body = '']) => [name, body.replaceAll(/--.*/g, '')]),
);
/** Columns that are about a person by their name, whatever they refer to. */
const PERSONAL =
  /^ {2}(?:\w*(?:email|phone|first_name|last_name|recipient_hash|user_id|account_id|address|sent_to)|who) /m;

/** Tables whose address is a place's. */
const PLACES = ['public.nemus_rooms'];

/** Tables that refer to an account, directly or by another such table, or have a personal column. */
function personalTables(): readonly string[] {
  const found = new Set(['auth.users']);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [name, body] of TABLES) {
      const referred = [...body.matchAll(/references (\w+\.\w+)/g)].some(([, table = '']) => found.has(table));
      if (referred || (PERSONAL.test(body) && !PLACES.includes(name))) found.add(name);
    }
  }
  return [...found].filter((name) => name !== 'auth.users').toSorted();
}

test('stored-data.md names every table with data about people, and no other', () => {
  const [, list = ''] = read('docs/privacy/stored-data.md').split('<!-- prettier-ignore-start -->');
  const named = [...list.matchAll(/`(?:private\.)?(nemus_\w+)`/g)].map(([, name = '']) => name);
  const bare = (table: string) => table.replace(/^\w+\./, '');
  expect(personalTables().length).toBeGreaterThan(60);
  expect(personalTables().filter((table) => !named.includes(bare(table)))).toEqual([]);
  const known = [...TABLES.keys()].map(bare);
  const functions = /nemus_(?:leave_institution|unlink_trainee)/;
  expect(named.filter((name) => !known.includes(name) && !functions.test(name))).toEqual([]);
});
