import postgres from 'postgres';
import { readPlatform } from '../sql-tests/database/schema';
import { CRON } from '../src/jobs/cron';

/** Gives an empty PostgreSQL what a hosted project has before any migration: roles, `auth`, `storage`, `cron`. */
export async function preparePlatform(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(readPlatform()).simple();
    await sql.unsafe(CRON).simple();
  } finally {
    await sql.end({ timeout: 2 });
  }
}
