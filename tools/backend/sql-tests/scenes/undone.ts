import type { Connection } from '../database/database';

/** Work that leaves nothing behind, also when it fails. @returns what the work returns */
export async function undone<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  await connection.query('begin');
  try {
    return await work(connection);
  } finally {
    await connection.query('rollback');
  }
}
