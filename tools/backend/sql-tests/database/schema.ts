import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProject } from '../../src/server/config/config';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SUPABASE = path.resolve(HERE, '../../../../supabase');

/** One script of the schema; each runs in its own transaction, as in the backend and `supabase db push`. */
export interface Script {
  readonly name: string;
  readonly sql: string;
}

const PLATFORM = path.join(HERE, 'platform.mjs');
/** The inputs of the platform's text; the version of lite is in its manifest. */
const PLATFORM_PARTS = [
  PLATFORM,
  path.join(HERE, '../../src/server/database/factors.sql'),
  path.join(HERE, '../../../../node_modules/@supabase/lite/package.json'),
];

/**
 * The content of a hosted project before our first migration. Cached between test files: each of them needs it, and the
 * process that prints it loads all of lite.
 */
export function readPlatform(): string {
  const hash = createHash('sha256');
  for (const file of PLATFORM_PARTS) hash.update(readFileSync(file));
  const kept = path.join(tmpdir(), `nemus-sql-platform-${hash.digest('hex').slice(0, 16)}.sql`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const sql = execFileSync(process.execPath, [PLATFORM], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // Written aside and renamed: another test file must not read half of it.
  const beside = `${kept}.${randomUUID()}`;
  writeFileSync(beside, sql);
  renameSync(beside, kept);
  return sql;
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

/** A file of `supabase/schemas`, by its path there. In the order of `schema_paths`, where a `*` is one folder. */
export function readSchemaFiles(): readonly Script[] {
  const folders = readdirSync(path.join(SUPABASE, 'schemas')).toSorted();
  return readProject(SUPABASE)
    .config.db.migrations.schema_paths.flatMap((listed) =>
      listed.includes('*') ? folders.map((folder) => listed.replace('*', folder)) : [listed],
    )
    .filter((listed) => existsSync(path.join(SUPABASE, listed)))
    .map((listed) => ({ ...readScript(path.join(SUPABASE, listed)), name: listed.replace('./schemas/', '') }));
}

/** The schema files as one script: the first of them sets what the others need of their session. */
export const readSchema = (): Script => ({
  name: 'schema files',
  sql: readSchemaFiles()
    .map(({ sql }) => sql)
    .join('\n'),
});

/** The setting that the start of a local portal writes; its demo accounts need no second factor. */
const LOCAL: Script = {
  name: 'local portal',
  sql: `insert into private.nemus_settings (key, value) values ('local_demo', 'true') on conflict do nothing;`,
};

/** Seminars that scenes book for days (COURSE_60 and COURSE_85): institutions did before the catalogue had dates. */
const BOOKED_FOR_DAYS: Script = {
  name: 'seminars booked for days',
  sql: `update public.nemus_courses set has_dates = false
    where id in ('c0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000024');`,
};

/** Everything that makes the database, in order: the platform, our migrations, the seeds, what tests set. */
export function readScripts(): readonly Script[] {
  const seeds = readProject(SUPABASE).config.db.seed.sql_paths.map((file) => readScript(path.join(SUPABASE, file)));
  return [{ name: 'platform', sql: readPlatform() }, ...readMigrations(), ...seeds, LOCAL, BOOKED_FOR_DAYS];
}
