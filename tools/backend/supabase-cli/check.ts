/**
 * `npm run check-database -w @nemus/backend`: runs the checks of Supabase's own command line on `supabase/`. Pushes the
 * migrations to an empty PostgreSQL as a deployment does, then lint and advisors fail on warnings, then the types of
 * the schema are compared with the committed ones. Needs the programs of a PostgreSQL server and its plpgsql_check; no
 * server has to run.
 *
 * `--if-required`, for `npm test`: a machine without them passes, unless NEMUS_REQUIRE_POSTGRES=1 requires the check.
 */
import postgres from 'postgres';
import { z } from 'zod';
import { findServer } from '../sql-tests/database/server';
import { installSupabaseCli, supabase } from './command';
import { withEmptyProject } from './project';
import { StartRefused } from '../src/server/refusal';
import { runCommand } from './refused';
import { areTypesCurrent } from './types';

const failureSchema = z.object({ stdout: z.string(), stderr: z.string() });

/** The extension that hosted projects have and `db lint` uses; the command creates and removes it. */
async function requireLinter(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const [found] = await sql`select from pg_available_extensions where name = 'plpgsql_check'`;
    if (found) return;
    throw new StartRefused(
      'The PostgreSQL of this machine has no plpgsql_check, which "db lint" needs.',
      'Debian: apt-get install postgresql-15-plpgsql-check (the number is that of the server)',
    );
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** One line per step; a failed step prints the command's complete output. */
async function step(name: string, remedy: string, work: () => Promise<boolean>): Promise<void> {
  const started = Date.now();
  let said = '';
  const passed = await work().catch((error: unknown) => {
    const failure = failureSchema.safeParse(error);
    if (!failure.success) throw error;
    said = `${failure.data.stdout}\n${failure.data.stderr}`;
    return false;
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (!passed) throw new StartRefused(`${name}: failed.\n${said.trim()}`, remedy);
}

/** The four commands, on an empty project. */
async function check(url: string): Promise<void> {
  const passes = (...command: readonly string[]) => supabase(url, ...command).then(() => true);
  await requireLinter(url);
  await step('db push', 'Nothing of the migration that it names was kept.', () => passes('db', 'push'));
  // One after the other: the command line keeps notes in one file.
  await step('db lint', 'Line numbers count from the "as $$" of the function.', () =>
    passes('db', 'lint', '--schema=public,private', '--level=warning', '--fail-on=warning'),
  );
  await step('db advisors', 'https://supabase.com/docs/guides/database/database-linter explains each name.', () =>
    passes('db', 'advisors', '--level=warn', '--fail-on=warn'),
  );
  await step(
    'gen types',
    'The committed types are not those of the schema: npm run write-types -w @nemus/backend',
    () => areTypesCurrent(url),
  );
}

const optional = process.argv.includes('--if-required') && process.env['NEMUS_REQUIRE_POSTGRES'] !== '1';
if (optional) {
  process.stdout.write(
    'Not asked for (NEMUS_REQUIRE_POSTGRES=1, as .ci/run sets it, or npm run check-database -w @nemus/backend).\n',
  );
} else {
  await runCommand(async () => {
    if (findServer() !== null) installSupabaseCli();
    await withEmptyProject(check);
  });
}
