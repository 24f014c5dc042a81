import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readDeclaration } from '@nemus/build/declaration';
import { workspaceRoot } from '@nemus/build/workspace';
import { InvalidArgumentError } from 'commander';
import type { Signer, TrustedKey, TrustedKeys } from '@nemus/registry';
import { z } from 'zod';
import type { ShellFacts } from '../checks';
import { missingInDatabase, portalOrigin, readDeployedNames } from '../deployed';
import type { FailureReport } from '../figures';
import { readReports } from '../health';
import { openKey, OPERATOR, readOperatorKeys, readTrustedKeys, trustedKeyOf } from '../keys';
import { knownSigner, localOperator, localOperatorKeys, localSigner } from '../local-keys';
import { Refusal } from '../refusal';
import { openPacked, openPublished, publishedVersions } from '../release-files';
import { isCheckout, readAccounts, runSmoke, smokeInPortal } from '../smoke';
import type { StopRequest } from '../stops';
import { SHELL, shellEnvironment } from '../shell/shell-release';
import { shellOfFile, shellOfWorkspace } from '../shell-facts';
import { openFileStore } from '../store/file-store';
import { isS3Address } from '../store/s3-address';
import { purgeHookOf, withPurge } from '../store/purge';
import { openS3Store } from '../store/s3-store';
import type { ReleaseStore } from '../store/store';
import { openSupabaseStore, supabaseStoreUrl } from '../store/supabase-store';
import type { Answer, Terminal } from './terminal';

/** Options of every command. */
const commonSchema = z.object({
  store: z.string().optional(),
  environment: z.string().regex(/^[a-z0-9-]+$/),
  json: z.boolean().default(false),
  who: z.string().optional(),
  why: z.string().default(''),
  key: z.string().optional(),
  trust: z.string().optional(),
  shell: z.string().optional(),
  storeUrl: z.url().optional(),
  smoke: z.boolean().optional(),
  portal: z.string().optional(),
  shellId: z.string().optional(),
  force: z.boolean().default(false),
  propose: z.boolean().default(false),
  validFor: z.coerce.number().positive().optional(),
});

const loginSchema = z.object({
  NEMUS_STORE_KEY: z.string().min(1),
  NEMUS_STORE_EMAIL: z.string().min(1),
  NEMUS_STORE_PASSWORD: z.string().min(1),
  NEMUS_STORE_FACTOR: z.string().optional(),
});

/** Where a checkout of the portal has its shell. */
const SHELL_FOLDER = 'apps/shell';

/** One command's context: its author, store and keys. */
export class Session {
  readonly #options: z.infer<typeof commonSchema>;
  readonly #terminal: Terminal;

  constructor(options: object, terminal: Terminal) {
    const parsed = commonSchema.safeParse(options);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new InvalidArgumentError(`The option "${issue?.path.join('.')}" cannot be used: ${issue?.message}`);
    }
    this.#options = parsed.data;
    this.#terminal = terminal;
  }

  /** Name of the environment that the command is about. */
  get environment(): string {
    return this.#options.environment;
  }

  /** Root of the workspace that the command runs in. */
  get root(): string {
    const { cwd } = this.#terminal;
    try {
      return workspaceRoot(cwd);
    } catch (cause) {
      throw new Refusal(
        'no-workspace',
        `${cwd} is in no checkout of the portal.`,
        'Change into one, or name --store.',
        {
          cause,
        },
      );
    }
  }

  /** The store of `--store`, by default the local portal's. A CDN in front of it is notified of changes. */
  store(): ReleaseStore {
    const hook = purgeHookOf(this.#terminal.env);
    return withPurge(this.#openStore(), hook, (text) => this.#terminal.err(`${text}\n`));
  }

  #openStore(): ReleaseStore {
    const { env } = this.#terminal;
    const named = this.#options.store ?? env['NEMUS_STORE'];
    if (named !== undefined && /^https?:/.test(named)) return openSupabaseStore({ url: named, ...this.#login(named) });
    if (named !== undefined && isS3Address(named)) return openS3Store(named, env);
    if (named !== undefined) return openFileStore(this.resolve(named));
    return openFileStore(path.join(this.#dataDir, 'store'));
  }

  /** The login at a store that is a Supabase project; passwords come from the environment alone. */
  #login(url: string) {
    const parsed = loginSchema.safeParse(this.#terminal.env);
    if (parsed.success) {
      const { NEMUS_STORE_KEY: publishableKey, NEMUS_STORE_EMAIL: email, ...secrets } = parsed.data;
      return { publishableKey, email, password: secrets.NEMUS_STORE_PASSWORD, factor: secrets.NEMUS_STORE_FACTOR };
    }
    throw new Refusal(
      'forbidden',
      `The store ${url} needs a login.`,
      "Set NEMUS_STORE_KEY (the project's publishable key), NEMUS_STORE_EMAIL and NEMUS_STORE_PASSWORD.",
      { details: parsed.error.issues.map(({ path: name }) => `${name.join('.')} is missing.`) },
    );
  }

  /** Everything about a change except its content. */
  async change(remote: string) {
    return {
      store: this.store(),
      environment: this.environment,
      remote,
      who: this.who(),
      why: this.#options.why,
      signer: await this.signer(remote),
      trustedKeys: await this.trustedKeys(),
      propose: this.#options.propose,
      validForDays: this.#options.validFor,
    };
  }

  /** Everything about a change of the stop list except its content. */
  async stops(): Promise<StopRequest> {
    const { signer, keys } = await this.#operator();
    const { environment } = this;
    const validForDays = this.#options.validFor;
    return { store: this.store(), environment, who: this.who(), why: this.#options.why, validForDays, signer, keys };
  }

  /** The signer for the operators, and the valid keys: those of `--trust`, or the signer's own. */
  async #operator() {
    const opened = await this.#keyOf(OPERATOR, 'NEMUS_OPERATOR_KEY');
    if (opened) return { signer: opened.signer, keys: (await this.operatorKeys()) ?? [trustedKeyOf(opened.key)] };
    if (this.#isLocal) return localOperator(this.#dataDir);
    throw new Refusal(
      'untrusted',
      'Stopping and starting takes the key of the operators.',
      'Name it: --key <file>, or its text in NEMUS_OPERATOR_KEY. "npx --no-install @nemus/release keys generate @operator --folder <vault>" makes one.',
    );
  }

  /** The key of `--key` or of a variable, which must be the owner's; `null` when none is named. */
  async #keyOf(owner: string, variable: string) {
    const source = this.#options.key === undefined ? this.#terminal.env[variable] : this.resolve(this.#options.key);
    if (source === undefined || source === '') return null;
    const opened = await openKey(source);
    if (opened.key.remote === owner) return opened;
    const name = owner === OPERATOR ? 'the operators' : `"${owner}"`;
    const summary = `The key speaks for "${opened.key.remote}", not for ${name}.`;
    throw new Refusal('untrusted', summary, 'Name the right key file.');
  }

  /** Operators' keys that the shell pins; empty when none are given. */
  async operatorKeys(): Promise<readonly TrustedKey[] | null> {
    const file = this.trustFile;
    if (file !== undefined) return readOperatorKeys(file);
    const local = this.#isLocal ? await localOperatorKeys(this.#dataDir) : [];
    return local.length > 0 ? local : null;
  }

  /** Everything that a release is measured against. */
  async gate() {
    return {
      shell: await this.shellOfUsers(),
      trustedKeys: await this.trustedKeys(),
      storeUrl: this.#options.storeUrl,
      missingInDatabase: (names: readonly string[]) => this.#missingForUsers(names),
      force: this.#options.force,
      why: this.#options.why,
      onNote: (note: string) => this.progress(`Note: ${note}`),
    };
  }

  /** The same for a release to users: with the smoke test, unless it is only for this machine. */
  async releaseGate(remote: string, version: string) {
    // The shell is tested with all areas before it is published.
    const isLocal = this.#isForThisMachine || remote === SHELL;
    const wanted = this.#options.smoke ?? !isLocal;
    const smoke = wanted ? () => this.#smokeForUsers(remote, version) : isLocal ? undefined : ('skipped' as const);
    return { ...(await this.gate()), smoke };
  }

  /** Users of an environment have its deployed shell, not the one of this checkout. */
  #smokeForUsers(remote: string, version: string): Promise<void> {
    if (this.#isForThisMachine || this.#portal !== undefined) return this.smoke(remote, version);
    throw new Refusal(
      'portal',
      `No shell is named for the users of "${this.environment}".`,
      'Name their portal: --portal <address>, or NEMUS_PORTAL. Or leave the smoke test out: --no-smoke --why "…".',
    );
  }

  /** Address of the portal whose shell is taken. */
  get #portal(): string | undefined {
    const named = this.#options.portal ?? this.#terminal.env['NEMUS_PORTAL'];
    return named === undefined || named === '' ? undefined : portalOrigin(named);
  }

  /**
   * Runs the smoke test of the local build, or of a published version: in a portal that the checkout starts, and
   * outside of one in the portal itself, with its test accounts.
   */
  async smoke(remote: string, version?: string): Promise<void> {
    const [portal, { root }] = [this.#portal, this];
    const accounts = isCheckout(root) ? null : readAccounts(this.#terminal.env['NEMUS_SMOKE_ACCOUNTS']);
    if (accounts && portal === undefined) {
      throw new Refusal(
        'portal',
        `${root} has no portal to open an area in.`,
        'Name one that has test accounts: --portal <address>, or NEMUS_PORTAL.',
      );
    }
    const where = portal === undefined ? '' : ` in the shell of ${portal}`;
    this.progress(`Smoke test of ${remote}${version === undefined ? '' : ` ${version}`}${where} …`);
    const { shellId } = this.#options;
    if (accounts && portal !== undefined) {
      const files =
        version === undefined
          ? await openPacked(this.appFolder(remote))
          : await openPublished(this.store(), remote, version);
      return smokeInPortal({ files, portal, shellId, accounts, say: (text) => this.progress(text) });
    }
    const { location } = this.store();
    const store = location.startsWith('http') ? supabaseStoreUrl(location) : location;
    return runSmoke({ root, remote, version, store, portal, shellId });
  }

  /** The author, for the audit log. */
  who(): string {
    const named = this.#options.who ?? this.#terminal.env['NEMUS_WHO'];
    if (named !== undefined && named !== '') return named;
    try {
      return execFileSync('git', ['config', 'user.email'], { cwd: this.#terminal.cwd, encoding: 'utf8' }).trim();
    } catch {
      return `${os.userInfo().username}@${os.hostname()}`;
    }
  }

  /**
   * The key that signs for a remote; none when no key was named.
   *
   * @param paths Paths that a new release declares: the local portal makes the first key for it. Without them, only an
   *   area that has a key is signed for, so that a mistyped name leaves no key behind.
   */
  async signer(remote: string, paths?: readonly string[]): Promise<Signer | undefined> {
    const opened = await this.#keyOf(remote, 'NEMUS_SIGNING_KEY');
    // The local portal pins the keys of its own data folder, so they need not be named.
    if (opened || !this.#isLocal) return opened?.signer;
    return paths ? localSigner(this.#dataDir, remote, paths) : knownSigner(this.#dataDir, remote);
  }

  get #isForThisMachine(): boolean {
    return ['local', shellEnvironment('local')].includes(this.environment);
  }

  /** Whether the command is about the local portal's own store. */
  get #isLocal(): boolean {
    const isOwn = this.#options.store === undefined && this.#terminal.env['NEMUS_STORE'] === undefined;
    return isOwn && this.#isForThisMachine;
  }

  get #dataDir(): string {
    return path.resolve(this.root, this.#terminal.env['NEMUS_DATA_DIR'] ?? '.nemus');
  }

  /** Keys that the shell pins; none when no file was named. */
  async trustedKeys(): Promise<TrustedKeys | undefined> {
    const file = this.trustFile;
    if (file === undefined) return undefined;
    const trustedKeys = await readTrustedKeys(file);
    return Object.keys(trustedKeys).length > 0 ? trustedKeys : undefined;
  }

  /** The same where files are written from a store: only the local portal's own needs no keys. */
  async requiredKeys(): Promise<TrustedKeys> {
    const trustedKeys = await this.trustedKeys();
    if (trustedKeys ?? this.#isLocal) return trustedKeys ?? {};
    const remedy = "Name the shell's config.json: --trust <file>, or NEMUS_TRUST.";
    throw new Refusal('untrusted', 'No keys are given to check signatures with.', remedy);
  }

  /** The file that pins the keys, when one was named. */
  get trustFile(): string | undefined {
    const file = this.#options.trust ?? this.#terminal.env['NEMUS_TRUST'];
    return file === undefined ? undefined : this.resolve(file);
  }

  /** Key that reads what browsers reported. */
  healthKey(): string {
    const key = this.#terminal.env['NEMUS_HEALTH_KEY'];
    if (key !== undefined && key !== '') return key;
    throw new Refusal('forbidden', 'The figures need a key.', "Set NEMUS_HEALTH_KEY to the project's secret key.");
  }

  /** The failures behind a support id: from the store, or from the project that browsers report to. */
  async reports(store: ReleaseStore, supportId: string, healthUrl?: string): Promise<FailureReport[]> {
    if (healthUrl !== undefined) return readReports({ url: healthUrl, key: this.healthKey() }, supportId);
    if (store.readReports) return store.readReports(supportId);
    throw new Refusal(
      'store',
      `${store.location} keeps no reports.`,
      'Name the project that does: --health-url <url>.',
    );
  }

  /** Address of the store for browsers. */
  get storeUrl(): string | undefined {
    return this.#options.storeUrl;
  }

  /** The shell that releases will run in: of `--shell` or `NEMUS_SHELL`, or of this checkout. */
  async shell(): Promise<ShellFacts> {
    const shell = this.#options.shell ?? this.#terminal.env['NEMUS_SHELL'];
    if (shell !== undefined && shell !== '') return shellOfFile(this.resolve(shell));
    const folder = path.join(this.root, SHELL_FOLDER);
    if (existsSync(folder)) return shellOfWorkspace(folder);
    throw new Refusal(
      'no-workspace',
      `${this.root} has no shell to measure a release against.`,
      'Name the facts of the shell that runs there: --shell <file>, or NEMUS_SHELL. "npx --no-install @nemus/release shell" writes them in a checkout of the portal.',
    );
  }

  /** The same with the names of the deployed shell, if its portal is known: those count, not a checkout's. */
  async shellOfUsers(): Promise<ShellFacts> {
    const { provides, ...facts } = await this.shell();
    const deployed = await this.#askPortal(readDeployedNames, 'nothing is compared by name.');
    const names = deployed === undefined ? provides : deployed;
    return names ? { ...facts, provides: names } : facts;
  }

  /** Names that the database of the users' portal lacks; none if it is not known, or cannot be asked. */
  async #missingForUsers(names: readonly string[]): Promise<string[]> {
    const ask = (portal: string) => missingInDatabase(portal, names);
    return (await this.#askPortal(ask, 'the database was not asked for what the release uses.')) ?? [];
  }

  /**
   * Asks the users' portal; undefined if none is named, null if it cannot be asked. A portal that is down must not block
   * a rollback; the smoke test of a new release checks it anyway.
   */
  async #askPortal<T>(ask: (portal: string) => Promise<T>, otherwise: string): Promise<T | null | undefined> {
    try {
      const portal = this.#isForThisMachine ? undefined : this.#portal;
      return portal === undefined ? undefined : await ask(portal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.progress(`Note: ${otherwise} ${error.summary}`);
      return null;
    }
  }

  /** Folder of an app, given as a folder or by its name. */
  appFolder(app: string): string {
    const folder = this.resolve(app);
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    // In a repository of its own, the area is the repository.
    const { root } = this;
    return existsSync(path.join(root, 'remote.config.ts')) ? root : path.join(root, 'apps', app);
  }

  /** Paths that an area of this checkout declares. */
  async declaredPaths(remote: string): Promise<string[]> {
    const folder = this.appFolder(remote);
    try {
      return (await readDeclaration(folder)).routes.map((route) => route.path);
    } catch (cause) {
      throw new Refusal('malformed', `The paths of "${remote}" are not known here.`, 'Name them: --route /path.', {
        details: [cause instanceof Error ? cause.message : String(cause)],
        cause,
      });
    }
  }

  /** The given version, or the last published one. */
  async version(remote: string, version: string | undefined): Promise<string> {
    if (version !== undefined) return version;
    const store = this.store();
    const published = new Set(await publishedVersions(store, remote));
    const log = await store.readAudit('store');
    const newest = log.findLast(
      (line) => line.action === 'publish' && line.remote === remote && published.has(line.to ?? ''),
    );
    if (newest?.to) return newest.to;
    throw new Refusal(
      'not-published',
      `Nothing of "${remote}" is published.`,
      `Run "npx --no-install @nemus/release publish ${remote}".`,
    );
  }

  /** The text of a file, or what is piped in. */
  async text(file: string): Promise<string> {
    return file === '-' ? ((await this.#terminal.input?.()) ?? '') : readFile(this.resolve(file), 'utf8');
  }

  /** A path as the person at the keyboard means it. */
  resolve(file: string): string {
    return path.resolve(this.#terminal.cwd, file);
  }

  /** Reports progress of long work. */
  progress(text: string): void {
    if (!this.#options.json) this.#terminal.err(`${text}\n`);
  }

  /** Resolves when the person at the keyboard has had enough. */
  async ended(): Promise<void> {
    const { ended } = this.#terminal;
    if (ended) return ended;
    // Listeners of signals alone keep no process running.
    const running = setInterval(() => undefined, 60_000);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    clearInterval(running);
  }

  /** Writes what the command answers. */
  answer({ data, text }: Answer): void {
    this.#terminal.out(this.#options.json ? `${JSON.stringify({ ok: true, ...data }, null, 2)}\n` : `${text}\n`);
  }
}
