import type { TestDatabase } from './database';
import { openEmbeddedTest } from './embedded';
import { findServer } from './server';
import { openServerTest } from './server-test';

export interface Engine {
  readonly name: string;
  open(): Promise<TestDatabase>;
}

const programs = findServer();

/** A real server, when `DB_URL` names one or this machine has its programs. */
export const SERVER: Engine | null =
  process.env.DB_URL || programs !== null ? { name: 'PostgreSQL', open: () => openServerTest(programs) } : null;

const EMBEDDED: Engine = { name: 'PGlite', open: () => openEmbeddedTest() };

/** Every engine that this machine can run the tests on; PGlite always. */
const ENGINES: readonly Engine[] = [EMBEDDED, ...(SERVER === null ? [] : [SERVER])];

/** The same tests on every engine, each with a database of its own. */
export function onEveryEngine(tests: (database: () => TestDatabase) => void, engines = ENGINES): void {
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
    });
  });
}

/**
 * A game of many rounds on every engine. A real server plays all of them, and PGlite beside it a quarter: the rules are the
 * same SQL, and what an engine makes of it shows early. Without a server PGlite plays all.
 */
export function playOnEveryEngine(rounds: number, game: (database: () => TestDatabase, rounds: number) => void): void {
  const short = SERVER === null ? rounds : Math.ceil(rounds / 4);
  onEveryEngine((database) => game(database, short), [EMBEDDED]);
  if (SERVER !== null) onEveryEngine((database) => game(database, rounds), [SERVER]);
}
