/** A row as the driver read it. */
export type Row = Readonly<Record<string, unknown>>;

/** The caller: a role of the API, and for `authenticated` the account. */
export interface Caller {
  readonly role: 'anon' | 'authenticated' | 'service_role';
  readonly userId?: string;
  /** The sign-in that the token was made for. */
  readonly sessionId?: string;
  /** Time of the sign-in, in seconds since 1970; by default the token has none. */
  readonly signedInAt?: number;
  /** Level of the session; by default the token has none. */
  readonly aal?: 'aal1' | 'aal2';
  /** When the second factor was given, in seconds since 1970. */
  readonly factorAt?: number;
  /** Address of the sign-in service that issued the token; by default a local portal's. */
  readonly issuer?: string;
}

/** One connection, past row level security. */
export interface Connection {
  query(statement: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A database with schema and seed, made for one test file and thrown away after it. */
export interface TestDatabase extends Connection {
  /** Another connection at the same time; only a real server has any. */
  connect?(): Promise<Connection & { close(): Promise<void> }>;
  close(): Promise<void>;
}

/** What Postgres answered instead of rows. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** Further values of the code, from the detail of one of our errors; null without. */
  readonly values: unknown;
}

const field = (error: unknown, name: string): string | null => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : null;
};

/** Reads an error of either driver. Errors from elsewhere are rethrown. */
export function readRefusal(error: unknown): Refusal {
  const code = field(error, 'code');
  if (code === null || !/^[0-9A-Z]{5}$/.test(code)) throw error;
  const detail = code.startsWith('PT') ? field(error, 'detail') : null;
  const values: unknown = detail ? JSON.parse(detail) : null;
  return { code, message: field(error, 'message') ?? '', hint: field(error, 'hint'), values };
}

/** Sets the caller, for the rest of the transaction. */
export const BECOME = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true)`;

/** The session's sign-in methods, as the auth server writes them into a token. */
function waysOf({ signedInAt, factorAt }: Caller) {
  const ways = [
    { method: 'totp', timestamp: factorAt },
    { method: 'password', timestamp: signedInAt },
  ].filter(({ timestamp }) => timestamp !== undefined);
  return ways.length > 0 ? ways : undefined;
}

/** What {@link BECOME} is given for a caller: the role, the account and all claims. */
export function identityOf(caller: Caller): readonly [string, string, string] {
  const { role, userId, sessionId, aal, issuer: iss = 'http://localhost:54321/auth/v1' } = caller;
  const claims = JSON.stringify({ iss, role, sub: userId, session_id: sessionId, aal, amr: waysOf(caller) });
  return [role, userId ?? '', claims];
}

/** Sets role and claims in the open transaction, as the API does for a request. */
export async function become(connection: Connection, caller: Caller): Promise<void> {
  await connection.query(BECOME, identityOf(caller));
}

/** Runs one statement as the caller, in a transaction of its own. */
export async function ask(
  connection: Connection,
  caller: Caller,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<readonly Row[]> {
  await connection.query('begin');
  try {
    await become(connection, caller);
    const rows = await connection.query(statement, parameters);
    await connection.query('commit');
    return rows;
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}

/** Runs one statement as the caller and answers why it was refused; null when it was not. */
export async function refusal(
  connection: Connection,
  caller: Caller,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Refusal | null> {
  try {
    await ask(connection, caller, statement, parameters);
    return null;
  } catch (error) {
    return readRefusal(error);
  }
}

export const signedIn = (userId: string): Caller => ({ role: 'authenticated', userId });
export const ANONYMOUS: Caller = { role: 'anon' };
export const SERVICE: Caller = { role: 'service_role' };
