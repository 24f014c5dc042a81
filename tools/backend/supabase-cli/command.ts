import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The release of Supabase's command line that all checks run with. */
export const SUPABASE_CLI_VERSION = '3.1.0';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
/** 135 MB that starting the portal does not need: beside `node_modules`, and installed by the first who asks. */
const FOLDER = path.join(ROOT, '.nemus', 'supabase-cli', SUPABASE_CLI_VERSION);
const PROGRAM = path.join(FOLDER, 'node_modules', '.bin', 'supabase');

/** Installs the command line where it is missing; its path. */
export function installSupabaseCli(): string {
  if (existsSync(PROGRAM)) return PROGRAM;
  const wanted = `supabase@${SUPABASE_CLI_VERSION}`;
  const flags = ['--prefix', FOLDER, '--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, wanted], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return PROGRAM;
}

/** What a command printed. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one command of Supabase's command line against a PostgreSQL, without Docker and without asking anybody.
 *
 * @param databaseUrl address of a PostgreSQL that is not the local stack of Docker
 * @throws {Error} with `stdout` and `stderr` when the command fails
 * @example await supabase(url, 'db', 'lint', '--level=warning', '--fail-on=warning')
 */
export function supabase(databaseUrl: string, ...command: readonly string[]): Promise<CommandOutput> {
  const flags = [`--remote=${databaseUrl}`, '--yes', '--agent=no', '--workdir', ROOT];
  return promisify(execFile)(installSupabaseCli(), [...command, ...flags], {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
  });
}
