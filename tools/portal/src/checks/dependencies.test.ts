import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../serve/settings';

/** What only tests, checks and measurements use. */
const NOT_RUNNING = new Set(['libs/testing', 'tools/bench', 'tools/checks']);

const functionSchema = z.object({ imports: z.record(z.string(), z.string()).default({}) });
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** Dependencies of everything that runs in a browser, in production (functions too) or at `npm start`. */
function dependencies(): string[] {
  const folders = ['apps', 'libs', 'tools'].flatMap((group) =>
    readdirSync(path.join(ROOT, group)).map((name) => `${group}/${name}`),
  );
  const files = folders
    .filter((folder) => !NOT_RUNNING.has(folder))
    .map((folder) => path.join(ROOT, folder, 'package.json'))
    .filter((file) => existsSync(file));
  const names = files.flatMap((file) =>
    Object.keys(packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).dependencies),
  );
  const functions = path.join(ROOT, 'supabase/functions');
  const imported = readdirSync(functions)
    .map((name) => path.join(functions, name, 'deno.json'))
    .filter((file) => existsSync(file))
    .flatMap((file) => Object.values(functionSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).imports))
    .flatMap((address) => /^npm:(@?[^@]+)/.exec(address)?.[1]?.replace(/\/$/, '') ?? []);
  return [...new Set([...names, ...imported])].filter((name) => !name.startsWith('@nemus/')).toSorted();
}

/** The rows of the document's tables: the first cell, and the number of filled cells. */
function rows(): { name: string; filled: number }[] {
  const text = readFileSync(path.join(ROOT, 'docs/dependencies.md'), 'utf8');
  return [...text.matchAll(/^\| `([^`]+)` +\|(.*)\|$/gm)].map(([, name = '', rest = '']) => ({
    name,
    filled: rest.split(' | ').filter((cell) => cell.trim() !== '').length,
  }));
}

it('docs/dependencies.md has a row for each dependency, and for nothing else', () => {
  expect(
    rows()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(dependencies());
});

it('every row says what for, why this one, what it costs, and its licence', () => {
  expect(rows().filter(({ filled }) => filled !== 4)).toEqual([]);
});
