import type { Connection } from '../database/database';

/** Work that is rolled back, even after a failure. @returns the work's result */
export async function undone<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  await connection.query('begin');
  try {
    return await work(connection);
  } finally {
    await connection.query('rollback');
  }
}
