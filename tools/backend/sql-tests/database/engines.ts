import type { TestDatabase } from './database';
import { openEmbeddedTest } from './embedded';
import type { Script } from './schema';
import { findServer } from './server';
import { openServerTest } from './server-test';

export interface Engine {
  readonly name: string;
  /** @param scripts what makes the database; the whole schema with its seeds by default */
  open(scripts?: readonly Script[]): Promise<TestDatabase>;
}

const programs = findServer();

/** A real server, when `DB_URL` names one or this machine has its programs. */
export const SERVER: Engine | null =
  process.env.DB_URL || programs !== null
    ? { name: 'PostgreSQL', open: (scripts) => openServerTest(programs, scripts) }
    : null;

const EMBEDDED: Engine = { name: 'PGlite', open: (scripts) => openEmbeddedTest(scripts) };

/** One of them, the server where there is one: for tests of what is made of the rows. */
export const ONE: Engine = SERVER ?? EMBEDDED;

/** Both of them, whatever a run takes: for rules of which the engine itself is a part. */
export const BOTH: readonly Engine[] = [EMBEDDED, ...(SERVER === null ? [] : [SERVER])];

/**
 * What a run takes: the server alone, where there is one, since it is what a hosted project has; PGlite without one, and
 * both of them in `npm run test:soak` (decision record 0029).
 */
const ENGINES: readonly Engine[] = process.env.NEMUS_SOAK === '1' || SERVER === null ? BOTH : [SERVER];

/**
 * The same tests on every engine, each with a database of its own.
 *
 * @param tests is told the engine, since only {@link SERVER} has several connections
 */
export function onEveryEngine(
  tests: (database: () => TestDatabase, engine: Engine) => void,
  engines: readonly Engine[] = ENGINES,
): void {
  if (engines.length === 0) return;
  // Machines under load: a single statement may wait for seconds.
  jest.setTimeout(60_000);
  describe.each(engines.map((engine) => [engine.name, engine] as const))('%s', (_name, engine) => {
    let database: TestDatabase | undefined;
    beforeAll(async () => {
      database = await engine.open();
    }, 120_000);
    afterAll(() => database?.close());
    tests(() => {
      if (!database) throw new Error('The database is not open.');
      return database;
    }, engine);
  });
}
