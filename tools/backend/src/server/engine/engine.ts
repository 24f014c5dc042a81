import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { App, setExperimental, type Connection, type ServerOptions } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { CompiledQuery, Kysely } from 'kysely';
import { tokenOf, verifyToken } from '../api/claims';
import { readDatabaseFailure } from '../api/failures';
import { currentContext } from '../api/request-context';
import type { ProjectConfig } from '../config/config';
import type { Database } from '../database/database';
import { OwnerLock } from '../database/owner-lock';
import { OID, parseNumeric, parseTimestamp, parseTimestamptz, writeText } from '../database/parsers';
import { serialDialect } from '../database/serial-dialect';
import { applyRequest, createSessionContext } from '../database/session-context';
import type { Keys } from '../keys/keys';
import type { DiskStorage } from '../storage/disk';
import type { AuthMailer } from './auth-mailer';

/** An open database with direct access to it. */
export interface OpenDatabase {
  readonly database: Database;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** The Supabase API in this process: auth, rest and storage. */
export interface Engine {
  /** Makes the tables of auth, storage and the migration history. */
  createSystemSchema(): Promise<void>;
  /** Answers a request below `/auth/v1`, `/rest/v1` or `/storage/v1`. */
  answer(request: Request): Promise<Response>;
}

export interface EngineOptions {
  readonly config: ProjectConfig;
  readonly keys: Pick<Keys, 'jwtSecret' | 'publishableKey' | 'secretKey'>;
  readonly siteUrl: string;
  readonly mailer: AuthMailer;
  readonly storage: DiskStorage;
}

/** Replaces a method of lite that is private in its types, and fails when a new version no longer has it. */
function replaceInternal(target: object, name: string, value: unknown): void {
  if (typeof Reflect.get(target, name) !== 'function') {
    throw new Error(
      `@supabase/lite has no ${name} any more: see tools/backend/supabase-lite.md before changing its version.`,
    );
  }
  Object.defineProperty(target, name, { value });
}

/** Settings with which both drivers behave like a hosted project. */
function correctConnection(connection: PgliteConnection | PostgresConnection): void {
  // Otherwise the first request grants all roles everything on every table.
  replaceInternal(connection, 'ensureRlsContext', () => Promise.resolve(true));
  replaceInternal(connection, 'applyJwtSessionContext', createSessionContext());
  replaceInternal(connection, 'applyRpcRequestGucs', applyRequest);
  // Nothing here needs the text of a view; with it, lite would search every view for every column, at every request.
  const introspect = connection.introspect.bind(connection);
  const trimmed = new WeakMap<object, Awaited<ReturnType<typeof introspect>>>();
  connection.introspect = async (options) => {
    const whole = await introspect(options);
    const known = trimmed.get(whole);
    if (known) return known;
    const small = { ...whole, views: whole.views.map((view) => ({ ...view, sql: '' })) };
    trimmed.set(whole, small);
    return small;
  };
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normalized = normalize(error);
    const context = currentContext();
    if (context) context.failure = readDatabaseFailure(normalized) ?? context.failure;
    return normalized;
  };
}

function queriesOf(connection: Connection): Database['query'] {
  return async (statement, parameters = []) => {
    const { rows } = await connection.kysely.executeQuery(CompiledQuery.raw(statement, [...parameters]));
    return rows;
  };
}

/**
 * Opens the embedded Postgres in a folder. One process at a time: see `lockDataFolder`.
 *
 * @param folder is created when missing.
 */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const parsers = {
    [OID.numeric]: parseNumeric,
    [OID.timestamp]: parseTimestamp,
    [OID.timestamptz]: parseTimestamptz,
  };
  const serializers = { [OID.text]: writeText, [OID.varchar]: writeText };
  const connection = await createPgliteConnection({
    url: folder,
    // What a migration may create, as on a hosted project.
    pgliteOptions: { parsers, serializers, extensions: { pg_trgm } },
  });
  const pglite = connection.driver;
  await pglite.waitReady;
  const lock = new OwnerLock();
  // Outside of requests every statement is its own owner: nothing nests there.
  connection.kysely = new Kysely({ dialect: serialDialect(pglite, lock, () => currentContext() ?? {}) });
  correctConnection(connection);
  return {
    connection,
    database: {
      query: queriesOf(connection),
      async script(statements) {
        await lock.acquire(currentContext() ?? {});
        try {
          await pglite.transaction((transaction) => transaction.exec(statements));
        } finally {
          lock.release();
        }
      },
    },
    close: () => connection.close(),
  };
}

/**
 * Opens a real Postgres.
 *
 * @param url `postgres://…`; the role must be allowed to create roles and extensions.
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const type = <T>(oid: number, parse: (text: string) => T) => ({ to: oid, from: [oid], serialize: String, parse });
  // lite already writes JSON as text; its own serializer would wrap it again, and `->>` would find nothing in it.
  const json = (oid: number) => ({
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  });
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 10,
      connect_timeout: 10,
      onnotice: () => undefined,
      types: {
        json: json(OID.json),
        jsonb: json(OID.jsonb),
        numeric: type(OID.numeric, parseNumeric),
        timestamp: type(OID.timestamp, parseTimestamp),
        timestamptz: type(OID.timestamptz, parseTimestamptz),
      },
    },
  });
  correctConnection(connection);
  const { driver } = connection;
  // Prepared, as PostgREST does: unprepared ones take two round trips and a plan each.
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const reserved = await reserve();
    const unsafe = reserved.unsafe.bind(reserved);
    reserved.unsafe = (statement, parameters) => unsafe(statement, parameters, { prepare: true });
    return reserved;
  };
  await driver`select 1`;
  return {
    connection,
    database: {
      query: queriesOf(connection),
      script: async (statements) => {
        await driver.begin((transaction) => transaction.unsafe(statements).simple());
      },
    },
    // lite's own close waits for idle connections for ever.
    close: () => driver.end({ timeout: 2 }),
  };
}

/**
 * Reads the token of a request below `/rest/v1` in a tenth of lite's time. One that is not valid here is left to lite,
 * which refuses it.
 */
function readToken(secret: string): NonNullable<ServerOptions['middlewares']>[number] {
  return async (context, next) => {
    const claims = context.req.path.startsWith('/rest/v1/') ? verifyToken(tokenOf(context.req.raw), secret) : null;
    if (claims) {
      context.set('ignoreAuthorization', true);
      context.set('jwt', claims);
      context.set('userId', claims.sub);
    }
    await next();
  };
}

/** Connects lite's API to a database. The only code that depends on lite. */
export function createEngine({ connection }: OpenDatabase, options: EngineOptions): Engine {
  const { config, keys, siteUrl, mailer, storage } = options;
  const { auth } = config;
  setExperimental('storage', true);
  const app = new App({
    connection,
    api: {
      schemas: config.api.schemas,
      extra_search_path: config.api.extra_search_path,
      max_rows: config.api.max_rows,
    },
    auth: {
      enabled: true,
      enable_signup: auth.enable_signup,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: auth.additional_redirect_urls,
      jwt_expiry: auth.jwt_expiry,
      enable_refresh_token_rotation: auth.enable_refresh_token_rotation,
      refresh_token_reuse_interval: auth.refresh_token_reuse_interval,
      minimum_password_length: auth.minimum_password_length,
      password_requirements: auth.password_requirements,
      email: {
        enable_signup: auth.email.enable_signup,
        enable_confirmations: auth.email.enable_confirmations,
        double_confirm_changes: auth.email.double_confirm_changes,
        secure_password_change: auth.email.secure_password_change,
        otp_length: auth.email.otp_length,
        otp_expiry: auth.email.otp_expiry,
      },
    },
    storage: { enabled: true, file_size_limit: config.storage.file_size_limit },
    options: { server: { admin: false, disableStudio: true, middlewares: [readToken(keys.jwtSecret)] } },
  });
  app._mailer = mailer;
  app._storageAdapter = storage;
  return {
    createSystemSchema: () => app.ensureSystemSchema(),
    answer: (request) => app.fetch(request, { peerAddress: null }),
  };
}
