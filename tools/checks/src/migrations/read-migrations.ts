import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Migration } from './forms';

/** All migrations of a folder, in the order in which they run. */
export function readMigrations(folder: string): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(path.join(folder, name), 'utf8') }));
}
