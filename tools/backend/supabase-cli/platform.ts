import postgres from 'postgres';
import { readPlatform } from '../sql-tests/database/schema';
import { CRON } from '../src/server/database/cron';

/** Runs statements as one script, in one transaction. */
export async function runScript(databaseUrl: string, script: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(script).simple();
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Gives an empty PostgreSQL what a hosted project has before any migration: roles, `auth`, `storage`, `cron`. */
export async function preparePlatform(databaseUrl: string): Promise<void> {
  await runScript(databaseUrl, readPlatform());
  await runScript(databaseUrl, CRON);
}
