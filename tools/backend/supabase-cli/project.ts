import { findServer, startServer } from '../sql-tests/database/server';
import { preparePlatform } from './platform';
import { StartRefused } from '../src/server/refusal';

/**
 * Starts a PostgreSQL without our databases, and stops it after the work: even after a failure or Ctrl-C, which a
 * server started by `pg_ctl` survives.
 */
export async function withEmptyServer(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const programs = findServer();
  if (programs === null) {
    throw new StartRefused('No PostgreSQL server was found (initdb, pg_ctl).', 'Debian: apt-get install postgresql');
  }
  const { url, stop } = await startServer(programs);
  const breakOff = (signal: NodeJS.Signals) => {
    stop();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', breakOff).once('SIGTERM', breakOff);
  try {
    await work(url);
  } finally {
    process.off('SIGINT', breakOff).off('SIGTERM', breakOff);
    stop();
  }
}

/** Starts a PostgreSQL with what a hosted project has before any migration, and stops it after the work. */
export function withEmptyProject(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  return withEmptyServer(async (url) => {
    await preparePlatform(url);
    await work(url);
  });
}
