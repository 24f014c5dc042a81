import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from './database';
import { applyMigrations, applySeeds, readSeeds } from './migrations';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A database that records its statements, and answers with the given rows. */
function recordingDatabase(rows: readonly unknown[] = []) {
  const scripts: string[] = [];
  const database: Database = {
    query: () => Promise.resolve(rows),
    script(statements) {
      if (statements.includes('1/0')) return Promise.reject(new Error('division by zero'));
      scripts.push(statements);
      return Promise.resolve();
    },
  };
  return { database, scripts };
}

test('files are applied in the order of their versions, each together with its record', async () => {
  write('20260102_second.sql', 'create table b ();');
  write('20260101_first.sql', "create table a (); comment on table a is '$sql$';");
  const { database, scripts } = recordingDatabase();
  expect(await applyMigrations(database, folder)).toEqual(['20260101', '20260102']);
  expect(scripts).toHaveLength(2);
  expect(scripts[0]).toMatch(/^create table a .*insert into supabase_migrations\.schema_migrations.*'20260101'/s);
  // The text is quoted with a tag that it does not contain itself.
  expect(scripts[0]).toContain("array[$sql_$create table a (); comment on table a is '$sql$';$sql_$]");
});

test('what is recorded is not applied again', async () => {
  write('1_first.sql', 'select 1');
  write('2_second.sql', 'select 2');
  const { database } = recordingDatabase([{ version: '1', hash: hashOf('select 1') }]);
  expect(await applyMigrations(database, folder)).toEqual(['2']);
});

test('what the Supabase CLI recorded, in pieces or without what ends a statement, counts as well', async () => {
  write('1_first.sql', 'select 1; select 2;');
  write('2_second.sql', 'select 3;\n');
  const { database } = recordingDatabase([
    { version: '1', hash: null },
    { version: '2', hash: hashOf('select 3') },
  ]);
  expect(await applyMigrations(database, folder)).toEqual([]);
});

test.each([
  ['was changed', [{ version: '1', hash: hashOf('select 0') }]],
  [
    'made by a newer version',
    [
      { version: '1', hash: hashOf('select 1') },
      { version: '7', hash: hashOf('select 7') },
    ],
  ],
  ['is older than the first migration', [{ version: '7', hash: hashOf('select 7') }]],
])('data whose history %s is refused, with the way out', async (problem, rows) => {
  write('1_first.sql', 'select 1');
  const { database, scripts } = recordingDatabase(rows);
  await expect(applyMigrations(database, folder)).rejects.toThrow(problem);
  await expect(applyMigrations(database, folder)).rejects.toThrow('npm run reset');
  expect(scripts).toEqual([]);
});

test('a file that fails is named, and those after it are not tried', async () => {
  write('1_broken.sql', 'select 1/0');
  write('2_fine.sql', 'select 1');
  const { database, scripts } = recordingDatabase();
  await expect(applyMigrations(database, folder)).rejects.toThrow('Migration 1_broken failed: division by zero.');
  expect(scripts).toEqual([]);
});

test.each([
  ['no version', ['first.sql'], 'has no migration'],
  ['the same version', ['1_a.sql', '1_b.sql'], 'Two migrations have the version 1'],
])('files with %s are refused', async (_, names, problem) => {
  for (const name of names) write(name, 'select 1');
  await expect(applyMigrations(recordingDatabase().database, folder)).rejects.toThrow(problem);
});

test('a seed runs once, and one that is not there is none', async () => {
  write('seed.sql', 'insert into a values (1)');
  const fresh = recordingDatabase();
  expect(await applySeeds(fresh.database, readSeeds(folder, ['seed.sql', 'missing.sql']))).toEqual(['seed.sql']);
  expect(fresh.scripts[0]).toMatch(/^insert into a values \(1\)\n;insert into supabase_migrations\.seed_files/);
  const seeded = recordingDatabase([{ path: 'seed.sql' }]);
  expect(await applySeeds(seeded.database, readSeeds(folder, ['seed.sql']))).toEqual([]);
});
