import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import type { TestDatabase } from './database';
import { imagePath } from './image';
import { readScripts, type Script } from './schema';
import { connectTo, makeFiles, makeFolder, startIn, type Server } from './server';

async function runScript(url: string, script: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(script).simple();
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Makes a database with schema and seed. */
async function makeDatabase(url: string, name: string, scripts: readonly Script[]): Promise<void> {
  const admin = connectTo(url);
  await admin.query(`create database ${name}`);
  await admin.close();
  for (const script of scripts) {
    // One simple query: several statements, one implicit transaction.
    await runScript(databaseAt(url, name), script.sql).catch((cause: unknown) => {
      throw new Error(`${script.name} failed: ${String(cause)}`, { cause });
    });
  }
}

function databaseAt(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** How the folders of images begin. */
const IMAGE = 'nemus-sql-server-';

/** Name of the database in an image. */
const IMAGE_DATABASE = 'nemus';

/**
 * Starts a server that has the database already: with a copy of the files that the first test file left behind. The image
 * is named by what it was made of, so that a changed migration, another server or another day makes a new one.
 */
async function startWithDatabase(programs: string, scripts: readonly Script[]): Promise<Server> {
  const version = execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  const image = imagePath(IMAGE, [version, scripts, FEW_LOGS, ALONE]);
  if (!existsSync(image)) await makeImage(programs, image, scripts);
  const place = makeFolder(programs);
  // By its own program: it keeps owner and rights, and copies nothing where the file system can share.
  execFileSync('cp', ['-a', path.join(image, 'data'), place.data]);
  return startIn(place, false);
}

/** Every test file copies the image: what it has of logs and of other databases is two thirds of it. */
const FEW_LOGS = [
  `alter system set min_wal_size = '2MB'`,
  `alter system set max_wal_size = '2MB'`,
  'select pg_reload_conf()',
];
const ALONE = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'drop database postgres',
  // For the servers of tests; this one ends.
  'alter system reset all',
];

async function runAll(url: string, statements: readonly string[]): Promise<void> {
  const admin = connectTo(url);
  for (const statement of statements) await admin.query(statement);
  await admin.close();
}

async function makeImage(programs: string, image: string, scripts: readonly Script[]): Promise<void> {
  // On the disk, where it stays.
  const place = makeFolder(programs, true);
  makeFiles(place, '--wal-segsize=1');
  const server = await startIn(place, false);
  await runAll(server.url, FEW_LOGS);
  await makeDatabase(server.url, IMAGE_DATABASE, scripts);
  await runAll(databaseAt(server.url, IMAGE_DATABASE), ALONE);
  place.run('pg_ctl', '-D', place.data, '-m', 'fast', '-w', 'stop');
  try {
    // Test files run at the same time: a half-written image must not be seen.
    renameSync(place.folder, image);
  } catch (error) {
    rmSync(place.folder, { recursive: true, force: true });
    // Another test file was quicker: its image is the same.
    if (!existsSync(image)) throw error;
  }
}

/** Where a test's database is, and how it goes again. */
interface Opened {
  readonly url: string;
  close(): Promise<void>;
}

async function openGiven(url: string, scripts: readonly Script[]): Promise<Opened> {
  const name = `nemus_test_${randomBytes(6).toString('hex')}`;
  await makeDatabase(url, name, scripts);
  return {
    url: databaseAt(url, name),
    async close() {
      const admin = connectTo(url);
      await admin.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

async function openOwn(programs: string, scripts: readonly Script[]): Promise<Opened> {
  const server = await startWithDatabase(programs, scripts);
  return {
    url: databaseAt(server.url, IMAGE_DATABASE),
    close() {
      server.stop();
      return Promise.resolve();
    },
  };
}

/**
 * A database of its own on a real server: the one that `DB_URL` names, else one started from `programs`.
 *
 * @param programs folder of the server's programs.
 * @param scripts what makes the database; the whole schema with its seeds by default
 */
export async function openServerTest(programs: string | null, scripts = readScripts()): Promise<TestDatabase> {
  const given = process.env.DB_URL;
  if (!given && programs === null)
    throw new Error('There is no PostgreSQL: DB_URL is not set, and no server was found.');
  const opened = given || programs === null ? await openGiven(given ?? '', scripts) : await openOwn(programs, scripts);
  const main = connectTo(opened.url);
  const others: { close(): Promise<void> }[] = [];
  return {
    query: main.query,
    connect() {
      const connection = connectTo(opened.url);
      others.push(connection);
      return Promise.resolve(connection);
    },
    async close() {
      await Promise.all([main, ...others].map((connection) => connection.close()));
      await opened.close();
    },
  };
}
