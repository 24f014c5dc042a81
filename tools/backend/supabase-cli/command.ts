import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StartRefused } from '../src/server/refusal';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, '../../..');
/** A separate package outside of the workspaces: 135 MB that starting the portal does not need. */
const FOLDER = path.join(HERE, 'npm');
const PROGRAM = path.join(FOLDER, 'node_modules', '.bin', 'supabase');

/** Installs the command line of `npm/package-lock.json` where it is missing; its path. */
export function installSupabaseCli(): string {
  const lock = readFileSync(path.join(FOLDER, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const mark = path.join(FOLDER, 'node_modules', '.nemus-lock');
  if (existsSync(PROGRAM) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return PROGRAM;
  process.stdout.write("Installing Supabase's command line (135 MB, once) …\n");
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: FOLDER,
      stdio: ['ignore', 2, 2],
    });
  } catch {
    throw new StartRefused(
      "Supabase's command line could not be installed.",
      `See npm's message above; "npm ci" in ${path.relative(process.cwd(), FOLDER)} repeats the step alone.`,
    );
  }
  writeFileSync(mark, wanted);
  return PROGRAM;
}

/** What a command printed. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one command of Supabase's command line without Docker and without prompts.
 *
 * @throws {Error} with `stdout` and `stderr` when the command fails
 */
function run(command: readonly string[]): Promise<CommandOutput> {
  return promisify(execFile)(installSupabaseCli(), [...command, '--yes', '--agent=no', '--workdir', ROOT], {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', PGSSLMODE: 'disable' },
  });
}

/**
 * Runs one command against a PostgreSQL.
 *
 * @param databaseUrl address of a PostgreSQL that is not the local stack of Docker
 * @throws as {@link run}
 * @example await supabase(url, 'db', 'lint', '--level=warning', '--fail-on=warning')
 */
export const supabase = (databaseUrl: string, ...command: readonly string[]): Promise<CommandOutput> =>
  run([...command, `--remote=${databaseUrl}`]);

/**
 * The statements that turn one database into another, for a reader: rows are not compared.
 *
 * @throws as {@link run}
 */
export async function diffDatabases(fromUrl: string, toUrl: string): Promise<string> {
  const { stdout } = await run(['db', 'diff', '--from', fromUrl, '--to', toUrl]);
  return stdout.trim();
}
