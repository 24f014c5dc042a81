/**
 * `npm run rehearse-restore -w @nemus/backend`: a PostgreSQL behind the portal is backed up, goes on, is lost, and
 * comes back: to a moment before a mistake, as far as its archived log goes, and from a dump. Says what was lost and
 * how long it took; ends with 1 when anything is not as it has to be. Needs the programs of a PostgreSQL server.
 *
 * `--accounts 400` for more or fewer of them.
 */
import path from 'node:path';
import { setSampleData } from '../sql-tests/scenes/samples';
import type { Connection } from '../sql-tests/database/database';
import { readScripts } from '../sql-tests/database/schema';
import { connectTo } from '../sql-tests/database/server';
import { runScript } from '../supabase-cli/platform';
import { endAfterwards, requirePrograms } from '../supabase-cli/project';
import { Refused, runCommand } from '../supabase-cli/refused';
import { openWorkplace, sizeOf, type RunningServer, type Workplace } from './cluster';
import { addAccounts, buy } from './fill';
import { brokenRules, missing, otherRules, readState, rowsOf, type State } from './state';

const COURSES = ['c0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000024'] as const;

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

async function timed<T>(name: string, work: () => Promise<T> | T, note: () => string = () => ''): Promise<T> {
  const started = Date.now();
  const result = await work();
  say(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s${note()}`);
  return result;
}

async function on<T>({ url }: RunningServer, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connectTo(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Asks a restored server as clients do, and says what it lacks of what there was. */
async function compare(server: RunningServer, before: State, accounts: readonly string[]): Promise<number> {
  const [own = '', other = ''] = accounts;
  const { state, broken } = await on(server, async (connection) => ({
    state: await readState(connection),
    broken: await brokenRules(connection, own, other),
  }));
  broken.push(...otherRules(before, state));
  if (broken.length > 0)
    throw new Refused(`Does not hold: ${broken.slice(0, 20).join('\n  ')}`, 'The backup is of no use as it is.');
  const lost = missing(before, state);
  say(
    `  ${rowsOf(state)} rows; rules hold; ${lost.length === 0 ? 'nothing is missing' : `missing: ${lost.join(', ')}`}`,
  );
  return lost.length;
}

function expectLoss(found: number, loses: boolean): void {
  if (found > 0 === loses) return;
  throw new Refused(
    loses ? 'Nothing was lost where something had to be.' : 'Rows are missing.',
    'See the lines above.',
  );
}

/** A server from the base backup and the archived log, up to a point or to the end of what was archived. */
function recover(place: Workplace, name: string, target: Readonly<Record<string, string>>): Promise<RunningServer> {
  const data = path.join(place.folder, name);
  place.run('pg_verifybackup', path.join(place.folder, 'base'));
  place.copy(path.join(place.folder, 'base'), data);
  place.write(path.join(data, 'recovery.signal'), '');
  return place.start(data, {
    archive_mode: 'off',
    restore_command: `cp ${path.join(place.folder, 'log')}/%f %p`,
    recovery_target_action: 'promote',
    ...target,
  });
}

/** A server with nothing in it. */
function initialise(place: Workplace, name: string): string {
  const data = path.join(place.folder, name);
  place.run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  return data;
}

/** Until everything that was written so far is archived. */
async function archive(connection: Connection): Promise<void> {
  const [switched] = await connection.query('select pg_walfile_name(pg_switch_wal()) as file');
  for (;;) {
    const [row] = await connection.query('select last_archived_wal >= $1 as done from pg_stat_archiver', [
      switched?.file,
    ]);
    if (row?.done === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function rehearse(place: Workplace, count: number): Promise<void> {
  const log = path.join(place.folder, 'log');
  place.makeFolder(log);
  const data = initialise(place, 'data');
  const server = await place.start(data, {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${log}/%f && cp %p ${log}/%f`,
    archive_timeout: '60',
  });
  const address = (to: RunningServer) => ['-h', '127.0.0.1', '-p', String(to.port), '-U', 'postgres'];

  const accounts = await timed('migrations, seeds, accounts and purchases', async () => {
    for (const { sql } of readScripts()) await runScript(server.url, sql);
    return on(server, async (connection) => {
      await setSampleData(connection, true);
      const trainees = await addAccounts(connection, count);
      await buy(connection, trainees, COURSES[0]);
      return trainees;
    });
  });
  const [size] = await on(server, (connection) =>
    connection.query('select pg_database_size(current_database())::float8 as bytes'),
  );
  const filled = await on(server, readState);
  say(`  ${count} accounts, ${rowsOf(filled)} rows, ${megabytes(Number(size?.bytes))}`);

  const base = path.join(place.folder, 'base');
  const dump = path.join(place.folder, 'portal.dump');
  await timed(
    'base backup (pg_basebackup)',
    () => void place.run('pg_basebackup', ...address(server), '-D', base, '-X', 'stream', '-c', 'fast'),
    () => `, ${megabytes(sizeOf(base))}`,
  );
  await timed(
    'dump (pg_dump -Fc)',
    () => void place.run('pg_dump', ...address(server), '-Fc', '-f', dump, 'postgres'),
    () => `, ${megabytes(sizeOf(place.folder, 'portal.dump'))}`,
  );

  const half = accounts.slice(0, Math.ceil(accounts.length / 2));
  const { before, moment } = await on(server, async (connection) => {
    await buy(connection, half, COURSES[1]);
    const state = await readState(connection);
    const [now] = await connection.query('select clock_timestamp()::text as now');
    // The mistake: a statement without its condition.
    await connection.query(`update nemus_profiles set first_name = 'Versehen'`);
    await archive(connection);
    return { before: state, moment: String(now?.now) };
  });
  const after = await on(server, async (connection) => {
    await buy(connection, accounts.slice(half.length), COURSES[1]);
    return readState(connection);
  });
  server.crash();
  say(
    `The server is gone; ${half.length} purchases before the last archived log, ${accounts.length - half.length} after it.`,
  );

  const back = await timed('to the moment before the mistake', () =>
    recover(place, 'moment', { recovery_target_time: moment }),
  );
  expectLoss(await compare(back, before, accounts), false);
  back.crash();
  const end = await timed('to the end of the archived log', () => recover(place, 'end', {}));
  expectLoss(await compare(end, after, accounts), true);
  end.crash();
  const empty = await place.start(initialise(place, 'from-dump'));
  await timed('from the dump', async () => {
    await runScript(empty.url, 'create role anon; create role authenticated; create role service_role bypassrls');
    place.run('pg_restore', ...address(empty), '-d', 'postgres', '--exit-on-error', '-j', '2', dump);
  });
  expectLoss(await compare(empty, filled, accounts), false);
  expectLoss(await compare(empty, after, accounts), true);
}

const given = process.argv[process.argv.indexOf('--accounts') + 1];
const count = process.argv.includes('--accounts') ? Number(given) : 400;
await runCommand(async () => {
  if (!Number.isInteger(count) || count < 20) throw new Refused('--accounts needs a number from 20.', 'Such as 400.');
  const place = openWorkplace(requirePrograms());
  await endAfterwards(
    () => place.remove(),
    () => rehearse(place, count),
  );
});
