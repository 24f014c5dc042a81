/** Direct access to the database for the backend itself, as its owner and past row level security. */
export interface Database {
  /** Runs one statement and returns its rows. */
  query(statement: string, parameters?: readonly unknown[]): Promise<readonly unknown[]>;
  /** Runs any number of statements in one transaction: all of them or none. */
  script(statements: string): Promise<void>;
}
