import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fillFromImage } from './image';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'nemus-image-'));
  mkdirSync(at('migrations'));
  writeFileSync(at('migrations/1_first.sql'), 'select 1');
  writeFileSync(at('lock'), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => path.join(root, name);

/** Fills folders, and counts how often a database had to be made. */
function maker() {
  const made: string[] = [];
  const make = (folder: string) => {
    made.push(folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'PG_VERSION'), '17');
    return Promise.resolve();
  };
  const fill = (name: string, seeds: readonly string[] = [], bootstrap = '') =>
    fillFromImage(
      at(name),
      { migrations: at('migrations'), cache: at('cache'), versions: at('lock'), bootstrap, seeds },
      make,
    );
  return { made, fill };
}

test('the first start makes the image, and every further one copies it', async () => {
  const { made, fill } = maker();
  await fill('a');
  await fill('b');
  expect(made).toHaveLength(1);
  for (const name of ['a', 'b']) expect(readFileSync(path.join(at(name), 'PG_VERSION'), 'utf8')).toBe('17');
  // A database writes into its copy alone.
  writeFileSync(path.join(at('a'), 'PG_VERSION'), 'changed');
  expect(readFileSync(path.join(at('b'), 'PG_VERSION'), 'utf8')).toBe('17');
});

test.each([
  ['another migration', () => writeFileSync(at('migrations/2_second.sql'), 'select 2')],
  ['another text of a migration', () => writeFileSync(at('migrations/1_first.sql'), 'select 2')],
  ['other versions', () => writeFileSync(at('lock'), 'two')],
])('%s makes another image', async (_what, change) => {
  const { made, fill } = maker();
  await fill('a');
  change();
  await fill('b');
  expect(made).toHaveLength(2);
});

test('other statements before the migrations make another image', async () => {
  const { made, fill } = maker();
  await fill('a');
  await fill('b', [], 'create schema extensions');
  expect(made).toHaveLength(2);
});

test('one with seeds is another, for each text of them, and goes a day after it was made', async () => {
  const { made, fill } = maker();
  await fill('a');
  await fill('b', ['one']);
  await fill('c', ['one']);
  expect(made).toHaveLength(2);
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
  for (const name of readdirSync(at('cache'))) utimesSync(path.join(at('cache'), name), twoDaysAgo, twoDaysAgo);
  await fill('d', ['two']);
  expect(made).toHaveLength(3);
  // The schema alone is the same on every day.
  await fill('e');
  expect(made).toHaveLength(3);
  expect(readdirSync(at('cache'))).toHaveLength(2);
});

test('two starts at the same time end with one image', async () => {
  const { fill } = maker();
  await Promise.all([fill('a'), fill('b')]);
  expect(readdirSync(at('cache'))).toHaveLength(1);
});

test('an image that could not be made is none, and nothing is left of it', async () => {
  const { fill } = maker();
  const options = { migrations: at('migrations'), cache: at('cache'), versions: at('lock'), bootstrap: '' };
  const failing = (folder: string) => {
    mkdirSync(folder, { recursive: true });
    return Promise.reject(new Error('division by zero'));
  };
  await expect(fillFromImage(at('a'), options, failing)).rejects.toThrow('division by zero');
  expect([existsSync(at('a')), readdirSync(at('cache'))]).toEqual([false, []]);
  await fill('a');
  expect(existsSync(at('a'))).toBe(true);
});
