import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartRefused } from '../refusal';
import type { Database } from './database';

/** One file of `supabase/migrations`. */
export interface Migration {
  /** Digits before the first underscore. */
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An applied migration: a record in one piece has a hash. The Supabase CLI records statements, without what ends them. */
const historySchema = z.array(z.object({ version: z.string(), hash: z.string().nullable() }));

/** The database hashes: sending 1.5 MB of migrations through the driver cost every start half a second. */
const HISTORY = `select version, case when cardinality(statements) = 1
    then encode(sha256(convert_to(rtrim(statements[1], E'; \\n'), 'UTF8')), 'hex') end as hash
  from supabase_migrations.schema_migrations`;

const remedy = '"npm run reset" starts afresh; a change to existing data belongs into a new migration.';

/** Migrations of a folder in the order of their versions. Files of any other name are refused, not skipped. */
export function readMigrations(folder: string): readonly Migration[] {
  if (!existsSync(folder)) throw new StartRefused(`${folder} is missing.`, 'Start from a complete checkout.');
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file): Migration => {
      const match = /^(\d+)_(.+)\.sql$/.exec(file);
      if (!match?.[1] || !match[2]) {
        throw new StartRefused(`${file} has no migration's name.`, 'Name it <digits>_<what it does>.sql.');
      }
      return { version: match[1], name: match[2], sql: readFileSync(path.join(folder, file), 'utf8') };
    })
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index + 1]?.version === migration.version) {
      throw new StartRefused(`Two migrations have the version ${migration.version}.`, 'Give one of them another.');
    }
  }
  return migrations;
}

/** Text as a dollar-quoted literal with a tag that the text does not contain. */
function dollarQuote(text: string): string {
  let tag = 'sql';
  while (text.includes(`$${tag}$`)) tag += '_';
  return `$${tag}$${text}$${tag}$`;
}

/** Applied migrations must match the files: a migration is never edited afterwards. */
function requireSameHistory(history: z.infer<typeof historySchema>, migrations: readonly Migration[]): void {
  const [baseline] = migrations;
  if (baseline && history.length > 0 && !history.some(({ version }) => version === baseline.version)) {
    throw new StartRefused(
      `The data is older than the first migration (${baseline.version}_${baseline.name}).`,
      '"npm run reset" removes it, with all accounts and files; the next start makes new data.',
    );
  }
  for (const { version, hash } of history) {
    const migration = migrations.find((candidate) => candidate.version === version);
    if (!migration) {
      throw new StartRefused(`The data was made by a newer version (migration ${version} is unknown here).`, remedy);
    }
    if (hash !== null && hash !== sha256(migration.sql.replace(/[; \n]+$/, ''))) {
      throw new StartRefused(`Migration ${version} was changed after it had been applied to this data.`, remedy);
    }
  }
}

/**
 * Applies pending migrations, each file in one transaction together with its line in the history table of the Supabase
 * CLI.
 *
 * @returns the newly applied versions.
 * @throws {@link StartRefused} when a file fails or the history does not fit.
 */
export async function applyMigrations(database: Database, folder: string): Promise<readonly string[]> {
  const migrations = readMigrations(folder);
  const history = historySchema.parse(await database.query(HISTORY));
  requireSameHistory(history, migrations);
  const known = new Set(history.map(({ version }) => version));
  const applied: string[] = [];
  for (const { version, name, sql } of migrations) {
    if (known.has(version)) continue;
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
      values ('${version}', ${dollarQuote(name)}, array[${dollarQuote(sql)}])`;
    try {
      await database.script(`${sql}\n;${record}`);
    } catch (cause) {
      throw new StartRefused(
        `Migration ${version}_${name} failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
        'Nothing of it was kept.',
        { cause },
      );
    }
    applied.push(version);
  }
  return applied;
}

/** One file of the seed, by the path that the configuration has. */
export interface Seed {
  readonly name: string;
  readonly sql: string;
}

/** The files of the seed that there are, in their order. */
export function readSeeds(folder: string, files: readonly string[]): readonly Seed[] {
  return files
    .map((name) => ({ name, file: path.resolve(folder, name) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({ name, sql: readFileSync(file, 'utf8') }));
}

/**
 * Runs the seed files that never ran on this data, each in one transaction together with its mark in the Supabase CLI's
 * own table. A changed seed does not run again: it would conflict with rows that people have changed since.
 *
 * @returns the paths that ran now.
 */
export async function applySeeds(database: Database, seeds: readonly Seed[]): Promise<string[]> {
  const done = z
    .array(z.object({ path: z.string() }))
    .parse(await database.query('select path from supabase_migrations.seed_files'))
    .map((row) => row.path);
  const applied: string[] = [];
  for (const { name, sql } of seeds) {
    if (done.includes(name)) continue;
    try {
      await database.script(
        `${sql}\n;insert into supabase_migrations.seed_files (path, hash) values (${dollarQuote(name)}, '${sha256(sql)}')`,
      );
    } catch (cause) {
      throw new StartRefused(
        `The seed ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
        'Nothing of it was kept.',
        { cause },
      );
    }
    applied.push(name);
  }
  return applied;
}
