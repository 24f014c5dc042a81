import { findServer, startServer } from '../sql-tests/database/server';
import { preparePlatform } from './platform';
import { Refused } from './refused';

/** Folder with the programs of a PostgreSQL server on this machine. */
export function requirePrograms(): string {
  const programs = findServer();
  if (programs === null) {
    throw new Refused('No PostgreSQL server was found (initdb, pg_ctl).', 'Debian: apt-get install postgresql');
  }
  return programs;
}

/**
 * Does work that leaves something running, and ends it afterwards: also when the work fails or is broken off with
 * Ctrl-C, which a server started by `pg_ctl` survives.
 */
export async function endAfterwards<T>(end: () => void, work: () => Promise<T>): Promise<T> {
  const breakOff = (signal: NodeJS.Signals) => {
    end();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', breakOff).once('SIGTERM', breakOff);
  try {
    return await work();
  } finally {
    process.off('SIGINT', breakOff).off('SIGTERM', breakOff);
    end();
  }
}

/** Starts a PostgreSQL without our databases, and stops it after the work. */
export async function withEmptyServer(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const server = await startServer(requirePrograms());
  await endAfterwards(server.stop, () => work(server.url));
}

/** Starts a PostgreSQL with what a hosted project has before any migration, and stops it after the work. */
export function withEmptyProject(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  return withEmptyServer(async (url) => {
    await preparePlatform(url);
    await work(url);
  });
}
