import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { freePorts } from '../../src/server/http/free-ports';
import type { Connection } from './database';

/** Folder with the programs of a PostgreSQL server, or null when this machine has none. */
export function findServer(): string | null {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed)
    ? readdirSync(installed).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    : [];
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(installed, version, 'bin')),
    '/usr/local/pgsql/bin',
    '/opt/homebrew/bin',
  ];
  return (
    folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'pg_ctl'))) ?? null
  );
}

/** Postgres refuses to run as root; then it runs as its package's user, or the system's unprivileged one. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string, name: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout.trim()) : null;
  };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
    if (uid !== null && gid !== null) return { uid, gid };
  }
  return {};
}

/** A server of our own. */
export interface Server {
  readonly url: string;
  stop(): void;
}

/** The folder of a temporary server, owned by the user that it runs as. */
export interface ServerFolder {
  readonly folder: string;
  readonly data: string;
  readonly run: (program: string, ...flags: string[]) => void;
}

/** Linux's folder of files in memory, and how much of it has to be free, in bytes: containers often have little. */
const MEMORY = { folder: '/dev/shm', free: 2 * 1024 ** 3 };

/** Data that need not last: in memory, a thousand files take a tenth of their time on a disk. */
function hastyFolder(): string {
  if (!existsSync(MEMORY.folder)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY.folder);
  return bavail * bsize >= MEMORY.free ? MEMORY.folder : tmpdir();
}

/** An empty one. @param durable as in {@link startServer} */
export function makeFolder(programs: string, durable = false): ServerFolder {
  const user = serverUser();
  const folder = mkdtempSync(path.join(durable ? tmpdir() : hastyFolder(), 'nemus-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  chmodSync(folder, 0o700);
  return {
    folder,
    data: path.join(folder, 'data'),
    run: (program, ...flags) =>
      execFileSync(path.join(programs, program), flags, { ...user, cwd: folder, stdio: 'ignore' }),
  };
}

/** The files of a server without our databases. @param flags further ones of `initdb` */
export const makeFiles = ({ run, data }: ServerFolder, ...flags: string[]): void =>
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...flags);

/** Features that a temporary server does without; the last two do extra work at unpredictable times. */
const HASTY = ['fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'autovacuum'];

/** Starts a server on the files of its folder. @param durable as in {@link startServer} */
export async function startIn({ folder, data, run }: ServerFolder, durable: boolean): Promise<Server> {
  const [port = 0] = await freePorts(1);
  const hasty = durable ? '' : HASTY.map((setting) => `-c ${setting}=off`).join(' ');
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${hasty} -c max_connections=120`;
  run('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-o', options.replaceAll(/\s+/g, ' '), '-w', 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a temporary server in a folder that is removed afterwards.
 *
 * @param durable writes reach the disk before they are acknowledged, as in production; tests do without.
 */
export function startServer(programs: string, durable = false): Promise<Server> {
  const place = makeFolder(programs, durable);
  makeFiles(place);
  return startIn(place, durable);
}

/** One connection to a server. */
export function connectTo(url: string): Connection & { close(): Promise<void> } {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  return {
    query: async (statement, parameters = []) =>
      // The driver has its own types for parameters; what tests pass are plain values.
      await sql.unsafe<Record<string, unknown>[]>(statement, parameters.map(toParameter)),
    close: () => sql.end({ timeout: 2 }),
  };
}

function toParameter(value: unknown): postgres.ParameterOrJSON<never> {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(String);
  return String(value);
}
