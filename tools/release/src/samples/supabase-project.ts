import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { Secret, TOTP } from 'otpauth';
import { startProcess, type BackendProcess } from '../../../backend/contract/process';
import type { ReleaseStore } from '../store/store';
import { openSupabaseStore } from '../store/supabase-store';

/** Accounts of the seed; the first is a member of team alpha, the second of team beta. */
export const ALPHA = 'demo.piw@nemus.example';
export const BETA = 'demo.institution@nemus.example';
const PASSWORD = 'nemus-demo-2026';

/** A project with the teams alpha and beta, which own the areas of the same names. */
export class SampleProject {
  readonly #backend: BackendProcess;

  private constructor(backend: BackendProcess) {
    this.#backend = backend;
  }

  static async start(dataDir: string): Promise<SampleProject> {
    const project = new SampleProject(
      await startProcess({ NEMUS_DATA_DIR: dataDir, NEMUS_RATE_LIMITS: 'off', NEMUS_SAMPLE_DATA: 'off' }),
    );
    const [alphaId, betaId] = [await project.signIn(ALPHA), await project.signIn(BETA)].map(({ id }) => id);
    await project.insert('nemus_release_teams', [{ name: 'alpha' }, { name: 'beta' }]);
    await project.insert('nemus_release_members', [
      { team: 'alpha', user_id: alphaId },
      { team: 'beta', user_id: betaId },
    ]);
    await project.insert('nemus_release_remotes', [
      { name: 'alpha', team: 'alpha' },
      { name: 'beta', team: 'beta' },
    ]);
    return project;
  }

  get url(): string {
    return this.#backend.ready.apiUrl;
  }

  get secretKey(): string {
    return this.#backend.ready.secretKey;
  }

  async end(): Promise<void> {
    await this.#backend.end('SIGINT');
  }

  /** The database past row level security, as an operator with the project's dashboard has it. */
  admin(): PostgrestClient {
    const { secretKey } = this.#backend.ready;
    return new PostgrestClient(`${this.url}/rest/v1`, {
      headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
    });
  }

  async insert(table: string, rows: object[]): Promise<void> {
    const { error } = await this.admin().from(table).insert(rows);
    if (error) throw new Error(`${table}: ${error.message}`);
  }

  async signIn(email: string): Promise<{ id: string; rest: PostgrestClient; auth: InstanceType<typeof AuthClient> }> {
    const headers = { apikey: this.#backend.ready.publishableKey };
    const options = { headers, persistSession: false, autoRefreshToken: false };
    const auth = new AuthClient({ url: `${this.url}/auth/v1`, ...options });
    const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    const rest = new PostgrestClient(`${this.url}/rest/v1`, {
      headers: { ...headers, Authorization: `Bearer ${data.session.access_token}` },
    });
    return { id: data.user.id, rest, auth };
  }

  /** Gives the account a second factor with the app's current code, which does not count again. @returns the app's secret. */
  async enrol(email: string): Promise<string> {
    const { auth } = await this.signIn(email);
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Build' });
    if (error || data.type !== 'totp') throw error ?? new Error('no TOTP');
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
    const { error: refused } = await auth.mfa.challengeAndVerify({ factorId: data.id, code });
    if (refused) throw refused;
    return data.totp.secret;
  }

  storeOf(email: string, factor?: string): ReleaseStore {
    const { apiUrl: url, publishableKey } = this.#backend.ready;
    return openSupabaseStore({ url, publishableKey, email, password: PASSWORD, factor });
  }
}
