import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { TestDatabase } from './database/database';
import { BOTH } from './database/engines';
import { readMigrations, readPlatform, readSchema, readSchemaFiles, type Script } from './database/schema';
import { findUnnamedTriggers, statementsOf } from './database/schema-text';
import { takeSnapshot } from './database/snapshot';

jest.setTimeout(240_000);

const files = readSchemaFiles();
const FOLDER = path.resolve(__dirname, '../../../supabase/schemas');

describe.each(BOTH.map((engine) => [engine.name, engine] as const))('%s', (_name, engine) => {
  async function snapshotOf(...scripts: readonly Script[]) {
    const database: TestDatabase = await engine.open([{ name: 'platform', sql: readPlatform() }, ...scripts]);
    try {
      return await takeSnapshot(database);
    } finally {
      await database.close();
    }
  }

  it('schema files and migrations build the same database; if not: npm run migration -w @nemus/backend -- <name>', async () => {
    const fromSchema = await snapshotOf(readSchema());
    const fromMigrations = await snapshotOf(...readMigrations());
    expect(Object.keys(fromSchema).length).toBeGreaterThan(1000);
    expect(fromMigrations).toEqual(fromSchema);
  });
});

it('every schema file is listed in config.toml, once', () => {
  const present = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  expect(files.map(({ name }) => name).toSorted()).toEqual(present.toSorted());
});

it('schema files only create: each object is in one file, in its current form', () => {
  const changes = files.flatMap(({ name, sql }) =>
    statementsOf(sql)
      .filter((statement) =>
        /^(drop|create or replace|alter (?!table \S+ enable row|default privileges))/.test(statement),
      )
      .map((statement) => `${name}: ${statement.slice(0, 80)}`),
  );
  expect(changes).toEqual([]);
});

it('a write names the files whose triggers it fires', () => {
  expect(findUnnamedTriggers(files)).toEqual([]);
});

describe('finding unnamed triggers', () => {
  const made = (write: string): readonly Script[] => [
    {
      name: 'a/log.sql',
      sql: 'create trigger note after update of state or delete on public.t for each row execute function private.n();',
    },
    { name: 'b/write.sql', sql: `create function private.w() returns void language sql as $$\n${write}\n$$;` },
  ];

  it.each([
    ["  update public.t set state = 'x';", 'a/log'],
    ['  delete from public.t;', 'a/log'],
  ])('%s', (write, named) => {
    expect(findUnnamedTriggers(made(write))).toEqual([`b/write.sql:2: -- Fires ${named}.`]);
    expect(findUnnamedTriggers(made(`  -- Fires ${named}.\n${write}`))).toEqual([]);
  });

  it.each(['  insert into public.t values (1);', "  update public.t set other = 'x';"])('%s fires none', (write) => {
    expect(findUnnamedTriggers(made(write))).toEqual([]);
    expect(findUnnamedTriggers(made(`  -- Fires a/log.\n${write}`))).toEqual([
      'b/write.sql:2: fires nothing elsewhere',
    ]);
  });
});
