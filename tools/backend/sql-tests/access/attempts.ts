import { become, readRefusal, type Caller, type Connection } from '../database/database';
import type { TableAccess } from './matrix';

/** The right is missing; the view takes no such statement. */
const DENIED: readonly unknown[] = ['42501', '55000'];

/** Runs a statement as the caller and takes it back. @returns how many rows it gave, or the SQLSTATE it ended with. */
async function attempt(
  connection: Connection,
  caller: Caller,
  statement: string,
  owner: string,
): Promise<number | string> {
  await connection.query('savepoint attempt');
  try {
    await become(connection, caller);
    const rows = await connection.query(statement, statement.includes('$1') ? [owner] : []);
    return rows.length;
  } catch (error) {
    return readRefusal(error).code;
  } finally {
    await connection.query('rollback to savepoint attempt');
  }
}

/**
 * What a caller can do with the owner's rows of a table, as the matrix writes it. A statement counts as possible when
 * it is not refused for want of a right and meets at least one row; an insert also when it fails later than that (a
 * constraint, a rule of ours), because then the right is there.
 */
export async function readAccess(
  connection: Connection,
  table: string,
  access: TableAccess,
  owner: string,
  caller: Caller,
): Promise<string> {
  const insert = access.insert ?? `insert into ${table} default values`;
  const set = access.set ?? 'created_at = created_at';
  const seen = await attempt(connection, caller, `select 1 from ${table} where ${access.where} limit 1`, owner);
  const inserted = await attempt(connection, caller, insert, owner);
  const updated = await attempt(
    connection,
    caller,
    `update ${table} set ${set} where ${access.where} returning 1`,
    owner,
  );
  const deleted = await attempt(connection, caller, `delete from ${table} where ${access.where} returning 1`, owner);
  const met = (result: number | string) => (typeof result === 'number' ? result > 0 : !DENIED.includes(result));
  return [
    met(seen) ? 's' : '-',
    DENIED.includes(inserted) ? '-' : 'i',
    met(updated) ? 'u' : '-',
    met(deleted) ? 'd' : '-',
  ].join('');
}
