import { become, readRefusal, type Caller, type Connection, type TestDatabase } from '../database/database';
import { one } from './rows';

/** The advisory lock that all racers wait for. */
const BARRIER = 4711;

/** One of several concurrent statements. */
export interface Racer {
  readonly caller: Caller;
  readonly statement: string;
  readonly parameters?: readonly unknown[];
}

/** How a racer ended. */
export type Finish =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly hint: string | null; readonly code: string };

/** Opens connections. */
export async function connectAll(
  database: TestDatabase,
  count: number,
): Promise<readonly (Connection & { close(): Promise<void> })[]> {
  const { connect } = database;
  if (!connect) throw new Error('Races need real connections.');
  return Promise.all(Array.from({ length: count }, () => connect()));
}

/** Connections that raced before: a new one is a process of the server that has to read and plan everything first. */
const rested = new WeakMap<TestDatabase, (Connection & { close(): Promise<void> })[]>();

/** Starts all statements at once: each connection waits in its transaction behind one lock, which is then released. */
export async function race(database: TestDatabase, racers: readonly Racer[]): Promise<readonly Finish[]> {
  const kept = rested.get(database)?.splice(0, racers.length) ?? [];
  const connections = [...kept, ...(await connectAll(database, racers.length - kept.length))];
  await database.query(`select pg_advisory_lock(${BARRIER})`);
  const ready = await Promise.all(
    racers.map(async ({ caller, statement, parameters = [] }, index) => {
      const connection = connections[index];
      if (!connection) throw new Error('A racer has no connection.');
      await connection.query('begin');
      await become(connection, caller);
      return { connection, statement, parameters };
    }),
  );
  const running = ready.map(async ({ connection, statement, parameters }): Promise<Finish> => {
    await connection.query(`select pg_advisory_xact_lock_shared(${BARRIER})`);
    try {
      const rows = await connection.query(statement, parameters);
      await connection.query('commit');
      return { rows };
    } catch (error) {
      await connection.query('rollback');
      return readRefusal(error);
    }
  });
  const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${BARRIER} and not granted`;
  while (Number(one(await database.query(waiting)).n) < racers.length) {
    // Asks again: a query to the server takes its time, so this does not spin.
  }
  await database.query(`select pg_advisory_unlock(${BARRIER})`);
  const finishes = await Promise.all(running);
  rested.set(database, [...(rested.get(database) ?? []), ...connections]);
  return finishes;
}

/** The racers that were not refused. */
export const won = (finishes: readonly Finish[]) => finishes.filter((finish) => 'rows' in finish);
/** Why the others were refused. */
export const hints = (finishes: readonly Finish[]) =>
  new Set(finishes.flatMap((finish) => ('hint' in finish ? [finish.hint] : [])));
