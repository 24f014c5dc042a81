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

/** Every engine that this machine can run the tests on; PGlite always. */
const ENGINES: readonly Engine[] = [
  { name: 'PGlite', open: () => openEmbeddedTest() },
  ...(SERVER === null ? [] : [SERVER]),
];

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
