import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startJobs } from '../jobs/jobs';
import { openInbox, type Inbox } from '../mail/inbox';
import { createMailer } from '../mail/mailer';
import { createMailServer } from '../mail/server';
import { createApi } from '../server/api/api';
import { createAuthLimits, WITHOUT_LIMITS } from '../server/api/auth-limits';
import { createConfirmations } from '../server/api/confirmations';
import { createFactors } from '../server/api/factors/factors';
import { createMailLinks } from '../server/api/mail-links';
import { createPasswordChanges } from '../server/api/password-changes';
import { createSessions } from '../server/api/sessions';
import { readProject } from '../server/config/config';
import { fillFolder, prepare, seedsOf, type Contents, type WorkIn } from '../server/database/prepare';
import { writeSetting } from '../server/database/settings';
import { DEFAULT_RESERVE, megabytes, watchRoom, type Room } from '../server/disk/room';
import { startDenoHost } from '../server/functions/deno';
import { createFunctionsHost } from '../server/functions/host';
import { listen } from '../server/http/listen';
import { loadKeys, type Keys } from '../server/keys/keys';
import { StartRefused } from '../server/refusal';
import { DiskStorage } from '../server/storage/disk';
import { openOutbox } from '../sms/outbox';
import { createSmsServer } from '../sms/server';
import { lockDataFolder } from './lock';
import { quietConsole } from './quiet-console';
import { createShutdown } from './shutdown';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Databases with schema and seed, from which new ones are copied. */
const IMAGES = path.join(ROOT, 'node_modules/.cache/nemus-databases');

/** How to start the backend. Ports listen on 127.0.0.1 alone. */
export interface BackendOptions {
  readonly apiPort: number;
  readonly mailPort: number;
  /** Folder for data, keys, mails and files, created when missing. One process uses it at a time. */
  readonly dataDir: string;
  /** Address of the portal: where links in mails lead unless the client requests another page of it. */
  readonly siteUrl: string;
  /** `postgres://…` of a real Postgres instead of the embedded one. */
  readonly dbUrl?: string | undefined;
  /** New accounts receive the sample set. Default: true. */
  readonly sampleData?: boolean;
  /** Load the seed's catalogue and courses. Default: true; without them staff has nothing but its account. */
  readonly catalogue?: boolean;
  /** Limits for signing in and for mails, as a hosted project has them. Default: true; tests lift them. */
  readonly rateLimits?: boolean;
  /** Port of the payment sandbox, for the functions. Default: 4242. */
  readonly checkoutPort?: number;
  /** What runs the functions: this process (default), or Deno as in a hosted project. */
  readonly functions?: 'node' | 'deno';
  /** Further variables for the functions, or other values than the backend's own. */
  readonly functionsEnv?: Readonly<Record<string, string>>;
  /** Folder with `config.toml`, migrations, seed, templates and functions. Default: the repository's `supabase`. */
  readonly projectFolder?: string;
  /** Migrations of another folder than `<projectFolder>/migrations`. */
  readonly migrationsFolder?: string;
  /** Bytes that have to stay free on the disk of `dataDir`; below that, writes are refused. Default: 64 MB. */
  readonly diskReserve?: number;
  /** Receives the backend's log, one line each. Default: standard error. */
  readonly log?: (line: string) => void;
}

/** A running backend. */
export interface Backend {
  readonly apiUrl: string;
  readonly mailUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Every key of this data folder, the payment sandbox's included. */
  readonly keys: Keys;
  readonly inbox: Inbox;
  /** Versions of the migrations that this start applied. */
  readonly migrated: readonly string[];
  /** Ends everything; afterwards ports and data folder are free. May be called again. */
  close(): Promise<void>;
}

/** Postgres repairs its files at the start, and needs room for that. */
function requireRoom(room: Room, dataDir: string, reserve: number): void {
  const free = room.free();
  if (free >= reserve) return;
  throw new StartRefused(
    `The disk of ${dataDir} is full: ${megabytes(free)} left, ${megabytes(reserve)} have to stay free.`,
    'Make room on it, or start with another data folder (NEMUS_DATA_DIR). Nothing was changed.',
  );
}

/** Loading lite takes a second: not before the ports are taken. */
async function loadEngine() {
  const [{ createEngine, openEmbedded }, { openDatabase }] = await Promise.all([
    import('../server/engine/engine'),
    import('../server/database/open'),
  ]);
  return { createEngine, openEmbedded, openDatabase };
}

/**
 * Starts auth, tables, files and functions of Supabase and a mail inbox on this machine.
 *
 * The ports are taken before the data is touched, so that a second start by mistake changes nothing.
 *
 * @throws {@link StartRefused} with problem and remedy; nothing is left running then.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new StartRefused(
      'The embedded backend is for development and tests.',
      'In production the portal uses a hosted Supabase project; unset NODE_ENV to start this one.',
    );
  }
  const { apiPort, mailPort, siteUrl, checkoutPort = 4242 } = options;
  const dataDir = path.resolve(options.dataDir);
  const log = options.log ?? ((line: string) => process.stderr.write(`[backend] ${line}\n`));
  const apiUrl = `http://localhost:${apiPort}`;
  const mailUrl = `http://localhost:${mailPort}`;
  const shutdown = createShutdown();
  try {
    const project = readProject(options.projectFolder ?? path.join(ROOT, 'supabase'));
    const apiListener = await listen(apiPort, 'NEMUS_API_PORT');
    shutdown.add('listeners', () => apiListener.close());
    const mailListener = await listen(mailPort, 'NEMUS_MAIL_PORT');
    shutdown.add('listeners', () => mailListener.close());
    const lock = lockDataFolder(dataDir, apiPort);
    shutdown.add('data', () => lock.release());
    const reserve = options.diskReserve ?? DEFAULT_RESERVE;
    const room = watchRoom(dataDir, reserve, log);
    requireRoom(room, dataDir, reserve);

    const keys = loadKeys(dataDir);
    const inbox = openInbox(path.join(dataDir, 'mail'));
    const outbox = openOutbox(path.join(dataDir, 'sms'));
    // The prefix marks the sandbox: functions accept its address only with such a key.
    const smsKey = `sandbox_${keys.mailKey}`;
    const mailer = createMailer({ project, inbox, siteUrl });
    shutdown.add('data', quietConsole());

    const { createEngine, openEmbedded, openDatabase } = await loadEngine();
    const storage = new DiskStorage(path.join(dataDir, 'storage'));
    const engineOptions = { config: project.config, keys, siteUrl, mailer, storage };
    const contents: Contents = {
      migrations: options.migrationsFolder ?? path.join(project.folder, 'migrations'),
      seeds: seedsOf(project, options.catalogue ?? true),
      sampleData: options.sampleData ?? true,
    };
    const workIn: WorkIn = async (at, work) => {
      const made = await openEmbedded(at);
      try {
        await work(createEngine(made, engineOptions), made.database);
      } finally {
        await made.close();
      }
    };
    const image = { cache: IMAGES, versions: path.join(ROOT, 'package-lock.json') };
    let fromImage: readonly string[] | null = null;
    const folder = path.join(dataDir, 'data');
    const open = await openDatabase(folder, options.dbUrl, async () => {
      fromImage = await fillFolder(folder, image, contents, workIn);
    });
    shutdown.add('data', () => open.close());
    const engine = createEngine(open, engineOptions);
    const migrated = fromImage ?? (await prepare(engine, open.database, contents));

    const files = path.join(project.folder, 'seeds/files');
    if (migrated.length > 0 && existsSync(files)) await storage.fill('logbook', files, 'application/pdf');

    // Tests share a few accounts; the reports of one must not be dropped because of the others.
    const reports = options.rateLimits === false ? 100_000 : 120;
    await writeSetting(open.database, 'release_reports_per_hour', reports);
    await writeSetting(open.database, 'local_demo', true);
    await writeSetting(open.database, 'functions_url', `${apiUrl}/functions/v1`);
    const jobs = await startJobs({ database: open.database, isFull: room.isFull, log });
    shutdown.add('work', () => jobs.close());
    const host = options.functions === 'deno' ? startDenoHost : createFunctionsHost;
    const functions = await host({
      folder: path.join(project.folder, 'functions'),
      cache: path.join(ROOT, 'node_modules/.cache/nemus-functions'),
      log,
      environment: {
        SUPABASE_URL: apiUrl,
        SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
        SUPABASE_SECRET_KEY: keys.secretKey,
        STRIPE_SECRET_KEY: keys.stripeSecretKey,
        STRIPE_API_BASE: `http://127.0.0.1:${checkoutPort}`,
        STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
        SITE_URL: siteUrl,
        MAIL_URL: `http://127.0.0.1:${mailPort}/api/send`,
        MAIL_KEY: keys.mailKey,
        SMS_API_BASE: `http://127.0.0.1:${mailPort}`,
        SMS_KEY: smsKey,
        ...(options.rateLimits !== false && { CLIENT_ADDRESS_HEADER: 'x-forwarded-for' }),
        ...options.functionsEnv,
      },
    });
    shutdown.add('work', () => functions.close());

    const { email } = project.config.auth;
    const confirmations = createConfirmations(open.database, mailer, email.otp_length);
    const mailLinks = createMailLinks(open.database, email.double_confirm_changes, email.otp_expiry);
    const passwordChanges = createPasswordChanges(open.database, email.secure_password_change);
    const limits = options.rateLimits === false ? WITHOUT_LIMITS : createAuthLimits(project.config);
    const sessions = createSessions(open.database, keys.jwtSecret, `${apiUrl}/auth/v1`);
    const factors = createFactors({
      database: open.database,
      mfa: project.config.auth.mfa,
      issuer: new URL(siteUrl).host,
      limit: limits.factor,
    });
    const rules = { confirmations, mailLinks, passwordChanges, sessions, factors, limits };
    apiListener.answer(createApi({ engine, functions, ...rules, room, log }));
    mailListener.answer(createSmsServer(outbox, smsKey, createMailServer(inbox, keys.mailKey)));
    const { publishableKey, secretKey } = keys;
    return { apiUrl, mailUrl, publishableKey, secretKey, keys, inbox, migrated, close: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}
