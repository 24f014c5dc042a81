/**
 * `npm run migration -w @nemus/backend -- <name>`: writes the migration from the database of `supabase/migrations` to
 * that of `supabase/schemas`. Builds both on a temporary PostgreSQL and lets Supabase's command line compare them.
 * Needs the programs of a PostgreSQL server (Debian: `postgresql`); no server has to run.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectTo } from '../sql-tests/database/server';
import { readMigrations, readSchema, type Script } from '../sql-tests/database/schema';
import { diffDatabases, installSupabaseCli } from './command';
import { preparePlatform, runScript } from './platform';
import { withEmptyServer } from './project';
import { StartRefused } from '../src/server/refusal';
import { runCommand } from './refused';

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../supabase/migrations');

/** Makes a database of a project and runs the scripts in it. */
async function build(serverUrl: string, name: string, scripts: readonly Script[]): Promise<string> {
  const admin = connectTo(serverUrl);
  await admin.query(`create database ${name}`);
  await admin.close();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await preparePlatform(url.href);
  for (const script of scripts) {
    await runScript(url.href, script.sql).catch((cause: unknown) => {
      throw new StartRefused(
        `${script.name}: ${cause instanceof Error ? cause.message : String(cause)}`,
        'Mend it first.',
      );
    });
  }
  return url.href;
}

await runCommand(async () => {
  const [name = ''] = process.argv.slice(2);
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new StartRefused(
      'The migration needs a name in lower case.',
      'npm run migration -w @nemus/backend -- add_room_to_dates',
    );
  }
  installSupabaseCli();
  await withEmptyServer(async (url) => {
    const from = await build(url, 'from_migrations', readMigrations());
    const to = await build(url, 'from_schema', [readSchema()]);
    const statements = await diffDatabases(from, to);
    if (statements === '') {
      process.stdout.write(
        'Nothing to write: migrations and schema files build the same objects. Rows are not compared.\n',
      );
      return;
    }
    const version = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const file = path.join(FOLDER, `${version}_${name}.sql`);
    writeFileSync(file, `${statements}\n`);
    process.stdout.write(
      `Written: ${path.relative(process.cwd(), file)}\nReview it, and add what the command cannot know: rows, and what happens to existing data.\n`,
    );
  });
});
