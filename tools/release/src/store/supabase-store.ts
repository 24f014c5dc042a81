import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient, type PostgrestError } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { z } from 'zod';
import { codedError } from '../../../../supabase/functions/_shared/texts/coded-error';
import { isReleaseRefusalCode, readReleaseRefusal } from '../../../../supabase/functions/_shared/texts/releases';
import { figuresOf, reportsOf } from '../figures';
import { parseJson } from '../parse-json';
import { Refusal } from '../refusal';
import { PRIVATE_FOLDER } from '../source-maps';
import { auditLineSchema, type AuditInput, type AuditLine } from './audit';
import { contentTypeOf, KEPT_SECONDS } from './delivery';
import { documentText } from './document';
import { STORE_LOG, type CompareAndSetResult, type EntryChange, type ReleaseStore, type StopsChange } from './store';

/** Bucket of the release files, and the private one of their source maps (`supabase/schemas/releases/registry.sql`). */
const BUCKET = 'nemus-releases';
const PRIVATE_BUCKET = 'nemus-release-maps';
/** Rows and names that one request answers at most. */
const PAGE = 1000;

/** A Supabase project, and the login. */
export interface SupabaseStoreOptions {
  /** Address of the project, such as `https://abc.supabase.co`. */
  readonly url: string;
  readonly publishableKey: string;
  /** Login of a team member or of the team's build server. */
  readonly email: string;
  readonly password: string;
  /** Second factor of the login: a code of its app, or the app's secret (Base32), which a build server has. */
  readonly factor?: string;
}

/** Address of the releases for browsers: `storeUrl` of the shell's configuration for such a store. */
export function supabaseStoreUrl(projectUrl: string): string {
  return `${projectUrl.replace(/\/$/, '')}/storage/v1/object/public/${BUCKET}/`;
}

/**
 * A store in a Supabase project: files in Storage, entries and audit log in Postgres. Row level security decides the
 * rights, so that a team's login reaches its own areas alone, with any tool. Signs in on first use.
 */
export function openSupabaseStore(options: SupabaseStoreOptions): ReleaseStore {
  return new SupabaseStore(options);
}

interface Clients {
  readonly rest: PostgrestClient;
  readonly storage: StorageClient;
}

const orAbsent = <T>(value: T | null) => value ?? undefined;
/** A line as {@link LINE_COLUMNS} selects it. */
const lineSchema = auditLineSchema.extend({
  at: z.string().transform((at) => new Date(at).toISOString()),
  who: z.string(),
  forced: z.array(z.string()).nullable().transform(orAbsent),
  revision: z.number().nullable().transform(orAbsent),
  serial: z.number().nullable().transform(orAbsent),
});
const LINE_COLUMNS = 'at, who, action, remote, from:from_release, to:to_release, why, forced, revision, serial';
/** Changes pending a second person (`supabase/migrations/…_release_proposals.sql`). */
const PROPOSALS = 'nemus_release_proposals';
/** Every change, and with it the audit log (`supabase/schemas/releases/`). */
const CHANGES = 'nemus_release_changes';
const proposalRowSchema = z.object({ proposal: z.unknown() });
const revisionSchema = z.object({ revision: z.number() });
/** The revision of a written registry, or the serial of a stop list. */
const writtenSchema = z
  .object({ revision: z.number().nullable(), serial: z.number().nullable() })
  .transform(({ revision, serial }) => z.number().parse(revision ?? serial));
const namesSchema = z.array(z.object({ name: z.string() }));
const objectsSchema = z.array(z.object({ name: z.string(), id: z.string().nullable() }));

class SupabaseStore implements ReleaseStore {
  readonly location: string;
  readonly #options: SupabaseStoreOptions;
  #clients: Promise<Clients> | null = null;

  constructor(options: SupabaseStoreOptions) {
    this.#options = { ...options, url: options.url.replace(/\/$/, '') };
    this.location = this.#options.url;
  }

  async putImmutable(path: string, content: Uint8Array) {
    const files = await this.#files(path);
    const contentType = contentTypeOf(path);
    // A view of the same bytes, as a body of its own length.
    const body = new Blob([new Uint8Array(content)], { type: contentType });
    const { error } = await files.upload(path, body, {
      contentType,
      cacheControl: String(KEPT_SECONDS),
      upsert: false,
    });
    if (!error) return 'created';
    const existing = await this.read(path);
    if (!existing) throw forbidden(`upload ${path}`, error.message);
    if (Buffer.compare(existing, content) === 0) return 'identical';
    throw new Refusal(
      'already-exists',
      `${path} exists in the store with other bytes. What is published never changes.`,
      'Build again: a change of any input gives a new version. An unfinished upload is removed by "npx --no-install @nemus/release gc".',
    );
  }

  async read(path: string) {
    const files = await this.#files(path);
    const { data } = await files.download(path);
    return data ? new Uint8Array(await data.arrayBuffer()) : null;
  }

  async list(folder: string) {
    const files = await this.#files(`${folder}/`);
    const names: string[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const { data, error } = await files.list(folder.replace(/\/$/, ''), { limit: PAGE, offset });
      if (error) throw failed('list releases', error.message);
      const objects = objectsSchema.parse(data);
      names.push(...objects.map(({ name, id }) => (id === null ? `${name}/` : name)));
      if (objects.length < PAGE) return names.toSorted();
    }
  }

  async remove(path: string) {
    const files = await this.#files(path);
    const { data, error } = await files.remove([path]);
    if (error) throw failed(`remove ${path}`, error.message);
    if (data.length === 0) throw forbidden(`remove ${path}`, 'Nothing was removed.');
  }

  async environments() {
    const data = await this.#ask('read the environments', (rest) =>
      rest.from('nemus_release_environments').select('name').gt('revision', 0).order('name'),
    );
    return namesSchema.parse(data).map(({ name }) => name);
  }

  async readRegistry(environment: string) {
    const data = await this.#ask(`read the registry "${environment}"`, (rest) =>
      rest.rpc('nemus_release_registry', { p_environment: environment }),
    );
    return data === null ? null : documentText(data);
  }

  compareAndSet({ audit, environment, remote, ...change }: EntryChange): Promise<CompareAndSetResult> {
    return this.#change(`change "${remote}" in "${environment}"`, {
      ...rowOf(audit),
      environment,
      expected_revision: change.expectedRevision,
      valid_for_seconds: Math.ceil(change.validFor / 1000),
      entry: change.entry,
      shown_by: change.switched?.by ?? null,
    });
  }

  async readStops(environment: string) {
    const data = await this.#ask(`read the stop list of "${environment}"`, (rest) =>
      rest.rpc('nemus_release_stop_list', { p_environment: environment }),
    );
    return data === null ? null : documentText(data);
  }

  writeStops({ environment, expectedSerial, list, audit }: StopsChange): Promise<CompareAndSetResult> {
    const row = { ...rowOf(audit), environment, expected_revision: expectedSerial, stop_list: list };
    return this.#change(`change the stop list of "${environment}"`, row);
  }

  async putProposal(environment: string, remote: string, text: string | null) {
    const what = `change the proposal for "${remote}"`;
    await this.#ask(what, (rest) => rest.from(PROPOSALS).delete().eq('environment', environment).eq('remote', remote));
    if (text === null) return;
    const row = { environment, remote, proposal: parseJson(text) };
    await this.#ask(what, (rest) => rest.from(PROPOSALS).insert(row));
  }

  async readProposal(environment: string, remote: string) {
    const data = await this.#ask(`read the proposal for "${remote}"`, (rest) =>
      rest.from(PROPOSALS).select('proposal').eq('environment', environment).eq('remote', remote).maybeSingle(),
    );
    return data === null ? null : documentText(proposalRowSchema.parse(data).proposal);
  }

  async appendAudit(_log: string, line: AuditInput) {
    await this.#ask(`note what was done to "${line.remote}"`, (rest) => rest.from(CHANGES).insert(rowOf(line)));
  }

  async readAudit(log: string): Promise<AuditLine[]> {
    const lines: AuditLine[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const data = await this.#ask('read the audit log', (rest) => {
        const rows = rest
          .from(CHANGES)
          .select(LINE_COLUMNS)
          .order('id')
          .range(offset, offset + PAGE - 1);
        return log === STORE_LOG ? rows.is('environment', null) : rows.eq('environment', log);
      });
      const page = z.array(lineSchema).parse(data);
      lines.push(...page);
      if (page.length < PAGE) return lines;
    }
  }

  async readFigures(environment: string) {
    return figuresOf(
      await this.#ask('read the figures', (rest) =>
        rest.rpc('nemus_release_health_figures', { p_environment: environment }),
      ),
    );
  }

  async readReports(supportId: string) {
    return reportsOf(
      await this.#ask('read the reports', (rest) => rest.rpc('nemus_support_reports', { p_support_id: supportId })),
    );
  }

  /** Writes a change, which the database makes from the expected revision or serial alone. */
  async #change(what: string, row: object): Promise<CompareAndSetResult> {
    const { rest } = await this.#open();
    const { data, error } = await rest.from(CHANGES).insert(row).select('revision, serial').single();
    if (!error) return { ok: true, revision: writtenSchema.parse(data) };
    if (error.hint === 'revision_conflict') return { ok: false, revision: foundRevision(error) };
    throw refused(error, what);
  }

  /** The database's answer; its error is a refusal. */
  async #ask(
    what: string,
    question: (rest: PostgrestClient) => PromiseLike<{ data: unknown; error: PostgrestError | null }>,
  ): Promise<unknown> {
    const { data, error } = await question((await this.#open()).rest);
    if (error) throw refused(error, what);
    return data;
  }

  #open(): Promise<Clients> {
    this.#clients ??= this.#signIn();
    return this.#clients;
  }

  async #files(path: string) {
    return (await this.#open()).storage.from(path.startsWith(PRIVATE_FOLDER) ? PRIVATE_BUCKET : BUCKET);
  }

  async #signIn(): Promise<Clients> {
    const { url, publishableKey, email, password, factor } = this.#options;
    const apikey = { apikey: publishableKey };
    const auth = new AuthClient({
      url: `${url}/auth/v1`,
      headers: apikey,
      persistSession: false,
      autoRefreshToken: false,
    });
    const { data, error } = await auth.signInWithPassword({ email, password });
    if (error?.name === 'AuthRetryableFetchError') {
      throw new Refusal(
        'store',
        `${url} does not answer: ${error.message}.`,
        'Check NEMUS_STORE or --store, and whether the project runs.',
      );
    }
    if (error) {
      throw new Refusal(
        'forbidden',
        `${email} cannot sign in at ${url}: ${error.message}.`,
        'Check NEMUS_STORE_KEY, NEMUS_STORE_EMAIL and NEMUS_STORE_PASSWORD; the account needs a confirmed address.',
      );
    }
    const known = data.user.factors?.find(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
    const token = known ? await giveFactor(auth, email, known.id, factor) : data.session.access_token;
    const headers = { ...apikey, Authorization: `Bearer ${token}` };
    return {
      rest: new PostgrestClient(`${url}/rest/v1`, { headers }),
      storage: new StorageClient(`${url}/storage/v1`, headers),
    };
  }
}

/** Gives the login's second factor. @returns the session's new token. */
async function giveFactor(
  auth: InstanceType<typeof AuthClient>,
  email: string,
  factorId: string,
  factor = '',
): Promise<string> {
  const code = /^\d{6}$/.test(factor) ? factor : await codeOf(factor);
  const { data, error } = code === null ? NO_CODE : await auth.mfa.challengeAndVerify({ factorId, code });
  if (data) return data.access_token;
  throw new Refusal(
    'forbidden',
    `${email} needs its second factor: ${error.message}.`,
    'Set NEMUS_STORE_FACTOR to a code of the app, or on a build server to the secret that the app was given.',
  );
}
const NO_CODE = { data: null, error: { message: 'there is no code or secret' } };

async function codeOf(secret: string): Promise<string | null> {
  if (!/^[A-Z2-7]{16,}$/i.test(secret)) return null;
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** The client's part of a change; the database sets author, time and revision. */
function rowOf({ remote, action, from, to, why, forced }: AuditInput) {
  return { remote, action, from_release: from, to_release: to, why, forced: forced ?? null };
}

/** SQLSTATE of a row that row level security refuses. */
const NOT_ALLOWED = '42501';

/** The current revision, after a change that was made for another one. */
function foundRevision(error: PostgrestError): number {
  return revisionSchema.parse(codedError(error)?.values).revision;
}

/** The store's message: the sentence of its code, or PostgreSQL's own words. */
function wordsOf(error: PostgrestError): string {
  const { code, values } = codedError(error) ?? { code: '', values: undefined };
  return isReleaseRefusalCode(code) ? readReleaseRefusal(code, values) : error.message;
}

function refused(error: PostgrestError, what: string): Refusal {
  if (error.code === NOT_ALLOWED) return forbidden(what, error.message);
  const words = wordsOf(error);
  if (error.hint === 'path_taken') {
    return new Refusal('check-failed', words, 'Choose another path, or agree with the team that owns it.');
  }
  if (error.hint === 'stopped_by_operator') {
    return new Refusal(
      'forbidden',
      words,
      'Ask an operator; "npx --no-install @nemus/release status" says why it was stopped.',
    );
  }
  if (error.hint === 'unknown_environment') {
    return new Refusal('not-registered', words, 'An operator adds it: a row in nemus_release_environments.');
  }
  return failed(what, words);
}

function forbidden(what: string, detail: string): Refusal {
  return new Refusal(
    'forbidden',
    `The store does not let this login ${what}.`,
    'Sign in as a member of the team that owns the area, with a second factor (NEMUS_STORE_FACTOR); an operator adds members (nemus_release_members).',
    { details: [detail] },
  );
}

function failed(what: string, detail: string): Refusal {
  return new Refusal('store', `The store could not ${what}.`, "Try again; if it stays, look at the project's logs.", {
    details: [detail],
  });
}
