import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProject } from '../../src/config/config';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SUPABASE = path.resolve(HERE, '../../../../supabase');

/** One script of the schema; each runs in a transaction of its own, as the backend and `supabase db push` do it. */
export interface Script {
  readonly name: string;
  readonly sql: string;
}

/** What a hosted project has before any migration of ours. */
export function readPlatform(): string {
  return execFileSync(process.execPath, [path.join(HERE, 'platform.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const readScript = (file: string): Script => ({ name: path.basename(file), sql: readFileSync(file, 'utf8') });

/** Our migrations, in order. */
export function readMigrations(): readonly Script[] {
  const migrations = path.join(SUPABASE, 'migrations');
  return readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => readScript(path.join(migrations, file)));
}

/** The migrations that a deployment has: lines of `sha256sum`. */
export const readReleasedList = (): string => readFileSync(path.join(SUPABASE, 'released.sha256'), 'utf8');

/** Everything that makes the database, in order: the platform, our migrations, the seeds. */
export function readScripts(): readonly Script[] {
  const seeds = readProject(SUPABASE).config.db.seed.sql_paths.map((file) => readScript(path.join(SUPABASE, file)));
  return [{ name: 'platform', sql: readPlatform() }, ...readMigrations(), ...seeds];
}
