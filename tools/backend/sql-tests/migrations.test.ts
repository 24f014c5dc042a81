import { openEmbeddedTest } from './database/embedded';
import { findEdited, findHistory, readCommands, readReleased, watched, type Command } from './database/history';
import { readMigrations, readPlatform, readReleasedList, type Script } from './database/schema';

jest.setTimeout(120_000);

async function commandsOf(platform: string, migrations: readonly Script[]): Promise<readonly Command[]> {
  const database = await openEmbeddedTest(watched(platform, migrations));
  try {
    return await readCommands(database);
  } finally {
    await database.close();
  }
}

it('the migrations are the final form: each object is defined once, and changed by no other file', async () => {
  const released = new Set(readReleased(readReleasedList()).keys());
  expect(findHistory(await commandsOf(readPlatform(), readMigrations()), released)).toEqual([]);
});

it('released migrations are what they were, and the others run after them', () => {
  expect(findEdited(readMigrations(), readReleased(readReleasedList()))).toEqual([]);
});

describe('what would be a history', () => {
  let commands: readonly Command[];
  beforeAll(async () => {
    commands = await commandsOf('', [
      {
        name: '1.sql',
        sql: `create table a (id int primary key, b int references a (id));
          alter table a enable row level security;
          create policy "own" on a for select using (true);
          create function f(int) returns int language sql as 'select 1';
          create function f(text) returns int language sql as 'select 1';`,
      },
      { name: '2.sql', sql: `create or replace function f(int) returns int language sql as 'select 2';` },
      { name: '3.sql', sql: `do $$ begin execute 'alter table a add column c int'; end $$;` },
      { name: '4.sql', sql: `alter policy "own" on a using (false);` },
      { name: '5.sql', sql: `drop function f(text); create table b (id int); drop table b;` },
      { name: '6.sql', sql: `create or replace function f(int) returns int language sql as 'select 3';` },
    ]);
  });

  it('is found, whatever words it is written in', () => {
    expect(findHistory(commands, new Set())).toEqual([
      '2.sql defines again: FUNCTION public.f(integer) of 1.sql',
      '3.sql changes: TABLE public.a of 1.sql',
      '4.sql changes: POLICY own on public.a of 1.sql',
      '5.sql drops: FUNCTION public.f(pg_catalog.text) of 1.sql',
      '5.sql drops: TABLE public.b of 5.sql',
      '6.sql defines again: FUNCTION public.f(integer) of 1.sql',
    ]);
  });

  it('is the way to change what is released, once', () => {
    expect(findHistory(commands, new Set(['1.sql']))).toEqual([
      '5.sql drops: TABLE public.b of 5.sql',
      '6.sql defines again: FUNCTION public.f(integer) of 2.sql',
    ]);
  });

  it('is an edited file, and one that would run before it', () => {
    const hash = '4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865';
    const released = readReleased(`# a comment\n${hash}  2.sql\n`);
    expect(findEdited([{ name: '2.sql', sql: '1\n' }], released)).toEqual([]);
    expect(
      findEdited(
        [
          { name: '1.sql', sql: '' },
          { name: '2.sql', sql: '2\n' },
        ],
        released,
      ),
    ).toEqual(['2.sql was released', '1.sql runs before 2.sql']);
  });
});
