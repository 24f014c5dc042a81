import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { OwnerLock } from './owner-lock';

/** What is used of PGlite. */
export interface SingleConnection {
  query<Row>(statement: string, parameters: unknown[]): Promise<{ rows: Row[]; affectedRows?: number }>;
}

class SerialConnection implements DatabaseConnection {
  readonly #pglite: SingleConnection;

  constructor(pglite: SingleConnection) {
    this.#pglite = pglite;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#pglite.query<Row>(query.sql, [...query.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded Postgres does not stream.');
  }
}

class SerialDriver implements Driver {
  readonly #connection: SerialConnection;
  readonly #lock: OwnerLock;
  readonly #currentOwner: () => object;

  constructor(pglite: SingleConnection, lock: OwnerLock, currentOwner: () => object) {
    this.#connection = new SerialConnection(pglite);
    this.#lock = lock;
    this.#currentOwner = currentOwner;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire(this.#currentOwner());
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  releaseConnection(): Promise<void> {
    this.#lock.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * PGlite has one connection for all requests, and lite's own dialect does not guard it: a statement of another request
 * gets into an open transaction whenever that one waits for something else. Following a confirmation link signs a token
 * inside its transaction; another request's refused insert at that moment rolled the confirmation back. Here a
 * transaction has the connection alone.
 *
 * @param currentOwner the current request, which may nest.
 */
export function serialDialect(pglite: SingleConnection, lock: OwnerLock, currentOwner: () => object): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SerialDriver(pglite, lock, currentOwner),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
