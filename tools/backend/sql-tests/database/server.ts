import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import type { Connection, TestDatabase } from './database';
import { readScripts } from './schema';

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

/** Postgres refuses to run as root; then it runs as the user that its package made, or as nobody. */
export function serverUser(): { uid?: number; gid?: number } {
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

/** A port that nobody uses at this moment. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A server of our own. */
export interface Server {
  readonly url: string;
  stop(): void;
}

/**
 * Starts a server of our own in a folder that is gone afterwards.
 *
 * @param durable writes reach the disk before they are acknowledged, as in production; tests do without.
 */
export async function startServer(programs: string, durable = false): Promise<Server> {
  const user = serverUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'nemus-postgres-'));
  if (user.uid !== undefined) execFileSync('chown', [`${user.uid}:${user.gid ?? user.uid}`, folder]);
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const run = (program: string, ...flags: string[]) =>
    execFileSync(path.join(programs, program), flags, { ...user, cwd: folder, stdio: 'ignore' });
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const hasty = durable ? '' : '-c fsync=off -c synchronous_commit=off -c full_page_writes=off';
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

/**
 * A database of its own on a real server: the one that `DB_URL` names, else one started from `programs`.
 *
 * @param programs folder of the server's programs.
 */
export async function openServerTest(programs: string | null): Promise<TestDatabase> {
  const given = process.env.DB_URL;
  const server = given || programs === null ? null : await startServer(programs);
  const url = given ?? server?.url;
  if (!url) throw new Error('There is no PostgreSQL: DB_URL is not set, and no server was found.');
  const name = `nemus_test_${randomBytes(6).toString('hex')}`;
  const admin = connectTo(url);
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const main = connectTo(own.href);
  for (const script of readScripts()) {
    // One simple query: several statements, one implicit transaction.
    await runScript(own.href, script.sql).catch((cause: unknown) => {
      throw new Error(`${script.name} failed: ${String(cause)}`, { cause });
    });
  }
  const others: { close(): Promise<void> }[] = [];
  return {
    query: main.query,
    connect() {
      const connection = connectTo(own.href);
      others.push(connection);
      return Promise.resolve(connection);
    },
    async close() {
      await Promise.all([main, ...others].map((connection) => connection.close()));
      await admin.query(`drop database ${name} with (force)`);
      await admin.close();
      server?.stop();
    },
  };
}

async function runScript(url: string, script: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(script).simple();
  } finally {
    await sql.end({ timeout: 2 });
  }
}
