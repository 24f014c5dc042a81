import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { ReleaseStore } from '../store/store';
import { openSupabaseStore } from '../store/supabase-store';
import { startBackendProcess, type BackendProcess } from './backend-process';

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
    const project = new SampleProject(await startBackendProcess(dataDir));
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
    return this.#backend.apiUrl;
  }

  get secretKey(): string {
    return this.#backend.secretKey;
  }

  end(): Promise<void> {
    return this.#backend.end();
  }

  /** The database past row level security, as an operator with the project's dashboard has it. */
  admin(): PostgrestClient {
    const { secretKey } = this.#backend;
    return new PostgrestClient(`${this.url}/rest/v1`, {
      headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
    });
  }

  async insert(table: string, rows: object[]): Promise<void> {
    const { error } = await this.admin().from(table).insert(rows);
    if (error) throw new Error(`${table}: ${error.message}`);
  }

  async signIn(email: string): Promise<{ id: string; rest: PostgrestClient }> {
    const headers = { apikey: this.#backend.publishableKey };
    const options = { headers, persistSession: false, autoRefreshToken: false };
    const auth = new AuthClient({ url: `${this.url}/auth/v1`, ...options });
    const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    const rest = new PostgrestClient(`${this.url}/rest/v1`, {
      headers: { ...headers, Authorization: `Bearer ${data.session.access_token}` },
    });
    return { id: data.user.id, rest };
  }

  storeOf(email: string): ReleaseStore {
    const { apiUrl: url, publishableKey } = this.#backend;
    return openSupabaseStore({ url, publishableKey, email, password: PASSWORD });
  }
}
