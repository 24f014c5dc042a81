import type { Connection } from '../database/database';

const SCANS = `select relname, seq_scan::int as scans from pg_stat_xact_user_tables`;

async function scans(connection: Connection): Promise<Map<unknown, number>> {
  const rows = await connection.query(SCANS);
  return new Map(rows.map(({ relname, scans: count }) => [relname, Number(count)]));
}

/**
 * Names of the tables that a statement scans sequentially, also inside of functions, whose plans `explain` does not
 * show. Runs the statement twice, to ignore reads that a connection does only once.
 */
export async function wholeReads(connection: Connection, statement: string): Promise<string[]> {
  await connection.query(statement);
  const before = await scans(connection);
  await connection.query(statement);
  const after = await scans(connection);
  return [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => String(table));
}
